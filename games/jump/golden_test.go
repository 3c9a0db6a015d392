// Never edit the golden, fix the code. These are the StateHashes of the reference run on every
// system and in every build; another value means that replays of this game no longer verify.

package jump_test

const (
	goldenTicks = 240
	goldenHash  = 0xfc7cf68f6f7ff043 // after the last tick
	goldenChain = 0x440cde4eac70b3a5 // of the hashes after each tick, chained from 0 by sim.Chain
)
