package logtwin

// engineTwins are the logs that engines and platforms write by themselves.
func engineTwins() []Twin {
	frames := play(101, 12, 16*milli, 100)
	unity := play(102, 130, 16*milli, micro)
	deltas := newSheet(unix, ",")
	deltas.lines("unscaledDeltaTime")
	for _, ns := range unity {
		deltas.row(short(ns, sec))
	}
	layer, wantLayer := stadiaTwin()
	return []Twin{
		{"Profile(20250608_090503).csv", "Unreal CSV profiler", unreal(frames, 200, true), plain("ms", frames)},
		{"unreal-events-last.csv", "Unreal CSV profiler", unreal(frames, 60, false), plain("ms", frames)},
		{"stadia-frametimes.csv", "Stadia performance layers", layer, wantLayer},
		{"unity-deltas.csv", "home-made, Unity", deltas.bytes(), plain("s", unity)},
	}
}

// unreal is a log of so many columns. One that appeared late stands in the second header alone, which
// is the true one, and rows before it are shorter. The last line is about the run.
func unreal(frames []int64, columns int, first bool) []byte {
	names := []string{"FrameTime", "MaxFrameTime", "GameThreadTime", "RenderThreadTime", "RHIThreadTime", "GPUTime"}
	for i := len(names); i < columns; i++ {
		names = append(names, "Exclusive/P"+count(i))
	}
	s := newSheet(unix, ",")
	put := func(event string, cells []string) {
		if first {
			s.row(append([]string{event}, cells...)...)
		} else {
			s.row(append(cells[:len(cells):len(cells)], event)...)
		}
	}
	put("EVENTS", names)
	for i, ns := range frames {
		event := ""
		if i%10 == 4 {
			event = "LoadMap /Game/Maps/Quay;GC"
		}
		cells := []string{ms(ns, 4), "33.3333", ms(ns/2/100*100, 4), "4.1200", "1.0300", "9.0001"}
		for k := len(cells); k < columns; k++ {
			cells = append(cells, count((i+k)%3))
		}
		if first && i >= len(frames)/2 {
			cells = append(cells, "0.25")
		}
		put(event, cells)
	}
	if first {
		names = append(names, "Exclusive/GameThread/Late")
	}
	put("EVENTS", names)
	s.lines(`[HasHeaderRowAtEnd],1,[platform],Windows,[config],Development,[targetframerate],60,` +
		`[commandline],""D:\People\nobody\Quay\Quay.exe" -csvStats="a,b""`)
	return s.bytes()
}

// stadiaTwin tags every frame with the state of the benchmark.
func stadiaTwin() ([]byte, Want) {
	frames := play(104, 130, 16*milli, 1)
	s := newSheet(unix, ",")
	s.row("Frame Time (ns)", "Benchmark State")
	for i, ns := range frames {
		s.row(whole(ns), count(i/20%3))
	}
	return s.bytes(), plain("ns", frames)
}
