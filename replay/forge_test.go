package replay_test

import (
	"crypto/sha256"
	"encoding/binary"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/tactus-go/tactus/replay"
)

// A forger knows the format and does not run the game: he takes a recording apart, changes one thing
// and makes every length, check and file hash fit. He is written from FORMAT.md alone.
type forger struct {
	rng      *rand.Rand
	preamble []byte
	chunks   []chunk
	// breakFile changes the file after everything was made to fit.
	breakFile func(file []byte) []byte
}

type chunk struct {
	kind    byte
	payload []byte
}

func takeApart(data []byte) *forger {
	f := &forger{preamble: slices.Clone(data[:12])}
	for at := 12; at < len(data)-32; {
		n := int(binary.LittleEndian.Uint32(data[at+1:]))
		f.chunks = append(f.chunks, chunk{data[at], slices.Clone(data[at+5 : at+5+n])})
		at += 5 + n + 4
	}
	return f
}

func (f *forger) putTogether() []byte {
	file := slices.Clone(f.preamble)
	for _, c := range f.chunks {
		whole := append(binary.LittleEndian.AppendUint32([]byte{c.kind}, uint32(len(c.payload))), c.payload...)
		file = append(file, whole...)
		file = binary.LittleEndian.AppendUint32(file, crc32.Checksum(whole, crc32.MakeTable(crc32.Castagnoli)))
	}
	sum := sha256.Sum256(file)
	file = append(file, sum[:]...)
	if f.breakFile != nil {
		file = f.breakFile(file)
	}
	return file
}

// pick returns the place of some chunk of a kind.
func (f *forger) pick(kind byte) int {
	var places []int
	for i, c := range f.chunks {
		if c.kind == kind {
			places = append(places, i)
		}
	}
	return places[f.rng.IntN(len(places))]
}

func (f *forger) header() []byte  { return f.chunks[0].payload }
func (f *forger) trailer() []byte { return f.chunks[len(f.chunks)-1].payload }

// other changes a byte to another.
func (f *forger) other(b *byte) { *b += byte(1 + f.rng.IntN(255)) }

// otherIn changes one byte of a range.
func (f *forger) otherIn(b []byte) { f.other(&b[f.rng.IntN(len(b))]) }

// otherU32 changes a number a little, or to anything.
func (f *forger) otherU32(b []byte) {
	v := binary.LittleEndian.Uint32(b)
	w := v + []uint32{1, 1<<32 - 1, 1 + f.rng.Uint32N(1<<31), v}[f.rng.IntN(4)]
	if w == v {
		w++
	}
	binary.LittleEndian.PutUint32(b, w)
}

// parts is a segment, taken apart.
type parts struct {
	flags         byte
	ticks, frames uint64
	runs          []run
	shots         []shot
	plain, chain  []byte
}

type run struct {
	count uint64
	op    byte
	head  []byte // offset and length, as they stand
	data  []byte
}

type shot struct{ time, steps, alpha uint64 }

// segment takes a segment apart; place is the length that a run of op 3 has.
func segmentOf(payload []byte, place *int) (p parts) {
	uv := func() uint64 {
		v, n := binary.Uvarint(payload)
		payload = payload[n:]
		return v
	}
	take := func(n int) []byte {
		b := slices.Clone(payload[:n])
		payload = payload[n:]
		return b
	}
	p.flags = take(1)[0]
	p.ticks = uv()
	n := int(uv())
	for end := len(payload) - n; len(payload) > end; {
		head := uv()
		r := run{count: head >> 2, op: byte(head & 3)}
		switch r.op {
		case 1:
			offset := uv()
			*place = int(uv())
			r.head = binary.AppendUvarint(binary.AppendUvarint(nil, offset), uint64(*place))
			r.data = take(*place)
		case 2:
			r.data = take(int(uv()))
		case 3:
			r.data = take(*place)
		}
		p.runs = append(p.runs, r)
	}
	p.frames = uv()
	uv()
	for range p.frames {
		p.shots = append(p.shots, shot{uv(), uv(), uv()})
	}
	p.plain = take(8)
	p.chain = payload
	return p
}

