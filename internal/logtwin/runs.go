package logtwin

// runTwins are logs whose cells are all well and whose course is not.
func runTwins() []Twin {
	frames := play(301, 130, 9*milli, 100)
	started := append([]int64{163 * milli}, play(302, 110, 500*micro, 100)...)
	stalled := append(append(play(303, 90, 100*milli, 100), 50*sec), play(304, 30, 100*milli, 100)...)
	alternate := make([]int64, 140)
	for i := range alternate {
		alternate[i] = 3*milli + int64(i%2)*12*milli + int64(i%7)*20*micro
	}
	few := play(305, 60, 16*milli, 100)
	many := play(306, 1000, 8*milli, 100)
	tiny := play(307, 200, 400*micro, 100)
	joined, wantJoined := joinedTwin()
	restarted, wantRestarted := restartedTwin()
	all := []Twin{
		{"one-frame.csv", "home-made", indexed(frames[:1]), plain("ms", frames[:1]).warn("few-frames")},
		{"few-frames.csv", "home-made", indexed(few), plain("ms", few).warn("few-frames")},
		{"thousand-frames.csv", "home-made", single(many), plain("ms", many)},
		{"all-equal.csv", "home-made", indexed(capped(120, 16*milli)), plain("ms", capped(120, 16*milli))},
		{"ties-one-long.csv", "home-made", single(golden()), plain("ms", golden())},
		{"fast-frames.csv", "home-made", timed(tiny), plain("ms", tiny)},
		{"start-up.csv", "home-made", timed(started), plain("ms", started).warn("start-up")},
		{"long-frame.csv", "home-made", timed(stalled), plain("ms", stalled).warn("long-frame")},
		{"alternating.csv", "home-made", timed(alternate), plain("ms", alternate).warn("alternating")},
		{"mangohud-joined.csv", "MangoHud 0.8, two in one", joined, wantJoined},
		{"running-clock-restarts.csv", "Metro Exodus benchmark, two in one", restarted, wantRestarted},
	}
	return append(all, streamTwins()...)
}

// golden is 999 frames of 8 ms and one of 200: as many low means as there are tools.
func golden() []int64 {
	frames := capped(1000, 8*milli)
	frames[700] = 200 * milli
	return frames
}

// joinedTwin is a log to which another run was appended, headers and all.
func joinedTwin() ([]byte, Want) {
	m := mango{before: system("", ""), columns: "fps,frametime,cpu_load,gpu_load,ram_used,elapsed", clock: 1}
	a, b := allDigits(play(311, 60, 9*milli, 10), 6), allDigits(play(312, 55, 9*milli, 10), 6)
	want := plain("ms", append(a[:len(a):len(a)], b...)).warn("clock-restart")
	return append(m.write(a, 0), m.write(b, 0)...), want
}

// restartedTwin is a running clock that begins again: there is no frame across the seam.
func restartedTwin() ([]byte, Want) {
	a, b := play(313, 70, 9*milli, 10*micro), play(314, 75, 9*milli, 10*micro)
	s := newSheet(unix, ", ")
	s.row("frame", "fps", "time")
	for _, run := range [...][]int64{a, b} {
		for i, at := range clocks(0, run) {
			s.row(count(i), "110.5", short(at, sec))
		}
	}
	want := differences("s", append(a[:len(a):len(a)], b...)).warn("clock-restart")
	want.Rows, want.Skipped = want.Rows+1, 1
	return s.bytes(), want
}

// streamTwins are PresentMon logs of several streams and of none that is a game's.
func streamTwins() []Twin {
	l := layout{columns14, windows, 3, 6, "0.000"}
	from := sec
	rows := func(app, process, address string, seed uint64, n int) []present {
		from += 40 * milli // each begins after the ones before: of two equal ones the first counts
		return chain{app, process, address, from, nil, false}.presents(play(seed, n, 16*milli, micro))
	}
	dwm := rows("dwm.exe", "1268", "0x00000224B280A1C0", 321, 45)
	first, second := rows("Quay.exe", "100", "0x1", 322, 22), rows("Harbour.exe", "200", "0x2", 323, 22)
	same, other := rows("Harbour.exe", "200", "0x3", 324, 12), rows("Harbour.exe", "201", "0x2", 325, 18)
	return []Twin{
		{"presentmon-only-dwm.csv", "PresentMon 1.6", l.write("", dwm), wantOf(dwm)},
		{"presentmon-tie.csv", "PresentMon 1.6", l.write("", mix(first, second)), wantOf(first).beside(second)},
		{"presentmon-same-name.csv", "PresentMon 1.6", l.write("", mix(second[:16], same, other)),
			wantOf(other).beside(second[:16], same)},
	}
}
