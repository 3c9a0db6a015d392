package sim

// A Sim is a deterministic simulation: a state that only Step changes, by the tick's input and
// nothing else. It is the whole contract between a game and everything that replays, verifies or
// rolls back, and the WebAssembly guest exports the same four calls.
type Sim interface {
	// Step advances the state by exactly one tick. input is that tick's, and only that; it must not
	// be kept after the call. Bytes that are no input of the game count as no input.
	Step(input []byte)
	// Hash writes every field of the state, named, in a fixed order.
	Hash(h *Hash)
	// Save appends the whole state to image and returns it.
	Save(image []byte) []byte
	// Load restores what Save wrote, or returns an error and leaves the state untouched.
	Load(image []byte) error
}

// A Drawer is a Sim that is also shown. Draw must read the state and never change it: a host calls
// it once a frame, so what it changes depends on the frame rate.
type Drawer interface {
	// Draw shows the state between the last two ticks at alpha, 0 to 1.
	Draw(alpha float64)
}