func (p *parts) payload() []byte {
	var runs, shots []byte
	for _, r := range p.runs {
		runs = append(binary.AppendUvarint(runs, r.count<<2|uint64(r.op)), r.head...)
		if r.op == 2 {
			runs = binary.AppendUvarint(runs, uint64(len(r.data)))
		}
		runs = append(runs, r.data...)
	}
	for _, s := range p.shots {
		shots = binary.AppendUvarint(binary.AppendUvarint(binary.AppendUvarint(shots, s.time), s.steps), s.alpha)
	}
	b := binary.AppendUvarint([]byte{p.flags}, p.ticks)
	b = append(binary.AppendUvarint(b, uint64(len(runs))), runs...)
	b = append(binary.AppendUvarint(binary.AppendUvarint(b, uint64(len(p.shots))), uint64(len(shots))), shots...)
	return append(append(b, p.plain...), p.chain...)
}

// inSegment changes some segment that fits.
func inSegment(fits func(p *parts) bool, change func(f *forger, p *parts)) func(f *forger) {
	return func(f *forger) {
		var all []parts
		var at []int
		place := 0
		for i, c := range f.chunks {
			if c.kind == 2 {
				p := segmentOf(c.payload, &place)
				if string(p.payload()) != string(c.payload) {
					panic("the forger does not know the format")
				}
				if fits(&p) {
					all, at = append(all, p), append(at, i)
				}
			}
		}
		i := f.rng.IntN(len(all))
		change(f, &all[i])
		f.chunks[at[i]].payload = all[i].payload()
	}
}

func hasRuns(p *parts) bool   { return len(p.runs) > 1 }
func hasPatch(p *parts) bool  { return p.patch() >= 0 }
func hasFrames(p *parts) bool { return len(p.shots) > 1 }
func hasTicks(p *parts) bool  { return p.ticks > 0 }
func isChained(p *parts) bool { return len(p.chain) > 0 }
func always(*parts) bool      { return true }
func (p *parts) patch() int {
	return slices.IndexFunc(p.runs, func(r run) bool { return r.op == 3 || r.op == 1 })
}
func u64(b []byte) uint64       { return binary.LittleEndian.Uint64(b) }
func putU64(b []byte, v uint64) { binary.LittleEndian.PutUint64(b, v) }

const (
	diverged  = replay.Diverged
	claim     = replay.ClaimWrong
	malformed = replay.Malformed
	module    = replay.WrongModule
	build     = replay.WrongBuild
	limit     = replay.LimitHit
	refused   = replay.Refused
)

