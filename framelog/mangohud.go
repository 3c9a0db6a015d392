package framelog

import (
	"bytes"
	"slices"
	"strings"
)

// sniffMangoHud knows MangoHud's logs from 0.1 to 0.8: with or without a block on the system, with or
// without names, and with frame times that changed their unit in silence.
func sniffMangoHud(h *head, in *reading) (*format, error) {
	row := *h
	line, _ := h.line()
	var header []Field
	versioned := false
	if rest := bytes.TrimSpace(line); len(rest) == 2 && rest[0] == 'v' && rest[1]-'0' < 10 {
		version, _ := h.line()
		mark, _ := h.line()
		if !bytes.Contains(mark, []byte("SYSTEM INFO")) {
			return nil, nil
		}
		header = append(header, Field{"MangoHud", clean(bytes.TrimSpace(version))})
		line, _ = h.line()
		versioned = true
	}
	system := strings.HasPrefix(fold(string(line)), "os,cpu,gpu,ram,kernel,driver")
	if system {
		values, _ := h.line()
		header = append(header, systemFields(line, values)...)
		row = *h
		line, _ = h.line()
		if bytes.Contains(line, []byte("FRAME METRICS")) {
			line, _ = h.line()
		}
	}
	names := splitFields(line, ',')
	if !mangoColumns(names) {
		return mangoNameless(&row, line, header, in, system)
	}
	t, refused := newTable(h, line, in.limits.columns)
	if refused != nil {
		return nil, refused
	}
	f := mangoFormat(t)
	f.unverified = f.unverified || versioned
	f.header = header
	f.layout.finish()
	return f, in.override(t, f)
}

// mangoColumns reports whether names are those of MangoHud's rows.
func mangoColumns(names []string) bool {
	if len(names) < 2 || fold(names[0]) != "fps" {
		return false
	}
	return slices.ContainsFunc(names[1:], func(n string) bool {
		n = fold(n)
		return n == "frametime" || n == "cpu_load" || n == "elapsed"
	})
}

// systemFields pairs the names of the system with their values. Values are not quoted: a GPU with a
// comma in its name makes more of them than names, and is put together again.
func systemFields(names, values []byte) []Field {
	n, v := splitFields(names, ','), strings.Split(clean(values), ",")
	if extra := len(v) - len(n); extra > 0 && len(n) > 3 {
		v[2] = strings.Join(v[2:3+extra], ",")
		v = append(v[:3], v[3+extra:]...)
	}
	var all []Field
	for i := range n {
		if i < len(v) && v[i] != "" {
			all = append(all, Field{n[i], strings.TrimSpace(v[i])})
		}
	}
	return all
}

// mangoFormat reads names that are there.
func mangoFormat(t *table) *format {
	f := t.format("")
	t.give(f, "fps", roleFPS, seconds)
	f.fpsName = "fps"
	if !t.has("frametime") {
		return mangoClock(t, f, t.column("elapsed"))
	}
	u := milliseconds
	if product := median(t.products(t.column("fps"), t.column("frametime"))); product > 30_000 {
		u = microseconds // 1,000 for milliseconds, a million for microseconds: this is between
	}
	t.give(f, "frametime", roleInterval, u)
	f.source = Source{Text: "frametime (" + u.long + ")", Column: "frametime", Unit: u.name}
	if t.give(f, "elapsed", roleClock, nanoseconds) {
		f.source.Clock = "elapsed (ns)"
	}
	switch {
	case u == microseconds:
		f.name = "MangoHud 0.6.0 to 0.6.8"
		f.warnings = append(f.warnings, Warning{Code: warnMicroseconds, Text: "frametime is in microseconds, as MangoHud " +
			"wrote it up to 0.6.8: fps times frametime is a million, not a thousand; read as such"})
	case t.has("cpu_mhz"):
		f.name, f.unverified = "MangoHud 0.8.2 or later", true
	case t.has("cpu_power"):
		f.name = "MangoHud 0.8"
	case t.has("process_rss"):
		f.name, f.unverified = "MangoHud 0.7", true
	default:
		f.name, f.unverified = "MangoHud 0.6.9", true
	}
	return f
}

// products multiplies two columns row by row.
func (t *table) products(a, b int) []float64 {
	x, y := t.values(a, 6), t.values(b, 6)
	var all []float64
	for i := range min(len(x), len(y)) {
		all = append(all, float64(x[i])/1e6*(float64(y[i])/1e6))
	}
	return all
}

func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	slices.Sort(x)
	return x[len(x)/2]
}

// mangoClock reads logs of up to 0.5, which have no frame times: differences of the clock where a row is
// a frame, and the inverse of the averaged rate where a row is a sample.
func mangoClock(t *table, f *format, clock int) *format {
	f.name, f.unverified = "MangoHud 0.5", true
	if t.has("cpu", "gpu") {
		f.name = "MangoHud 0.1 to 0.3"
	}
	return mangoDifferences(t, f, clock)
}

func mangoDifferences(t *table, f *format, clock int) *format {
	if clock < 0 || !t.runs(clock) {
		f.layout.set(0, roleRate, 9)
		f.source = Source{Text: "1000 / fps (averaged over 500 ms by MangoHud)", Column: "fps", Unit: "fps"}
		f.sampled = true
		return f
	}
	f.layout.set(clock, roleClock, microseconds.shift)
	at := t.values(clock, 0)
	var steps []float64
	for i := 1; i < len(at); i++ {
		steps = append(steps, float64(at[i]-at[i-1])/1e6)
	}
	rates := t.values(0, 6)
	for i, r := range rates {
		if i < len(steps) {
			steps[i] *= float64(r) / 1e6 // 1 for a frame
		}
	}
	if median(steps) > 1.5 {
		f.layout.set(0, roleRate, 9)
		f.source = Source{Text: "1000 / fps (averaged over 500 ms by MangoHud)", Column: "fps", Unit: "fps"}
		f.sampled = true
	} else {
		f.layout.differences = true
		f.source = Source{Text: "differences of 'elapsed' (running clock, microseconds)", Column: "elapsed", Unit: "us"}
	}
	f.source.Clock = "elapsed (us)"
	return f
}

// mangoNameless reads versions that wrote no names, up to 0.3 without the system either: the rate is
// first and the clock last. The head stands before the first row.
func mangoNameless(h *head, first []byte, header []Field, in *reading, system bool) (*format, error) {
	row := splitFields(first, ',')
	if !numbers(row) || len(row) < 3 || !system && len(row) != 4 {
		return nil, nil
	}
	names := make([]string, len(row))
	names[0], names[len(row)-1] = "fps", "elapsed"
	t, refused := newTable(h, []byte(strings.Join(names, ",")), in.limits.columns)
	if refused != nil {
		return nil, refused
	}
	name := "MangoHud 0.4"
	if !system {
		if name = "MangoHud 0.1 to 0.3"; !t.runs(len(names) - 1) {
			return nil, nil
		}
	}
	f := mangoDifferences(t, t.format(name), len(names)-1)
	f.unverified, f.header, f.fpsName = true, header, "fps"
	if !f.layout.has(roleRate) {
		f.layout.set(0, roleFPS, 9)
	}
	f.layout.header = nil
	f.layout.finish()
	return f, in.override(t, f)
}
