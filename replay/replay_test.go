package replay_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// TestWhatIsRecordedIsReadBack records random inputs of several players under random intervals.
func TestWhatIsRecordedIsReadBack(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 1))
		h := islandHeader()
		h.Players, h.Plain = uint32(1+rng.IntN(5)), uint32(1+rng.IntN(30))
		h.Chain = h.Plain * uint32(4+rng.IntN(5))
		h.Checkpoint = h.Plain * uint32(rng.IntN(4))
		var out bytes.Buffer
		state := []byte{1}
		w, err := replay.NewWriter(&out, h, func(b []byte) ([]byte, error) { return append(b, state...), nil })
		if err != nil {
			t.Fatal(err)
		}
		var want [][]byte
		input := randomInput(rng, h.Players)
		for range rng.IntN(300) {
			if rng.IntN(3) == 0 {
				input = randomInput(rng, h.Players)
			}
			want = append(want, slices.Clone(input))
			state = append(state[:0], randomInput(rng, 1)...)
			if err := w.Tick(input); err != nil {
				t.Fatal(err)
			}
		}
		if err := w.Close(replay.Claim{Result: []byte("r"), Finished: true}); err != nil {
			t.Fatal(err)
		}
		rec := read(t, out.Bytes())
		var got [][]byte
		for tick, in := range rec.Inputs() {
			if int(tick) != len(got) {
				t.Fatalf("seed %d: tick %d comes after %d ticks", seed, tick, len(got))
			}
			got = append(got, slices.Clone(in))
		}
		if !slices.EqualFunc(got, want, bytes.Equal) || int(rec.Ticks()) != len(want) || !rec.Claim().Finished {
			t.Errorf("seed %d: %d ticks read, %d written", seed, len(got), len(want))
		}
		if rec.Header.Game != h.Game || rec.Header.Chain != h.Chain || rec.Bytes != int64(out.Len()) {
			t.Errorf("seed %d: header %+v", seed, rec.Header)
		}
	}
}

// randomInput is a TM/1 input, written without the package's help.
func randomInput(rng *rand.Rand, players uint32) []byte {
	b := []byte{0, 0, 0, 0}
	for p := range players {
		if rng.IntN(2) == 0 {
			continue
		}
		n := rng.IntN(4)
		if n == 0 {
			continue // one who gives nothing is left out
		}
		b[0]++
		b = binary.LittleEndian.AppendUint16(b, uint16(p))
		b = binary.LittleEndian.AppendUint16(b, uint16(n))
		for range n {
			b = append(b, byte(rng.IntN(3)))
		}
	}
	return b
}

// TestTenMinutesOfMergeIslandStayUnder40kB is about 37,500 ticks, with inputs that change each 1 to 20
// ticks, a plain hash each 60 and a chained one each 600.
func TestTenMinutesOfMergeIslandStayUnder40kB(t *testing.T) {
	data := played(37_500, 1).record(t)
	info := read(t, data).Info()
	t.Logf("%d bytes, %d input changes, %d hashes", len(data), info.Changes, info.Hashes)
	if len(data) > 40_000 || info.Ticks != 37_500 || info.Changes < 2000 || info.Hashes != 626+63+1 {
		t.Errorf("%d bytes: %+v", len(data), info)
	}
	if v := judge(t, data, islandHost()); v.Outcome != replay.OK || v.Compared.Ticks != 37_500 {
		t.Error(v)
	}
}

// TestAFrameTakesAboutTenBytes compares a recording with and without its schedule.
func TestAFrameTakesAboutTenBytes(t *testing.T) {
	tape := played(6000, 2)
	without := len(tape.record(t))
	tape.frames = true
	data := tape.record(t)
	rec := read(t, data)
	n, steps := 0, tactus.Tick(0)
	for f := range rec.Frames() {
		n++
		steps += f.Steps
		if f.Alpha < 0 || f.Alpha > 1 || f.Real < 0 {
			t.Fatalf("frame %d: %+v", n, f)
		}
	}
	if each := float64(len(data)-without) / float64(n); n < 4000 || steps != 6000 || each > 10.5 {
		t.Errorf("%d frames with %d steps, %.1f bytes each", n, steps, each)
	}
}

