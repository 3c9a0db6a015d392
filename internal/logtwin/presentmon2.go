package logtwin

import "strings"

const (
	columns20 = "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,AllowsTearing," +
		"PresentMode,CPUStartTime,CPUBusy,CPUWait,GPULatency,GPUBusy,GPUWait,DisplayLatency,DisplayedTime," +
		"ClickToPhotonLatency"
	columns21 = "Application,ProcessID,SwapChainAddress,PresentRuntime,SyncInterval,PresentFlags," +
		"AllowsTearing,PresentMode,CPUStartTime,FrameTime,CPUBusy,CPUWait,GPULatency,GPUTime,GPUBusy," +
		"GPUWait,DisplayLatency,DisplayedTime,AnimationError,ClickToPhotonLatency"
	columns231 = "Application,ProcessID,SwapChainAddress,PresentRuntime,SyncInterval,PresentFlags," +
		"AllowsTearing,PresentMode,TimeInMs,MsBetweenSimulationStart,MsBetweenPresents," +
		"MsBetweenDisplayChange,MsInPresentAPI,MsRenderPresentLatency,MsUntilDisplayed,CPUStartTimeInMs," +
		"MsBetweenAppStart,MsCPUBusy,MsCPUWait,MsGPULatency,MsGPUTime,MsGPUBusy,MsGPUWait," +
		"MsAnimationError,AnimationTime,MsFlipDelay,MsAllInputToPhotonLatency,MsClickToPhotonLatency"
)

// withColumn puts another column in the place of one.
func withColumn(columns, old, new string) string {
	return strings.Replace(columns, ","+old+",", ","+new+",", 1)
}

// presentMon2Twins are those of the second generation's console.
func presentMon2Twins() []Twin {
	v20 := layout{columns20, windows, 4, 0, "NA"}
	v21 := layout{columns21, windows, 4, 0, "NA"}
	v231 := layout{columns231, windows, 14, 0, "NA"}
	slow := chain{"Harbour.exe", "16836", "0x24F60141020", 183*sec + 7*milli, each(23), false}
	composed := slow
	composed.hidden = true
	rows := slow.presents(play(21, 44, 16*milli, 100))
	unseen := composed.presents(play(22, 24, 16*milli, 100))
	unknown := chain{"<unknown>", "9620", "0x0", 100 * sec, nil, false}.presents(play(23, 28, 7*milli, 100))
	dwm := chain{"dwm.exe", "1268", "0x1BF098B1ED0", 100 * sec, nil, false}.presents(play(24, 12, 33*milli, 100))
	qpc, date := v21, v231
	qpc.columns = withColumn(columns21, "CPUStartTime", "CPUStartQPC")
	ticks := v21
	ticks.columns = withColumn(columns21, "CPUStartTime", "CPUStartQPCTime")
	date.columns = withColumn(columns231, "TimeInMs", "TimeInDateTime")
	date.columns = withColumn(date.columns, "CPUStartTimeInMs", "CPUStartDateTime")
	none := wantOf(unseen)
	none.Dropped = Unsaid // nobody knows what a composed window showed
	return []Twin{
		{"presentmon-2.0.0.csv", "PresentMon 2.0.0", v20.write(bom, rows), wantOf(rows)},
		{"presentmon-2.1.csv", "PresentMon 2.1", v21.write(bom, rows), wantOf(rows)},
		{"presentmon-2.1-qpc-unknown.csv", "PresentMon 2.1 --qpc_time", qpc.write(bom, mix(unknown, dwm)),
			wantOf(unknown).beside(dwm)},
		{"presentmon-2.1-qpctime.csv", "PresentMon 2.1 --qpc_time_ms", ticks.write(bom, rows[:24]), wantOf(rows[:24])},
		{"presentmon-2.3.1.csv", "PresentMon 2.3.1", v231.write(bom, rows[:32]), wantOf(rows[:32])},
		{"presentmon-2.3.1-composed.csv", "PresentMon 2.3.1", v231.write(bom, unseen), none},
		{"presentmon-2.3.1-datetime.csv", "PresentMon 2.3.1 --date_time", date.write(bom, rows[:24]),
			wantOf(rows[:24])},
	}
}

// presentMonOtherTwins are generated frames, and what the window saves.
func presentMonOtherTwins() []Twin {
	typed := layout{strings.Replace(columns21, "PresentMode,", "PresentMode,FrameType,", 1), windows, 4, 0, "NA"}
	afmf := layout{strings.Replace(columns231, "PresentMode,", "PresentMode,FrameType,", 1), windows, 14, 0, "NA"}
	game := chain{"Harbour.exe", "3976", "0x1D8A2C40", 2 * sec, nil, false}
	real := game.presents(play(31, 20, 19*milli, 100))
	rows := generate(real, "Intel XeSS-FG")
	want := wantOf(rows).warn("generated")
	want.Generated = len(real)
	amd := generate(game.presents(play(32, 16, 15*milli, 100)), "AMD AFMF")
	wantAMD := wantOf(amd).warn("generated")
	wantAMD.Generated = len(amd) / 2
	gui, wantGUI := windowTwin()
	return []Twin{
		{"presentmon-2.1-frametype.csv", "PresentMon 2.1 --track_frame_type", typed.write(bom, rows), want},
		{"presentmon-2.3.1-frametype.csv", "PresentMon 2.3.1 --track_frame_type", afmf.write(bom, amd), wantAMD},
		{"pmcap-Harbour-250608-090503.csv", "PresentMon window", gui, wantGUI},
	}
}

// generate puts a generated frame after each: its interval is 0, it began with the frame before, and
// the display shows both for half as long.
func generate(real []present, kind string) []present {
	var rows []present
	for _, p := range real {
		half := p.shown / 2 / 100 * 100
		extra := p
		extra.interval, extra.generated, extra.busy, extra.shown = 0, kind, 0, half
		p.shown -= half
		rows = append(rows, p, extra)
	}
	return rows
}

// windowTwin is a capture of the window: its clock is in seconds of four digits, so that ten frames
// share a reading, and what no display showed has an error that is 64 bits wide.
func windowTwin() ([]byte, Want) {
	names := strings.Split(strings.Replace(columns231, "TimeInMs", "TimeInSeconds", 1), ",")
	for i, name := range names {
		names[i] = strings.Replace(name, "CPUStartTimeInMs", "CPUStartTime", 1)
	}
	l := layout{strings.Join(names, ","), unix, 4, 9, "0.0000"}
	early := chain{"dwm.exe", "1268", "0x1BF098B1ED0", 0, nil, false}.presents(capped(2, 16*milli))
	late := chain{"Harbour.exe", "8320", "0x15EFD8424E0", 118 * sec, each(19), false}
	rows := late.presents(play(33, 48, 8*milli, 100))
	s := newSheet(unix, ",")
	s.lines(l.columns)
	for _, p := range mix(early, rows) {
		cells := l.cells(p)
		for i, name := range names {
			switch {
			case name == "TimeInSeconds" || name == "CPUStartTime":
				cells[i] = short(digits(l.moment(name, p), 4), sec)
			case name == "MsAnimationError" && p.shown == 0:
				cells[i] = "-1844674407370945.5"
			}
		}
		s.row(cells...)
	}
	return s.bytes(), wantOf(rows).beside(early).warn("coarse-clock")
}
