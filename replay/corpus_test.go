package replay_test

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/replay"
)

var update = flag.Bool("update", false, "write the recordings that testdata/replays lacks, and the list of verdicts")

const (
	corpusFolder = "testdata/replays"
	corpusList   = corpusFolder + "/verdicts.txt"
)

// corpusNotes begins the list: which kept files have another verdict than they once had, and why. Lines
// with # are no verdicts.
const corpusNotes = `# Verdicts that are not what they once were, and why:
# players.tactus: once ok. It holds entries without bytes, a second encoding of an input, which TM/1
# never allowed and every reader refuses now. players-given.tactus is the same run in the one encoding.
# bad-build.tactus, bad-build-identity.tactus: once wrong build, and
# bad-kind-with-all-that-goes-with-it.tactus: once wrong module. Another build may have other states; where
# the states agree and the chained hash does not, no build explains it, and naming one hides no forger.
# bad-seed.tactus: once malformed. The format allows any seed; it is the game that refuses this one.
`

// corpus makes the recordings that are kept for ever, with the verdict of each. A file that exists is
// never written again: an old recording has to give its verdict with every later version.
func corpus(t *testing.T) map[string][]byte {
	rich := target(t, 430)
	files := map[string][]byte{
		"reference.tactus":      reference().record(t),
		"ten-minutes.tactus":    played(37_500, 1).record(t),
		"rich.tactus":           rich,
		"empty.tactus":          tape{header: islandHeader()}.record(t),
		"one-tick.tactus":       tape{header: islandHeader(), ticks: 1, moves: reference().moves}.record(t),
		"other-build.tactus":    otherTape(onArm).record(t),
		"players-given.tactus":  severalPlayers(t),
		"bad-emptyentry.tactus": emptyEntry(rich),
		"optional.tactus":       withOptional(t),
		"bad-claim.tactus":      falseClaim().record(t),
		"bad-build.tactus":      forged(t, rich, otherBuild),
		"bad-cut.tactus":        rich[:len(rich)*2/3],
		"bad-not-one.tactus":    []byte("time_ns,raw_ms,steps\n1,2,3\n"),
		"bad-nothing.tactus":    {},
	}
	for _, region := range forgeries {
		name := strings.NewReplacer(" ", "-", ",", "", "^", "").Replace(strings.ToLower(region.region))
		if short := "bad-" + name + ".tactus"; files[short] == nil {
			files[short] = forged(t, rich, region.change)
		}
	}
	return files
}

func onArm(h *replay.Header) { h.Build.Arch, h.Build.Level = "arm64", "v8.0" }

func falseClaim() tape {
	p := reference()
	p.claim.Result = []byte("1000000")
	return p
}

func otherTape(change func(h *replay.Header)) tape {
	p := reference()
	change(&p.header)
	return p
}

func forged(t *testing.T, honest []byte, change func(f *forger)) []byte {
	f := takeApart(honest)
	f.rng = rand.New(rand.NewPCG(5, 7))
	change(f)
	return f.putTogether()
}

// severalPlayers records three players, of whom the game reads none.
func severalPlayers(t *testing.T) []byte {
	p := otherTape(func(h *replay.Header) { h.Players, h.Plain, h.Chain = 3, 7, 21 })
	rng := rand.New(rand.NewPCG(3, 3))
	var inputs [][]byte
	for len(inputs) < 100 {
		inputs = append(inputs, randomInput(rng, 3))
	}
	p.moves = func(tick int) []byte { return inputs[tick/3] }
	return p.record(t)
}

// emptyEntry gives a whole input an entry without bytes, in place of the one that it has.
func emptyEntry(honest []byte) []byte {
	f := takeApart(honest)
	place := 0
	for i, c := range f.chunks {
		if c.kind != 2 {
			continue
		}
		p := segmentOf(c.payload, &place)
		if w := p.whole(); w >= 0 {
			p.runs[w].data = []byte{1, 0, 0, 0, 0, 0, 0, 0}
			f.chunks[i].payload = p.payload()
			break
		}
	}
	return f.putTogether()
}

// withOptional has a chunk of a kind that nobody knows, honestly recorded: by one who has run the game
// and chains its states.
func withOptional(t *testing.T) []byte {
	p := reference()
	p.header.Plain, p.header.Chain, p.header.Checkpoint = 10, 20, 10
	f := takeApart(p.record(t))
	f.chunks = slices.Insert(f.chunks, 3, chunk{200, []byte("played on a Tuesday")})
	game, err := newIsland(&p.header)
	if err != nil {
		t.Fatal(err)
	}
	states := [][]byte{game.Save(nil)}
	for tick := range p.ticks {
		game.Step(p.moves(tick))
		states = append(states, game.Save(nil))
	}
	rechain(f, states)
	return f.putTogether()
}