func TestAnHonestRecordingIsOk(t *testing.T) {
	for _, frames := range []bool{false, true} {
		tape := played(1234, 3)
		tape.frames, tape.header.Checkpoint = frames, 120
		tape.claim.Dropped = 128 * time.Millisecond
		v := judge(t, tape.record(t), islandHost())
		if v.Outcome != replay.OK || v.Tick != 1233 || v.Compared.Ticks != 1234 || v.Compared.Hashes != 21+3+8+1 ||
			!strings.Contains(v.Reason, "dropped 128ms") {
			t.Errorf("frames %v: %s", frames, v)
		}
	}
}

func TestAVerdictIsTheAgreedJSON(t *testing.T) {
	v := judge(t, reference().record(t), islandHost())
	got, err := json.Marshal(v)
	want := `{"verdict":"ok","tick":99,"fields":[],"compared":{"ticks":100,"hashes":4},"reason":""}`
	if err != nil || string(got) != want {
		t.Errorf("%s, %v\nwant %s", got, err, want)
	}
}

// A faulty island does something else at one tick.
type faulty struct {
	island
	at    int64
	fault func(g *island)
}

func (g *faulty) Step(input []byte) {
	g.island.Step(input)
	if g.s[0]-1 == g.at {
		g.fault(&g.island)
	}
}

func faultyHost(at int64, fault func(g *island)) *replay.SimHost {
	host := islandHost()
	host.New = func(h *replay.Header) (sim.Sim, error) {
		s, err := newIsland(h)
		if err != nil {
			return nil, err
		}
		return &faulty{*s.(*island), at, fault}, nil
	}
	host.Outcome = func(s sim.Sim) []byte { return islandResult(&s.(*faulty).island) }
	return host
}

func TestADivergenceNamesTickAndFields(t *testing.T) {
	tape := played(1000, 4)
	tape.header.Plain, tape.header.Checkpoint = 1, 1
	v := judge(t, tape.record(t), faultyHost(421, func(g *island) { g.s[5]++ }))
	if v.Outcome != replay.Diverged || v.Tick != 421 || len(v.Fields) != 1 || v.Fields[0].Name != "score" ||
		v.Compared.Ticks != 421 {
		t.Error(v)
	}
}

func TestADifferenceThatHealsBeforeTheNextPlainHashIsNotSeen(t *testing.T) {
	// FORMAT.md says so: hashes are of the states at the end of segments, and of nothing between.
	for _, c := range []struct {
		back int64
		want replay.Outcome
	}{{110, replay.OK}, {119, replay.OK}, {120, replay.Diverged}} {
		host := islandHost()
		host.Outcome = nil
		host.New = func(h *replay.Header) (sim.Sim, error) {
			return &healer{*must(newIsland(h)).(*island), func(g *island) {
				switch g.s[0] - 1 {
				case 100:
					g.s[5] += 5
				case c.back:
					g.s[5] -= 5
				}
			}}, nil
		}
		tape := played(300, 5)
		tape.claim.Result = []byte{}
		if v := judge(t, tape.record(t), host); v.Outcome != c.want {
			t.Errorf("healed at %d: %s", c.back, v)
		}
	}
}

func TestAFaultInTheLastTickIsFound(t *testing.T) {
	for _, ticks := range []int{1, 59, 60, 61, 600, 601} {
		v := judge(t, played(ticks, 6).record(t), faultyHost(int64(ticks-1), func(g *island) { g.s[1]++ }))
		if v.Outcome != replay.Diverged {
			t.Errorf("%d ticks: %s", ticks, v)
		}
	}
}

func TestAFalseResultIsAClaimAndNoDivergence(t *testing.T) {
	tape := reference()
	tape.claim.Result = []byte("100|-131|5050|18|100|999|3492529440")
	v := judge(t, tape.record(t), islandHost())
	if v.Outcome != replay.ClaimWrong || len(v.Fields) != 1 || !strings.Contains(v.Fields[0].Got, "323") {
		t.Error(v)
	}
	silent := islandHost()
	silent.Outcome = nil
	if v := judge(t, reference().record(t), silent); v.Outcome != replay.ClaimWrong {
		t.Errorf("a host that says no result lets one pass: %s", v)
	}
}

