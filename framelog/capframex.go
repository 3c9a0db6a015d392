package framelog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// sniffJSON takes a JSON text for one of CapFrameX, and says what other JSON is.
func sniffJSON(in *reading) (*format, error) {
	head, _ := in.text.Peek(1 << 12)
	if bytes.Contains(head, []byte(`"traceEvents"`)) {
		return nil, &RefusedError{What: "a Chrome trace", Do: "give the log that it was made of"}
	}
	if in.options.Column != "" || in.options.Clock != "" {
		return nil, &RefusedError{What: "a JSON record, of which no column can be named",
			Do: "read it without --column and --clock, or export the capture as CSV"}
	}
	f := &format{name: "CapFrameX JSON", layout: &layout{}}
	f.source = Source{Text: "Runs[].CaptureData.MsBetweenPresents", Column: "MsBetweenPresents", Unit: "ms"}
	return f, nil
}

// A jsonReader reads tokens of a JSON text as they come, so that a record of any size takes the memory
// of its numbers alone.
type jsonReader struct {
	*json.Decoder
	in *reading
}

// A jsonText is what a jsonReader reads. The decoder keeps a token until it is whole: one that is longer
// than a line may be ends the reading.
type jsonText struct {
	*jsonReader
	r io.Reader
}

func (t *jsonText) Read(p []byte) (int, error) {
	if t.in.blocks.n-t.InputOffset() > int64(t.in.limits.line) {
		return 0, &RefusedError{Line: 1, What: "JSON with a text of more than " + itoa(t.in.limits.line) + " bytes",
			Do: "no capture has one"}
	}
	n, err := t.r.Read(p[:min(len(p), textSize)])
	t.in.blocks.n += int64(n)
	return n, err
}

// readCapFrameX reads {Info: {...}, Runs: [{CaptureData: {NAME: [...], ...}}, ...]}.
func readCapFrameX(in *reading, r io.Reader) error {
	j := &jsonReader{in: in}
	j.Decoder = json.NewDecoder(&jsonText{j, r})
	j.UseNumber()
	runs := 0
	err := j.object(func(key string) error {
		switch key {
		case "Info":
			return j.info()
		case "Runs":
			return j.array(func() error {
				runs++
				return j.run(runs)
			})
		}
		return j.skip()
	})
	if err != nil {
		return j.failure(err)
	}
	if runs == 0 {
		return &RefusedError{What: "a JSON file without Runs, so no capture of CapFrameX",
			Do: "give a capture file (CapFrameX-....json), or a CSV"}
	}
	if runs == 1 {
		for _, s := range in.total.streams {
			s.Run = 0
		}
	}
	in.log.Runs = runs
	return nil
}

// failure says where a JSON text is broken. One that ends early is refused: the columns of a run stand
// one behind the other, and the rest of them is what is missing.
func (j *jsonReader) failure(err error) error {
	at := fmt.Sprintf("byte %d", j.InputOffset())
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return &RefusedError{What: "a JSON file that ends in the middle, at " + at,
			Do: "copy it again, or export the capture as CSV"}
	}
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	return &RefusedError{What: "broken JSON at " + at + ": " + err.Error(), Do: "export the capture again"}
}

// object calls field for each name of an object, or passes a value that is none.
func (j *jsonReader) object(field func(key string) error) error {
	t, err := j.Token()
	if err != nil {
		return err
	}
	if t != json.Delim('{') {
		return j.close(t)
	}
	for j.More() {
		key, err := j.Token()
		if err != nil {
			return err
		}
		if err := field(key.(string)); err != nil {
			return err
		}
	}
	_, err = j.Token()
	return err
}

// array calls item before each element of an array, or passes a value that is none.
func (j *jsonReader) array(item func() error) error {
	t, err := j.Token()
	if err != nil {
		return err
	}
	if t != json.Delim('[') {
		return j.close(t)
	}
	for j.More() {
		if err := item(); err != nil {
			return err
		}
	}
	_, err = j.Token()
	return err
}

// skip passes a value of any kind.
func (j *jsonReader) skip() error {
	t, err := j.Token()
	if err != nil {
		return err
	}
	return j.close(t)
}

// close passes the rest of a value of which the first token was read.
func (j *jsonReader) close(t json.Token) error {
	depth := 0
	for {
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth == 0 {
			return nil
		}
		var err error
		if t, err = j.Token(); err != nil {
			return err
		}
	}
}

