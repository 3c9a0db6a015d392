package replay_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// An island is merge-island written again from its seven rules, so that the recordings here are held
// against a second implementation; prove and the tool hold them against the first.
type island struct {
	c islandConfig
	s [8]int64 // tick, posX, posY, velX, velY, score, rng, draws
}

type islandConfig struct {
	Seed, Accel, FrictionNum, FrictionDen, RNGMultiplier, RNGIncrement int64
}

var islandNames = [8]string{"tick", "posX", "posY", "velX", "velY", "score", "rng", "rngDraws"}

// islandFile has the numbers of merge-island.json, in an order of its own.
const islandFile = `{"seed": 20261012, "accel": 3, "frictionNum": 15, "frictionDen": 16, "rngMultiplier": 1103515245,` +
	` "rngIncrement": 12345, "stepMs": 16, "maxStepsPerFrame": 8, "version": 1, "game": "merge-island"}`

func newIsland(h *replay.Header) (sim.Sim, error) {
	var c islandConfig
	if err := json.Unmarshal(h.Config, &c); err != nil {
		return nil, err
	}
	if c.FrictionDen <= 0 || h.Seed != [2]uint64{uint64(c.Seed), 0} {
		return nil, errors.New("the seed is not the config's, or the friction divides by nothing")
	}
	return &island{c: c, s: [8]int64{6: c.Seed}}, nil
}

func (g *island) Step(input []byte) {
	move := int64(0)
	if len(input) == 1 && (input[0] == 1 || input[0] == 255) {
		move = int64(int8(input[0]))
	}
	c, s := &g.c, &g.s
	pushed := (s[3] + move*c.Accel) * c.FrictionNum
	if s[3] = pushed / c.FrictionDen; pushed%c.FrictionDen < 0 {
		s[3]--
	}
	s[1] += s[3]
	s[4]++
	s[2] += s[4]
	s[6] = (s[6]*c.RNGMultiplier + c.RNGIncrement) & (1<<32 - 1)
	s[5] += s[6] % 7
	s[0]++
	s[7]++
}

func (g *island) Hash(h *sim.Hash) {
	for i, name := range islandNames {
		h.Int(name, g.s[i])
	}
}

func (g *island) Save(image []byte) []byte {
	for _, v := range g.s {
		image = binary.LittleEndian.AppendUint64(image, uint64(v))
	}
	return image
}

func (g *island) Load(image []byte) error {
	if len(image) != 64 {
		return fmt.Errorf("%d bytes", len(image))
	}
	for i := range g.s {
		g.s[i] = int64(binary.LittleEndian.Uint64(image[8*i:]))
	}
	return nil
}

func islandResult(s sim.Sim) []byte {
	v := &s.(*island).s
	return fmt.Appendf(nil, "%d|%d|%d|%d|%d|%d|%d", v[0], v[1], v[2], v[3], v[4], v[5], v[6])
}

// here is the build of these tests: any text does, since a recording names its own.
var here = replay.Build{Go: "go1.26.8", OS: "linux", Arch: "amd64", Level: "v1",
	Module: "github.com/tactus-go/tactus", Version: "v0.0.0", Sum: "golden"}

func islandHost() *replay.SimHost {
	return &replay.SimHost{Game: "mergeisland", Build: here, New: newIsland, Outcome: islandResult}
}

func islandHeader() replay.Header {
	return replay.Header{Game: "mergeisland", Build: here, Seed: [2]uint64{20261012, 0}, RateNum: 125, RateDen: 2,
		Config: []byte(islandFile)}
}

// A tape is a run to record.
type tape struct {
	header replay.Header
	ticks  int
	moves  func(tick int) []byte
	frames bool
	claim  replay.Claim
}

// reference is the reference run: right for 20 ticks, left for 20, 100 ticks.
func reference() tape {
	return tape{header: islandHeader(), ticks: 100, moves: func(tick int) []byte {
		return []byte{byte(1 - 2*(tick/20%2))}
	}}
}

// played is a longer run in which the moves change each 1 to 20 ticks, as a player's do.
func played(ticks int, seed uint64) tape {
	rng := rand.New(rand.NewPCG(seed, 0))
	moves := make([][]byte, 0, ticks)
	for len(moves) < ticks {
		move := [][]byte{{1}, {255}, nil}[rng.IntN(3)]
		for range 1 + rng.IntN(20) {
			moves = append(moves, move)
		}
	}
	return tape{header: islandHeader(), ticks: ticks, moves: func(tick int) []byte { return moves[tick] }}
}

// record plays the tape.
func (p tape) record(t testing.TB) []byte {
	t.Helper()
	var out bytes.Buffer
	game, err := newIsland(&p.header)
	if err != nil {
		t.Fatal(err)
	}
	if p.frames {
		p.header.Flags |= replay.FlagSchedule
	}
	r, err := replay.Record(&out, p.header, game)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(9, 9))
	for tick := range p.ticks {
		r.Step(p.moves(tick))
		if p.frames && rng.IntN(4) > 0 {
			r.Frame(16*time.Millisecond+time.Duration(rng.IntN(800_000)), rng.Float64())
		}
		if p.frames && rng.IntN(5) == 0 {
			r.Frame(8*time.Millisecond, rng.Float64())
		}
	}
	if p.frames {
		r.Frame(16*time.Millisecond, 0)
	}
	if p.claim.Result == nil {
		p.claim.Result = islandResult(game)
	}
	if err := r.Close(p.claim); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// read reads a recording that is whole.
func read(t testing.TB, data []byte) *replay.Recording {
	t.Helper()
	rec, err := replay.Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

// judge reads and verifies.
func judge(t testing.TB, data []byte, host replay.Host) replay.Verdict {
	t.Helper()
	rec, err := replay.Read(bytes.NewReader(data))
	if rec == nil {
		t.Fatal(err)
	}
	return replay.Verify(rec, host, replay.Options{})
}

func TestTheIslandHereIsMergeIsland(t *testing.T) {
	rec := read(t, reference().record(t))
	const golden = "100|-131|5050|18|100|323|3492529440" // never edit it, fix the code
	if got := string(rec.Claim().Result); got != golden {
		t.Errorf("%s, want %s", got, golden)
	}
}