func TestAnotherBuildIsNeverAccused(t *testing.T) {
	data := reference().record(t)
	host := islandHost()
	host.Build.Level = "v3"
	if v := judge(t, data, host); v.Outcome != replay.OK || !strings.Contains(v.Reason, "amd64 v1") ||
		!strings.Contains(v.Reason, "amd64 v3") {
		t.Errorf("agreeing: %s", v)
	}
	other := faultyHost(70, func(g *island) { g.s[1]++ })
	other.Build.Level = "v3"
	if v := judge(t, data, other); v.Outcome != replay.WrongBuild || v.Tick != 99 || !strings.Contains(v.Reason, "v3") {
		t.Errorf("differing: %s", v)
	}
}

func TestAnotherGameOrModuleIsRefusedUnlessItIsAllowed(t *testing.T) {
	host := islandHost()
	host.Game = "jump"
	if v := judge(t, reference().record(t), host); v.Outcome != replay.WrongModule || v.Compared.Hashes != 0 {
		t.Error(v)
	}
	tape := reference()
	tape.header.Kind, tape.header.Build, tape.header.Hash = replay.Module, replay.Build{}, [32]byte{1}
	rec := read(t, tape.record(t))
	same, other := moduleHost{islandHost(), [32]byte{1}}, moduleHost{islandHost(), [32]byte{2}}
	for _, c := range []struct {
		host    replay.Host
		options replay.Options
		want    replay.Outcome
	}{
		{same, replay.Options{}, replay.OK},
		{other, replay.Options{}, replay.WrongModule},
		{other, replay.Options{OtherModule: true}, replay.OK},
		{islandHost(), replay.Options{}, replay.OK},
		{faultyHost(3, func(g *island) { g.s[1]++ }), replay.Options{}, replay.WrongModule},
	} {
		if v := replay.Verify(rec, c.host, c.options); v.Outcome != c.want {
			t.Errorf("%+v: %s, want %s", c.options, v, c.want)
		}
	}
}

// TestNoBuildExplainsAFalseClaimOrAForgery names another build in each recording, as a forger would.
func TestNoBuildExplainsAFalseClaimOrAForgery(t *testing.T) {
	foreign := islandHost()
	foreign.Build.Level = "v3"
	tape := reference()
	tape.claim.Result = []byte("1000000")
	v := judge(t, tape.record(t), foreign)
	if v.Outcome != replay.ClaimWrong || v.Tick != 99 || len(v.Fields) != 1 {
		t.Errorf("a false result: %s", v)
	}
	tape = reference()
	tape.header.Plain, tape.header.Chain, tape.header.Checkpoint = 10, 40, 20
	f := takeApart(tape.record(t))
	for i, c := range f.chunks {
		if c.kind == 3 && u64(c.payload) == 60 {
			f.chunks[i].payload[8]++
		}
	}
	differing := faultyHost(3, func(g *island) { g.s[1]++ })
	differing.Build.Level = "v3"
	for _, host := range []replay.Host{foreign, differing} {
		v := judge(t, f.putTogether(), host)
		if v.Outcome != replay.Diverged || v.Tick != 59 || !strings.Contains(v.Reason, "checkpoint") {
			t.Errorf("a checkpoint that is not its hash's: %s", v)
		}
	}
	silent := islandHost()
	silent.Build.Level, silent.Outcome = "v3", nil
	if v := judge(t, reference().record(t), silent); v.Outcome != replay.WrongBuild {
		t.Errorf("a host that says no result accuses: %s", v)
	}
}

// TestAnHonestDifferenceThatHealedIsOfTheBuild has what looks most like a plain hash that was changed.
func TestAnHonestDifferenceThatHealedIsOfTheBuild(t *testing.T) {
	tape := played(300, 5)
	tape.header.Plain, tape.header.Chain = 10, 100
	host := islandHost()
	host.Build.Level = "v3"
	host.New = func(h *replay.Header) (sim.Sim, error) {
		return &healer{*must(newIsland(h)).(*island), func(g *island) {
			switch g.s[0] - 1 {
			case 115:
				g.s[5] += 5
			case 145:
				g.s[5] -= 5
			}
		}}, nil
	}
	v := judge(t, tape.record(t), host)
	if v.Outcome != replay.WrongBuild || v.Tick != 119 || v.TickAfter == nil || *v.TickAfter != 109 ||
		v.Compared.Ticks != 110 {
		t.Error(v)
	}
}

