package logtwin

import "strings"

// A layout is the columns of a version and how it writes a number.
type layout struct {
	columns  string
	end      string
	decimals int    // of milliseconds
	seconds  int    // decimals of TimeInSeconds
	missing  string // what stands where nothing was shown
}

const (
	columns12 = "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped," +
		"TimeInSeconds,MsBetweenPresents,MsInPresentAPI"
	columns14 = "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,AllowsTearing," +
		"PresentMode,WasBatched,DwmNotified,Dropped,TimeInSeconds,MsBetweenPresents," +
		"MsBetweenDisplayChange,MsInPresentAPI,MsUntilRenderComplete,MsUntilDisplayed"
	columns17 = "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped," +
		"TimeInSeconds,msInPresentAPI,msBetweenPresents,AllowsTearing,PresentMode,msUntilRenderComplete," +
		"msUntilDisplayed,msBetweenDisplayChange,msUntilRenderStart,msGPUActive"
	columns110 = columns17 + ",msGPUVideoActive,msSinceInput,QPCTime"
	columnsV1  = "Application,ProcessID,SwapChainAddress,Runtime,SyncInterval,PresentFlags,Dropped," +
		"TimeInSeconds,msInPresentAPI,msBetweenPresents,AllowsTearing,PresentMode,msUntilRenderComplete," +
		"msUntilDisplayed,msBetweenDisplayChange,msFlipDelay,msUntilRenderStart,msGPUActive," +
		"msGPUVideoActive,msSinceInput,QPCTime"
)

// write returns the rows in a layout.
func (l layout) write(start string, rows []present) []byte {
	s := newSheet(l.end, ",")
	s.open(start)
	s.lines(l.columns)
	for _, p := range rows {
		s.row(l.cells(p)...)
	}
	return s.bytes()
}

func (l layout) cells(p present) []string {
	names := strings.Split(l.columns, ",")
	cells := make([]string, len(names))
	for i, name := range names {
		cells[i] = l.cell(name, p)
	}
	return cells
}

// cell returns what stands in a column. Columns that no reader needs hold something of their kind.
func (l layout) cell(column string, p present) string {
	switch column {
	case "Application":
		return p.app
	case "ProcessID":
		return p.process
	case "SwapChainAddress":
		return p.chain
	case "SyncInterval", "PresentFlags", "WasBatched", "DwmNotified":
		return "0"
	case "AllowsTearing":
		return "1"
	case "Runtime", "PresentRuntime":
		return "DXGI"
	case "PresentMode":
		return "Hardware: Independent Flip"
	case "Dropped":
		if p.shown == 0 {
			return "1"
		}
		return "0"
	case "FrameType":
		if p.generated != "" {
			return p.generated
		}
		return "Application"
	case "QPCTime", "TimeInQPC", "CPUStartQPC":
		return whole(55_436_000_000 + l.moment(column, p)/100) // ticks of 10 MHz
	}
	return l.time(column, p)
}

// moment is the present, or the start of the CPU's work where the column's name says so.
func (l layout) moment(column string, p present) int64 {
	if strings.HasPrefix(column, "CPUStart") {
		return p.start
	}
	return p.clock
}

// time returns what stands in a column of times.
func (l layout) time(column string, p present) string {
	switch strings.ToLower(column) {
	case "timeinseconds":
		return decimal(p.clock, sec, l.seconds)
	case "timeinms", "cpustarttime", "cpustarttimeinms":
		return ms(l.moment(column, p), 4)
	case "cpustartqpctime", "cpustartqpctimeinms":
		return ms(5_543_600*sec/1000+p.start, 4)
	case "cpustartdatetime", "timeindatetime":
		return dateTime(l.moment(column, p))
	case "msbetweenpresents":
		return l.interval(p.interval)
	case "frametime":
		return ms(p.interval, 4)
	case "msbetweenappstart":
		return ms(p.appInterval(), 4)
	case "cpubusy", "mscpubusy":
		return ms(p.busy, 4)
	case "cpuwait":
		return ms(p.interval-p.busy, 4)
	case "mscpuwait":
		return ms(p.appInterval()-p.busy, 4)
	case "msbetweendisplaychange", "displayedtime":
		if p.shown == 0 {
			return l.missing
		}
		return ms(p.shown, l.decimals)
	}
	return l.filler(column, p)
}

