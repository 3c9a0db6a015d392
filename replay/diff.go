package replay

import (
	"bytes"
	"fmt"
	"math"
	"sort"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// rowsShown is how many ticks a comparison shows before the first difference, with it.
const rowsShown = 100

// A Comparison is how two recordings of a game differ.
type Comparison struct {
	Same bool `json:"same"` // inputs and hashes are equal, tick by tick and to the end
	// Tick is the first tick that left different states, -1 where none is known.
	Tick   tactus.Tick      `json:"tick"`
	Fields []sim.Difference `json:"fields"`
	// Input is the first tick whose inputs differ, -1 where none does.
	Input tactus.Tick `json:"input_tick"`
	// Agreed is the last tick at which both recordings have one hash, -1 for none, and Probes how many
	// pairs of chained hashes were looked at to find it.
	Agreed  tactus.Tick      `json:"agreed_tick"`
	Probes  int              `json:"probes"`
	Headers []sim.Difference `json:"headers"` // and claims
	Reason  string           `json:"reason"`
	Rows    []Row            `json:"rows"` // up to 100 ticks, the last being the first that differs
	TicksA  tactus.Tick      `json:"ticks_a"`
	TicksB  tactus.Tick      `json:"ticks_b"`
}

// A Row is one tick of both re-runs.
type Row struct {
	Tick   tactus.Tick `json:"tick"`
	InputA string      `json:"input_a"` // hexadecimal
	InputB string      `json:"input_b"`
	HashA  string      `json:"hash_a"`
	HashB  string      `json:"hash_b"`
}

// Diff compares two recordings: their inputs, and their hashes in a chain of each, which differ for good
// once one hash does, so that the first pair is found in about log2(n) probes. Then both are run again
// from the last checkpoint before it, each on its own host, to find the tick and name the fields.
//
// The two hosts must not be one. With two nil hosts nothing is run: inputs and hashes are compared as
// they stand. An error is a host's.
func Diff(a, b *Recording, hostA, hostB Host) (*Comparison, error) {
	c := &Comparison{Tick: -1, Agreed: -1, TicksA: a.Ticks(), TicksB: b.Ticks(), Fields: []sim.Difference{},
		Headers: append([]sim.Difference{}, sim.Diff(a.fields(), b.fields())...),
		Rows:    []Row{}}
	c.Input = firstInput(a, b)
	common := commonHashes(a, b)
	first := common.first(&c.Probes)
	if first > 0 {
		c.Agreed = tactus.Tick(common.ticks[first-1]) - 1
	}
	shorter := min(c.TicksA, c.TicksB)
	end, differ := shorter, first < len(common.ticks)
	if differ {
		end = tactus.Tick(common.ticks[first])
	}
	if !differ && c.Input < 0 && c.Agreed == shorter-1 && shorter > 0 {
		c.conclude("hashes")
		return c, nil
	}
	if hostA == nil || hostB == nil {
		c.unrun(differ, end)
		return c, nil
	}
	pa, err := NewPlayer(a, hostA)
	if err != nil {
		return nil, err
	}
	pb, err := NewPlayer(b, hostB)
	if err != nil {
		return nil, err
	}
	return c, c.locate(pa, pb, end, differ)
}

// conclude is the answer where nothing differs, by what it was held against.
func (c *Comparison) conclude(by string) {
	switch {
	case c.TicksA != c.TicksB:
		c.Reason = fmt.Sprintf("equal as far as the shorter goes: %d and %d ticks; inputs and %s were compared",
			c.TicksA, c.TicksB, by)
	case c.TicksA == 0:
		c.Reason = "neither has a tick"
	default:
		c.Same = true
	}
}

// unrun is the answer where no host runs the two.
func (c *Comparison) unrun(differ bool, end tactus.Tick) {
	inputs := "the inputs are equal as far as both go"
	if c.Input >= 0 {
		inputs = fmt.Sprintf("the inputs are equal before tick %d", c.Input)
	}
	hashes := "no tick has a hash in both"
	switch {
	case differ:
		hashes = fmt.Sprintf("the hashes differ after tick %d", end-1)
	case c.Agreed >= 0:
		hashes = fmt.Sprintf("the hashes are equal to tick %d, the last that has one in both", c.Agreed)
	}
	c.Reason = inputs + ", and " + hashes + "; nothing was run again"
}

// hashPairs are the hashes of two recordings at the ticks where both have one.
type hashPairs struct {
	ticks  []uint64
	chains [2][]uint64
}

func commonHashes(a, b *Recording) (p hashPairs) {
	var chains [2]uint64
	for i, j := 0, 0; i < len(a.segments) && j < len(b.segments); {
		s, t := a.segment(i), b.segment(j)
		atA, atB := s.first+s.ticks, t.first+t.ticks
		if atA == atB && s.ticks > 0 && t.ticks > 0 {
			chains = [2]uint64{sim.Chain(chains[0], s.plain), sim.Chain(chains[1], t.plain)}
			p.ticks = append(p.ticks, atA)
			p.chains[0], p.chains[1] = append(p.chains[0], chains[0]), append(p.chains[1], chains[1])
		}
		if atA <= atB {
			i++
		}
		if atB <= atA {
			j++
		}
	}
	return p
}

// first returns the place of the first pair that differs, len(ticks) where none does.
func (p *hashPairs) first(probes *int) int {
	n := len(p.ticks)
	if n == 0 {
		return 0
	}
	if *probes = 1; p.chains[0][n-1] == p.chains[1][n-1] {
		return n
	}
	return sort.Search(n-1, func(i int) bool {
		*probes++
		return p.chains[0][i] != p.chains[1][i]
	})
}

// firstInput returns the first tick whose inputs differ, as far as both go, or -1.
func firstInput(a, b *Recording) tactus.Tick {
	x, y := newWalker(a), newWalker(b)
	// Run by run: the ticks that a few bytes of a run stand for may be billions.
	for {
		if x.take(math.MaxUint64) == 0 {
			return -1
		}
		for y.tick < x.tick {
			tick := tactus.Tick(y.tick)
			if y.take(x.tick-y.tick) == 0 {
				return -1
			}
			if !bytes.Equal(x.present.input, y.present.input) {
				return tick
			}
		}
	}
}

// locate finds the tick after the last that agreed, up to end, that leaves different states, and names
// the fields. differ says that the hashes recorded after the last of these ticks do.
func (c *Comparison) locate(a, b *Player, end tactus.Tick, differ bool) error {
	pair := &players{a: a, b: b}
	if err := pair.seek(c.Agreed + 1); err != nil {
		return err
	}
	for a.Position() < end {
		same, err := pair.step()
		if err != nil {
			return err
		}
		if !same {
			c.Tick = a.Position() - 1
			c.Fields = sim.Diff(a.host.Fields(), b.host.Fields())
			return c.fill(pair)
		}
	}
	switch {
	case differ:
		c.Reason = fmt.Sprintf("the recordings differ after tick %d, and their re-runs here do not: "+
			"one was made by another build, or changed", c.Agreed)
	case c.Input >= 0:
		c.Reason = "inputs differ, and the states do not"
	default:
		c.conclude("the states of both re-runs")
	}
	return nil
}

// fill re-runs the last ticks for the report.
func (c *Comparison) fill(pair *players) error {
	if err := pair.seek(max(0, c.Tick+1-rowsShown)); err != nil {
		return err
	}
	for pair.a.Position() <= c.Tick {
		if _, err := pair.step(); err != nil {
			return err
		}
		c.Rows = append(c.Rows, pair.row())
	}
	return nil
}

// players run two recordings side by side.
type players struct {
	a, b           *Player
	imageA, imageB []byte
	hash           sim.Hash
}

func (p *players) seek(tick tactus.Tick) error {
	if err := p.a.Seek(tick); err != nil {
		return err
	}
	return p.b.Seek(tick)
}

// step runs one tick of both and reports whether the states are equal.
func (p *players) step() (same bool, err error) {
	if _, err = p.a.run(1); err != nil {
		return false, err
	}
	if _, err = p.b.run(1); err != nil {
		return false, err
	}
	if p.imageA, err = p.a.host.Save(p.imageA[:0]); err != nil {
		return false, err
	}
	if p.imageB, err = p.b.host.Save(p.imageB[:0]); err != nil {
		return false, err
	}
	return bytes.Equal(p.imageA, p.imageB), nil
}

func (p *players) row() Row {
	return Row{Tick: p.a.Position() - 1, InputA: shownInput(p.a), InputB: shownInput(p.b),
		HashA: fmt.Sprintf("%016x", plainHash(&p.hash, p.imageA)),
		HashB: fmt.Sprintf("%016x", plainHash(&p.hash, p.imageB))}
}

// shownInput shows the bytes of the one player, or the whole input.
func shownInput(p *Player) string {
	const most = 32
	in := p.inputs.present.input
	if p.rec.Header.Players == 1 {
		in = OwnInput(in)
	}
	if len(in) > most {
		return fmt.Sprintf("%x... (%d bytes)", in[:most], len(in))
	}
	return fmt.Sprintf("%x", in)
}

// fields lists header and claim for a comparison.
func (r *Recording) fields() []sim.Field {
	f := func(name string, v any) sim.Field { return sim.Field{Name: name, Value: fmt.Sprint(v)} }
	h, l, t := &r.Header, &r.Header.Limits, &r.trailer.claim
	return []sim.Field{f("flags", h.Flags), f("game", h.Game), f("kind", h.Kind), f("hash", fmt.Sprintf("%x", h.Hash)),
		f("players", h.Players), f("seed", h.Seed), f("rate", h.Rate()), f("config", text(h.Config)),
		f("plain", h.Plain), f("chain", h.Chain), f("checkpoint", h.Checkpoint), f("limits.input", l.Input),
		f("limits.state", l.State), f("limits.fuelSchedule", l.FuelSchedule), f("limits.fuel", l.Fuel),
		f("limits.depth", l.Depth), f("limits.pages", l.Pages),
		f("dropped", t.Dropped), f("finished", t.Finished), f("result", text(t.Result))}
}
