package framelog

import "strings"

// tactusTable knows the logs that tactus writes: framestats.Log's and convert's.
func tactusTable(t *table, notes []Field) (*format, error) {
	if !t.has("frame", "time_s", "steps") || !t.hasAny("frame_ms", "frame_time_ms") {
		return nil, nil
	}
	f := t.format("tactus")
	for _, c := range []string{"frame_ms", "frame_time_ms"} {
		if t.give(f, c, roleInterval, milliseconds) {
			f.source = t.source(c, milliseconds)
		}
	}
	if f.converted(notes) && t.give(f, "time_s", roleClock, seconds) {
		f.source.Clock = t.name("time_s")
	}
	t.give(f, "steps", roleSteps, unit{})
	t.give(f, "alpha", roleAlpha, unit{shift: 6})
	for _, c := range []string{"sim_ms", "step_cost_ms"} {
		t.give(f, c, roleCost, milliseconds)
	}
	for _, c := range []string{"dropped_ms", "clamped_ms", "dropped_cap_ms", "dropped_budget_ms"} {
		t.give(f, c, roleLost, milliseconds)
	}
	t.give(f, "paused", rolePaused, unit{})
	t.give(f, "gap", roleGap, unit{})
	for _, c := range []string{"scene", "tag"} {
		t.give(f, c, roleTag, unit{})
	}
	f.check = checkTactus
	return f, nil
}

// converted takes up what the first comment of a converted log says of its rows: that they are samples,
// or lengths, which is said by the note of the log that it was. It reports whether they have a clock.
func (f *format) converted(notes []Field) (clock bool) {
	if len(notes) == 0 || notes[0].Name != "tactus-frames version" {
		return true
	}
	clock = true
	for rest := notes[0].Value; ; {
		before, after, ok := strings.Cut(rest, `="`)
		if !ok {
			return clock
		}
		name := before[strings.LastIndexByte(before, ' ')+1:]
		var value string
		value, rest = quoted(after)
		switch {
		case name == "sampled" && value == "true":
			f.sampled = true
		case name == "lengths" && value != "":
			f.lengths, f.notes = true, append(f.notes, value)
		case name == "clock" && value == "none":
			clock = false
		}
	}
}

// quoted returns what stands before the quote that ends a text, and what is behind it. A quote in the
// text is two.
func quoted(text string) (value, rest string) {
	for {
		before, after, _ := strings.Cut(text, `"`)
		value += before
		if !strings.HasPrefix(after, `"`) {
			return value, after
		}
		value, text = value+`"`, after[1:]
	}
}

// checkTactus reads what a log of framestats says of itself: its first comment names the frames that it
// keeps, its last counts the rows.
func checkTactus(in *reading) {
	own, ended := false, false
	for _, h := range in.log.Header {
		if !strings.HasPrefix(h.Name, "tactus-frame-log") {
			continue
		}
		own = true
		if _, over, ok := strings.Cut(h.Value, "over_ms="); ok && strings.Trim(over, "0.") != "" {
			in.warn(warnPartial, 0, 0, "the log keeps frames over "+over+" ms alone: only counts over that mean something")
		}
	}
	for _, comment := range in.total.comments {
		_, lost, ok := strings.Cut(comment, " dropped=")
		ended = ended || ok
		if lost = strings.TrimSpace(lost); ok && lost != "0" {
			in.warn(warnLost, 0, 0, "the log itself says that "+lost+" rows were lost while it was written: "+
				"sums and rates stand on the rest")
		}
	}
	if own && !ended {
		in.warn(warnCut, 0, 0, "the log lacks its last line, which counts the rows: its writer was ended before")
	}
}

// unrealTable knows Unreal's CSV profiler. Its columns are many and some come late, in a second header
// at the end, behind which a row tells of the machine.
func unrealTable(t *table, _ []Field) (*format, error) {
	if !t.has("frametime") || !t.hasAny("gamethreadtime", "renderthreadtime", "events") {
		return nil, nil
	}
	f := t.format("Unreal CSV profiler")
	f.unverified = true
	t.give(f, "frametime", roleInterval, milliseconds)
	f.source = t.source("frametime", milliseconds)
	f.layout.machine = true
	f.layout.named = 0 // the columns that come late stand in no header yet
	f.check = func(in *reading) {
		in.log.Header = nil
		for _, c := range in.total.comments {
			if strings.HasPrefix(c, "[") {
				in.log.Header = unrealHeader(c)
			}
		}
	}
	return f, nil
}

