package sim

// An LCG is a linear congruential generator of 32 bits: state = (state*multiplier + increment) mod
// 2^32, and the new state is the number drawn. It is here for games whose rules prescribe one,
// because any language has it in a line; a new game takes [Rand], whose low bits are as random as
// its high ones. An LCG's lowest bit merely alternates, or stands still.
//
// The zero value draws 0 for ever.
type LCG struct {
	multiplier, increment uint32
	state                 uint32
	draws                 uint64
}

// NewLCG returns the generator that starts at seed, before its first draw.
func NewLCG(multiplier, increment, seed uint32) LCG {
	return LCG{multiplier: multiplier, increment: increment, state: seed}
}

// LCGAt returns the generator in a state that [LCG.State] and [LCG.Draws] gave.
func LCGAt(multiplier, increment, state uint32, draws uint64) LCG {
	return LCG{multiplier: multiplier, increment: increment, state: state, draws: draws}
}

// Next draws a number.
func (g *LCG) Next() uint32 {
	g.state = g.state*g.multiplier + g.increment // wraps at 2^32
	g.draws++
	return g.state
}

// State returns the number drawn last, at first the seed.
func (g LCG) State() uint32 { return g.state }

// Draws returns how many numbers were drawn.
func (g LCG) Draws() uint64 { return g.draws }

// Hash writes constants, state and number of draws under name.
func (g LCG) Hash(h *Hash, name string) {
	h.In(name)
	h.Uint("multiplier", uint64(g.multiplier))
	h.Uint("increment", uint64(g.increment))
	h.Uint("state", uint64(g.state))
	h.Uint("draws", g.draws)
	h.Out()
}
