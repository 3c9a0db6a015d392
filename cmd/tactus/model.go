package main

import (
	"fmt"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/input"
)

// An order is what a key asks of the loop.
type order uint8

const (
	orderPause order = iota + 1
	orderStep
	orderSlower
	orderFaster
	orderHitch
	orderInterpolation
	orderQuit
	orderStop // as ctrl+z does
	orderFocus
	orderBlur
)

// controls are the keys that every game has.
var controls = []struct {
	key   string
	order order
	does  string
}{
	{"p", orderPause, "pause, and go on"},
	{".", orderStep, "pause and run a single step"},
	{"[", orderSlower, "slower, down to 1/8"},
	{"]", orderFaster, "faster, up to 8"},
	{"h", orderHitch, "hitch: hold the loop for 500 ms"},
	{"i", orderInterpolation, "interpolation on or off"},
	{"ctrl+z", orderStop, "stop and give the terminal back; fg goes on"},
	{"q", orderQuit, "quit"},
	{"ctrl+c", orderQuit, ""},
}

// desk is what the screen needs of the loop. All of it may be called from the screen's goroutine.
type desk struct {
	order   func(order)
	press   func(code input.Code)
	release func(code input.Code)
	tells   func() // the terminal tells of keys that go up
	now     func() tactus.Instant
	redraw  func(every time.Duration) // how often the screen is drawn
	reader  *framestats.Reader
}

// A model is the screen: bubbletea's side of the game. It only shows what it is handed, and asks.
type model struct {
	desk   desk
	hand   *handover
	keys   []binding
	canvas canvas
	hud    hud
	shown  *picture // nil before the first

	width, height   int
	hudOff, help    bool
	releases, stuck bool
	told            bool           // a notice was shown at the last watch
	still           bool           // nothing moved at the last watch
	atRest          bool           // the screen is drawn seldom
	watches         int            // how often a watch was begun anew: earlier ones are over
	asked           tactus.Instant // when the terminal last had something for the loop

	stale bool // view is of an earlier state
	view  tea.View
}

// The screen looks at the statistics and the processor each watch also where no picture comes, and
// says so when none has come for stuckAfter. At rest it does not: where a machine sleeps, a wake-up
// costs 5 to 40 ms of a processor on some, the more the longer it slept.
const (
	watch      = time.Second
	stuckAfter = 2500 * time.Millisecond
)

type (
	newsMsg  struct{} // there is a picture
	watchMsg int      // which watch it is of
)

// Init begins the watch.
func (m *model) Init() tea.Cmd {
	m.stale = true
	return m.watch()
}

func (m *model) watch() tea.Cmd {
	of := watchMsg(m.watches)
	return tea.Tick(watch, func(time.Time) tea.Msg { return of })
}

// Update takes an event of the terminal or of the loop.
func (m *model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case newsMsg:
		m.fetch()
		m.measure()
		if m.atRest {
			return m, m.rouse()
		}
		return m, nil
	case watchMsg:
		if int(msg) != m.watches {
			return m, nil
		}
		m.fetch()
		now := m.desk.now()
		if stuck, told := m.isStuck(now), m.isTold(now); stuck != m.stuck || told != m.told {
			m.stuck, m.told, m.stale = stuck, told, true
		}
		still := m.shown != nil && m.shown.mode.rests() && !m.stale && !m.told && !m.owes()
		m.rest(still && m.still) // what was seen at the last watch is drawn by now
		m.still = still
		m.measure() // last: that this figure changes is no reason to draw often
		if m.atRest {
			return m, nil
		}
		return m, m.watch()
	}
	m.stale = true
	if m.atRest {
		return m, tea.Batch(m.rouse(), m.take(msg))
	}
	return m, m.take(msg)
}

// rouse has the screen drawn and watched often again.
func (m *model) rouse() tea.Cmd {
	m.rest(false)
	m.watches++
	return m.watch()
}

// rest has the screen drawn seldom, or often again. Each watch says which again: a terminal that was
// given back and taken again is drawn often, and where that went fast the library may have stopped
// its ticker after it had set it going.
func (m *model) rest(on bool) {
	m.atRest = on
	every := redrawQuick
	if on {
		every = redrawAtRest
	}
	m.desk.redraw(every)
}

// take takes an event of the terminal.
func (m *model) take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
	case tea.KeyboardEnhancementsMsg:
		if msg.SupportsEventTypes() {
			m.releases = true
			m.desk.tells()
		}
	case tea.FocusMsg:
		m.order(orderFocus)
	case tea.BlurMsg:
		m.order(orderBlur)
	case tea.KeyReleaseMsg:
		if code, ok := m.codeOf(msg.Keystroke()); ok {
			m.asked = m.desk.now()
			m.desk.release(code)
		}
	case tea.KeyPressMsg:
		return m.press(msg)
	}
	return nil
}

// press takes a key that goes down or repeats.
func (m *model) press(msg tea.KeyPressMsg) tea.Cmd {
	if code, ok := m.codeOf(msg.Keystroke()); ok {
		m.asked = m.desk.now()
		m.desk.press(code)
		return nil
	}
	name := msg.String()
	switch {
	case msg.IsRepeat && name != "." && name != "[" && name != "]":
	case name == "tab":
		m.hudOff = !m.hudOff
	case name == "?":
		m.help = !m.help
	case name == "esc":
		m.help = false
	default:
		for _, c := range controls {
			if c.key == name {
				m.order(c.order)
				if c.order == orderQuit {
					return tea.Quit
				}
			}
		}
	}
	return nil
}

// order asks the loop for what a key means, or the process for a stop.
func (m *model) order(o order) {
	if o != orderStop {
		m.asked = m.desk.now()
	}
	m.desk.order(o)
}