// unrealHeader takes pairs of [name],value. What may hold a person's name is left out.
func unrealHeader(line string) []Field {
	var all []Field
	fields := splitFields([]byte(line), ',')
	for i := 0; i+1 < len(fields); i += 2 {
		name := strings.Trim(fields[i], "[]")
		switch fold(name) {
		case "commandline", "username", "loginid", "systemresolution.path", "hasheaderrowatend":
			continue
		}
		all = append(all, Field{name, fields[i+1]})
	}
	return all
}

// stadiaTable knows the Vulkan layers of Stadia: nanoseconds, and a number for what was on.
func stadiaTable(t *table, _ []Field) (*format, error) {
	if !t.has("frame time (ns)") {
		return nil, nil
	}
	f := t.format("Stadia performance layer")
	f.unverified = true
	t.give(f, "frame time (ns)", roleInterval, nanoseconds)
	t.give(f, "benchmark state", roleTag, unit{})
	f.source = t.source("frame time (ns)", nanoseconds)
	return f, nil
}

// steamVRTable knows the SteamVR logger, whose frame times are differences of its clock: its FPS are
// smoothed and rounded.
func steamVRTable(t *table, _ []Field) (*format, error) {
	if !t.has("systemtimeinms") {
		return nil, nil
	}
	f := t.format("SteamVR logger")
	f.unverified = true
	f.differences(t, "systemtimeinms", milliseconds)
	return f, nil
}

// frapsTable knows Fraps' frametimes.csv and those who write the same: a number and a running clock.
func frapsTable(t *table, _ []Field) (*format, error) {
	if len(t.folded) < 2 || t.folded[0] != "frame" || t.folded[1] != "time (ms)" || !t.runs(1) {
		return nil, nil
	}
	f := t.format("Fraps frametimes")
	f.unverified = t.sep == ','
	f.differences(t, "time (ms)", milliseconds)
	return f, nil
}

// metroTable knows the benchmark of Metro Exodus: frame, fps, and a running clock in seconds.
func metroTable(t *table, _ []Field) (*format, error) {
	if strings.Join(t.folded, ",") != "frame,fps,time" || !t.runs(2) {
		return nil, nil
	}
	f := t.format("Metro Exodus benchmark")
	f.differences(t, "time", seconds)
	t.give(f, "fps", roleFPS, seconds)
	f.fpsName = t.name("fps")
	return f, nil
}

// differences makes frame times of a running clock.
func (f *format) differences(t *table, folded string, u unit) {
	f.differencesOf(t, t.column(folded), u)
}

func (f *format) differencesOf(t *table, column int, u unit) {
	f.layout.set(column, roleClock, u.shift)
	name, folded := strings.TrimSpace(t.names[column]), t.folded[column]
	f.layout.differences = true
	said := []string{"running clock"}
	if !strings.Contains(folded, u.name) {
		said = append(said, u.long)
	}
	if t.point == ',' {
		said = append(said, "decimal comma")
	}
	if t.sep != ',' {
		said = append(said, map[byte]string{';': "';' separated", '\t': "tab separated"}[t.sep])
	}
	f.source = Source{Text: "differences of '" + name + "' (" + strings.Join(said, ", ") + ")",
		Column: name, Unit: u.name, Clock: name}
}

// runs reports whether a column is a clock: it never falls by more than once, and does not stay.
func (t *table) runs(column int) bool {
	all := t.values(column, 9)
	rises, falls := 0, 0
	for i := 1; i < len(all); i++ {
		switch {
		case all[i] > all[i-1]:
			rises++
		case all[i] < all[i-1]:
			falls++
		}
	}
	return rises > 0 && falls <= rises/20 || len(all) < 2
}
