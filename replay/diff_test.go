package replay_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// recordOn records a tape on a game that is faulty.
func recordOn(t *testing.T, p tape, game sim.Sim) *replay.Recording {
	t.Helper()
	var out bytes.Buffer
	r, err := replay.Record(&out, p.header, game)
	if err != nil {
		t.Fatal(err)
	}
	for tick := range p.ticks {
		r.Step(p.moves(tick))
	}
	if err := r.Close(p.claim); err != nil {
		t.Fatal(err)
	}
	return read(t, out.Bytes())
}

func diff(t *testing.T, a, b *replay.Recording, hostA, hostB replay.Host) *replay.Comparison {
	t.Helper()
	c, err := replay.Diff(a, b, hostA, hostB)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestDiffFindsTheTickOfADifferenceThatHealed perturbs one field at tick 1,000 and puts it back at
// 1,500, in 36,000 ticks: plain hashes compared by halves can miss that.
func TestDiffFindsTheTickOfADifferenceThatHealed(t *testing.T) {
	p := played(36_000, 12)
	p.header.Checkpoint = 300
	healing := func(g *island) {
		switch g.s[0] - 1 {
		case 1000:
			g.s[5] += 5
		case 1500:
			g.s[5] -= 5
		}
	}
	every := func(h *replay.Header) (sim.Sim, error) {
		s, err := newIsland(h)
		return &healer{*s.(*island), healing}, err
	}
	host := islandHost()
	host.New = every
	game, _ := every(&p.header)
	c := diff(t, read(t, p.record(t)), recordOn(t, p, game), islandHost(), host)
	if c.Same || c.Tick != 1000 || c.Agreed != 959 || c.Input != -1 || c.Probes > 12 || c.Probes < 8 ||
		len(c.Fields) != 1 || c.Fields[0].Name != "score" {
		t.Errorf("%+v", c)
	}
	if len(c.Rows) != 100 || c.Rows[99].Tick != 1000 || c.Rows[99].HashA == c.Rows[99].HashB ||
		c.Rows[98].HashA != c.Rows[98].HashB {
		t.Errorf("%d rows", len(c.Rows))
	}
}

type healer struct {
	island
	fault func(g *island)
}

func (g *healer) Step(input []byte) {
	g.island.Step(input)
	g.fault(&g.island)
}

// TestDiffFindsTheFirstDifferingInput changes one input at many places, the first and last among them.
func TestDiffFindsTheFirstDifferingInput(t *testing.T) {
	for _, at := range []int{0, 1, 59, 60, 61, 599, 600, 1199, 1233} {
		for _, every := range []uint32{0, 120} {
			p := played(1234, 13)
			p.header.Checkpoint = every
			q := p
			q.moves = func(tick int) []byte {
				if tick == at {
					if m := p.moves(tick); len(m) == 0 || m[0] == 255 {
						return []byte{1}
					}
					return []byte{255}
				}
				return p.moves(tick)
			}
			c := diff(t, read(t, p.record(t)), read(t, q.record(t)), islandHost(), islandHost())
			if c.Same || c.Input != tactus.Tick(at) || c.Tick != tactus.Tick(at) || len(c.Fields) == 0 {
				t.Errorf("input of tick %d: %+v", at, c)
			}
		}
	}
}

func TestDiffOfEqualRecordingsIsTheSame(t *testing.T) {
	p := played(700, 14)
	a, b := read(t, p.record(t)), read(t, p.record(t))
	if c := diff(t, a, b, islandHost(), islandHost()); !c.Same || c.Agreed != 699 {
		t.Errorf("%+v", c)
	}
	p.ticks = 600
	if c := diff(t, a, read(t, p.record(t)), islandHost(), islandHost()); c.Same || c.Tick != -1 || c.Reason == "" {
		t.Errorf("a shorter one: %+v", c)
	}
	p.header.Plain, p.header.Build.Level = 20, "v3"
	if c := diff(t, a, read(t, p.record(t)), islandHost(), islandHost()); c.Agreed != 599 || len(c.Headers) == 0 {
		t.Errorf("other intervals: %+v", c)
	}
}

// TestDiffOfARecordingAndItsOwnTrim trims to before the first hash, to between two, and to one.
func TestDiffOfARecordingAndItsOwnTrim(t *testing.T) {
	rec := read(t, played(700, 14).record(t))
	for _, ticks := range []tactus.Tick{1, 42, 60, 100, 699} {
		var out bytes.Buffer
		if err := replay.Trim(&out, rec, islandHost(), ticks); err != nil {
			t.Fatal(err)
		}
		short := read(t, out.Bytes())
		c := diff(t, rec, short, islandHost(), islandHost())
		want := fmt.Sprintf("equal as far as the shorter goes: 700 and %d ticks; inputs and", ticks)
		if c.Same || c.Tick != -1 || c.Input != -1 || !strings.HasPrefix(c.Reason, want) {
			t.Errorf("to %d: %+v", ticks, c)
		}
	}
}

func TestDiffWithoutHostsSaysWhatIsEqual(t *testing.T) {
	p := played(700, 14)
	rec := read(t, p.record(t))
	q := p
	q.ticks = 42
	other := p
	other.moves = func(tick int) []byte {
		if tick == 123 {
			return []byte{7}
		}
		return p.moves(tick)
	}
	for _, c := range []struct {
		b     tape
		same  bool
		input tactus.Tick
		want  string
	}{
		{p, true, -1, ""},
		{q, false, -1, "the inputs are equal as far as both go, and no tick has a hash in both; nothing was run again"},
		{other, false, 123, "the inputs are equal before tick 123, and the hashes "},
	} {
		got := diff(t, rec, read(t, c.b.record(t)), nil, nil)
		if got.Same != c.same || got.Input != c.input || !strings.HasPrefix(got.Reason, c.want) {
			t.Errorf("%+v, want %q", got, c.want)
		}
	}
}

func TestDiffSaysWhenTheReRunsDoNotDiffer(t *testing.T) {
	p := played(700, 15)
	other := &faulty{*must(newIsland(&p.header)).(*island), 300, func(g *island) { g.s[1]++ }}
	c := diff(t, read(t, p.record(t)), recordOn(t, p, other), islandHost(), islandHost())
	if c.Same || c.Tick != -1 || c.Agreed != 299 || !strings.Contains(c.Reason, "another build") {
		t.Errorf("%+v", c)
	}
}

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

func TestThePageOfADiffEscapesWhatItShows(t *testing.T) {
	p := played(300, 16)
	q := p
	q.header.Config = []byte(islandFile + " ")
	q.moves = func(tick int) []byte { return []byte{255} }
	q.claim.Result = []byte("<script>alert(1)</script>")
	c := diff(t, read(t, p.record(t)), read(t, q.record(t)), islandHost(), islandHost())
	var page bytes.Buffer
	if err := c.WriteHTML(&page, "a<b.tactus", `"b"&c.tactus`); err != nil {
		t.Fatal(err)
	}
	text := page.String()
	for _, want := range []string{"a&lt;b.tactus", "&#34;b&#34;&amp;c.tactus", "&lt;script&gt;", "<!DOCTYPE html>",
		"</html>"} {
		if !strings.Contains(text, want) {
			t.Errorf("lacks %s", want)
		}
	}
	for _, not := range []string{"<script", "a<b", "http:", "https:", "src="} {
		if strings.Contains(text, not) {
			t.Errorf("has %s", not)
		}
	}
}

func TestTrimToTheEndGivesTheSameBytes(t *testing.T) {
	for _, frames := range []bool{false, true} {
		p := played(1234, 17)
		p.frames, p.header.Checkpoint = frames, 120
		data := p.record(t)
		var out bytes.Buffer
		if err := replay.Trim(&out, read(t, data), islandHost(), 1234); err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(out.Bytes(), data) {
			t.Errorf("frames %v: %d bytes of %d are others", frames, out.Len(), len(data))
		}
	}
}

func TestATrimmedRecordingIsOkAndEndsWhereAsked(t *testing.T) {
	p := played(1234, 18)
	p.frames = true
	rec := read(t, p.record(t))
	for _, ticks := range []tactus.Tick{0, 1, 59, 60, 61, 600, 777, 1233} {
		var out bytes.Buffer
		if err := replay.Trim(&out, rec, islandHost(), ticks); err != nil {
			t.Fatal(ticks, err)
		}
		short := read(t, out.Bytes())
		steps := tactus.Tick(0)
		for f := range short.Frames() {
			steps += f.Steps
		}
		want := replay.OK
		if ticks == 0 {
			want = replay.NothingCompared
		}
		if v := judge(t, out.Bytes(), islandHost()); v.Outcome != want || short.Ticks() != ticks || steps != ticks ||
			!strings.HasPrefix(string(short.Claim().Result), fmt.Sprint(int(ticks))+"|") {
			t.Errorf("to %d: %d ticks, %d steps, %s", ticks, short.Ticks(), steps, v)
		}
	}
}

func TestTrimMakesWholeWhatACrashLeft(t *testing.T) {
	for _, frames := range []bool{false, true} {
		p := played(1234, 19)
		p.frames = frames
		data := p.record(t)
		for n := len(data) / 2; n < len(data); n += 97 { // wherever it was cut
			rec, err := replay.Read(bytes.NewReader(data[:n]))
			if err == nil || rec.Ticks() == 0 {
				t.Fatal(err)
			}
			var out bytes.Buffer
			if err := replay.Trim(&out, rec, islandHost(), rec.Ticks()); err != nil {
				t.Fatalf("frames %v, %d of %d bytes: %v", frames, n, len(data), err)
			}
			if v := judge(t, out.Bytes(), islandHost()); v.Outcome != replay.OK || v.Compared.Ticks != rec.Ticks() {
				t.Error(v)
			}
		}
	}
}

func TestTrimRefusesARunThatIsNotAsRecorded(t *testing.T) {
	rec := read(t, played(500, 20).record(t))
	other := islandHost()
	other.Build.Arch = "arm64"
	for name, host := range map[string]replay.Host{
		"diverged":     faultyHost(100, func(g *island) { g.s[1]++ }),
		"recorded by":  other,
		"wrong module": &replay.SimHost{Game: "jump", Build: here, New: newIsland},
	} {
		var out bytes.Buffer
		if err := replay.Trim(&out, rec, host, 400); err == nil || !strings.Contains(err.Error(), name) ||
			!strings.HasPrefix(err.Error(), "tactus: trim: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	for _, ticks := range []tactus.Tick{-1, 501} {
		if err := replay.Trim(new(bytes.Buffer), rec, islandHost(), ticks); err == nil {
			t.Errorf("to %d", ticks)
		}
	}
}

// BenchmarkRead reads the recording that BenchmarkVerify runs.
func BenchmarkRead(b *testing.B) {
	data := played(37_500, 1).record(b)
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		read(b, data)
	}
}

// Whose segments are of 65,536 ticks with one run each has billions of ticks in two megabytes.
func TestADiffCostsWhatTheFilesHaveAndNotTheirTicks(t *testing.T) {
	const segments, most = 65_535, 1 << 16
	f := takeApart(reference().record(t))
	binary.LittleEndian.PutUint32(f.header(), 0) // no frames
	for place, interval := range map[int]uint32{40: most, 44: 256 * most, 48: 0} {
		binary.LittleEndian.PutUint32(f.header()[place:], interval)
	}
	trailer := f.trailer()
	clear(trailer[:36])
	putU64(trailer, segments*most)
	binary.LittleEndian.PutUint32(trailer[24:], segments+1)
	f.chunks = f.chunks[:1]
	for i := range uint64(segments + 1) {
		p := parts{ticks: most, runs: []run{{count: most}}, plain: make([]byte, 8)}
		if i == segments {
			p.flags, p.ticks, p.runs = 2, 0, nil
		}
		if i%256 == 255 || i == segments {
			p.flags, p.chain = p.flags|1, make([]byte, 32)
		}
		f.chunks = append(f.chunks, chunk{2, p.payload()})
	}
	f.chunks = append(f.chunks, chunk{4, trailer})
	rec := read(t, f.putTogether())
	if c := diff(t, rec, rec, nil, nil); !c.Same || c.TicksA != segments*most || c.Headers == nil {
		t.Errorf("got %+v, want the same in %d ticks", c, int64(segments*most))
	}
}
