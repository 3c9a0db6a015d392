package logtwin

// ocatTwins are those of OCAT: hardware stands in the first row alone.
func ocatTwins() []Twin {
	const hardware = ",Motherboard,OS,Processor,System RAM,Base Driver Version,Driver Package,GPU #,GPU," +
		"GPU Core Clock (MHz),GPU Memory Clock (MHz),GPU Memory (MB)"
	const late = ",MsEstimatedDriverLag,Width,Height"
	machine := `,"Nordic Boards Co. Ltd. Z1, rev. B (N-7)","Windows 10 Pro, 1809 (OS Build 17763.1)",` +
		"Nine Core CPU @ 3.60GHz,32 GB DDR4,41891,r418_77,"
	one := machine + "1,Graphite 20,1350,-,11264"
	two := machine + "2,Graphite 20,1350,-,11264,Graphite 10,900,1750,8192"
	game := chain{"Harbour.exe", "13840", "0x00000000215D7910", 2346 * micro, each(31), false}
	rows := game.presents(play(41, 42, 10*milli, micro))
	l := layout{columns14, windows, 3, 6, "0.000"}
	wide := layout{columns14 + late, windows, 3, 6, "0.000"}
	ocat := func(l layout, first, last string) []byte {
		s := newSheet(windows, ",")
		s.lines(l.columns + hardware)
		for i, p := range rows {
			s.open(l.cells(p)...)
			if i == 0 {
				s.open(first)
			}
			s.lines("")
		}
		s.open(last)
		return s.bytes()
	}
	prose := "Warning: events were lost while this was recorded. The figures may be wrong" + windows
	return []Twin{
		{"OCAT-Harbour.exe-2019-03-02T101112.csv", "OCAT", ocat(l, one, ""), wantOf(rows)},
		{"OCAT-two-gpus.csv", "OCAT", ocat(wide, two, prose), wantOf(rows)},
		{"OCAT-vr.csv", "OCAT VR", ocatVR(play(42, 82, 11*milli, micro)), vrWant(play(42, 82, 11*milli, micro))},
	}
}

// ocatVR is a log of a headset's compositor: intervals between the presents of the application, frames
// that it missed, and no display's.
func ocatVR(frames []int64) []byte {
	s := newSheet(windows, ",")
	s.row("Application", "ProcessID", "AppRenderStart", "AppRenderEnd", "MsBetweenAppPresents",
		"ReprojectionStart", "ReprojectionEnd", "MsBetweenReprojections", "VSync", "AppMissed", "WarpMissed")
	clock := 300 * milli
	for i, ns := range frames {
		at := decimal(clock, sec, 6)
		s.row("Harbour.exe", "5236", at, decimal(clock+4*milli, sec, 6), ms(ns, 3), at, at,
			ms(11*milli, 3), at, count(i%41/40), "0")
		clock += ns
	}
	return s.bytes()
}

// vrWant leaves to the reader whether a missed frame is a dropped one; nothing else is in doubt.
func vrWant(frames []int64) Want {
	w := plain("ms", frames)
	w.Dropped = Unsaid
	return w
}
