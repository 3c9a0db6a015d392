package loop

import (
	"sync"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/pace"
)

// mailMax bounds what waits for the next frame: a loop whose hook hangs must not eat the memory.
const mailMax = 4096

// mailbox is what other goroutines send the loop, delivered at the start of a frame.
type mailbox struct {
	mu     sync.Mutex
	events []input.Event
	posts  []func()
	lost   uint64

	takenEvents []input.Event // what the loop is delivering
	takenPosts  []func()
}

// Push takes an event of a device; its instant is by the loop's clock. It reports false where too many
// wait, which is counted. Any goroutine may call it; an idle loop wakes for it. It panics where the
// event's Code or Kind is none.
func (l *Loop) Push(e input.Event) bool {
	if err := e.Check(); err != nil {
		panic(err.Error())
	}
	m := &l.mail
	m.mu.Lock()
	ok := len(m.events) < mailMax || e.Kind == input.Release && len(m.events) < 2*mailMax
	if ok {
		m.events = append(m.events, e)
	} else {
		m.lost++
	}
	m.mu.Unlock()
	l.wakeIdle()
	return ok
}

// Post has the loop call f at the start of the next frame, and wakes an idle loop: the way for other
// goroutines to pause it or ask it anything. It reports false where too many wait. Any goroutine may
// call it.
func (l *Loop) Post(f func()) bool {
	m := &l.mail
	m.mu.Lock()
	ok := len(m.posts) < mailMax
	if ok {
		m.posts = append(m.posts, f)
	}
	m.mu.Unlock()
	l.wakeIdle()
	return ok
}

// wakeIdle starts a frame at once where the loop idles.
func (l *Loop) wakeIdle() {
	if l.idling.Load() {
		l.pacer.Wake()
	}
}

// waiting reports whether anything is in the mailbox.
func (m *mailbox) waiting() bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return len(m.events)+len(m.posts) > 0
}

// deliver empties the mailbox.
func (m *mailbox) deliver(l *Loop) {
	m.mu.Lock()
	m.events, m.takenEvents = m.takenEvents[:0], m.events
	m.posts, m.takenPosts = m.takenPosts[:0], m.posts
	m.mu.Unlock()
	for _, e := range m.takenEvents {
		l.buffer.Push(e)
	}
	for i, f := range m.takenPosts {
		m.takenPosts[i] = nil
		f()
	}
}

// Lost returns how many events Push turned away and how many the full buffer dropped; from a hook.
func (l *Loop) Lost() (pushed, buffered uint64) {
	l.mail.mu.Lock()
	defer l.mail.mu.Unlock()
	return l.mail.lost, l.buffer.Dropped()
}

// Pause stops game time, what is owed of an absence too; the loop idles.
func (l *Loop) Pause() { l.stepper.Pause() }

// Resume ends a pause.
func (l *Loop) Resume() { l.stepper.Resume() }

// Paused reports whether game time is stopped.
func (l *Loop) Paused() bool { return l.stepper.Paused() }

// Grant runs n single steps in this frame or the next, paused or not: at most 2^30 in a frame.
func (l *Loop) Grant(n int) { l.grants += min(max(n, 0), grantMax-l.grants) }

// Scale returns the time scale in force.
func (l *Loop) Scale() tactus.Rate { return l.stepper.Scale() }

// SetScale changes the time scale. A bad one changes nothing and is a *tactus.ConfigError.
func (l *Loop) SetScale(scale tactus.Rate) error { return l.stepper.SetScale(scale) }

// SetRate changes the step rate. A bad one changes nothing and is a *tactus.ConfigError.
func (l *Loop) SetRate(rate tactus.Rate) error {
	if err := l.stepper.SetRate(rate); err != nil {
		return err
	}
	return l.stats.SetRate(rate)
}

// SetFrameRate changes how often a frame starts, for the statistics too. A bad rate changes nothing and
// is a *tactus.ConfigError.
func (l *Loop) SetFrameRate(rate tactus.Rate) error {
	if err := rate.Check(); err != nil {
		return err
	}
	if l.unpaced {
		l.pacer.Reset() // its grid is as old as the last wait
	}
	l.config.Pace.Rate, l.unpaced = rate, false
	l.suitInterval()
	if l.idling.Load() {
		return nil // adjust puts it in force when the idling ends
	}
	return l.pacer.SetRate(rate)
}

// suitInterval tells the statistics how often frames are meant to start.
func (l *Loop) suitInterval() {
	if err := l.stats.SetInterval(min(l.config.Pace.Rate.Period(), tactus.FrameMax)); err != nil {
		panic(err) // a period is over 0
	}
}

// SetFocus tells the loop that its window lost or has the focus: without it the loop idles, and what
// is held down is released, since the system keeps the releases to itself.
func (l *Loop) SetFocus(focused bool) {
	if !focused && !l.blurred {
		l.ReleaseAll()
	}
	l.blurred = !focused
}

// ReleaseAll releases every code that is held down: for a game that is stopped or covered and will not
// see the releases. SetFocus does it too.
func (l *Loop) ReleaseAll() {
	at := l.now
	if !l.ran {
		at = l.clock()
	}
	l.buffer.ReleaseAll(at) // where an event came after the frame's reading, at that one's time
}

// SetTag names what is going on, a scene or level, for the statistics and the log.
func (l *Loop) SetTag(tag string) { l.record.Tag = tag }

// Tick returns the tick that is being run, and between steps the next.
func (l *Loop) Tick() tactus.Tick { return l.stepper.Tick() }

// Rate returns the step rate in force.
func (l *Loop) Rate() tactus.Rate { return l.stepper.Rate() }

// Pacing returns what became of the waits.
func (l *Loop) Pacing() pace.Counts { return l.pacer.Counts() }

// Reader returns a reader of the statistics for one other goroutine. Call it before Run.
func (l *Loop) Reader() *framestats.Reader { return l.stats.Reader() }
