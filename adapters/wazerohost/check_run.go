package wazerohost

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/tactus-go/tactus/guest/abi"
)

// A checker holds the module in both engines and the run that all others are held to.
type checker struct {
	CheckOptions
	compiled    *Host
	interpreted *Host // nil before it is needed
	binary      []byte
	reference   *trace
	inputs      [][]byte
}

// A trace is what a run left behind.
type trace struct {
	start  [32]byte
	sums   [][32]byte // SHA-256 of the state after each tick
	fuel   []uint64
	result [32]byte // SHA-256 of the result at the end
	ended  bool     // the game said that it is finished
}

func newChecker(binary []byte, o CheckOptions) (*checker, error) {
	if o.Ticks == 0 {
		o.Ticks = checkTicks
	}
	if o.Config.RateNum == 0 {
		o.Config = abi.Config{SeedLo: 1, RateNum: 60, RateDen: 1, Players: 1, Game: o.Config.Game}
	}
	if o.Ticks < 0 || o.Ticks > checkTicksMax {
		return nil, fmt.Errorf("tactus: %d ticks: want 1 to %d", o.Ticks, checkTicksMax)
	}
	if o.Budget == nil {
		o.Budget = NewBudget(context.Background(), 0)
	}
	h, err := New(binary, Options{Limits: o.Limits, Profile: o.Profile, CacheDir: o.CacheDir, Budget: o.Budget})
	if err != nil {
		return nil, err
	}
	c := &checker{CheckOptions: o, compiled: h, binary: binary}
	c.makeInputs()
	i, err := h.NewInstance(o.Config)
	if err != nil {
		return c, err
	}
	return c, i.Close()
}

func (c *checker) close() {
	_ = c.compiled.Close()
	if c.interpreted != nil {
		_ = c.interpreted.Close()
	}
}

// interpreter returns the module in the second engine.
func (c *checker) interpreter() (*Host, error) {
	var err error
	if c.interpreted == nil {
		c.interpreted, err = New(c.binary, Options{Limits: c.Limits, Profile: c.Profile, Interpreter: true, Budget: c.Budget})
	}
	return c.interpreted, err
}

// makeInputs fixes the input of every tick, so that all runs have the same.
func (c *checker) makeInputs() {
	r := rand.New(rand.NewPCG(c.Seed, 0x7461_6374_7573))
	for tick := range c.Ticks {
		if c.Input != nil {
			c.inputs = append(c.inputs, slices.Clone(c.Input(tick)))
		} else {
			c.inputs = append(c.inputs, madeUp(r, c.Config.Players))
		}
	}
}

// madeUp returns an input of the kind that games have: for each of the first players nothing, or a few
// bytes, small in absolute value more often than not.
func madeUp(r *rand.Rand, players uint32) []byte {
	var ins []abi.Input
	for p := range min(players, 8) {
		n := []int{0, 1, 1, 1, 2, 4, 8}[r.IntN(7)]
		if n == 0 {
			continue
		}
		b := make([]byte, n)
		for k := range b {
			b[k] = []byte{0, 1, 255, byte(r.Uint32())}[r.IntN(4)]
		}
		ins = append(ins, abi.Input{Player: uint16(p), Bytes: b})
	}
	blob, err := abi.AppendInput(nil, ins...)
	if err != nil {
		panic(err) // eight short inputs of ascending players are within every limit
	}
	return blob
}

// play runs an instance from where it is to the end. Where see is not nil, it is called with each
// state, which it must not keep, and its error ends the run.
func (c *checker) play(i *Instance, from int, see func(tick int, state []byte) error) (*trace, error) {
	t := &trace{}
	state, err := i.Save(nil)
	if err != nil {
		return t, err
	}
	t.start = sha256.Sum256(state)
	for tick := from; tick < len(c.inputs); tick++ {
		finished, err := i.Step(c.inputs[tick])
		if err != nil {
			return t, err
		}
		t.fuel = append(t.fuel, i.used)
		if state, err = i.Save(state[:0]); err != nil {
			return t, err
		}
		t.sums = append(t.sums, sha256.Sum256(state))
		if see != nil {
			if err := see(tick, state); err != nil {
				return t, err
			}
		}
		if finished {
			t.ended = true
			break
		}
	}
	result, err := i.Result(nil)
	t.result = sha256.Sum256(result)
	return t, err
}

// with runs f on a new instance.
func (c *checker) with(h *Host, config abi.Config, f func(i *Instance) error) error {
	i, err := h.NewInstance(config)
	if err != nil {
		return err
	}
	defer i.Close()
	return f(i)
}

// run plays a whole run in a new instance.
func (c *checker) run(h *Host, config abi.Config) (t *trace, err error) {
	err = c.with(h, config, func(i *Instance) error {
		t, err = c.play(i, 0, nil)
		return err
	})
	return t, err
}

func (c *checker) runReference() error {
	t, err := c.run(c.compiled, c.Config)
	if err == nil {
		c.reference = t
	}
	return err
}

// same holds a run that began at a tick to the reference. The last error says at which tick and in
// which fields they differ.
func (c *checker) same(t *trace, from int) error {
	want := c.reference.sums[min(from, len(c.reference.sums)):]
	for k := range min(len(want), len(t.sums)) {
		if want[k] != t.sums[k] {
			return fmt.Errorf("another state after tick %d", from+k)
		}
	}
	if len(want) != len(t.sums) || t.ended != c.reference.ended {
		return fmt.Errorf("it ran %d ticks, %d in the reference run", from+len(t.sums), len(c.reference.sums))
	}
	if t.result != c.reference.result {
		return errors.New("the states are the same, and the result is another one")
	}
	return nil
}

func (c *checker) most() uint64 {
	if c.reference == nil || len(c.reference.fuel) == 0 {
		return 0
	}
	return slices.Max(c.reference.fuel)
}

// p999 is the 99.9th percentile of the fuel of a tick, by nearest rank.
func (c *checker) p999() uint64 {
	if c.reference == nil || len(c.reference.fuel) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(c.reference.fuel))
	rank := (len(sorted)*999 + 999) / 1000
	return sorted[rank-1]
}
