package wazerohost

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
)

// starts is point 2.
func (c *checker) starts() (string, error) {
	err := c.with(c.compiled, c.Config, func(i *Instance) error {
		t, err := c.play(i, 0, nil)
		if err != nil {
			return err
		}
		if t.start != c.reference.start {
			return errors.New("two instances start in different states")
		}
		if err := i.Init(); err != nil {
			return err
		}
		if t, err = c.play(i, 0, nil); err != nil {
			return err
		}
		if t.start != c.reference.start {
			return errors.New("a second tm_init in one instance gives another state: some state is kept outside of it")
		}
		return c.same(t, 0)
	})
	if err != nil {
		return "", err
	}
	other := c.Config
	other.SeedLo ^= 1
	t, err := c.run(c.compiled, other)
	if err != nil {
		return "", fmt.Errorf("with seed %d: %w", other.SeedLo, err)
	}
	if t.start == c.reference.start && c.same(t, 0) == nil {
		return "", errors.New("another seed gives the same run")
	}
	return "3 starts equal, another seed differs", nil
}

// repeats is point 3.
func (c *checker) repeats() (string, error) {
	t, err := c.run(c.compiled, c.Config)
	if err == nil {
		err = c.same(t, 0)
	}
	return fmt.Sprintf("%d ticks equal in two instances", len(c.reference.sums)), err
}

// saves is point 4.
func (c *checker) saves() (string, error) {
	tried := 0
	err := c.with(c.compiled, c.Config, func(i *Instance) error {
		_, err := c.play(i, 0, func(tick int, state []byte) error {
			if tick%97 != 0 { // a state now and then, at no round number
				return nil
			}
			tried++
			return c.loads(i, bytes.Clone(state))
		})
		return err
	})
	if err == nil && tried == 0 {
		err = errors.New("no tick was run")
	}
	return fmt.Sprintf("%d states: loaded, cut, extended, every 61st bit flipped", tried), err
}

// loads tries one state, and what is nearly one, and leaves the instance in it.
func (c *checker) loads(i *Instance, state []byte) error {
	if len(state) == 0 {
		return errors.New("the state is empty: want a byte or more")
	}
	if err := c.loadsAs(i, state, state); err != nil {
		return err
	}
	if err := c.canonical(i, state); err != nil {
		return err
	}
	for _, bad := range [][]byte{{}, state[:len(state)-1], append(bytes.Clone(state), 0)} {
		err := i.Load(bad)
		if !isStatus(err) {
			return fmt.Errorf("a state of %d bytes, in place of %d, is loaded: %v", len(bad), len(state), err)
		}
		if err := c.holds(i, state); err != nil {
			return fmt.Errorf("after a refused state of %d bytes: %w", len(bad), err)
		}
	}
	for bit := 0; bit < min(8*len(state), 8*4096); bit += 61 {
		flipped := bytes.Clone(state)
		flipped[bit/8] ^= 1 << (bit % 8)
		if err := c.loadsAs(i, flipped, state); err != nil {
			return fmt.Errorf("with bit %d flipped: %w", bit, err)
		}
	}
	return i.Load(state)
}

// canonical holds the NaNs of a state, where its schema says that there are floats, to the one pattern.
func (c *checker) canonical(i *Instance, state []byte) error {
	places, err := i.schemaOf(len(state))
	if err != nil {
		return err
	}
	for _, p := range places {
		if p.Type != "f32" && p.Type != "f64" {
			continue
		}
		for k := range p.Count {
			b := state[p.Offset+k*p.Size()/p.Count:][:p.Size()/p.Count]
			if odd(b) {
				return fmt.Errorf("%s, element %d, is a NaN of another pattern than TM/1 allows: %x", p.Path, k, b)
			}
		}
	}
	return nil
}

// odd reports whether a float is a NaN other than the canonical one.
func odd(b []byte) bool {
	if len(b) == 4 {
		v := binary.LittleEndian.Uint32(b)
		return v&^(1<<31) > 0x7f800000 && v != 0x7fc00000
	}
	v := binary.LittleEndian.Uint64(b)
	return v&^(1<<63) > 0x7ff0000000000000 && v != 0x7ff8000000000000
}

// loadsAs loads an image: it is either refused, and the state is as before, or it is saved again byte
// by byte. before is the state that the instance is in, or was, when it refuses.
func (c *checker) loadsAs(i *Instance, image, before []byte) error {
	switch err := i.Load(image); {
	case err == nil:
		if err := c.holds(i, image); err != nil {
			return err
		}
		return i.Load(before)
	case bytes.Equal(image, before):
		return fmt.Errorf("it refuses what it saved: %w", err)
	case isStatus(err):
		return c.holds(i, before)
	default:
		return err
	}
}

// holds reports whether the instance saves that state.
func (c *checker) holds(i *Instance, want []byte) error {
	got, err := i.Save(nil)
	if err == nil && !bytes.Equal(got, want) {
		return errors.New("the state that is saved is not the one that was loaded or there before")
	}
	return err
}

const backMax = 8

// rollsBack is point 5: at every tick back by 1 to 8 ticks, and forward again.
func (c *checker) rollsBack() (string, error) {
	var ring [backMax + 1][]byte // the state before tick t is at t mod 9
	again := 0
	err := c.with(c.compiled, c.Config, func(i *Instance) error {
		var err error
		for tick := range c.reference.sums {
			if ring[tick%len(ring)], err = i.Save(ring[tick%len(ring)][:0]); err != nil {
				return err
			}
			if _, err := i.Step(c.inputs[tick]); err != nil {
				return err
			}
			back := min(tick%backMax+1, tick+1)
			if err := i.Load(ring[(tick+1-back)%len(ring)]); err != nil {
				return fmt.Errorf("tick %d, %d back: %w", tick, back, err)
			}
			for t := tick + 1 - back; t <= tick; t++ {
				if _, err := i.Step(c.inputs[t]); err != nil {
					return err
				}
				again++
			}
			state, err := i.Save(nil)
			if err != nil {
				return err
			}
			if sha256.Sum256(state) != c.reference.sums[tick] {
				return fmt.Errorf("another state after tick %d, rolled back by %d: some state is not saved", tick, back)
			}
		}
		return nil
	})
	return fmt.Sprintf("%d rollbacks, %d ticks run again", len(c.reference.sums), again), err
}