// forgeries are all regions of a recording, with the verdicts that a change there may give. None is ok.
var forgeries = []struct {
	region string
	change func(f *forger)
	want   []replay.Outcome
	// foreign are the verdicts of another build, where they are not the same: only a state that differs
	// and a header that is refused are held against the build.
	foreign []replay.Outcome // nil where they are
}{
	{"magic", func(f *forger) { f.otherIn(f.preamble[:8]) }, only(malformed), nil},
	{"format version", func(f *forger) { f.otherIn(f.preamble[8:10]) }, only(malformed), nil},
	{"preamble reserved", func(f *forger) { f.otherIn(f.preamble[10:12]) }, only(malformed), nil},
	{"required flags", func(f *forger) { f.header()[f.rng.IntN(2)] ^= 1 << (1 + f.rng.IntN(7)) }, only(malformed), nil},
	{"flag schedule", func(f *forger) { f.header()[0] ^= 1 }, only(malformed), nil},
	{"optional flags", func(f *forger) { f.otherIn(f.header()[2:4]) }, only(diverged), nil},
	{"ABI version", func(f *forger) { f.otherU32(f.header()[4:]) }, only(malformed), nil},
	{"kind", func(f *forger) { f.other(&f.header()[8]) }, only(malformed), nil},
	{"kind, with all that goes with it", asModule, only(diverged), nil},
	{"hash algorithm", func(f *forger) { f.other(&f.header()[9]) }, only(malformed), nil},
	{"header reserved", func(f *forger) { f.otherIn(f.header()[10:12]) }, only(malformed), nil},
	{"players", func(f *forger) { f.otherU32(f.header()[12:]) }, only(diverged, malformed), nil},
	{"seed", func(f *forger) { f.otherIn(f.header()[16:32]) }, only(refused), only(build)}, // the game refuses the config
	{"seed and config", otherSeed, only(diverged), nil},
	{"rate", func(f *forger) { binary.LittleEndian.PutUint32(f.header()[32:], uint32(2*f.rng.IntN(9999)+127)) },
		only(diverged), nil},
	{"rate numerator", func(f *forger) { f.otherU32(f.header()[32:]) }, only(diverged, malformed), nil},
	{"rate denominator", func(f *forger) { f.otherU32(f.header()[36:]) }, only(diverged, malformed), nil},
	{"plain interval", func(f *forger) { f.otherU32(f.header()[40:]) }, only(malformed), nil},
	{"chain interval", func(f *forger) { f.otherU32(f.header()[44:]) }, only(malformed), nil},
	{"checkpoint interval", func(f *forger) { f.otherU32(f.header()[48:]) }, only(malformed), nil},
	{"input limit", func(f *forger) { binary.LittleEndian.PutUint32(f.header()[52:], 9+f.rng.Uint32N(60000)) },
		only(diverged), nil},
	{"input limit, too low", func(f *forger) { binary.LittleEndian.PutUint32(f.header()[52:], f.rng.Uint32N(9)) },
		only(malformed), nil},
	{"state limit", func(f *forger) { binary.LittleEndian.PutUint32(f.header()[56:], 64+f.rng.Uint32N(60000)) },
		only(diverged), nil},
	{"state limit, too low", func(f *forger) { binary.LittleEndian.PutUint32(f.header()[56:], f.rng.Uint32N(64)) },
		only(limit, malformed), nil},
	{"fuel schedule", func(f *forger) { f.otherU32(f.header()[60:]) }, only(diverged), nil},
	{"fuel", func(f *forger) { f.otherIn(f.header()[64:72]) }, only(diverged), nil},
	{"depth", func(f *forger) { f.otherU32(f.header()[72:]) }, only(diverged), nil},
	{"pages", func(f *forger) { f.otherU32(f.header()[76:]) }, only(diverged, malformed), nil},
	{"build hash", func(f *forger) { f.otherIn(f.header()[80:112]) }, only(malformed), nil},
	{"build identity", otherBuild, only(diverged), nil},
	{"game id", func(f *forger) { f.header()[114+f.rng.IntN(11)] = 'x' }, only(module), nil},
	{"config", func(f *forger) { f.otherIn(f.header()[len(f.header())-len(islandFile):]) },
		only(diverged, refused), only(diverged, build)},
	{"config, a number", otherNumber, only(diverged), only(diverged, build)},
	{"config, a space more", func(f *forger) { f.addConfig(' ') }, only(diverged), nil},

	{"segment flags", inSegment(always, func(f *forger, p *parts) { f.other(&p.flags) }), only(malformed), nil},
	{"segment ticks", inSegment(always, func(f *forger, p *parts) { p.ticks += 1 + uint64(f.rng.IntN(9)) }),
		only(malformed), nil},
	{"input byte", inSegment(hasPatch, func(f *forger, p *parts) { f.other(&p.runs[p.patch()].data[0]) }),
		only(diverged, malformed), only(diverged, build)},
	{"input byte that the game ignores", inSegment(ignored, func(_ *forger, p *parts) { p.whole9()[8] = 77 }),
		only(diverged), nil},
	{"run lengths, of two runs", inSegment(hasRuns, moveTick), only(diverged, malformed), only(diverged, build)},
	{"run length", inSegment(hasTicks, func(f *forger, p *parts) { p.runs[0].count++ }), only(malformed), nil},
	{"run op", inSegment(hasTicks, func(f *forger, p *parts) { p.runs[0].op ^= byte(1 + f.rng.IntN(3)) }),
		only(malformed), nil},
	{"patch offset", inSegment(hasOp1, func(f *forger, p *parts) { f.other(&p.runs[p.op1()].head[0]) }),
		only(malformed), nil},
	{"a run left out", inSegment(hasRuns, func(f *forger, p *parts) { p.runs = p.runs[1:] }), only(malformed), nil},
	{"plain hash", inSegment(always, func(f *forger, p *parts) { f.otherIn(p.plain) }), only(diverged),
		only(diverged, build)},
	{"chained hash", inSegment(isChained, func(f *forger, p *parts) { f.otherIn(p.chain) }), only(diverged), nil},
	{"frame time", inSegment(hasFrames, func(f *forger, p *parts) { p.shots[0].time ^= 2 << f.rng.IntN(10) }),
		only(diverged), nil},
	{"frame alpha", inSegment(hasFrames, func(f *forger, p *parts) { p.shots[1].alpha ^= 1 << f.rng.IntN(30) }),
		only(diverged), nil},
	{"frame steps", inSegment(hasFrames, func(f *forger, p *parts) { p.shots[f.rng.IntN(2)].steps++ }),
		only(malformed), nil},
	{"frame steps, of two frames", inSegment(twoSteps, func(f *forger, p *parts) {
		p.shots[0].steps, p.shots[1].steps = p.shots[0].steps-1, p.shots[1].steps+1
	}), only(diverged), nil},
	{"a frame without steps more", inSegment(hasFrames, func(f *forger, p *parts) {
		p.shots = slices.Insert(p.shots, 1, shot{0, 0, 5})
		f.count(8, 1)
	}), only(diverged), nil},
	{"two segments changed about", swapSegments, only(diverged, malformed), nil},
	{"the last ticks left out", leaveOut, only(diverged), nil},

	{"checkpoint ticks", func(f *forger) { f.otherIn(f.chunks[f.pick(3)].payload[:8]) }, only(malformed), nil},
	{"checkpoint", func(f *forger) { f.otherIn(f.chunks[f.pick(3)].payload[8:]) }, only(diverged), nil},
	{"checkpoint length", func(f *forger) { c := &f.chunks[f.pick(3)]; c.payload = append(c.payload, 0) },
		only(diverged), nil},
	{"checkpoint left out", func(f *forger) {
		i := f.pick(3)
		f.chunks = slices.Delete(f.chunks, i, i+1)
		f.count(28, ^uint64(0))
	}, only(malformed), nil},

	{"ticks", func(f *forger) { f.otherIn(f.trailer()[0:8]) }, only(malformed), nil},
	{"frames", func(f *forger) { f.otherIn(f.trailer()[8:16]) }, only(malformed), nil},
	{"dropped time", func(f *forger) { putU64(f.trailer()[16:], u64(f.trailer()[16:])^(1<<f.rng.IntN(26))) },
		only(claim), nil},
	{"dropped time, hidden", func(f *forger) { putU64(f.trailer()[16:], 0); f.trailer()[32] = 0 }, only(claim), nil},
	{"segments", func(f *forger) { f.otherU32(f.trailer()[24:]) }, only(malformed), nil},
	{"checkpoints", func(f *forger) { f.otherU32(f.trailer()[28:]) }, only(malformed), nil},
	{"finished", func(f *forger) { f.trailer()[32] ^= 2 }, only(claim), nil},
	{"trailer flags", func(f *forger) { f.trailer()[32] ^= 1 << []int{0, 2, 3, 7}[f.rng.IntN(4)] }, only(malformed), nil},
	{"trailer reserved", func(f *forger) { f.otherIn(f.trailer()[33:36]) }, only(malformed), nil},
	{"seal", func(f *forger) { f.otherIn(f.trailer()[36:68]) }, only(claim), nil},
	{"result length", func(f *forger) { f.otherU32(f.trailer()[68:]) }, only(malformed), nil},
	{"result", func(f *forger) { f.otherIn(f.trailer()[72:]) }, only(claim), nil},
	{"result, longer", otherResult, only(claim), nil},

	{"an optional chunk", func(f *forger) {
		f.chunks = slices.Insert(f.chunks, f.pick(2), chunk{byte(128 + f.rng.IntN(128)), []byte("note")})
	}, only(diverged), nil},
	{"a required chunk", func(f *forger) {
		f.chunks = slices.Insert(f.chunks, f.pick(2), chunk{byte(5 + f.rng.IntN(123)), []byte("note")})
	}, only(malformed), nil},
	{"chunk length", func(f *forger) { f.breakFile = func(b []byte) []byte { f.otherU32(b[13:]); return b } },
		only(malformed), nil},
	{"chunk length of 2^32", func(f *forger) {
		f.breakFile = func(b []byte) []byte { copy(b[13:], "\xff\xff\xff\xff"); return b }
	}, only(malformed), nil},
	{"any byte, nothing made to fit", func(f *forger) {
		f.breakFile = func(b []byte) []byte { f.otherIn(b); return b }
	}, only(malformed), nil},
	{"file hash", func(f *forger) { f.breakFile = func(b []byte) []byte { f.otherIn(b[len(b)-32:]); return b } },
		only(malformed), nil},
	{"cut", func(f *forger) { f.breakFile = func(b []byte) []byte { return b[:f.rng.IntN(len(b))] } },
		only(malformed), nil},
	{"extended", func(f *forger) { f.breakFile = func(b []byte) []byte { return append(b, 0) } }, only(malformed), nil},
}