func (m *model) codeOf(key string) (input.Code, bool) {
	i := slices.IndexFunc(m.keys, func(b binding) bool { return b.key == key })
	if i < 0 {
		return 0, false
	}
	return m.keys[i].code, true
}

// fetch takes the latest picture and the latest figures.
func (m *model) fetch() {
	if p := m.hand.take(); p != nil {
		m.hand.done(m.shown)
		m.shown, m.stale = p, true
	}
	if s, fresh := m.desk.reader.Latest(); fresh {
		before := m.hud.frames.Measured
		m.hud.read(s)
		m.stale = m.stale || m.hud.frames.Measured != before
	}
}

// measure brings the processor's figure up to date.
func (m *model) measure() {
	before := m.hud.cpu.String()
	m.hud.cpu.Look(m.desk.now())
	m.stale = m.stale || m.hud.cpu.String() != before
}

// isTold reports whether there is a notice to show.
func (m *model) isTold(now tactus.Instant) bool {
	return m.shown != nil && m.shown.notice != "" && now.Sub(m.shown.noticeAt) < noticeTime
}

// isStuck reports whether the loop should have run a frame by now and has not. One that rests need run
// none but for what was asked of it.
func (m *model) isStuck(now tactus.Instant) bool {
	if m.shown == nil {
		return false
	}
	since := m.lastFrame()
	if m.shown.mode.rests() {
		if !m.owes() {
			return false
		}
		since = m.asked
	}
	return now.Sub(since) > stuckAfter+2*m.shown.period
}

// owes reports whether no frame has begun since the loop was asked for something.
func (m *model) owes() bool { return m.asked > m.lastFrame() }

// lastFrame returns when the last frame began that is known of.
func (m *model) lastFrame() tactus.Instant { return max(m.shown.at, m.hud.last.At) }

// View draws the screen, where anything has changed.
func (m *model) View() tea.View {
	if !m.stale {
		return m.view
	}
	m.stale = false
	m.canvas.reset(m.width, m.height)
	m.draw(m.canvas.all())
	v := tea.NewView(m.canvas.text())
	v.AltScreen = true
	v.ReportFocus = true
	v.DisableBracketedPasteMode = true
	v.KeyboardEnhancements.ReportEventTypes = true
	m.view = v
	return v
}

// draw lays out the screen: the title, the picture, the HUD, and a line of notices.
func (m *model) draw(a area) {
	p := m.shown
	if p == nil || a.width == 0 || a.height == 0 {
		return
	}
	if a.height == 1 {
		m.title(a, p)
		return
	}
	m.title(a.part(0, 0, a.width, 1), p)
	rows := 0
	if !m.hudOff {
		rows = m.hud.rows(a.width, a.height)
	}
	notice := min(1, max(a.height-rows-2, 0))
	stage := a.part(0, 1, a.width, a.height-1-rows-notice)
	if m.help {
		m.drawHelp(stage)
	} else if p.scene != nil {
		p.scene.draw(stage, p.interpolate)
	}
	m.hud.draw(a.part(0, a.height-rows-notice, a.width, rows), p)
	if notice > 0 {
		m.notice(a.part(0, a.height-1, a.width, 1), p)
	}
}

func (m *model) title(a area, p *picture) {
	word, ink := p.mode.title()
	if m.stuck {
		word, ink = "no frame comes", penBad
	}
	tick := fmt.Sprintf("tick %d", p.tick)
	if p.of > 0 && p.mode != modePlayer {
		tick += fmt.Sprintf(" of %d", p.of)
	}
	pieces := []piece{{p.game, penHead}, {word, ink}, {tick, penText}}
	if p.scale != tactus.Ratio(1, 1) {
		pieces = append(pieces, piece{"scale " + p.scale.String(), penWarn})
	}
	if !p.interpolate {
		pieces = append(pieces, piece{"interpolation off", penWarn})
	}
	a.line(0, append(pieces, piece{fmt.Sprintf("%.1f s", p.rate.TimeOf(p.tick).Seconds()), penDim})...)
}

// noticeTime is how long a notice stays.
const noticeTime = 4 * time.Second

func (m *model) notice(a area, p *picture) {
	switch {
	case m.isTold(m.desk.now()):
		a.line(0, piece{p.notice, penWarn})
	case p.mode == modeOver:
		a.line(0, piece{"a game key plays on, or this ends soon", penWarn}, piece{"? help", penDim}, piece{"q quit", penDim})
	default:
		a.line(0, piece{"? help", penDim}, piece{"q quit", penDim}, piece{"p pause", penDim}, piece{". step", penDim},
			piece{"[ ] speed", penDim}, piece{"h hitch", penDim}, piece{"i interpolation", penDim}, piece{"tab HUD", penDim})
	}
}

// drawHelp lists the keys, in two columns where they fit better.
func (m *model) drawHelp(a area) {
	type entry struct{ key, does string }
	var entries []entry
	for _, b := range m.keys {
		if b.does != "" {
			entries = append(entries, entry{b.key, b.does})
		}
	}
	for _, c := range controls {
		if c.does != "" {
			entries = append(entries, entry{c.key, c.does})
		}
	}
	entries = append(entries, entry{"tab", "HUD on or off"}, entry{"?", "this help on or off"})
	for i, e := range entries {
		a.write(max(8-len(e.key), 0), i, e.key, penHead)
		a.write(10, i, e.does, penText)
	}
	if !m.releases {
		a.write(10, len(entries), fmt.Sprintf("a key counts as let go %d ms after its last repeat: this terminal",
			keyDecay.Milliseconds()), penDim)
		a.write(10, len(entries)+1, "does not tell when one goes up", penDim)
	}
}
