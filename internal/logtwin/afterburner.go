package logtwin

import "strings"

// A monitor writes Afterburner's log. A number of two digits says what a line is.
type monitor struct {
	sheet
	short bool // a spreadsheet saved it again: the numbers have lost their zeros
	clock int64
}

func newMonitor(short bool) *monitor {
	return &monitor{sheet: sheet{end: windows, between: ","}, short: short, clock: 15*3600 + 41*60 + 23}
}

// entry writes a line of a kind. Text is padded to 20 characters, as the tool pads it.
func (m *monitor) entry(kind string, cells ...string) {
	if m.short {
		kind = strings.TrimPrefix(kind, "0")
	}
	at := padded(m.clock/3600%24, 2) + ":" + padded(m.clock/60%60, 2) + ":" + padded(m.clock%60, 2)
	m.row(kind+", 24-10-2025 "+at, strings.Join(cells, ","))
}

func pad(text string) string { return text + strings.Repeat(" ", max(20-len([]rune(text)), 0)) }

// begin writes a block's head.
func (m *monitor) begin(names ...string) {
	m.entry("00", " Hardware monitoring log v1.6 ")
	m.entry("01", " Graphite 20")
	m.columns(names...)
}

func (m *monitor) columns(names ...string) {
	for i, name := range names {
		if name != "" {
			names[i] = pad(name)
		}
	}
	m.entry("02", append([]string{" " + names[0]}, names[1:]...)...)
	for i := range names {
		m.entry("03", " "+count(i), "", "", "100", "0", pad(""), pad(""), pad("%.1f"))
	}
}

// sample writes a polling period's values.
func (m *monitor) sample(cells ...string) {
	m.clock++
	for i, c := range cells {
		cells[i] = pad(c)
	}
	m.entry("80", append([]string{" " + cells[0]}, cells[1:]...)...)
}

// afterburnerTwins are those of MSI Afterburner, and the benchmark file of RTSS.
func afterburnerTwins() []Twin {
	frames := play(81, 60, 17*milli, micro)
	saved, wantSaved := savedTwin(frames, true)
	bare, wantBare := savedTwin(frames, false)
	hml, want := hmlTwin(frames)
	return []Twin{
		{"HardwareMonitoring.hml", "MSI Afterburner", hml, want},
		{"afterburner-saved.csv", "MSI Afterburner, saved again", saved, wantSaved},
		{"afterburner-from-02.csv", "MSI Afterburner, saved again", bare, wantBare},
		{"Benchmark.txt", "RTSS", benchmarkText(), summary()},
	}
}

// hmlTwin is two logs in one file, the second with another order of columns, and scenes without frames.
func hmlTwin(frames []int64) ([]byte, Want) {
	m := newMonitor(false)
	m.begin("GPU temperature \u00b0C", "Framerate", "Frametime")
	half := len(frames) / 2
	for i, ns := range frames[:half] {
		m.sample("54", fps(ns, 1), ms(ns, 3))
		if i%20 == 10 {
			m.sample("51", "N/A", "N/A")
		}
	}
	m.clock += 600
	m.begin("Frametime", "Power", "Framerate")
	for _, ns := range frames[half:] {
		m.sample(ms(ns, 3), "143.1", fps(ns, 1))
	}
	want := sampled("ms", frames)
	want.Skipped = (half + 9) / 20
	want.Rows += want.Skipped
	return latin1(m.text.String()), want
}

// savedTwin is a log that went through a spreadsheet: two columns stand twice with empty ones between.
func savedTwin(frames []int64, whole bool) ([]byte, Want) {
	m := newMonitor(true)
	names := []string{"Power", "Framerate", "Frametime"}
	if whole {
		m.entry("00", " Hardware monitoring log v1.6 ", "", "", "")
		m.entry("01", " Graphite 20", "", "", "")
		names = append(names, "", "", "Framerate", "Frametime")
	}
	m.columns(names...)
	for _, ns := range frames {
		cells := []string{"143.136", fps(ns, 1), ms(ns, 3)}
		if whole {
			cells = append(cells, "", "", cells[1], cells[2])
		}
		m.clock++
		m.entry("80", cells...)
	}
	return m.bytes(), sampled("ms", frames)
}

// benchmarkText holds figures of runs and no frames; a hand has been in it.
func benchmarkText() []byte {
	s := newSheet(windows, "")
	for i, name := range []string{"Harbour.exe", "Quay.exe"} {
		s.lines("02-03-2021, 10:1"+count(i)+":12 "+name+" benchmark completed, 16855 frames rendered in 177.938 s",
			"                     Average framerate  :   94.7 FPS",
			"                     Minimum framerate  :   72.9 FPS",
			"                     Maximum framerate  :  121.0 FPS",
			"                     1% low framerate   :   75.3 FPS",
			"                     0.1% low framerate :   69.2 FPS")
	}
	s.lines("", "new driver from here on")
	return s.bytes()
}