func only(o ...replay.Outcome) []replay.Outcome { return o }

// whole is the place of a run with a whole input of one byte, -1 for none; op1 that of one with op 1.
func (p *parts) whole() int {
	return slices.IndexFunc(p.runs, func(r run) bool { return r.op == 2 && len(r.data) == 9 })
}
func (p *parts) op1() int       { return slices.IndexFunc(p.runs, func(r run) bool { return r.op == 1 }) }
func (p *parts) whole9() []byte { return p.runs[p.whole()].data }
func hasOp1(p *parts) bool      { return p.op1() >= 0 }

// ignored fits a segment in which a move of 9, which is none to the game, stands whole and is not
// patched after.
func ignored(p *parts) bool {
	i := p.whole()
	return i >= 0 && p.runs[i].data[8] == 9 && (i+1 == len(p.runs) || p.runs[i+1].op == 2)
}

func twoSteps(p *parts) bool { return hasFrames(p) && p.shots[0].steps > 0 }

// moveTick makes a run one tick longer and the next one shorter.
func moveTick(f *forger, p *parts) {
	p.runs[0].count++
	p.runs[1].count--
}

// count changes a count of the trailer.
func (f *forger) count(place int, by uint64) {
	if t := f.trailer(); place < 24 {
		putU64(t[place:], u64(t[place:])+by)
	} else {
		binary.LittleEndian.PutUint32(t[place:], binary.LittleEndian.Uint32(t[place:])+uint32(by))
	}
}

