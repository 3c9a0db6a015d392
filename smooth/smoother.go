package smooth

import "github.com/tactus-go/tactus"

// followPart is the change of a measured rate that the grid follows: under a 20,000th the tolerance
// is used up in 2,500 frames only, and the measurement goes on changing by less.
const followPart = 1.0 / 20_000

// A Smoother is an Estimator and a Snapper in one: as long as the display's rate is known, readings
// are put on its grid; else they are passed on. The grid has the rate that [Nominal] says, or the
// measured one, and a tolerance of an eighth of the period. Make one with NewSmoother.
type Smoother struct {
	estimator Estimator
	snapper   Snapper
	snapping  bool
	out       tactus.Instant
	started   bool
}

// NewSmoother returns a smoother that knows no display yet. The error is a *ConfigError.
func NewSmoother(c EstimatorConfig) (*Smoother, error) {
	e, err := NewEstimator(c)
	if err != nil {
		return nil, err
	}
	return &Smoother{estimator: *e}, nil
}

// Smooth takes the reading of one frame and returns what to feed in its place: within an eighth of
// the period of it, and never before the last result. A reading before an earlier one counts as
// that earlier one.
func (s *Smoother) Smooth(measured tactus.Instant) tactus.Instant {
	if s.started {
		measured = max(measured, s.estimator.last)
	}
	s.started = true
	s.estimator.Observe(measured)
	rate, locked := s.estimator.Rate()
	if !locked {
		s.snapping = false
		s.out = max(s.out, measured)
		return s.out
	}
	s.follow(rate, measured)
	s.out = s.snapper.Snap(measured)
	return s.out
}

// follow gives the snapper the rate that a measured one means, where that is not what it has.
func (s *Smoother) follow(rate tactus.Rate, measured tactus.Instant) {
	rate, _ = Nominal(rate)
	if !s.snapping {
		s.snapping = true
		s.snapper = Snapper{}
		s.snapper.restart(max(measured, s.out))
	} else if part := rate.Float() / s.snapper.rate.Float(); part > 1-followPart && part < 1+followPart {
		return
	}
	s.snapper.use(rate)
}

// Locked reports whether readings are put on a grid now.
func (s *Smoother) Locked() bool { return s.snapping }

// Rate returns the rate of the grid that is in force, and whether there is one.
func (s *Smoother) Rate() (tactus.Rate, bool) {
	if !s.snapping {
		return tactus.Rate{}, false
	}
	return s.snapper.rate, true
}
