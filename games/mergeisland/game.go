package mergeisland

import (
	"encoding/binary"
	"strconv"

	"github.com/tactus-go/tactus/sim"
)

// TicksMax is the length of the longest run, 2^24 ticks, 74 hours at 16 ms. A Game that has reached
// it stands still. Together with the ranges of [Config] it keeps every number under 2^63:
// a speed grows by at most accel+1 a tick, so it stays under 10,001*2^24 and a position under
// 10,001*2^47, and the product with frictionNum under 2^58.
const TicksMax = 1 << 24

// A State is everything that a tick changes. Speeds are in units a tick.
type State struct {
	Tick       int64 // steps so far
	PosX, PosY int64
	VelX, VelY int64
	Score      int64
	RNG        sim.LCG
}

// A Game is merge-island as a [sim.Sim], with the contract written by hand.
type Game struct {
	config Config // constant, so neither hashed nor saved
	state  State
}

// New returns the game at tick 0. It refuses a config as [Config.Check] does. Other runs than the
// reference one are other seeds in the config and other inputs to Step.
func New(config Config) (*Game, error) {
	if err := config.Check(); err != nil {
		return nil, err
	}
	rng := sim.NewLCG(uint32(config.RNGMultiplier), uint32(config.RNGIncrement), uint32(config.Seed))
	return &Game{config: config, state: State{RNG: rng}}, nil
}

// State returns a copy of the state: for drawing, and for reports.
func (g *Game) State() State { return g.state }

// Input returns the input of a move: -1, 0 or 1. It panics for another.
func Input(move int8) []byte {
	if move < -1 || move > 1 {
		panic("tactus: mergeisland.Input of " + strconv.Itoa(int(move)) + ": want -1, 0 or 1")
	}
	return []byte{byte(move)}
}

// moveOf reads an input.
func moveOf(input []byte) int64 {
	if len(input) != 1 {
		return 0
	}
	switch move := int8(input[0]); move {
	case -1, 1:
		return int64(move)
	}
	return 0
}

// Step runs one tick.
func (g *Game) Step(input []byte) {
	c, s := &g.config, &g.state
	if s.Tick >= TicksMax {
		return
	}
	pushed := s.VelX + moveOf(input)*c.Accel
	s.VelX = floorDiv(pushed*c.FrictionNum, c.FrictionDen)
	s.PosX += s.VelX
	s.VelY++
	s.PosY += s.VelY
	s.Score += int64(s.RNG.Next() % 7)
	s.Tick++
}

// floorDiv divides by den, over 0, and rounds down also below zero, where Go's division rounds up:
// an island that goes left must slow down as the rules say and not a little faster.
func floorDiv(num, den int64) int64 {
	whole := num / den
	if num%den < 0 {
		whole--
	}
	return whole
}

// Hash writes the state, one word a field.
func (g *Game) Hash(h *sim.Hash) {
	s := &g.state
	h.Int("tick", s.Tick)
	h.Int("posX", s.PosX)
	h.Int("posY", s.PosY)
	h.Int("velX", s.VelX)
	h.Int("velY", s.VelY)
	h.Int("score", s.Score)
	h.Uint("rng", uint64(s.RNG.State()))
	h.Uint("rngDraws", s.RNG.Draws())
}

// imageBytes is the length of every image: the eight words of the hash, little-endian.
const imageBytes = 8 * 8

// Save appends the state, 64 bytes.
func (g *Game) Save(image []byte) []byte {
	s := &g.state
	for _, v := range [...]int64{s.Tick, s.PosX, s.PosY, s.VelX, s.VelY, s.Score,
		int64(s.RNG.State()), int64(s.RNG.Draws())} {
		image = binary.LittleEndian.AppendUint64(image, uint64(v))
	}
	return image
}

// Load restores what Save wrote. It returns a [*sim.ImageError] for another length, and for numbers
// that no run of this config reaches; such as would make a later tick overflow are among them.
func (g *Game) Load(image []byte) error {
	if len(image) != imageBytes {
		length := strconv.Itoa(len(image)) + " bytes long"
		return &sim.ImageError{Value: length, Want: strconv.Itoa(imageBytes)}
	}
	var v [imageBytes / 8]int64
	for i := range v {
		v[i] = int64(binary.LittleEndian.Uint64(image[8*i:]))
	}
	if err := g.config.checkWords(v); err != nil {
		return err
	}
	c := &g.config
	g.state = State{Tick: v[0], PosX: v[1], PosY: v[2], VelX: v[3], VelY: v[4], Score: v[5],
		RNG: sim.LCGAt(uint32(c.RNGMultiplier), uint32(c.RNGIncrement), uint32(v[6]), uint64(v[7]))}
	return nil
}

// checkWords holds each word of an image against what the tick leaves possible.
func (c *Config) checkWords(v [imageBytes / 8]int64) error {
	tick := min(max(v[0], 0), TicksMax)
	triangle := tick * (tick + 1) / 2 // 1 + 2 + ... + tick
	speed := (c.Accel + 1) * tick     // 1 more than accel, since friction rounds down
	for i, f := range [...]struct {
		name      string
		low, high int64
	}{
		{"tick", 0, TicksMax},
		{"posX", -(c.Accel + 1) * triangle, (c.Accel + 1) * triangle},
		{"posY", triangle, triangle},
		{"velX", -speed, speed},
		{"velY", tick, tick},
		{"score", 0, 6 * tick},
		{"rng", 0, 1<<32 - 1},
		{"rngDraws", tick, tick},
	} {
		if v[i] < f.low || v[i] > f.high {
			return &sim.ImageError{Field: f.name, At: 8 * i, Value: strconv.FormatInt(v[i], 10),
				Want: span(f.low, f.high)}
		}
	}
	return nil
}