// resize replaces what of the header lies between two places.
func (f *forger) splice(from, to int, by []byte) {
	f.chunks[0].payload = slices.Concat(f.header()[:from], by, f.header()[to:])
}

// buildPlace is where the build identity begins, after the game id of 11 bytes.
const buildPlace = 114 + len("mergeisland")

func (f *forger) build() string {
	n := int(binary.LittleEndian.Uint16(f.header()[buildPlace:]))
	return string(f.header()[buildPlace+2 : buildPlace+2+n])
}

func (f *forger) setBuild(text string) {
	old := len(f.build())
	f.splice(buildPlace, buildPlace+2+old, append(binary.LittleEndian.AppendUint16(nil, uint16(len(text))), text...))
}

func asModule(f *forger) {
	f.header()[8] = 2
	f.setBuild("")
}

func otherBuild(f *forger) {
	b := here
	*[]*string{&b.Go, &b.OS, &b.Arch, &b.Level, &b.Module, &b.Version, &b.Sum}[f.rng.IntN(7)] += "x"
	f.setBuild(b.String())
	sum := b.Hash()
	copy(f.header()[80:], sum[:])
}

func (f *forger) setConfig(text string) {
	at := len(f.header()) - len(islandFile) - 4
	f.splice(at, len(f.header()), append(binary.LittleEndian.AppendUint32(nil, uint32(len(text))), text...))
}

func (f *forger) addConfig(b byte) { f.setConfig(islandFile + string(b)) }

