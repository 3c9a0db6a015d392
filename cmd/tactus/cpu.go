package main

import (
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
)

// cpuWindow is how much time one figure of the processor's use covers: the system may count it in
// steps of 10 to 16 ms.
const cpuWindow = time.Second

// A cpuMeter says how much of one core this process uses, in percent: beside the frame rate, since
// where that falls and this does not rise, the machine is throttled or waits.
type cpuMeter struct {
	used    func() (time.Duration, bool)
	percent float64
	known   bool

	at     tactus.Instant
	before time.Duration
	begun  bool
}

// text returns the figure. It has no decimals: they would change all the time and say nothing.
func (m *cpuMeter) text() string {
	switch {
	case !m.known:
		return "CPU -"
	case m.percent < 1:
		return "CPU <1 %"
	}
	return fmt.Sprintf("CPU %.0f %%", m.percent)
}

// look brings the figure up to date, at most once in a window.
func (m *cpuMeter) look(now tactus.Instant) {
	since := now.Sub(m.at)
	if m.begun && since < cpuWindow {
		return
	}
	used, ok := m.used()
	if !ok {
		return
	}
	if m.begun {
		m.percent, m.known = 100*(used-m.before).Seconds()/since.Seconds(), true
	}
	m.at, m.before, m.begun = now, used, true
}
