package logtwin

// frapsTwins are those of Fraps and of what writes as it did.
func frapsTwins() []Twin {
	frames := play(91, 90, 9*milli, micro)
	want := differences("ms", frames)
	padded := newSheet(windows, ",")
	padded.lines("Frame, Time (ms)")
	converted := newSheet(unix, ";")
	converted.lines("Frame; Time (ms);Time (s);Delta")
	studio := newSheet(windows, ", ")
	studio.row("Frame", "Time (ms)")
	for i, at := range clocks(0, frames) {
		padded.row(left(count(i+1), 5), " "+left(ms(at, 3), 12))
		studio.row(count(i), short(at, milli))
		forward := "" // row i holds the frame that begins there: the last has none
		if i < len(frames) {
			forward = comma(short(frames[i], milli))
		}
		converted.row(count(i+1), comma(short(at, milli)), comma(short(at, sec)), forward)
	}
	rates := []int64{20 * milli, 12500 * micro, 25 * milli, 10 * milli, 15625 * micro} // of whole FPS
	seconds, sampledFrames := newSheet(windows, ","), []int64{}
	seconds.lines("FPS")
	for i := range 60 {
		ns := rates[i%len(rates)]
		seconds.row(decimal(sec*1000/ns, 1000, 0))
		sampledFrames = append(sampledFrames, ns)
	}
	low := sampled("fps", sampledFrames).orRefused("second")
	means := "Frames, Time (ms), Min, Max, Avg" + windows + "  5100,     60000,  52, 118, 85.000" + windows
	return []Twin{
		{"Harbour 2011-05-01 10-11-12-13 frametimes.csv", "Fraps", padded.bytes(), want},
		{"fraps-converted-forward-delta.csv", "Fraps, converted", converted.bytes(), want},
		{"perfstudio-frames.csv", "AMD PerfStudio", studio.bytes(), want},
		{"Harbour 2011-05-01 10-11-12-13 fps.csv", "Fraps", seconds.bytes(), low},
		{"Harbour 2011-05-01 10-11-12-13 minmaxavg.csv", "Fraps", []byte(means), summary()},
	}
}

// left puts blanks before a text, up to a width.
func left(text string, width int) string {
	for len(text) < width {
		text = " " + text
	}
	return text
}

// gameTwins are the logs of two games' own benchmarks.
func gameTwins() []Twin {
	frames := play(92, 90, 13*milli, 10*micro)
	crystal := newSheet(windows, ",")
	crystal.lines("Frame, Time (ms), Delta (ms) , Memory (mb)")
	metro := newSheet(windows, ", ")
	metro.row("frame", "fps", "time")
	for i, at := range clocks(0, frames) {
		before := int64(0) // the first has none before it
		if i > 0 {
			before = frames[i-1]
		}
		crystal.row(count(i), " "+ms(at, 3), " "+ms(before, 3), " 2210.5")
		metro.row(count(i), fps(max(before, 8*milli), 4), short(at, sec))
	}
	delta := differences("ms", frames)
	delta.Skipped = Unsaid // 1 by the deltas, of which the first is 0; none by the clock
	return []Twin{
		{"crystal-dynamics.csv", "Crystal Dynamics", crystal.bytes(), delta},
		{"metro-benchmark.csv", "Metro Exodus benchmark", metro.bytes(), differences("s", frames)},
	}
}
