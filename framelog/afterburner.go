package framelog

import (
	"bytes"
	"strings"
)

// sniffAfterburner knows MSI Afterburner's hardware monitoring logs, .hml and saved again as CSV. Each
// line begins with a code: 02 for the names of columns, 80 for a row. There is a row for each polling
// period, and a file may hold several logs with other columns.
func sniffAfterburner(h *head, in *reading) (*format, error) {
	start := *h
	for {
		line, ok := h.line()
		if !ok {
			return nil, nil
		}
		sep := separator(line)
		fields := splitFields(line, sep)
		code := strings.TrimLeft(fields[0], "0")
		if len(fields) < 3 || code != "" && code != "1" && code != "2" || !dated(fields[1]) {
			return nil, nil
		}
		if code != "2" {
			continue
		}
		l, names, refused := afterburnerLayout(line, sep)
		if refused != nil {
			refused.Line = h.lines
			return nil, refused
		}
		f := &format{name: "MSI Afterburner", layout: l, sampled: true, sequential: true, fpsName: "Framerate"}
		f.unverified = strings.HasPrefix(fields[0], "0") // .hml: only the saved-again form was read
		f.source = names
		f.header = afterburnerHeader(&start)
		f.skip, f.lines = h.at, h.lines
		f.parser = func(l *layout, limits limits) rowParser {
			p := &parser{layout: l, limits: limits}
			p.turn = in.turnAfterburner
			return p
		}
		return f, in.override(&table{head: h, sep: sep, names: l.names, folded: foldAll(l.names)}, f)
	}
}

func foldAll(names []string) []string {
	var all []string
	for _, n := range names {
		all = append(all, fold(n))
	}
	return all
}

func dated(field string) bool {
	_, s := parseDate([]byte(field))
	return s == statusOK
}

// afterburnerHeader reads what the lines before the names say.
func afterburnerHeader(h *head) []Field {
	var all []Field
	for {
		line, ok := h.line()
		if !ok {
			break
		}
		fields := splitFields(line, separator(line))
		if len(fields) < 3 {
			break
		}
		switch strings.TrimLeft(fields[0], "0") {
		case "":
			all = append(all, Field{"log", fields[2]}, Field{"started", fields[1]})
		case "1":
			all = append(all, Field{"GPU", fields[2]})
		default:
			return all
		}
	}
	return all
}

// afterburnerLayout reads a line of names.
func afterburnerLayout(line []byte, sep byte) (*layout, Source, *RefusedError) {
	names := splitFields(line, sep)
	t := &table{names: names, folded: foldAll(names)}
	l := &layout{sep: sep, point: '.', names: names, code: "80"}
	if strings.Contains(string(line), ";") && sep == ';' {
		l.point = ','
	}
	l.set(1, roleDate, 0)
	s := Source{Text: "Frametime (first column of that name)", Column: "Frametime", Unit: "ms", Clock: "date and time"}
	rate := t.column("framerate")
	switch at := t.column("frametime"); {
	case at >= 0:
		l.set(at, roleInterval, milliseconds.shift)
		if rate >= 0 {
			l.set(rate, roleFPS, 9)
		}
	case rate >= 0:
		l.set(rate, roleRate, 9)
		s = Source{Text: "1000 / Framerate", Column: "Framerate", Unit: "fps", Clock: "date and time"}
	default:
		return nil, s, &RefusedError{What: "a hardware log of MSI Afterburner without a column Frametime or Framerate",
			Do: "switch them on under Monitoring, or capture frames with PresentMon or CapFrameX"}
	}
	l.finish()
	return l, s, nil
}

// turnAfterburner takes a line with another code than that of rows: names that change the layout.
func (in *reading) turnAfterburner(p *parser, line []byte) {
	field, _ := scanField(line, 0, p.sep)
	code := bytes.TrimLeft(field, "0")
	switch string(code) {
	case "2":
	case "", "1", "3":
		return
	default:
		p.out.texts.add(skipText, p.out.lines)
		return
	}
	l, names, refused := afterburnerLayout(line, separator(line))
	if refused != nil {
		return
	}
	t := &table{head: &head{lines: p.out.lines}, sep: l.sep, names: l.names, folded: foldAll(l.names)}
	if err := in.override(t, &format{name: in.format.name, layout: l, source: names}); err != nil {
		p.out.fail(p.out.lines, "a header without the column that was named", "split the file there")
		return
	}
	p.layout = l
}