// goesOn is point 6.
func (c *checker) goesOn() (string, error) {
	every, fresh := max(1, len(c.reference.sums)/8), 0
	err := c.with(c.compiled, c.Config, func(first *Instance) error {
		_, err := c.play(first, 0, func(tick int, state []byte) error {
			if tick%every != 0 || tick+1 >= len(c.reference.sums) {
				return nil
			}
			fresh++
			return c.with(c.compiled, c.Config, func(i *Instance) error {
				if err := i.Load(state); err != nil {
					return fmt.Errorf("a new instance refuses the state after tick %d: %w", tick, err)
				}
				t, err := c.play(i, tick+1, nil)
				if err == nil {
					err = c.same(t, tick+1)
				}
				if err != nil {
					return fmt.Errorf("a new instance that went on after tick %d: %w", tick, err)
				}
				return nil
			})
		})
		return err
	})
	if err == nil && fresh == 0 {
		err = errors.New("the run is too short")
	}
	return fmt.Sprintf("%d new instances went on to the end", fresh), err
}

// engines is point 7, as far as this package has engines: who has another one, as tactus prove has Node,
// compares it beside the check.
func (c *checker) engines() (string, error) {
	h, err := c.interpreter()
	if err != nil {
		return "", err
	}
	t, err := c.run(h, c.Config)
	if err == nil {
		err = c.same(t, 0)
	}
	if err != nil {
		return "", fmt.Errorf("in the interpreter: %w", err)
	}
	for tick, fuel := range t.fuel {
		if fuel != c.reference.fuel[tick] {
			return "", fmt.Errorf("tick %d costs %d compiled, %d interpreted", tick, c.reference.fuel[tick], fuel)
		}
	}
	return fmt.Sprintf("%d ticks equal in wazero's two engines; another is no part of this check", len(t.sums)), nil
}

// moves is point 8.
func (c *checker) moves() (string, error) {
	seen := map[[32]byte]bool{c.reference.start: true}
	for _, s := range c.reference.sums {
		seen[s] = true
	}
	if len(seen) < 2 {
		return "", errors.New("the state never changes")
	}
	idle := *c
	idle.inputs = make([][]byte, len(c.inputs))
	t, err := idle.run(c.compiled, c.Config)
	if err != nil {
		return "", fmt.Errorf("without inputs: %w", err)
	}
	if c.same(t, 0) == nil {
		return "", errors.New("the inputs change nothing: without any, the run is the same")
	}
	return fmt.Sprintf("%d different states; without inputs another run", len(seen)), nil
}

// fuels is point 9.
func (c *checker) fuels() (string, error) {
	limit := c.compiled.limits.Fuel
	if p := c.p999(); p > limit/2 {
		return "", fmt.Errorf("a tick costs %d at the 99.9th percentile: want at most half of the limit, %d", p, limit)
	}
	if c.most() == 0 {
		return "", errors.New("no tick costs anything")
	}
	interpreted, err := c.interpreter()
	if err != nil {
		return "", err
	}
	half := len(c.reference.fuel) / 2
	for _, h := range []*Host{c.compiled, interpreted} {
		if err := c.with(h, c.Config, func(i *Instance) error { return c.runsOut(i, half) }); err != nil {
			return "", err
		}
	}
	return fmt.Sprintf("99.9th percentile %d, most %d, limit %d; with 1 less than tick %d costs, both engines stop in it",
		c.p999(), c.most(), limit, half), nil
}

// runsOut plays a run that from some tick on has 1 less than that tick costs, and must end in it.
func (c *checker) runsOut(i *Instance, at int) error {
	if at == 0 {
		i.stepFuel = c.reference.fuel[at] - 1
	}
	t, err := c.play(i, 0, func(tick int, _ []byte) error {
		if tick+1 == at {
			i.stepFuel = c.reference.fuel[at] - 1
		}
		return nil
	})
	if e, ok := errors.AsType[*LimitError](err); ok && e.Limit == LimitFuel && len(t.sums) == at {
		return nil
	}
	return fmt.Errorf("with 1 less than tick %d costs, it runs %d ticks and ends with %w", at, len(t.sums), err)
}

// sees is point 10.
func (c *checker) sees() (string, error) {
	t, err := c.otherWorld()
	if err == nil {
		err = c.same(t, 0)
	}
	if err == nil && t.start != c.reference.start {
		err = errors.New("another state at the start")
	}
	if err != nil {
		return "", fmt.Errorf("with another clock and other random bytes: %w", err)
	}
	asks := 0
	for _, i := range c.compiled.module.Imports() {
		if i.Name == "clock_time_get" || i.Name == "random_get" {
			asks++
		}
	}
	if asks == 0 {
		return "it imports neither clock nor entropy", nil
	}
	return fmt.Sprintf("%d ticks equal with another clock and other random bytes", len(t.sums)), nil
}

// otherWorld plays the run with another clock and other random bytes.
func (c *checker) otherWorld() (t *trace, err error) {
	i, err := c.compiled.newInstance(c.Config, 0x9e37_79b9) // any number but 0
	if err != nil {
		return nil, err
	}
	defer i.Close()
	return c.play(i, 0, nil)
}
