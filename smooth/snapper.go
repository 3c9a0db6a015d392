package smooth

import (
	"time"

	"github.com/tactus-go/tactus"
)

// snapSpan is how far from its anchor a grid reaches, 2^62 ns (146 years): what is further is
// anchored anew, before sums of instants run over.
const snapSpan time.Duration = 1 << 62

// SnapperConfig sets up a Snapper. Only Rate is needed.
type SnapperConfig struct {
	// Rate is the display's refresh rate, exact: Ratio(60000, 1001) for 59.94 Hz.
	Rate tactus.Rate
	// Tolerance is how far a result may be from the reading that it stands for, over 0 and under
	// half the period. 0 is an eighth of the period, 2 ms at 60 Hz: well over the noise of a busy
	// system, and well under what a frame that missed its refresh is late by. Give at least twice
	// the noise, since an anchor has noise too.
	Tolerance time.Duration
}

// A Snapper puts readings on the grid of a display: an anchor and whole periods after it.
//
// A reading within the tolerance of a point of the grid becomes that point, so a frame time becomes
// a whole multiple of the period, a missed refresh included. Any other reading stays as it is and
// is the new anchor: a frame without a display's rhythm, or a display whose true rate has drifted
// the tolerance away from Rate. Points are counted from the anchor, k periods being ceil(k*period),
// so a period that is no whole number of nanoseconds does not drift. They are rounded up, where
// times elsewhere are rounded down, so that a stepper of the display's own rate reaches its step in
// every frame, and is not 1 ns short of it.
//
// The first reading is the first anchor. A reading before an earlier one counts as that earlier
// one. Make one with NewSnapper.
type Snapper struct {
	rate      tactus.Rate
	asked     time.Duration // SnapperConfig.Tolerance
	tolerance time.Duration
	started   bool
	anchor    tactus.Instant
	high      tactus.Instant // the latest reading
	out       tactus.Instant // the latest result
	anchors   uint64
}

// NewSnapper returns a snapper without an anchor. The error is a *ConfigError that names the field.
func NewSnapper(c SnapperConfig) (*Snapper, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	s := &Snapper{asked: c.Tolerance}
	s.use(c.Rate)
	return s, nil
}

// check returns the first field that is out of range as a *ConfigError.
func (c *SnapperConfig) check() error {
	if err := c.Rate.Check(); err != nil {
		return &tactus.ConfigError{Field: "SnapperConfig.Rate", Value: c.Rate.String(),
			Want: err.(*tactus.ConfigError).Want}
	}
	if period := c.Rate.Period(); c.Tolerance < 0 || c.Tolerance >= (period+1)/2 {
		return &tactus.ConfigError{Field: "SnapperConfig.Tolerance", Value: c.Tolerance.String(),
			Want: "a time over 0 and under half the period of " + period.String() + ", or 0 for an eighth"}
	}
	return nil
}

// use sets a rate and its tolerance; the grid goes on from the last result.
func (s *Snapper) use(rate tactus.Rate) {
	s.rate, s.tolerance = rate, s.asked
	if s.asked == 0 {
		s.tolerance = rate.Period() / 8
	}
	s.anchor = s.out
}

// Snap returns what stands for a reading: a point of the display's grid within the tolerance of it,
// or the reading itself. It is never before the last result.
func (s *Snapper) Snap(measured tactus.Instant) tactus.Instant {
	if !s.started {
		s.restart(measured)
		return measured
	}
	s.high = max(s.high, measured)
	point, ok := s.nearest(s.high)
	if !ok {
		s.anchor, point = s.high, s.high
		s.anchors++
	}
	s.out = max(s.out, point)
	return s.out
}

// restart begins a grid at a reading.
func (s *Snapper) restart(at tactus.Instant) {
	s.started = true
	s.anchor, s.high, s.out = at, at, at
}

// nearest returns the point of the grid nearest to a reading, and whether it is within the
// tolerance.
func (s *Snapper) nearest(at tactus.Instant) (tactus.Instant, bool) {
	d := at.Sub(s.anchor)
	if d > snapSpan || d < -snapSpan {
		return at, false
	}
	k := s.rate.TickAt(d)
	before, after := s.point(k), s.point(k+1)
	if after-d < d-before {
		before = after
	}
	off := before - d
	return s.anchor.Add(before), -s.tolerance <= off && off <= s.tolerance
}

// point returns ceil(k*period).
func (s *Snapper) point(k tactus.Tick) time.Duration { return -s.rate.TimeOf(-k) }

// Rate returns the rate in force.
func (s *Snapper) Rate() tactus.Rate { return s.rate }

// Tolerance returns the tolerance in force.
func (s *Snapper) Tolerance() time.Duration { return s.tolerance }

// SetRate changes the display's rate. The grid goes on from the last result, which may be as far
// from its reading as the old tolerance allowed. A bad rate, or one whose half period the
// configured tolerance is not under, changes nothing and is a *ConfigError. The rate in force
// changes nothing.
func (s *Snapper) SetRate(rate tactus.Rate) error {
	if rate == s.rate {
		return nil
	}
	c := SnapperConfig{Rate: rate, Tolerance: s.asked}
	if err := c.check(); err != nil {
		return err
	}
	s.use(rate)
	return nil
}

// Anchors returns how many readings were off the grid and became the anchor of a new one; the first
// reading is not counted. On a display of the right rate it stands still.
func (s *Snapper) Anchors() uint64 { return s.anchors }
