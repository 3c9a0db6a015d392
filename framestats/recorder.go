package framestats

import (
	"time"

	"github.com/tactus-go/tactus"
)

// A Recorder keeps the statistics of a running loop, which records each frame once, after its steps.
// Its Stats are always those of the last frame recorded, for the loop's own goroutine; any other one
// has them through a [Reader]. With the default config it takes 180 kB, and 680 kB with a Reader.
//
// Make one with NewRecorder.
type Recorder struct {
	Stats
	doctor doctor

	lowest    time.Duration // frames up to this are over no threshold
	wasGap    bool          // the last frame was an unannounced gap
	sinceLast time.Duration // frame time since the last snapshot
	reader    *Reader

	start   tactus.Instant // the latest given to Since
	started bool
}

// NewRecorder returns a recorder without frames. The error is a *tactus.ConfigError that names the
// field.
func NewRecorder(c RecorderConfig) (*Recorder, error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	r := &Recorder{Stats: newStats(&c), lowest: c.Hitch}
	for _, t := range c.Thresholds {
		r.lowest = min(r.lowest, t)
	}
	r.doctor.interval = c.Interval
	r.doctor.suit(c.Rate, &c)
	return r, nil
}

// SetRate changes the step rate that health is judged by. Costs recorded before it count on. A bad
// rate changes nothing and is a *tactus.ConfigError.
func (r *Recorder) SetRate(rate tactus.Rate) error {
	if err := rate.Check(); err != nil {
		return err
	}
	r.doctor.suit(rate, r.settings)
	return nil
}

// SetInterval changes the intended frame time, where the display or the pacer changes: see
// RecorderConfig.Interval. 0 is unknown. A time under 0 or over tactus.FrameMax changes nothing and is a
// *tactus.ConfigError.
func (r *Recorder) SetInterval(d time.Duration) error {
	if d < 0 || d > tactus.FrameMax {
		return wrong("Interval", d.String(), "a time over 0 up to "+tactus.FrameMax.String()+", or 0 for unknown")
	}
	r.doctor.interval = d
	return nil
}

// Since returns the raw frame time of a frame that starts at now: what to put in Frame.Real where the
// loop has no ledger. The first reading gives 0, and so does one that stands still or steps back,
// which is counted; time then goes on from the latest reading.
func (r *Recorder) Since(now tactus.Instant) time.Duration {
	switch {
	case !r.started:
		r.start, r.started = now, true
		return 0
	case now < r.start:
		r.backward++
		return 0
	}
	d := now.Sub(r.start)
	r.start = now
	return d
}

// Record takes a frame. It does not keep f.
func (r *Recorder) Record(f *Frame) {
	s, h := &r.Stats, &r.doctor
	s.counts.Recorded++
	before := s.last.Cost
	l := &s.last // one by one: copying f whole would wait for its fields, just written, to arrive
	l.At, l.Real, l.Steps, l.Cost, l.Alpha, l.Cause, l.Paused = f.At, f.Real, f.Steps, f.Cost, f.Alpha, f.Cause, f.Paused
	steps, cost, d := max(f.Steps, 0), max(int64(f.Cost), 0), f.Real
	switch {
	case steps == 1:
		s.cost.add(cost)
	case steps > 1:
		s.cost.addMany(cost/steps, uint64(steps))
	}
	lost := f.Clamped|f.DroppedCap|f.DroppedBudget != 0
	if lost {
		s.lose(f)
	}
	if d <= 0 || d > tactus.FrameMax || f.Paused || f.Idle || f.Cause != 0 || r.wasGap {
		if r.absent(f) {
			r.pass(max(d, 0))
			return
		}
		d = min(d, tactus.FrameMax)
	}
	s.measure(f, int64(d), steps)
	if d > r.lowest {
		s.slow(f, d)
	}

	old, place := &h.costs[(h.costNext-costFrames)%costPlaces], &h.costs[h.costNext%costPlaces]
	s.recentCost += cost - old.cost
	s.recentSteps += steps - old.steps
	place.cost, place.steps = cost, steps
	h.costNext++
	if s.raised[StepCostHigh] || float64(s.recentCost) > h.costHigh*float64(s.recentSteps) {
		r.costly(f)
	}
	due := max(steps-max(f.Granted, 0), 0)
	if hit := due >= h.stepsAtCap || f.DroppedCap > 0; hit || h.capped != 0 || s.raised[CapHit] {
		r.capHit(hit, f)
	}
	if due > 1 || h.lag != 0 || s.raised[RunningSlowly] {
		r.late(due, before, f)
	}
	h.sliceLoss = h.sliceLoss || lost
	if h.slice += d; h.slice >= dropSlice {
		r.endSlice(f)
	}
	if r.reader != nil {
		r.pass(d)
	}
}

// pass lets frame time go by for the snapshots.
func (r *Recorder) pass(d time.Duration) {
	if r.reader == nil {
		return
	}
	if r.sinceLast += d; r.sinceLast >= r.settings.SnapshotEvery || r.sinceLast < 0 {
		r.Publish()
	}
}

// lose adds up lost time; sums that would pass a Duration, 292 years, stand still there.
func (s *Stats) lose(f *Frame) {
	add := func(sum *time.Duration, d time.Duration) { *sum += min(max(d, 0), 1<<63-1-*sum) }
	add(&s.lost.Clamped, f.Clamped)
	add(&s.lost.Cap, f.DroppedCap)
	add(&s.lost.Budget, f.DroppedBudget)
}

// absent counts a frame that is no ordinary one and reports whether it is left out.
func (r *Recorder) absent(f *Frame) bool {
	s := &r.Stats
	gapBefore := r.wasGap
	r.wasGap = f.Real > 0 && !f.Paused && f.Cause == tactus.Unannounced
	switch {
	case f.Real <= 0:
		s.counts.Unmeasured++
		return true
	case f.Paused:
		s.counts.Paused++
		return !s.settings.KeepPauses
	case f.Cause != 0:
		s.counts.Gaps++
		return !s.settings.KeepGaps && !(r.wasGap && gapBefore)
	case f.Idle:
		s.counts.Idle++
		return true
	}
	return false
}

// measure counts a frame that the figures stand on.
func (s *Stats) measure(f *Frame, d, steps int64) {
	s.counts.Measured++
	s.frames.push(d)
	s.run.add(d)
	s.steps[min(uint64(steps), StepsTop)]++
	if f.Alpha >= 0 && f.Alpha <= 1 {
		s.phase[int(f.Alpha*PhaseBins)]++
	}
	if f.Intended != 0 {
		s.jitters.push(int64(f.At.Sub(f.Intended)))
	}
}

// Reset forgets all frames and the events not yet polled. The config and the rate stay, and a Reader
// goes on.
func (r *Recorder) Reset() {
	h := &r.doctor
	r.doctor = doctor{limits: h.limits}
	r.Stats.reset()
	r.wasGap, r.sinceLast, r.start, r.started = false, 0, 0, false
}