// interval writes the second of two neighbouring values of 14 decimals as binary arithmetic leaves it
// now and then: a hair under the tick.
func (l layout) interval(ns int64) string {
	text := ms(ns, l.decimals)
	if l.decimals == 14 && ns > micro && ns/100%7 == 3 {
		return ms(ns-100, 4) + "9999999999"
	}
	return text
}

// filler stands in columns that no figure needs.
func (l layout) filler(column string, p present) string {
	lower := strings.ToLower(column)
	if p.shown == 0 && (strings.Contains(lower, "displa") || strings.Contains(lower, "latency")) {
		return l.missing
	}
	switch {
	case l.missing == "NA" && (strings.Contains(lower, "click") || strings.Contains(lower, "simulation") ||
		strings.Contains(lower, "flipdelay") || strings.Contains(lower, "allinput")):
		return "NA"
	case lower == "msuntilrenderstart":
		return ms(-312*micro, max(l.decimals, 3)) // before the present: a negative that is no fault
	case strings.Contains(lower, "video") || strings.Contains(lower, "input"):
		return ms(0, max(l.decimals, 3))
	}
	return ms(int64(100+(p.index*37)%200)*micro, max(l.decimals, 3))
}

// dateTime is a clock that pads neither month nor day nor hour.
func dateTime(ns int64) string {
	const start = (9*3600 + 5*60 + 3) * sec // 9:05:03
	at := start + ns
	return "2025-6-8 " + whole(at/(3600*sec)) + ":" + padded(at/(60*sec)%60, 2) + ":" +
		padded(at/sec%60, 2) + "." + padded(at%sec, 9)
}

// presentMon1Twins are those of the first versions, and of --v1_metrics.
func presentMon1Twins() []Twin {
	early := layout{columns12, windows, 3, 6, "0.000"}
	full := layout{columns14 + ",QPCTime", windows, 3, 6, "0.000"}
	late := layout{columns17, windows, 14, 14, ms(0, 14)}
	last := layout{columns110, windows, 14, 14, ms(0, 14)}
	v1 := layout{columnsV1, windows, 14, 14, ms(0, 14)}
	game := chain{"Harbour.exe", "4711", "0x00000000215D7910", 12*milli + 27*micro, each(29), false}
	wide := chain{"Harbour.exe", "4711", "0x000001B95496E4B0", 349*milli + 3*micro, each(29), false}
	dwm := chain{"dwm.exe", "1268", "0x00000224B280A1C0", 340 * milli, nil, false}
	second := chain{"Harbour.exe", "4711", "0x0000000000000000", 345 * milli, nil, false}
	rows, fine := game.presents(play(11, 42, 10*milli, micro)), wide.presents(play(12, 44, 8*milli, 100))
	few := second.presents(play(13, 9, 30*milli, 100))
	beside := dwm.presents(play(14, 16, 16*milli, 100))
	old := wantOf(rows)
	old.Display, old.DisplaySum = 0, 0
	return []Twin{
		{"presentmon-1.2-simple.csv", "PresentMon 1.2", early.write("", rows), old},
		{"presentmon-1.6.csv", "PresentMon 1.6", full.write("", rows), wantOf(rows)},
		{"presentmon-1.7.csv", "PresentMon 1.7", late.write("", fine), wantOf(fine)},
		{"presentmon-1.10-streams.csv", "PresentMon 1.10", last.write(bom, mix(fine[:24], beside[:16], few)),
			wantOf(fine[:24]).beside(beside[:16], few)},
		{"presentmon-2-v1metrics.csv", "PresentMon 2 --v1_metrics", v1.write(bom, fine[:30]), wantOf(fine[:30])},
	}
}