func TestAVerdictSaysBetweenWhichTicksAStateDiffers(t *testing.T) {
	v := judge(t, played(300, 5).record(t), faultyHost(75, func(g *island) { g.s[1]++ }))
	if v.Tick != 119 || v.TickAfter == nil || *v.TickAfter != 59 ||
		!strings.Contains(v.String(), "diverged between tick 60 and tick 119") {
		t.Error(v)
	}
	if v := judge(t, played(300, 5).record(t), islandHost()); v.TickAfter != nil {
		t.Errorf("nothing differs: %s, after %d", v, *v.TickAfter)
	}
	tape := played(300, 5)
	tape.header.Plain = 1
	v = judge(t, tape.record(t), faultyHost(0, func(g *island) { g.s[1]++ }))
	if v.Tick != 0 || v.TickAfter == nil || *v.TickAfter != -1 || !strings.Contains(v.String(), "diverged at tick 0") {
		t.Error(v)
	}
}

func TestAFalseFinishedFlagIsAClaimWhereTheHostCanTell(t *testing.T) {
	over := func(at int64) *replay.SimHost {
		host := islandHost()
		host.Over = func(s sim.Sim) bool { return s.(*island).s[0] >= at }
		return host
	}
	for _, c := range []struct {
		claimed bool
		host    *replay.SimHost
		want    replay.Outcome
	}{
		{true, over(100), replay.OK}, {false, over(101), replay.OK},
		{true, over(101), replay.ClaimWrong}, {false, over(100), replay.ClaimWrong},
		{true, islandHost(), replay.OK}, {false, islandHost(), replay.OK}, // which cannot tell
	} {
		tape := reference()
		tape.claim.Finished = c.claimed
		v := judge(t, tape.record(t), c.host)
		if v.Outcome != c.want || c.want == replay.ClaimWrong && (len(v.Fields) != 1 || v.Fields[0].Name != "finished") {
			t.Errorf("claimed %v: %s, want %s", c.claimed, v, c.want)
		}
	}
}

// A clumsy game panics at one tick, in Step or in Save.
type clumsy struct {
	island
	at   int64
	step any // what Step panics with
	save any
}

func (g *clumsy) Step(input []byte) {
	if g.step != nil && g.s[0] == g.at {
		panic(g.step)
	}
	g.island.Step(input)
}

func (g *clumsy) Save(image []byte) []byte {
	if g.save != nil && g.s[0] > g.at {
		panic(g.save)
	}
	return g.island.Save(image)
}

func TestAGameThatPanicsHasAVerdict(t *testing.T) {
	bound := "tactus: Flight.Heat has length 9: want at most 8"
	for _, c := range []struct {
		step, save any
		want       replay.Outcome
		tick       tactus.Tick
		reason     string
	}{
		{"index 3", nil, replay.CannotGoOn, 43, "the game cannot go on at tick 43: it panics: index 3"},
		{nil, "index 3", replay.CannotGoOn, 59, "the game cannot go on at tick 59: it panics: index 3"},
		{nil, bound, replay.LimitHit, 59, "list: Flight.Heat has length 9: want at most 8"},
		{&replay.LimitError{Limit: "ticks"}, nil, replay.LimitHit, 43, "ticks"},
	} {
		host := islandHost()
		host.New = func(h *replay.Header) (sim.Sim, error) {
			return &clumsy{*must(newIsland(h)).(*island), 43, c.step, c.save}, nil
		}
		v := judge(t, reference().record(t), host)
		if v.Outcome != c.want || v.Tick != c.tick || !strings.Contains(v.Reason, c.reason) {
			t.Errorf("%+v: %s", c, v)
		}
	}
}

// TestAListOverItsBoundIsALimitHit holds the words of package sim against what SimHost knows them by.
func TestAListOverItsBoundIsALimitHit(t *testing.T) {
	host := islandHost()
	host.New = func(*replay.Header) (sim.Sim, error) { return sim.Of(&heap{}) }
	v := judge(t, reference().record(t), host)
	if v.Outcome != replay.LimitHit || !strings.Contains(v.Reason, "Heat has length") {
		t.Error(v)
	}
}

