// Never edit the golden, fix the code. These are the StateHashes of the reference run on every
// system and in every build; another value means that replays of this game no longer verify.

package spring_test

const (
	goldenTicks = 480
	goldenHash  = 0x9c0cbf11fa4b669d // after the last tick
	goldenChain = 0xf0feac47ba8d4c59 // of the hashes after each tick, chained from 0 by sim.Chain
)
