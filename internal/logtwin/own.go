package logtwin

import "strings"

// ownTwins are the two forms of this project's own log.
func ownTwins() []Twin {
	frames := play(131, 104, 16*milli, 1)
	short := table("frame,time_s,frame_ms,steps,alpha,sim_ms,dropped_ms,scene", frames,
		func(i int, at, ns int64) []string {
			return []string{count(i), decimal(at, sec, 9), ms(ns, 6), "1", "0.25", ms(ns/5, 6), ms(0, 6), scene(i)}
		})
	log, want := engineLog(frames)
	cut, wantCut := engineLog(frames[:44])
	cut = cut[:len(cut)-len(trailer(44+2))]
	return []Twin{
		{"tactus-frames.csv", "tactus, short form", short, plain("ms", frames)},
		{"tactus-log.csv", "tactus", log, want},
		partialTwin(),
		{"tactus-log-cut.csv", "tactus", cut, wantCut.warn("cut-off")},
	}
}

func scene(i int) string { return []string{"menu", `"quay, ""night"""`, ""}[i/50%3] }

func trailer(rows int) string { return "# rows=" + count(rows) + " dropped=0" + unix }

// partialTwin is a log that keeps frames over 20 ms only, and whose disk was away for three of them.
func partialTwin() Twin {
	frames := play(132, 30, 40*milli, 1)
	data, want := engineLog(frames)
	lines := strings.SplitAfter(string(data), unix)
	lines[0] = strings.Replace(lines[0], "over_ms=0.000000", "over_ms=20.000000", 1)
	rows := lines[3 : 3+len(frames)] // its first and last row have no frame time
	text := lines[0] + lines[1] + strings.Join(rows, "") + "# rows=30 dropped=3" + unix
	want.Rows, want.Skipped = len(frames), 0
	return Twin{"tactus-log-partial.csv", "tactus", []byte(text), want.warn("partial", "lost-rows")}
}

// engineLog is what framestats.Log writes: its first frame has no time, one is a gap and has no alpha.
func engineLog(frames []int64) ([]byte, Want) {
	s := newSheet(unix, ",")
	s.lines("# tactus-frame-log version=1 over_ms=0.000000", "frame,time_s,frame_time_ms,steps,alpha,"+
		"step_cost_ms,clamped_ms,dropped_cap_ms,dropped_budget_ms,paused,gap,tag")
	zero := ms(0, 6)
	s.row("0", decimal(0, sec, 9), zero, "0", "0.000000", zero, zero, zero, zero, "0", "", "menu")
	at := int64(0)
	for i, ns := range frames {
		at += ns
		s.row(count(i+1), decimal(at, sec, 9), ms(ns, 6), count(1+i%41/40), "0.250000", ms(ns/5, 6), zero,
			zero, ms(ns%3*vsync, 6), "0", "", scene(i))
	}
	s.row(count(len(frames)+1), decimal(at, sec, 9), zero, "0", "", zero, zero, zero, zero, "1", "", "")
	s.lines(trailer(len(frames) + 2)[:len(trailer(len(frames)+2))-1])
	want := plain("ms", frames)
	want.Rows, want.Skipped, want.Dropped = len(frames)+2, 2, Unsaid
	return s.bytes(), want
}