type heap struct {
	Heat []int64 `sim:"max=8"`
}

func (h *heap) Step([1]byte) { h.Heat = append(h.Heat, 1) }

func TestWhatAHostRefusesIsNotMalformed(t *testing.T) {
	data := reference().record(t)
	for _, c := range []struct {
		level string
		err   error
		want  replay.Outcome
	}{
		{"v1", errors.New("no config of version 2"), replay.Refused},
		{"v3", errors.New("no config of version 2"), replay.WrongBuild},
		{"v1", &replay.LimitError{Limit: "memory"}, replay.LimitHit},
	} {
		host := islandHost()
		host.Build.Level = c.level
		host.New = func(*replay.Header) (sim.Sim, error) { return nil, c.err }
		v := judge(t, data, host)
		reason := strings.TrimPrefix(c.err.Error(), "tactus: limit hit: ")
		if v.Outcome != c.want || v.Byte != nil || v.Compared.Hashes != 0 || !strings.Contains(v.Reason, reason) {
			t.Errorf("%s, %v: %s", c.level, c.err, v)
		}
	}
	host := islandHost()
	host.New = func(*replay.Header) (sim.Sim, error) { panic("no such island") }
	if v := judge(t, data, host); v.Outcome != replay.Refused || !strings.Contains(v.Reason, "no such island") {
		t.Error(v)
	}
}

// A moduleHost says that it is a module.
type moduleHost struct {
	*replay.SimHost
	hash [32]byte
}

func (m moduleHost) Identity() replay.Identity {
	return replay.Identity{Game: m.Game, Kind: replay.Module, Hash: m.hash}
}

// A tiredHost hits a limit.
type tiredHost struct {
	*replay.SimHost
	left uint64
}

func (h *tiredHost) Repeat(input []byte, n uint64) (uint64, error) {
	if n >= h.left {
		return h.left, &replay.LimitError{Limit: "fuel"}
	}
	h.left -= n
	return h.SimHost.Repeat(input, n)
}

func (h *tiredHost) Step(input []byte) error {
	_, err := h.Repeat(input, 1)
	return err
}

func TestALimitIsNamedWithItsTick(t *testing.T) {
	data := reference().record(t)
	if v := judge(t, data, &tiredHost{islandHost(), 43}); v.Outcome != replay.LimitHit || v.Tick != 43 ||
		!strings.HasPrefix(v.Reason, "fuel") {
		t.Error(v)
	}
	v := replay.Verify(read(t, data), islandHost(), replay.Options{TicksMax: 99})
	if v.Outcome != replay.LimitHit || !strings.Contains(v.Reason, "ticks") {
		t.Error(v)
	}
}

func TestARecordingWithoutTicksComparesNothing(t *testing.T) {
	tape := reference()
	tape.ticks = 0
	if v := judge(t, tape.record(t), islandHost()); v.Outcome != replay.NothingCompared || v.Compared.Ticks != 0 {
		t.Error(v)
	}
}

// TestWhatWasFlushedIsReadable cuts a recording at every byte.
func TestWhatWasFlushedIsReadable(t *testing.T) {
	tape := played(400, 7)
	tape.header.Plain, tape.header.Chain, tape.header.Checkpoint = 20, 80, 60
	data := tape.record(t)
	last := tactus.Tick(0)
	for n := range data {
		rec, err := replay.Read(bytes.NewReader(data[:n]))
		if err == nil || rec == nil || rec.Malformed == nil || rec.Malformed.Offset != int64(n) {
			t.Fatalf("cut to %d bytes: %v", n, err)
		}
		if rec.Ticks() < last || rec.Ticks()%20 != 0 {
			t.Fatalf("cut to %d bytes: %d ticks after %d", n, rec.Ticks(), last)
		}
		last = rec.Ticks()
		if last > 0 && !strings.Contains(err.Error(), fmt.Sprintf("the last whole tick is %d", last-1)) {
			t.Fatal(err)
		}
		v := replay.Verify(rec, islandHost(), replay.Options{})
		if v.Outcome != replay.Malformed || v.Compared.Ticks != last {
			t.Fatalf("cut to %d bytes: %s", n, v)
		}
	}
	if last != 400 {
		t.Errorf("the last cut has %d ticks", last)
	}
}

