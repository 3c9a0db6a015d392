package pace

import (
	"time"

	"github.com/tactus-go/tactus"
)

// A ScriptedSleeper is a sleeper made of functions; those that are nil do nothing.
type ScriptedSleeper struct {
	Sleep  func(now, until tactus.Instant, fine bool) error
	OnWake func()
	Closed int
}

func (s *ScriptedSleeper) sleep(now, until tactus.Instant, fine bool) error {
	return s.Sleep(now, until, fine)
}

func (s *ScriptedSleeper) wake() {
	if s.OnWake != nil {
		s.OnWake()
	}
}

func (s *ScriptedSleeper) close() error { s.Closed++; return nil }

func (s *ScriptedSleeper) name() string { return "scripted" }

// NewScripted is New with a sleeper of the test's own.
func NewScripted(c Config, s *ScriptedSleeper) (*Pacer, error) {
	c = c.withDefaults()
	if err := c.check(); err != nil {
		return nil, err
	}
	return newPacer(c, s), nil
}

// A Margin is the estimator of the margin.
type Margin struct{ margin }

func NewMargin(budget time.Duration) *Margin { return &Margin{newMargin(budget)} }

func (m *Margin) Add(late time.Duration)     { m.add(late) }
func (m *Margin) Bound(budget time.Duration) { m.bound(budget) }
func (m *Margin) Value() time.Duration       { return m.value }

// What the tests state about the estimator.
const (
	MarginWindow = marginWindow
	MarginSpared = marginSpared
	MarginStart  = marginStart
	MarginExtra  = marginExtra
	SleepsMax    = sleepsMax
	StuckMax     = stuckMax
	CanSpin      = canSpin
)

// Occupy makes every processor of the program compute.
func Occupy() (end func()) { return occupy() }

// HasSystemSleeper reports whether the system gave the Pacer its own timer.
func HasSystemSleeper(p *Pacer) bool { return !p.failed.Load() }
