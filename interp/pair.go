package interp

// A Pair is what one drawn thing needs: its state before the last step and after it. The two are
// always one step apart, because the rule is: one Push a step, whatever the frame. Frames without a
// step leave the pair alone, so the picture goes on from where it was; of two steps in a frame,
// Previous is the state after the first.
//
// The zero value stands at T's zero value: a thing that appears elsewhere starts with [NewPair] or
// Teleport, else its first picture shows it on the way from there.
type Pair[T any] struct {
	Previous, Current T
}

// NewPair returns a pair that stands at v.
func NewPair[T any](v T) Pair[T] { return Pair[T]{Previous: v, Current: v} }

// Push takes the state after a step: what was current becomes previous. Call it once in each step.
func (p *Pair[T]) Push(next T) { p.Previous, p.Current = p.Current, next }

// Teleport puts both states at v: the thing appears there, without a streak across the screen. In a
// step it takes the place of Push.
func (p *Pair[T]) Teleport(v T) { p.Previous, p.Current = v, v }

// At returns what to draw at alpha. mix is [Lerp], [LerpVec2], [LerpVec3], [Angle], [Scale],
// [Slerp] or a function of your own that follows them; a nil one panics.
func (p Pair[T]) At(alpha float64, mix func(previous, current T, alpha float64) T) T {
	return mix(p.Previous, p.Current, alpha)
}