// A fullDisk fails after some bytes.
type fullDisk struct{ left int }

func (d *fullDisk) Write(b []byte) (int, error) {
	n := min(len(b), d.left)
	if d.left -= n; n < len(b) {
		return n, io.ErrNoProgress
	}
	return n, nil
}

func TestTheFirstErrorOfAWriterStays(t *testing.T) {
	h := islandHeader()
	game, _ := newIsland(&h)
	r, err := replay.Record(&fullDisk{600}, h, game)
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		r.Step([]byte{1})
	}
	err = r.Close(replay.Claim{})
	if err == nil || err != r.Err() || !strings.Contains(err.Error(), io.ErrNoProgress.Error()) {
		t.Errorf("%v, %v", err, r.Err())
	}
	if game.(*island).s[0] != 1000 {
		t.Error("the game did not go on")
	}
}

func TestAWriterRefusesWhatAReaderWould(t *testing.T) {
	save := func(b []byte) ([]byte, error) { return append(b, 1), nil }
	for name, change := range map[string]func(h *replay.Header){
		"chain interval":      func(h *replay.Header) { h.Chain = 61 },
		"checkpoint interval": func(h *replay.Header) { h.Checkpoint = 61 },
		"rate":                func(h *replay.Header) { h.RateNum, h.RateDen = 120, 2 },
		"rate numerator":      func(h *replay.Header) { h.RateNum = 0 },
		"game id length":      func(h *replay.Header) { h.Game = "" },
		"game id":             func(h *replay.Header) { h.Game = "Merge Island" },
		"config length":       func(h *replay.Header) { h.Config = make([]byte, 65537) },
		"build identity":      func(h *replay.Header) { h.Build.Sum = "a\nb" },
		"behaviour flags":     func(h *replay.Header) { h.Flags = 0x8000 },
		"kind":                func(h *replay.Header) { h.Kind = 3 },
		"plain interval":      func(h *replay.Header) { h.Plain = 1 << 17 },
	} {
		h := islandHeader()
		change(&h)
		if _, err := replay.NewWriter(io.Discard, h, save); err == nil || !strings.Contains(err.Error(), name+":") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, input := range [][]byte{nil, {1}, {1, 0, 0, 0}, {0, 0, 0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0},
		{1, 0, 0, 0, 0, 0, 0, 0}, {2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}, {1, 0, 0, 0, 0, 0, 2, 0, 9}, make([]byte, 1<<17)} {
		w, err := replay.NewWriter(io.Discard, islandHeader(), save)
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Tick(input); err == nil {
			t.Errorf("input % x is taken", input[:min(len(input), 20)])
		}
	}
}

// A watcher keeps the inputs that its game got.
type watcher struct {
	sim.Sim
	got [][]byte
}

func (w *watcher) Step(input []byte) {
	w.got = append(w.got, slices.Clone(input))
	w.Sim.Step(input)
}

// TestEntriesWithoutBytesReachNeitherGameNorRecording plays inputs in their second encoding.
func TestEntriesWithoutBytesReachNeitherGameNorRecording(t *testing.T) {
	h := islandHeader()
	h.Players = 3
	game := &watcher{Sim: must(newIsland(&h))}
	var out bytes.Buffer
	r, err := replay.Record(&out, h, game)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		r.Step([]byte{3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 7, 2, 0, 0, 0})
		r.Step([]byte{1, 0, 0, 0, 2, 0, 0, 0})
		r.Step([]byte{1, 0, 0, 0, 2, 0, 1, 0, 9})
	}
	if err := r.Close(replay.Claim{}); err != nil {
		t.Fatal(err)
	}
	want := [][]byte{{1, 0, 0, 0, 1, 0, 1, 0, 7}, {0, 0, 0, 0}, {1, 0, 0, 0, 2, 0, 1, 0, 9}}
	for tick, in := range read(t, out.Bytes()).Inputs() {
		if !bytes.Equal(in, want[tick%3]) || !bytes.Equal(game.got[tick], in) {
			t.Errorf("tick %d: % x recorded, % x played, want % x", tick, in, game.got[tick], want[tick%3])
		}
	}
}

