package logtwin

import "strings"

// valueTwins are logs with faults in single cells and lines.
func valueTwins() []Twin {
	frames := play(201, 96, 9*milli, 100)
	want := plain("ms", frames)
	cut := want.warn("cut-off")
	cut.Rows, cut.Skipped = want.Rows+1, 1
	bad, wantBad := badValues(frames)
	twice := table("Frame,FrameTime (ms),GPU (ms),FrameTime (ms)", frames, func(i int, _, ns int64) []string {
		return []string{count(i), ms(ns, 4), "4.1", ms(ns, 4)}
	})
	upper := table("FRAME, TIMESTAMP_MS, Frame_Time_MS, Fps", frames, func(i int, at, ns int64) []string {
		return []string{count(i), ms(at, 4), ms(ns, 4), fps(ns, 1)}
	})
	absurd := table("frame,ms,error_ms", frames, func(i int, _, ns int64) []string {
		return []string{count(i), ms(ns, 4), []string{"0.1", "-1844674407370945.5", "1.8e15"}[i%3]}
	})
	tabs := strings.NewReplacer(",", "\t", ".", ",").Replace(string(timed(frames)))
	notes := "# first" + unix + "// second" + unix + string(indexed(frames)) + "# last" + unix
	notes = strings.Replace(notes, unix+"60,", unix+"# in between, 3"+unix+"60,", 1)
	quoted := table(`"scene, or level","frame_time_ms"`, frames, func(i int, _, ns int64) []string {
		return []string{`"quay, ` + count(i/50) + `"`, `"` + ms(ns, 4) + `"`}
	})
	mango := mangoHudTwins()[4]
	half := strings.TrimSuffix(string(mango.Data), unix)
	half += unix + half[strings.LastIndex(half, unix)+1:][:12] // fps whole, half of frametime
	halfWant := mango.Want.warn("cut-off")
	halfWant.Rows, halfWant.Skipped = halfWant.Rows+1, 1
	return []Twin{
		{"cut-off-row.csv", "home-made", append(timed(frames), "1182.41,9."...), cut},
		{"cut-off-mangohud.csv", "MangoHud 0.8", []byte(half), halfWant},
		{"cut-off-number.csv", "home-made", append(indexed(frames), "96,1"...), cut},
		{"prose-last.csv", "home-made", append(indexed(frames), "The recording was stopped by hand"+unix...), want},
		{"comments.csv", "home-made", []byte(notes), want},
		{"header-case-blanks.csv", "home-made", upper, want},
		{"quoted-commas.csv", "home-made", quoted, want},
		{"tabs-decimal-comma.tsv", "home-made", []byte(tabs), want},
		{"bad-values.csv", "home-made", bad, wantBad},
		{"absurd-unused.csv", "home-made", absurd, want},
		{"duplicate-columns.csv", "home-made", twice, want},
	}
}

// badValues has every word for nothing among its frames, zeros and negatives too.
func badValues(frames []int64) ([]byte, Want) {
	words := []string{"NA", "N/A", "", "-", "nan", "NaN", "inf", "-inf", "Infinity", "null", "0", "0.0000", "-0.5",
		"-1.#IND", "1e999"}
	s := newSheet(unix, ",")
	s.lines("frame,ms,note")
	row := 0
	put := func(cell string) {
		s.row(count(row), cell, "x")
		row++
	}
	for i, ns := range frames {
		put(ms(ns, 4))
		if i > 20 && (i-21)%5 == 0 && (i-21)/5 < len(words) {
			put(words[(i-21)/5])
		}
	}
	want := plain("ms", frames).warn("skipped")
	want.Rows, want.Skipped = row, row-len(frames)
	return s.bytes(), want
}
