package logtwin

// table is a log with a header, and a row for each frame.
func table(header string, frames []int64, cells func(i int, at, ns int64) []string) []byte {
	s := newSheet(unix, ",")
	if header != "" {
		s.lines(header)
	}
	at := int64(0)
	for i, ns := range frames {
		s.row(cells(i, at, ns)...)
		at += ns
	}
	return s.bytes()
}

// indexed is the simplest log that there is.
func indexed(frames []int64) []byte {
	return table("frame,ms", frames, func(i int, _, ns int64) []string { return []string{count(i), ms(ns, 4)} })
}

// single is a log of one column, with no more digits than it needs.
func single(frames []int64) []byte {
	return table("frame_time_ms", frames, func(_ int, _, ns int64) []string { return []string{short(ns, milli)} })
}

// timed is a log with a clock, in milliseconds as all of it.
func timed(frames []int64) []byte {
	return table("timestamp_ms,frame_time_ms,fps", frames, func(_ int, at, ns int64) []string {
		return []string{ms(at+70*micro, 4), ms(ns, 4), fps(ns, 3)}
	})
}

// homeTwins are logs that people write by themselves.
func homeTwins() []Twin {
	frames := play(121, 84, 7*milli, 100)
	doubtful := table("Frame,Work(ms),Total(ms)", frames, func(i int, _, ns int64) []string {
		return []string{count(i), ms(ns/3/100*100, 4), ms(ns, 4)}
	})
	nameless := table("", frames, func(_ int, at, ns int64) []string {
		return []string{decimal(at/(10*micro)*10*micro, sec, 5), fps(ns, 3)}
	})
	numbers := table("", frames, func(_ int, _, ns int64) []string { return []string{ms(ns, 4)} })
	micros := table("frame,frame_time_us", frames, func(i int, _, ns int64) []string {
		return []string{count(i), decimal(ns, micro, 1)}
	})
	seconds := table("Timestamp,FPS", secondly(), second)
	dated, dates := datedTwin()
	return []Twin{
		{"home-frame-ms.csv", "home-made", indexed(frames), plain("ms", frames)},
		{"home-timestamp.csv", "home-made", timed(frames), plain("ms", frames)},
		{"home-micros.csv", "home-made", micros, plain("us", frames)},
		{"home-ambiguous.csv", "home-made", doubtful, refused("column")},
		{"home-no-header.csv", "home-made", nameless, refused("column")},
		{"home-numbers.txt", "home-made", numbers, plain("ms", frames).orRefused("column")},
		{"home-per-second.csv", "home-made", seconds, sampled("fps", secondly()).orRefused("rate")},
		{"home-date-fps.csv", "home-made", dated, dates},
	}
}

// secondly are frame times whose rates are whole numbers: one a second, as the log has it.
func secondly() []int64 {
	rates := []int64{20 * milli, 12500 * micro, 25 * milli, 10 * milli, 15625 * micro}
	frames := make([]int64, 60)
	for i := range frames {
		frames[i] = rates[i*7%len(rates)]
	}
	return frames
}

func second(i int, _, ns int64) []string {
	return []string{whole(1_700_000_000 + int64(i)), whole(sec / ns)}
}

// datedTwin is a rate a second beside a date.
func datedTwin() ([]byte, Want) {
	frames := secondly()
	data := table("Date,FPS", frames, func(i int, _, ns int64) []string {
		return []string{"2024-03-02 10:11:" + padded(int64(i), 2), whole(sec / ns)}
	})
	return data, sampled("fps", frames).orRefused("rate")
}