// TestAPauseOfHoursCanBeClosed shows frames without a tick, over the 2^20 that a segment holds, and in
// times that no delta makes short.
func TestAPauseOfHoursCanBeClosed(t *testing.T) {
	h := islandHeader()
	h.Flags = replay.FlagSchedule
	game := must(newIsland(&h))
	var out bytes.Buffer
	r, err := replay.Record(&out, h, game)
	if err != nil {
		t.Fatal(err)
	}
	const frames = 1<<20 + 1<<19
	var real time.Duration
	shown := func(ns int) {
		real += time.Duration(ns)
		if err := r.Frame(time.Duration(ns), 0.25); err != nil {
			t.Fatal(err)
		}
	}
	for range 70 {
		r.Step([]byte{1})
		shown(16_000_000)
	}
	for i := range frames {
		shown(6_000_000 + i%2*5_000_000)
	}
	r.Step([]byte{1})
	shown(16_000_000)
	if err := r.Close(replay.Claim{Result: islandResult(game)}); err != nil {
		t.Fatal(err)
	}
	rec := read(t, out.Bytes())
	n, sum := uint64(0), time.Duration(0)
	for f := range rec.Frames() {
		n++
		sum += f.Real
	}
	if n+r.Merged() != frames+71 || r.Merged() == 0 || sum != real || out.Len() > 1<<20 {
		t.Errorf("%d frames and %d merged, %v, %d bytes; want %d and %v", n, r.Merged(), sum, out.Len(), frames+71, real)
	}
	if v := judge(t, out.Bytes(), islandHost()); v.Outcome != replay.OK {
		t.Error(v)
	}
}

func TestARecordedTickDoesNotAllocate(t *testing.T) {
	h := islandHeader()
	h.Flags = replay.FlagSchedule
	game, _ := newIsland(&h)
	r, err := replay.Record(io.Discard, h, game)
	if err != nil {
		t.Fatal(err)
	}
	tick, moves := 0, [][]byte{{1}, {255}, nil}
	step := func() {
		r.Step(moves[tick/7%3])
		r.Frame(16*time.Millisecond, 0.5)
		tick++
	}
	for range 2000 {
		step()
	}
	if n := testing.AllocsPerRun(1200, step); n != 0 {
		t.Errorf("%v allocations a tick", n)
	}
}

func TestAPlayerSeeksPausesAndRunsAtAnySpeed(t *testing.T) {
	for _, checkpoint := range []uint32{0, 120} {
		tape := played(1000, 8)
		tape.header.Checkpoint = checkpoint
		rec := read(t, tape.record(t))
		var want [][]byte
		h := islandHeader()
		game, _ := newIsland(&h)
		for tick := range 1001 {
			want = append(want, game.Save(nil))
			if tick < 1000 {
				game.Step(tape.moves(tick))
			}
		}
		host := islandHost()
		p, err := replay.NewPlayer(rec, host)
		if err != nil {
			t.Fatal(err)
		}
		rng := rand.New(rand.NewPCG(8, 8))
		for range 300 {
			at := p.Position()
			switch rng.IntN(3) {
			case 0:
				to := tactus.Tick(rng.IntN(1001))
				if err := p.Seek(to); err != nil || p.Position() != to {
					t.Fatal(to, p.Position(), err)
				}
			case 1:
				n := tactus.Tick(rng.IntN(200))
				ran, err := p.Run(n)
				if err != nil || ran != min(n, 1000-at) || p.Position() != at+ran {
					t.Fatal(at, n, ran, err)
				}
			default:
				p.Pause(true)
				if ran, err := p.Run(5); ran != 0 || err != nil || !p.Paused() {
					t.Fatal("runs in a pause")
				}
				p.Pause(false)
			}
			if image, _ := host.Save(nil); !bytes.Equal(image, want[p.Position()]) {
				t.Fatalf("another state at %d", p.Position())
			}
		}
		if err := p.Seek(1001); err == nil {
			t.Error("goes past the end")
		}
	}
}
