package prove

import (
	"bytes"
	"fmt"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// A Host is one way to run a game: natively, or as a module in some engine.
type Host struct {
	Name string
	// New returns the game at tick 0. The game may panic with an error where it cannot go on.
	New func() (sim.Sim, error)
}

// A HostReport says whether a game comes out the same wherever it runs.
type HostReport struct {
	Hosts    []HostRow `json:"hosts"`
	Compared struct {
		Ticks  int `json:"ticks"`  // that every host ran
		States int `json:"states"` // held to the first host's, over all others
	} `json:"compared"`
	Verdict Verdict `json:"verdict"`
	Reason  string  `json:"reason,omitempty"` // of a vacuous verdict, and of hosts that could not go on
}

// A HostRow is one host.
type HostRow struct {
	Name  string `json:"name"`
	Ticks int    `json:"ticks"`
	Equal bool   `json:"equal"`
	// Error says why the host could not go on, at the tick after Ticks.
	Error      string      `json:"error,omitempty"`
	Divergence *Divergence `json:"divergence,omitempty"`
}

// namer is a game that knows the names of its fields better than its Hash says.
type namer interface{ Fields() []sim.Field }

func fieldsOf(s sim.Sim) []sim.Field {
	if n, ok := s.(namer); ok {
		return n.Fields()
	}
	return sim.Fields(s)
}

// Hosts runs a game on all hosts side by side and holds what each saves, byte by byte, to what the
// first one saves. A host that differs or fails is left behind at that tick, and the others go on. The
// error says that there are not two hosts, or that the first does not start.
func Hosts(ticks tactus.Tick, input func(tick tactus.Tick) []byte, hosts ...Host) (*HostReport, error) {
	if len(hosts) < 2 {
		return nil, fmt.Errorf("tactus: %d hosts: want two or more, to hold against each other", len(hosts))
	}
	if ticks < 0 || ticks > ticksMax {
		return nil, fmt.Errorf("tactus: %d ticks: want up to %d", ticks, ticksMax)
	}
	c := &comparison{report: &HostReport{Verdict: Equal}}
	for k, h := range hosts {
		if err := c.start(h); err != nil && k == 0 {
			return nil, fmt.Errorf("%s: %w", h.Name, err)
		}
	}
	for tick := range ticks {
		if !c.tick(tick, input(tick)) {
			break
		}
	}
	return c.conclude(), nil
}

// comparison is the runs side by side; a game that is left behind is nil.
type comparison struct {
	report  *HostReport
	games   []sim.Sim
	first   []byte // what the first host saves
	changed bool
}

// start makes the game of a host.
func (c *comparison) start(h Host) error {
	row := HostRow{Name: h.Name, Equal: true}
	game, err := h.New()
	if err != nil {
		game, row.Equal, row.Error = nil, false, err.Error()
	}
	c.games = append(c.games, game)
	c.report.Hosts = append(c.report.Hosts, row)
	return err
}

// tick runs one tick everywhere and reports whether the first host can go on.
func (c *comparison) tick(tick tactus.Tick, input []byte) bool {
	for k, game := range c.games {
		if game == nil {
			continue
		}
		row := &c.report.Hosts[k]
		state, err := stepped(game, input)
		switch {
		case err != nil:
			row.Equal, row.Error = false, err.Error()
			c.games[k] = nil
		case k == 0:
			c.changed = c.changed || tick > 0 && !bytes.Equal(state, c.first)
			c.first = state
			row.Ticks++
		default:
			row.Ticks++
			c.report.Compared.States++
			if !bytes.Equal(state, c.first) {
				row.Equal = false
				row.Divergence = &Divergence{Schedule: row.Name, Tick: tick, Fields: sim.Diff(fieldsOf(c.games[0]), fieldsOf(game))}
				c.games[k] = nil
			}
		}
		if c.games[0] == nil {
			return false
		}
	}
	c.report.Compared.Ticks++
	return true
}

// stepped runs a tick and saves. A game that is somewhere else says by a panic that it cannot go on.
func stepped(game sim.Sim, input []byte) (state []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	game.Step(input)
	return game.Save(nil), nil
}

func (c *comparison) conclude() *HostReport {
	r := c.report
	for _, row := range r.Hosts {
		switch {
		case row.Divergence != nil:
			r.Verdict = Different
		case row.Error != "" && r.Reason == "":
			r.Reason = row.Name + " stops after " + fmt.Sprint(row.Ticks) + " ticks: " + row.Error
			if r.Verdict == Equal {
				r.Verdict = Vacuous
			}
		}
	}
	if r.Verdict != Equal {
		return r
	}
	switch {
	case r.Compared.States == 0:
		r.Verdict, r.Reason = Vacuous, "no state was compared"
	case !c.changed:
		r.Verdict, r.Reason = Vacuous, "the state never changed"
	}
	return r
}
