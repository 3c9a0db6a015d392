package convert

import (
	"iter"
	"math"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// A place is a row that counts, and where it stands.
type place struct {
	framelog.Frame
	row  int
	span int64
	// at and end are where its slice begins and ends. No slice reaches into the next, and no two begin
	// together.
	at, end int64
	// clock is what its time is said to be: at, or the log's own clock, which may go back.
	clock int64
}

// placed yields the rows that count. Frames follow each other. Samples and lengths stand where the
// clock says, from the first on, or a second apart where there is none, and are cut where the next
// begins; a clock that starts again goes on from where it was. The error, ErrTooLong, is the last that
// is yielded.
func (t *table) placed() iter.Seq2[place, error] {
	if t.about.apart() {
		return t.byClock()
	}
	return func(yield func(place, error) bool) {
		at := int64(0)
		for i := range t.Len() {
			f, span, ok := t.frame(i)
			if !ok {
				continue
			}
			if span > math.MaxInt64-at {
				yield(place{}, ErrTooLong)
				return
			}
			if !yield(place{f, i, span, at, at + span, at}, nil) {
				return
			}
			at += span
		}
	}
}

func (t *table) byClock() iter.Seq2[place, error] {
	return func(yield func(place, error) bool) {
		var last place
		first, n := int64(0), int64(0)
		for i := range t.Len() {
			f, span, ok := t.frame(i)
			if !ok {
				continue
			}
			p := place{Frame: f, row: i, span: span, end: span}
			if t.about.clockOff {
				p.Clock = time.Duration(n) * time.Second
			}
			if n++; n == 1 {
				first, last = int64(p.Clock), p
				continue
			}
			if !last.before(&p, first) {
				yield(place{}, ErrTooLong)
				return
			}
			if !yield(last, nil) {
				return
			}
			last = p
		}
		if n > 0 {
			yield(last, nil)
		}
	}
}

// before puts the next row behind p, whose slice it cuts. It reports false where that is out of range.
func (p *place) before(next *place, first int64) bool {
	clock := int64(next.Clock)
	next.clock = clock - first
	if (clock < first) != (next.clock < 0) || next.clock == math.MinInt64 {
		return false
	}
	step := max(next.clock-p.clock, 1)
	if next.clock > p.clock && next.clock-p.clock < 0 || step > math.MaxInt64-p.at ||
		next.span > math.MaxInt64-p.at-step {
		return false
	}
	next.at = p.at + step
	next.end = next.at + next.span
	p.end = min(p.end, next.at)
	return true
}
