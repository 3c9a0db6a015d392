package replay_test

import (
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// BenchmarkVerify re-runs ten minutes of merge-island natively and says how much longer the verdict
// takes than a bare loop over Step, given the inputs as slices: x-bare is over one that hashes the state
// each 60 ticks, as the recording has it, and x-unhashed over one that does nothing but step. The three
// take turns, so that a machine with other work slows all, and the ratios are of the medians.
//
// A verdict does more than either loop: it decodes the inputs, chains them and the states with SHA-256
// each 600 ticks, compares and seals.
func BenchmarkVerify(b *testing.B) {
	const ticks = 37_500
	calm := reference()
	calm.ticks = ticks
	b.Run("each-20-ticks", func(b *testing.B) { benchVerify(b, calm) })
	b.Run("each-1-to-20-ticks", func(b *testing.B) { benchVerify(b, played(ticks, 1)) })
}

func benchVerify(b *testing.B, p tape) {
	rec := read(b, p.record(b))
	host := islandHost()
	inputs := make([][]byte, p.ticks)
	for tick := range inputs {
		inputs[tick] = slices.Clone(p.moves(tick))
	}
	ways := []func(){
		func() { bareLoop(must(newIsland(&p.header)), inputs) },
		func() { hashingLoop(must(newIsland(&p.header)), inputs) },
		func() {
			if v := replay.Verify(rec, host, replay.Options{}); v.Outcome != replay.OK || int(v.Compared.Ticks) != p.ticks {
				b.Fatal(v)
			}
		},
	}
	took := make([][]time.Duration, len(ways))
	for b.Loop() {
		for k, way := range ways {
			start := time.Now()
			way()
			took[k] = append(took[k], time.Since(start))
		}
	}
	var medians [3]float64
	for k := range took {
		slices.Sort(took[k])
		medians[k] = float64(took[k][len(took[k])/2]) / float64(p.ticks)
	}
	b.ReportMetric(medians[0], "unhashed-ns/tick")
	b.ReportMetric(medians[1], "bare-ns/tick")
	b.ReportMetric(medians[2], "verify-ns/tick")
	b.ReportMetric(medians[2]/medians[0], "x-unhashed")
	b.ReportMetric(medians[2]/medians[1], "x-bare")
}

func bareLoop(game sim.Sim, inputs [][]byte) {
	for _, in := range inputs {
		game.Step(in)
	}
}

// hashingLoop keeps the hashes in a sum, so that none is left out.
func hashingLoop(game sim.Sim, inputs [][]byte) (sum uint64) {
	var hash sim.Hash
	for len(inputs) > 0 {
		n := min(60, len(inputs))
		bareLoop(game, inputs[:n])
		sum += hash.Of(game)
		inputs = inputs[n:]
	}
	return sum
}