// verdicts lists every file with its verdict on this host.
func verdicts(t *testing.T) string {
	names, err := filepath.Glob(corpusFolder + "/*.tactus")
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	var b strings.Builder
	b.WriteString(corpusNotes)
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		v := judge(t, data, islandHost())
		where := fmt.Sprintf("tick %d", v.Tick)
		if v.Byte != nil {
			where = fmt.Sprintf("byte %d", *v.Byte)
		}
		fmt.Fprintf(&b, "%s: %s, %s, %d ticks, %d hashes: %s\n", filepath.Base(name), v.Outcome, where,
			v.Compared.Ticks, v.Compared.Hashes, v.Reason)
	}
	return b.String()
}

// TestEveryKeptRecordingGivesItsVerdict holds the whole corpus against its list. Neither is edited to
// fit: a recording that no longer gives its verdict is a fault in the code.
func TestEveryKeptRecordingGivesItsVerdict(t *testing.T) {
	made := corpus(t)
	if *update {
		for name, data := range made {
			path := filepath.Join(corpusFolder, name)
			if _, err := os.Stat(path); err == nil {
				continue
			}
			if err := os.WriteFile(path, data, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(corpusList, []byte(verdicts(t)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	list, err := os.ReadFile(corpusList)
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Split(verdicts(t), "\n")
	want := strings.Split(string(list), "\n")
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Errorf("line %d:\n%s\nwant\n%s", i+1, got[min(i, len(got)-1)], want[min(i, len(want)-1)])
		}
	}
	kept := 0
	for _, line := range want {
		if strings.Contains(line, ".tactus: ") && !strings.HasPrefix(line, "#") {
			kept++
		}
	}
	if kept < len(made) {
		t.Errorf("%d verdicts, %d recordings are made", kept, len(made))
	}
	for _, line := range want {
		name, verdict, _ := strings.Cut(line, ": ")
		if strings.HasPrefix(name, "bad-") && strings.HasPrefix(verdict, "ok") {
			t.Error(line)
		}
	}
}

// TestTheBytesOfVersionOneStayAsTheyAre records the honest ones again.
func TestTheBytesOfVersionOneStayAsTheyAre(t *testing.T) {
	made := corpus(t)
	for _, name := range []string{"reference", "ten-minutes", "rich", "empty", "one-tick", "players-given", "other-build",
		"optional"} {
		kept, err := os.ReadFile(filepath.Join(corpusFolder, name+".tactus"))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(kept, made[name+".tactus"]) {
			t.Errorf("%s is recorded in other bytes than were kept", name)
		}
	}
}

// TestTheExampleOfTheFormatIsTrue reads the hexadecimal lines of FORMAT.md.
func TestTheExampleOfTheFormatIsTrue(t *testing.T) {
	doc, err := os.ReadFile("FORMAT.md")
	if err != nil {
		t.Fatal(err)
	}
	var example []byte
	for line := range strings.Lines(string(doc)) {
		place, rest, ok := strings.Cut(strings.TrimSpace(line), "  ")
		var at int
		if n, _ := fmt.Sscanf(place, "%x", &at); !ok || n != 1 || len(place) != 4 || at != len(example) {
			continue
		}
		digits, _, _ := strings.Cut(rest, "  ")
		for _, d := range strings.Fields(digits) {
			var b byte
			if _, err := fmt.Sscanf(d, "%02x", &b); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			example = append(example, b)
		}
	}
	want := exampleTape().record(t)
	if !bytes.Equal(example, want) {
		t.Errorf("the example has %d bytes and is not the %d of\n%s", len(example), len(want), lines(want))
	}
}

// exampleTape is the shortest run that shows all of the format: 5 ticks, a hash each 2.
func exampleTape() tape {
	return tape{
		header: replay.Header{Game: "mergeisland", Seed: [2]uint64{20261012, 0}, RateNum: 125, RateDen: 2,
			Build:  replay.Build{Go: "go1.26.8", OS: "linux", Arch: "amd64", Level: "v1"},
			Config: []byte(islandFile), Plain: 2, Chain: 4, Checkpoint: 2},
		ticks: 5,
		moves: func(tick int) []byte { return [][]byte{nil, {1}, {1}, {255}, {255}}[tick] },
		claim: replay.Claim{Dropped: 16 * time.Millisecond},
	}
}

func lines(b []byte) string {
	var s strings.Builder
	for at := 0; at < len(b); at += 16 {
		fmt.Fprintf(&s, "%04x  % x\n", at, b[at:min(at+16, len(b))])
	}
	return s.String()
}

// memory is what the process has allocated so far.
func memory() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.TotalAlloc
}

// FuzzRead reads anything. A recording that is malformed, and only such a one, is
// judged so.
func FuzzRead(f *testing.F) {
	names, err := filepath.Glob(corpusFolder + "/*.tactus")
	if err != nil || len(names) == 0 {
		f.Fatal("no corpus", err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		if len(data) < 20_000 {
			f.Add(data)
		}
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		rec, err := replay.Read(bytes.NewReader(data))
		if rec == nil {
			t.Fatal(err)
		}
		if rec.Info(); (err != nil) != (rec.Malformed != nil) {
			t.Fatal(err)
		}
		n := 0
		for range rec.Inputs() {
			n++
		}
		for range rec.Frames() {
			n++
		}
		v := replay.Verify(rec, islandHost(), replay.Options{TicksMax: 10_000})
		if (rec.Malformed != nil) != (v.Outcome == replay.Malformed) && v.Outcome != replay.WrongModule &&
			v.Outcome != replay.LimitHit {
			t.Fatalf("%v: %s", err, v)
		}
	})
}

// FuzzForge lets the fuzzer choose the payload of a chunk and makes everything around it fit, so that
// it gets past checks and hashes.
func FuzzForge(f *testing.F) {
	f.Add([]byte{0, 20, 0}, uint8(3))
	honest := exampleTape().record(f)
	for i, c := range takeApart(honest).chunks {
		f.Add(c.payload, uint8(i))
	}
	f.Fuzz(func(t *testing.T, payload []byte, place uint8) {
		p := takeApart(honest)
		i := int(place) % len(p.chunks)
		p.chunks[i].payload = payload
		data := p.putTogether()
		v := judge(t, data, islandHost())
		if v.Outcome == replay.OK && !bytes.Equal(data, honest) {
			t.Fatalf("a forgery is ok: % x: %s", payload, v)
		}
	})
}

// TestNoLengthIsTrusted gives lengths of all sizes at every place of a recording, in a file that is
// short, and looks at what was allocated.
func TestNoLengthIsTrusted(t *testing.T) {
	honest := exampleTape().record(t)
	for at := range honest {
		for _, v := range []uint64{1<<63 - 1, 1 << 63, 1<<64 - 1, 1 << 31, 8 << 20} {
			data := slices.Clone(honest)
			var b [10]byte
			binary.LittleEndian.PutUint64(b[:], v)
			copy(data[at:], b[:8])
			n := testing.AllocsPerRun(1, func() { replay.Read(bytes.NewReader(data)) })
			if n > 2000 {
				t.Fatalf("byte %d, length %d: %v allocations", at, v, n)
			}
		}
	}
	var before, after = memory(), uint64(0)
	for range 100 {
		data := slices.Clone(honest[:40])
		binary.LittleEndian.PutUint32(data[13:], 8<<20)
		replay.Read(bytes.NewReader(data))
	}
	if after = memory(); after-before > raceFactor*10<<20 {
		t.Errorf("%d bytes for chunks of 8 MiB that are not there", after-before)
	}
}

// A changed input may come out as another run and end in the same state. Then the chained hash gives it
// away, and where the run first left the recording is the evidence.
func TestAForgeryOnAnotherBuildIsShownWithTheFirstHashThatDiffers(t *testing.T) {
	data, err := os.ReadFile(filepath.Join(corpusFolder, "bad-input-byte.tactus"))
	if err != nil {
		t.Fatal(err)
	}
	host := islandHost()
	host.Build.Go = "go1.27.0"
	v := judge(t, data, host)
	if v.Outcome != replay.Diverged || v.Tick != 99 || !strings.Contains(v.Reason, "the plain hash after tick 39") {
		t.Errorf("got %s, want diverged at tick 99, and the plain hash after tick 39", v)
	}
}

// TestAHeaderReadAloneIsThatOfTheWholeReading holds ReadHeader to Read for every kept file, and looks
// that it takes no byte more than the header.
func TestAHeaderReadAloneIsThatOfTheWholeReading(t *testing.T) {
	whole := 0
	for name, file := range corpus(t) {
		rest := bytes.NewReader(file)
		got, err := replay.ReadHeader(rest)
		rec, _ := replay.Read(bytes.NewReader(file))
		if want := rec.Header.Game != ""; want != (err == nil) || !reflect.DeepEqual(got, rec.Header) {
			t.Errorf("%s: %+v, %v; want %+v", name, got, err, rec.Header)
		}
		if err == nil {
			whole++
			ends := 12 + 5 + int(binary.LittleEndian.Uint32(file[13:])) + 4 // preamble, head, header, check
			if read := len(file) - rest.Len(); read != ends {
				t.Errorf("%s: %d bytes are read, want %d", name, read, ends)
			}
		}
	}
	if whole < 10 {
		t.Errorf("only %d files have a header", whole)
	}
}