func otherNumber(f *forger) {
	for _, place := range []int{1, 2, 3, 4, 5}[f.rng.IntN(5):] {
		digits := 0
		for i, c := range islandFile {
			if c == ':' {
				if digits++; digits == place+1 {
					b := []byte(islandFile)
					b[i+2] = '2' + b[i+2]%2*5
					if string(b) != islandFile {
						f.setConfig(string(b))
						return
					}
				}
			}
		}
	}
	f.addConfig('\n')
}

func otherSeed(f *forger) {
	b := []byte(islandFile)
	b[16] = '0' + (b[16]-'0'+byte(1+f.rng.IntN(9)))%10
	f.setConfig(string(b))
	seed := uint64(0)
	for _, c := range b[9:17] {
		seed = seed*10 + uint64(c-'0')
	}
	putU64(f.header()[16:], seed)
}

func otherResult(f *forger) {
	f.chunks[len(f.chunks)-1].payload = append(f.trailer(), '0')
	f.count(68, 1)
}

func swapSegments(f *forger) {
	i, j := f.pick(2), f.pick(2)
	for slices.Equal(f.chunks[i].payload, f.chunks[j].payload) {
		j = f.pick(2)
	}
	f.chunks[i], f.chunks[j] = f.chunks[j], f.chunks[i]
}

// leaveOut takes away segments before the last, and makes its hashes those of the one that is then
// before it, as far as they are known.
func leaveOut(f *forger) {
	place := 0
	at := 2 + f.rng.IntN(len(f.chunks)/2)
	var cut []chunk
	ticks, frames, steps, segments, checkpoints := uint64(0), uint64(0), uint64(0), 0, 0
	var before, last parts
	left := false
	for _, c := range f.chunks[1 : len(f.chunks)-1] {
		if c.kind == 3 && !left {
			checkpoints++
			cut = append(cut, c)
		}
		if c.kind != 2 {
			continue
		}
		p := segmentOf(c.payload, &place)
		if last = p; segments >= at {
			left = true
			continue
		}
		segments++
		before, ticks, frames = p, ticks+p.ticks, frames+uint64(len(p.shots))
		for _, s := range p.shots {
			steps += s.steps
		}
		cut = append(cut, c)
	}
	if n := len(cut) - 1; cut[n].kind == 3 { // none is before a segment without ticks
		cut = cut[:n]
		checkpoints--
	}
	last.ticks, last.runs, last.plain, last.flags = 0, nil, before.plain, 3
	last.shots = []shot{{0, ticks - steps, 0}}
	f.chunks = slices.Concat(f.chunks[:1], cut, []chunk{{2, last.payload()}}, f.chunks[len(f.chunks)-1:])
	putU64(f.trailer(), ticks)
	putU64(f.trailer()[8:], frames+1)
	binary.LittleEndian.PutUint32(f.trailer()[24:], uint32(segments+1))
	binary.LittleEndian.PutUint32(f.trailer()[28:], uint32(checkpoints))
}

// target is the recording that is forged: it has everything that a recording can have.
func target(t testing.TB, ticks int) []byte {
	tape := played(ticks, 11)
	moves := tape.moves
	tape.moves = func(tick int) []byte {
		if m := moves(tick); m != nil && tick%90 < 60 {
			return m
		}
		return [][]byte{nil, {9}}[tick/30%2] // 9 is no move
	}
	tape.frames = true
	tape.header.Plain, tape.header.Chain, tape.header.Checkpoint = 20, 100, 60
	tape.claim = replay.Claim{Dropped: 96 * time.Millisecond}
	return tape.record(t)
}

