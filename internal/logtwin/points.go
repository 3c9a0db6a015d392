package logtwin

// A Point is a trouble that logs have, and the twins that have it.
type Point struct {
	Number int
	What   string
	Twins  []string
}

// Points returns the troubles that a reader must know, by their numbers.
func Points() []Point {
	return append(textPoints(), framePoints()...)
}

// textPoints are those of bytes, lines and cells.
func textPoints() []Point {
	return []Point{
		{1, "byte order mark", []string{"encoding-utf8-bom.csv", "presentmon-2.1.csv", "perf_summary.csv"}},
		{2, "UTF-16 both ways", []string{"encoding-utf16le.csv", "encoding-utf16be.csv",
			"android-framestats-powershell.txt"}},
		{3, "Latin-1", []string{"encoding-latin1.csv", "HardwareMonitoring.hml"}},
		{4, "CRLF and lone CR", []string{"line-end-crlf.csv", "line-end-cr.csv"}},
		{5, "no final newline", []string{"line-end-missing.csv"}},
		{6, "last line cut off, half a number", []string{"cut-off-row.csv", "cut-off-number.csv", "cut-off-mangohud.csv"}},
		{7, "last line is prose", []string{"OCAT-two-gpus.csv", "prose-last.csv"}},
		{8, "comments of // and #", []string{"comments.csv", "CapFrameX-Harbour.exe.csv", "CapFrameX-ignore.csv",
			"tactus-log.csv"}},
		{9, "blank after a comma in the header", []string{"metro-benchmark.csv", "VRFPSLogger.csv",
			"header-case-blanks.csv"}},
		{10, "case of the header", []string{"header-case-blanks.csv", "presentmon-1.6.csv", "presentmon-1.7.csv"}},
		{11, "quoted comma, in the first row alone too", []string{"quoted-commas.csv", "OCAT-two-gpus.csv"}},
		{12, "rows longer and shorter than the header", []string{"OCAT-two-gpus.csv",
			"OCAT-Harbour.exe-2019-03-02T101112.csv", "Profile(20250608_090503).csv", "mangohud-gpu-commas.csv"}},
		{13, "semicolon or tab with decimal comma", []string{"fraps-converted-forward-delta.csv",
			"tabs-decimal-comma.tsv"}},
		{14, "words for nothing", []string{"bad-values.csv", "HardwareMonitoring.hml"}},
		{15, "zero and negative frame times", []string{"bad-values.csv", "presentmon-2.1-frametype.csv",
			"running-clock-restarts.csv"}},
		{16, "absurd value in an unused column", []string{"absurd-unused.csv", "pmcap-Harbour-250608-090503.csv"}},
	}
}

// framePoints are those of the run that a log tells of.
func framePoints() []Point {
	return []Point{
		{17, "several streams, and a tie", []string{"presentmon-same-name.csv", "presentmon-tie.csv",
			"presentmon-1.10-streams.csv"}},
		{18, "only the compositor", []string{"presentmon-only-dwm.csv"}},
		{19, "microseconds, nanoseconds, seconds", []string{"mangohud-0.6.8.csv", "home-micros.csv",
			"stadia-frametimes.csv", "unity-deltas.csv"}},
		{20, "running clock, and one that restarts", []string{"running-clock-restarts.csv", "mangohud-joined.csv",
			"metro-benchmark.csv"}},
		{21, "samples", []string{"mangohud-sampled.csv", "home-per-second.csv", "HardwareMonitoring.hml"}},
		{22, "header inside", []string{"HardwareMonitoring.hml", "Profile(20250608_090503).csv"}},
		{23, "summary in place of a log", []string{"pmcap-Harbour-250608-090503-stats.csv",
			"mangohud_summary.csv", "FrameView_Summary.csv", "perf_summary.csv"}},
		{24, "no rows", []string{"header-only.csv"}},
		{25, "one frame", []string{"one-frame.csv"}},
		{26, "fewer than 100 and than 1000", []string{"few-frames.csv", "home-frame-ms.csv"}},
		{27, "all equal, and ties", []string{"all-equal.csv", "ties-one-long.csv"}},
		{28, "one frame of 50 s", []string{"long-frame.csv"}},
		{29, "a million rows, and a line over 64 KiB", []string{"presentmon-2.3.1-long.csv",
			"unreal-long-header.csv"}},
		{30, "display and present intervals", []string{"presentmon-1.6.csv", "FrameView_DLSS-FG_Log.csv",
			"presentmon-2.1-frametype.csv"}},
		{31, "duplicate columns", []string{"duplicate-columns.csv", "afterburner-saved.csv"}},
		{32, "first frame is start-up", []string{"start-up.csv"}},
	}
}
