// Never edit the golden, fix the code. These are the StateHashes of the reference run on every
// system and in every build; another value means that replays of this game no longer verify.

package tunnel_test

const (
	goldenTicks = 600
	goldenHash  = 0xa71dedb1021c5973 // after the last tick
	goldenChain = 0x564e9b7ab404f690 // of the hashes after each tick, chained from 0 by sim.Chain
)