// TestNoForgeryOfAThousandIsOk judges each forgery on the build that recorded and on another. Naming
// another build helps a forger only where the states come to differ for good.
func TestNoForgeryOfAThousandIsOk(t *testing.T) {
	honest := target(t, 1510)
	foreign := islandHost()
	foreign.Build.Level = "v3"
	for _, host := range []*replay.SimHost{islandHost(), foreign} {
		if v := judge(t, honest, host); v.Outcome != replay.OK {
			t.Fatal(v)
		}
	}
	if string(takeApart(honest).putTogether()) != string(honest) {
		t.Fatal("the forger does not know the format")
	}
	n := 0
	for _, region := range forgeries {
		n += forgeOn(t, honest, region.region, region.change, region.want, islandHost())
		want := region.want
		if region.foreign != nil {
			want = region.foreign
		}
		n += forgeOn(t, honest, region.region+", another build", region.change, want, foreign)
	}
	if n < 2000 {
		t.Errorf("%d forgeries", n)
	}
	t.Logf("%d forgeries in %d regions", n, len(forgeries))
}

// forgeOn makes 16 forgeries of a kind and returns their number.
func forgeOn(t *testing.T, honest []byte, name string, change func(f *forger), want []replay.Outcome,
	host replay.Host) (n int) {
	t.Helper()
	seen := map[replay.Outcome]int{}
	for seed := range uint64(16) {
		f := takeApart(honest)
		f.rng = rand.New(rand.NewPCG(seed, 99))
		change(f)
		forged := f.putTogether()
		if string(forged) == string(honest) {
			t.Errorf("%s, seed %d: nothing was changed", name, seed)
		}
		v := judge(t, forged, host)
		if !slices.Contains(want, v.Outcome) {
			t.Errorf("%s, seed %d: want %v: %s", name, seed, want, v)
		}
		if v.Outcome == replay.Malformed && v.Byte == nil || v.Reason == "" {
			t.Errorf("%s, seed %d: no evidence: %s", name, seed, v)
		}
		seen[v.Outcome]++
		n++
	}
	for _, outcome := range want {
		if seen[outcome] == 0 {
			t.Logf("%s: never %s in 16", name, outcome)
		}
	}
	return n
}

// TestNoCheckpointHoldsAStateThatIsChained looks for the states that a forger would need to make chained
// hashes and seal anew without a run.
func TestNoCheckpointHoldsAStateThatIsChained(t *testing.T) {
	for _, ticks := range []int{199, 200, 201, 400, 420, 1000} {
		for _, every := range []uint32{20, 40, 60, 80, 220} {
			p := played(ticks, 21)
			p.header.Plain, p.header.Chain, p.header.Checkpoint = 20, 100, every
			data := p.record(t)
			n := 0
			for _, c := range takeApart(data).chunks {
				if c.kind == 3 {
					n++
					if at := u64(c.payload); at%100 == 0 || at%uint64(every) != 0 || at == uint64(ticks) {
						t.Errorf("%d ticks: a checkpoint after %d", ticks, at)
					}
				}
			}
			if v := judge(t, data, islandHost()); v.Outcome != replay.OK || n == 0 && ticks > int(every) {
				t.Errorf("%d ticks, %d checkpoints: %s", ticks, n, v)
			}
		}
	}
}

// rechain makes chained hashes and seal for one who has the states, by the number of ticks, written from
// FORMAT.md.
func rechain(f *forger, states [][]byte) {
	sum := func(parts ...[]byte) []byte {
		s := sha256.Sum256(slices.Concat(parts...))
		return s[:]
	}
	le := binary.LittleEndian
	c := sum([]byte("tactus recording 1"), []byte{1, 0}, f.header())
	var since []byte
	place, ticks := 0, uint64(0)
	for i := range f.chunks {
		k := &f.chunks[i]
		if k.kind >= 128 {
			since = append(le.AppendUint32(append(since, k.kind), uint32(len(k.payload))), k.payload...)
		}
		if k.kind != 2 {
			continue
		}
		p := segmentOf(k.payload, &place)
		hashed := k.payload[:len(k.payload)-len(p.chain)]
		since = append(le.AppendUint32(append(since, 2), uint32(len(hashed))), hashed...)
		ticks += p.ticks
		if state := states[ticks]; len(p.chain) > 0 {
			c = sum(c, since, le.AppendUint64(nil, ticks), le.AppendUint32(nil, uint32(len(state))), state)
			k.payload, since = append(slices.Clone(hashed), c...), nil
		}
	}
	copy(f.trailer()[36:], sum([]byte("tactus seal 1"), c, f.trailer()[:36], states[ticks]))
}