// info takes the texts of a record on machine and game.
func (j *jsonReader) info() error {
	return j.object(func(key string) error {
		t, err := j.Token()
		if err != nil {
			return err
		}
		switch v := t.(type) {
		case string:
			if v != "" && !strings.HasSuffix(key, "Id") && len(j.in.log.Header) < commentsMax {
				j.in.log.Header = append(j.in.log.Header, Field{key, clean([]byte(v))})
			}
		case json.Number:
			j.in.log.Header = append(j.in.log.Header, Field{key, v.String()})
		default:
			return j.close(t)
		}
		return nil
	})
}

// A capture is the columns of one run, in nanoseconds.
type capture struct{ interval, display, clock, dropped cells }

// cells are a column's numbers, and what those are that are none.
type cells struct {
	v     []int64
	is    []status
	shift int8 // 10^shift nanoseconds are one
}

// run reads a run and makes a stream of it.
func (j *jsonReader) run(number int) error {
	if number > j.in.limits.streams {
		return &RefusedError{What: "more than " + itoa(j.in.limits.streams) + " runs", Do: "give a record of fewer"}
	}
	c := capture{interval: cells{shift: 6}, display: cells{shift: 6}, clock: cells{shift: 9}}
	columns := map[string]*cells{"MsBetweenPresents": &c.interval, "MsBetweenDisplayChange": &c.display,
		"TimeInSeconds": &c.clock, "Dropped": &c.dropped}
	err := j.object(func(key string) error {
		if key != "CaptureData" {
			return j.skip()
		}
		return j.object(func(name string) error {
			to := columns[name]
			if to == nil {
				return j.skip()
			}
			return j.array(func() error { return j.number(to) })
		})
	})
	if err != nil {
		return err
	}
	return j.in.addRun(number, &c)
}

// number appends an element: true counts as 1, what is no number as missing.
func (j *jsonReader) number(to *cells) error {
	if len(to.v) >= j.in.limits.frames {
		return tooManyFrames(j.in.limits.frames)
	}
	t, err := j.Token()
	if err != nil {
		return err
	}
	v, is := int64(0), statusMissing
	switch x := t.(type) {
	case json.Number:
		v, is, _ = scanDecimal([]byte(x), 0, to.shift, 0, '.')
	case bool:
		if is = statusOK; x {
			v = 1
		}
	default:
		if err := j.close(t); err != nil {
			return err
		}
	}
	to.v, to.is = append(to.v, v), append(to.is, is)
	return nil
}

func tooManyFrames(most int) *RefusedError {
	return &RefusedError{What: "more than " + itoa(most) + " frames", Do: "cut the log, or raise FramesMax"}
}

// addRun makes a stream of a run, whose clock is its own: runs are not chained. A column is taken where
// it has as many rows as the frame times.
func (in *reading) addRun(number int, c *capture) error {
	l := &layout{hasDisplay: in.beside(number, c, &c.display, "MsBetweenDisplayChange"),
		hasClock: in.beside(number, c, &c.clock, "TimeInSeconds"),
		hasFlags: in.beside(number, c, &c.dropped, "Dropped")}
	s := newStream(StreamName{Run: number}, l)
	if l.hasFlags {
		s.Dropped = 0
	}
	p := &parser{layout: l, limits: in.limits, out: in.total, stream: s}
	for i, ns := range c.interval.v {
		p.out.lines = i + 1
		r := row{interval: ns, intervalIs: c.interval.is[i], numbers: 1}
		if l.hasDisplay {
			r.display, r.displayIs = c.display.v[i], c.display.is[i]
		}
		if l.hasClock {
			r.clock, r.clockIs = c.clock.v[i], c.clock.is[i]
		}
		r.dropped = l.hasFlags && c.dropped.v[i] != 0
		p.put(&r, nil)
	}
	in.total.streams = append(in.total.streams, s)
	if in.total.frames > in.limits.frames {
		return tooManyFrames(in.limits.frames)
	}
	if l.hasDisplay {
		in.log.Source.Display = "MsBetweenDisplayChange"
	}
	if l.hasClock {
		in.log.Source.Clock = "TimeInSeconds"
	}
	return nil
}

// beside reports whether a column has a row for each frame time, and notes where it has others.
func (in *reading) beside(number int, c *capture, of *cells, name string) bool {
	n, frames := len(of.v), len(c.interval.v)
	if n > 0 && n != frames && len(in.log.Notes) < commentsMax {
		in.log.Notes = append(in.log.Notes, fmt.Sprintf("run %d has %d values of %s for %d frames: which belong together "+
			"is not told, so they are left out", number, n, name, frames))
	}
	return n > 0 && n == frames
}
