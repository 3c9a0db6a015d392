package logtwin

import (
	"strconv"
	"strings"
)

// frameViewColumns are those of a log: telemetry of a machine that has less than the columns do.
func frameViewColumns(extra string) string {
	names := "Application,GPU,CPU,Resolution,Runtime,AllowsTearing,ProcessID,SwapChainAddress," +
		"SyncInterval,PresentFlags,PresentMode,Dropped,TimeInSeconds," + extra + "MsBetweenPresents," +
		"MsBetweenDisplayChange,MsInPresentAPI,MsRenderPresentLatency,MsUntilDisplayed," +
		"Render Queue Depth,MsPCLatency,GPU0Clk(MHz),GPU0Util(%),GPU1Clk(MHz),CPUClk(MHz),CPUUtil(%)"
	for i := range 12 {
		names += ",CPUCoreUtil%[" + strings.Repeat(" ", 1-i/10) + strconv.Itoa(i) + "]"
	}
	return names + ",Battery Percentage"
}

// frameViewCells returns a row; blanks stand before some values as the tool leaves them.
func frameViewCells(l layout, p present) []string {
	cells := l.cells(p)
	for i, name := range strings.Split(l.columns, ",") {
		switch {
		case name == "GPU":
			cells[i] = "Graphite 20"
		case name == "CPU":
			cells[i] = "Nine Core(TM) 3600"
		case name == "Resolution":
			cells[i] = "2560x1440"
		case name == "MsBetweenSimulationStart":
			cells[i] = "NA"
		case name == "GPU0Clk(MHz)":
			cells[i] = "2640"
		case name == "GPU0Util(%)":
			cells[i] = "99"
		case name == "CPUUtil(%)":
			cells[i] = " " + strconv.Itoa(20+p.index%9)
		case strings.HasPrefix(name, "GPU1"), strings.HasSuffix(name, "[11]"), name == "Battery Percentage":
			cells[i] = "NA"
		case strings.HasPrefix(name, "CPUCore"), strings.HasPrefix(name, "CPUClk"):
			cells[i] = " " + strconv.Itoa(10+(p.index+i)%80)
		}
	}
	return cells
}

func frameViewLog(columns string, rows []present) []byte {
	l := layout{columns, windows, 3, 6, "0.000"}
	s := newSheet(windows, ",")
	s.lines(columns)
	for _, p := range rows {
		s.row(frameViewCells(l, p)...)
	}
	return s.bytes()
}

// frameViewTwins are those of FrameView, one with generated frames that it takes for dropped ones.
func frameViewTwins() []Twin {
	game := chain{"Harbour.exe", "19880", "0x000002406E75CA10", 2216114 * micro, each(33), false}
	rows := game.presents(play(71, 34, 22*milli, micro))
	boost := game
	boost.dropped = func(i int) bool { return i%5 != 0 }
	r := random(72)
	frames := make([]int64, 30)
	for i := range frames {
		frames[i] = 300*micro + r.below(400)*micro
		if i%5 == 0 {
			frames[i] = 70*milli + r.below(30_000)*micro
		}
	}
	made := boost.presents(frames)
	return []Twin{
		{"FrameView_Harbour.exe_2024_04_02T101112_Log.csv", "FrameView",
			frameViewLog(frameViewColumns(""), rows), wantOf(rows)},
		{"FrameView_DLSS-FG_Log.csv", "FrameView",
			frameViewLog(frameViewColumns("MsBetweenSimulationStart,"), made), wantOf(made).warn("dropped")},
	}
}
