// Never edit the golden, fix the code. These are the StateHashes of the reference run on every
// system and in every build; another value means that replays of this game no longer verify.

package mergeisland_test

const (
	goldenTicks = 100
	goldenHash  = 0x578be59dd35ae07e // after the last tick
	goldenChain = 0x6217365b24b60550 // of the hashes after each tick, chained from 0 by sim.Chain
)
