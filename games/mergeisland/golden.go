package mergeisland

import _ "embed"

// Never edit the golden, fix the code. These are the StateHashes of the reference run on every
// system and in every build; another value means that replays of this game no longer verify.
const (
	// GoldenHash is that after the reference run's last tick.
	GoldenHash uint64 = 0x578be59dd35ae07e
	// GoldenChain is that of the hashes after each tick, chained from 0 by sim.Chain.
	GoldenChain uint64 = 0x6217365b24b60550
)

//go:embed testdata/merge-island-trace.txt
var goldenTrace string

// GoldenTrace returns the published reference run: a line for each tick, as [Summary] writes it.
func GoldenTrace() string { return goldenTrace }

//go:embed testdata/merge-island-cases.json
var goldenCases string

// GoldenCases returns the published runs of the game under ten ways of cutting time into frames, as
// JSON.
func GoldenCases() string { return goldenCases }
