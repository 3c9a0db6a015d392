package framelog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
	"time"
)

// sniffJSON knows the JSON of CapFrameX, and says what other JSON is.
func sniffJSON(h *head, in *reading) (*format, error) {
	text := bytes.TrimSpace(h.text)
	if len(text) == 0 || text[0] != '{' && text[0] != '[' || text[0] == '[' && !bytes.HasPrefix(text, []byte("[{")) {
		return nil, nil
	}
	if bytes.Contains(text[:min(len(text), 1<<12)], []byte(`"traceEvents"`)) {
		return nil, &RefusedError{What: "a Chrome trace", Do: "give the log that it was made of"}
	}
	f := &format{name: "CapFrameX JSON", whole: readCapFrameX, layout: &layout{}}
	f.source = Source{Text: "Runs[].CaptureData.MsBetweenPresents", Column: "MsBetweenPresents", Unit: "ms"}
	return f, nil
}

// A jsonReader reads tokens of a JSON text as they come, so that a record of any size takes the memory
// of its numbers alone.
type jsonReader struct {
	*json.Decoder
	in *reading
}

// readCapFrameX reads {Info: {...}, Runs: [{CaptureData: {NAME: [...], ...}}, ...]}.
func readCapFrameX(in *reading, r io.Reader) error {
	j := &jsonReader{json.NewDecoder(r), in}
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

// failure says where a JSON text is broken. A record that ends early keeps the runs that are whole.
func (j *jsonReader) failure(err error) error {
	at := fmt.Sprintf("byte %d", j.InputOffset())
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return &RefusedError{What: "a JSON file that ends in the middle, at " + at,
			Do: "copy it again, or export the capture as CSV"}
	}
	if refused := (*RefusedError)(nil); errors.As(err, &refused) {
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

// A capture is the columns of one run.
type capture struct{ interval, display, clock, dropped []float64 }

// run reads a run and makes a stream of it.
func (j *jsonReader) run(number int) error {
	var c capture
	columns := map[string]*[]float64{"MsBetweenPresents": &c.interval, "MsBetweenDisplayChange": &c.display,
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
	j.in.addRun(number, &c)
	return nil
}

// number appends an element: true counts as 1, what is no number as NaN.
func (j *jsonReader) number(to *[]float64) error {
	if len(*to) >= j.in.limits.frames {
		return &RefusedError{What: "more than " + itoa(j.in.limits.frames) + " frames", Do: "raise FramesMax"}
	}
	t, err := j.Token()
	if err != nil {
		return err
	}
	v := math.NaN()
	switch x := t.(type) {
	case json.Number:
		if f, err := x.Float64(); err == nil {
			v = f
		}
	case bool:
		if v = 0; x {
			v = 1
		}
	default:
		if err := j.close(t); err != nil {
			return err
		}
	}
	*to = append(*to, v)
	return nil
}

// addRun makes a stream of a run, whose clock is its own: runs are not chained.
func (in *reading) addRun(number int, c *capture) {
	s := newStream(StreamName{Run: number}, &layout{})
	t := in.total
	for i, ms := range c.interval {
		t.rows++
		s.Rows++
		if i < len(c.dropped) {
			s.Dropped = max(s.Dropped, 0)
			if c.dropped[i] == 1 {
				s.Dropped++
			}
		}
		interval, reason, counts := judgeMS(ms)
		var shown int64
		if i < len(c.display) {
			shown, _, _ = judgeMS(c.display[i])
		}
		if !counts {
			t.skips.add(reason, i+1)
			if shown == 0 {
				continue
			}
		}
		s.interval.addSpan(time.Duration(interval))
		s.line.add(uint32(i + 1))
		if len(c.display) == len(c.interval) {
			s.display.addSpan(time.Duration(shown))
		}
		if len(c.clock) == len(c.interval) {
			s.clock.add(int64(math.Round(c.clock[i] * 1e9)))
		}
		if len(c.dropped) == len(c.interval) {
			var f uint8
			if c.dropped[i] == 1 {
				f = flagDropped
			}
			s.flags.add(f)
		}
	}
	t.streams = append(t.streams, s)
	if len(c.display) == len(c.interval) {
		in.log.Source.Display = "MsBetweenDisplayChange"
	}
	if len(c.clock) == len(c.interval) {
		in.log.Source.Clock = "TimeInSeconds"
	}
}

// judgeMS returns milliseconds as nanoseconds where they count, and why they do not.
func judgeMS(ms float64) (ns int64, why reason, counts bool) {
	switch v := math.Round(ms * 1e6); {
	case math.IsNaN(v):
		return 0, skipMissing, false
	case v >= 1<<63:
		return 0, skipNotFinite, false
	case v > 0:
		return int64(v), 0, true
	case v < 0:
		return 0, skipNegative, false
	}
	return 0, skipZero, false
}
