package replay

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// Options set how a recording is judged. The zero value is what a server wants.
type Options struct {
	// OtherModule lets a recording of one module be run by another: the same game in another language.
	OtherModule bool
	// TicksMax is the longest run, 0 for 2^24 ticks; a longer recording is a limit hit and is not run.
	TicksMax tactus.Tick
	// Stop is asked before each tick, natively before each thousand; nil is never. Its error ends the run
	// as a limit hit with that reason: the Err of a context does.
	Stop func() error
}

const ticksDefault = 1 << 24

// Verify runs a recording again on a host and compares everything in it.
//
// A recording of another build, or of a module that is run natively and the other way round, is run all
// the same. Where everything agrees it is ok, and the reason says so. A state that differs is then wrong
// build or wrong module, since another build may differ honestly. What no build explains is judged for
// all alike: a chained hash that differs where the states agree, a checkpoint that is not what its own
// hash is of, a seal or a claim that is wrong over a run that is right.
// A recording of another module is refused without a run, unless the options allow it.
//
// A malformed recording is run as far as it is whole and stays malformed, whatever that shows: the
// counts and the reason say it. Verify leaves the host anywhere.
func Verify(rec *Recording, host Host, o Options) Verdict {
	if rec.header == nil {
		return malformed(rec.Malformed, Compared{}, -1)
	}
	v := newVerifier(rec, host)
	v.bound(o.Stop)
	if refused := v.refuse(o); refused != nil {
		return *refused
	}
	if err := host.Init(&rec.Header); err != nil {
		return v.notBegun(err)
	}
	bad := v.run()
	if rec.Malformed != nil {
		got := malformed(rec.Malformed, v.compared, v.tick)
		if bad != nil {
			got.Reason += "; what is before that is no better: " + v.judge(bad).short()
		}
		return got
	}
	if bad != nil {
		return v.judge(bad)
	}
	if bad := v.claim(); bad != nil {
		return v.judge(bad)
	}
	if v.compared.Ticks == 0 || v.compared.Hashes == 0 {
		return v.verdict(NothingCompared, "the recording has no tick")
	}
	return v.verdict(OK, v.note())
}

// A verifier is one judgement in the making.
type verifier struct {
	rec      *Recording
	host     Host
	id       Identity
	foreign  string // how the host is not what recorded; "" where it is
	repeat   Repeater
	stop     func() error // nil for none
	chain    *chain
	hash     sim.Hash
	present  present
	image    []byte
	compared Compared
	tick     tactus.Tick // the last that was compared
}

func newVerifier(rec *Recording, host Host) *verifier {
	v := &verifier{rec: rec, host: host, id: host.Identity(), repeat: repeater(host), tick: -1}
	v.chain = newChain(rec.header)
	v.present.reset()
	return v
}

// A finding is what keeps a recording from being ok.
type finding struct {
	outcome Outcome
	tick    tactus.Tick
	from    tactus.Tick // last tick that was equal, plus 2 so that -1 counts; 0 where it says nothing
	byBuild bool        // another build may come to this honestly
	fields  []FieldDifference
	reason  string
}

func malformed(e *MalformedError, c Compared, tick tactus.Tick) Verdict {
	v := Verdict{Outcome: Malformed, Tick: tick, Fields: []FieldDifference{}, Compared: c}
	if e != nil {
		v.Byte, v.Reason = &e.Offset, e.Field+": "+e.Reason
	}
	return v
}

func (v *verifier) verdict(o Outcome, reason string) Verdict {
	return Verdict{Outcome: o, Tick: v.tick, Fields: []FieldDifference{}, Compared: v.compared, Reason: reason}
}

// refuse returns the verdict on a recording that is not run, or nil.
func (v *verifier) refuse(o Options) *Verdict {
	h := &v.rec.Header
	var got Verdict
	longest := o.TicksMax
	if longest == 0 {
		longest = ticksDefault
	}
	switch {
	case h.Game != v.id.Game:
		got = v.verdict(WrongModule, fmt.Sprintf("the recording is of %s, and this is %s", h.Game, v.id.Game))
	case h.Kind == Module && v.id.Kind == Module && h.Hash != v.id.Hash && !o.OtherModule:
		got = v.verdict(WrongModule, fmt.Sprintf("recorded with the module of SHA-256 %x, run with %x", h.Hash, v.id.Hash))
	case v.rec.Ticks() > longest:
		got = v.verdict(LimitHit, fmt.Sprintf("ticks: the recording has %d, and this verifier runs at most %d: "+
			"Options.TicksMax allows more",
			v.rec.ticks, longest))
	default:
		v.foreign = foreign(h, &v.id)
		return nil
	}
	return &got
}

// foreign says how a host is not the one that recorded, or "".
func foreign(h *Header, id *Identity) string {
	switch {
	case h.Kind != id.Kind:
		return fmt.Sprintf("recorded by a %s and run by a %s", host(h.Kind), host(id.Kind))
	case h.Hash == id.Hash:
		return ""
	case h.Kind == Module:
		return fmt.Sprintf("recorded with the module %x, run with %x", h.Hash[:8], id.Hash[:8])
	}
	return fmt.Sprintf("recorded by %s, run by %s", oneLine(h.Build), oneLine(id.Build))
}

func host(k Kind) string {
	if k == Module {
		return "module"
	}
	return "native build"
}

// oneLine shows what of a build may decide results.
func oneLine(b Build) string {
	text := b.Go + " " + b.OS + "/" + b.Arch
	if b.Level != "" {
		text += " " + b.Level
	}
	return text + " " + b.Module + "@" + b.Version + " " + b.Sum
}

// note is what an ok verdict adds.
func (v *verifier) note() string {
	note := ""
	if v.foreign != "" {
		note = v.foreign + ": they agree"
	}
	if d := v.rec.trailer.claim.Dropped; d > 0 {
		if note != "" {
			note += "; "
		}
		note += fmt.Sprintf("a cap or the clamp dropped %v of game time, which differs between machines", d)
	}
	return note
}

// run re-runs the ticks and compares what is recorded of them.
func (v *verifier) run() *finding {
	first := uint64(0)
	for i := range v.rec.segments {
		k := &v.rec.segments[i]
		if err := stopNow(v.stop); err != nil {
			return v.stopped(err, tactus.Tick(first))
		}
		bad := v.step(k, first)
		first += uint64(k.ticks)
		if bad == nil {
			bad = v.compare(k, first)
		}
		if bad != nil && bad.byBuild && v.foreign != "" {
			return v.beyond(bad, i+1, first)
		}
		if bad != nil {
			return bad
		}
	}
	return nil
}

// beyond runs another build on to the next chained hash after a state that differs. If the states agree
// there again and the chained hash does not, the recording was changed: a chained hash has the plain
// ones in it as they stand, so that no build that came out differently and back explains it. Where there
// was a checkpoint to name fields by, the host goes on from it, and so from what the recorder had.
func (v *verifier) beyond(bad *finding, i int, first uint64) *finding {
	if v.rec.segments[i-1].chained {
		return bad
	}
	before, compared := v.tick, v.compared
	for ; i < len(v.rec.segments); i++ {
		k := &v.rec.segments[i]
		if v.step(k, first) != nil {
			break
		}
		first += uint64(k.ticks)
		worse := v.compare(k, first)
		if worse != nil && worse.outcome == Diverged && !worse.byBuild {
			worse.reason += "; before that " + bad.reason
			return worse
		}
		if k.chained {
			break
		}
	}
	v.tick, v.compared = before, compared
	return bad
}

// step runs the ticks of a segment.
func (v *verifier) step(k *kept, first uint64) *finding {
	tick := tactus.Tick(first)
	d := k.decoder(&v.present)
	for n := d.next(); n > 0; n = d.next() {
		done, err := v.repeat.Repeat(v.present.input, n)
		tick += tactus.Tick(done)
		if err != nil {
			return v.stopped(err, tick)
		}
	}
	return nil
}

// repeater returns what runs many ticks of one input: the host itself, or a loop around its Step.
func repeater(host Host) Repeater {
	if r, ok := host.(Repeater); ok {
		return r
	}
	return stepByStep{host}
}

// stopTicks is how many ticks of a host that repeats them by itself run before it may be stopped.
const stopTicks = 1000

// bound lets the run be stopped.
func (v *verifier) bound(stop func() error) {
	if stop == nil {
		return
	}
	most := uint64(stopTicks)
	if _, single := v.repeat.(stepByStep); single {
		most = 1
	}
	v.stop, v.repeat = stop, stoppable{v.repeat, stop, most}
}

// A stoppable asks between ticks whether to go on.
type stoppable struct {
	Repeater
	stop func() error
	most uint64 // ticks from one question to the next
}

func (s stoppable) Repeat(input []byte, ticks uint64) (uint64, error) {
	for done := uint64(0); done < ticks; {
		if err := stopNow(s.stop); err != nil {
			return done, err
		}
		n, err := s.Repeater.Repeat(input, min(s.most, ticks-done))
		done += n
		if err != nil {
			return done, err
		}
	}
	return ticks, nil
}

// stopNow asks, where there is somebody to ask, and makes the answer a limit.
func stopNow(stop func() error) error {
	if stop == nil {
		return nil
	}
	if err := stop(); err != nil {
		return &LimitError{Limit: "stopped", Text: err.Error()}
	}
	return nil
}

type stepByStep struct{ host Host }

func (s stepByStep) Repeat(input []byte, ticks uint64) (uint64, error) {
	for done := range ticks {
		if err := s.host.Step(input); err != nil {
			return done, err
		}
	}
	return ticks, nil
}

// stopped is the finding where a host cannot go on.
func (v *verifier) stopped(err error, tick tactus.Tick) *finding {
	f := &finding{outcome: CannotGoOn, tick: tick, reason: fmt.Sprintf("the game cannot go on at tick %d: %v", tick, err)}
	if v.foreign != "" {
		f.reason = v.foreign + ": " + f.reason
	}
	var limit *LimitError
	if errors.As(err, &limit) {
		f.outcome, f.reason = LimitHit, limit.reason()
	}
	return f
}

// compare holds the state after a segment, and so many ticks, against the hashes and the checkpoint.
func (v *verifier) compare(k *kept, ticks uint64) *finding {
	last := tactus.Tick(ticks) - 1
	image, err := v.host.Save(v.image[:0])
	if err != nil {
		return v.stopped(err, max(last, 0))
	}
	v.image = image
	if n := len(image); n == 0 || n > int(v.rec.Header.Limits.State) {
		return &finding{outcome: LimitHit, tick: max(last, 0),
			reason: fmt.Sprintf("state: %d bytes: want 1 to %d", n, v.rec.Header.Limits.State)}
	}
	plain := plainHash(&v.hash, image)
	v.compared.Hashes++
	v.chain.add(k.extra)
	v.chain.segment(k.payload[:k.hashed])
	if plain != k.plain {
		f := &finding{outcome: Diverged, tick: last, from: v.tick + 2, byBuild: true, reason: fmt.Sprintf(
			"the plain hash after tick %d is %016x recorded and %016x here; %s", last, k.plain, plain, v.agreed())}
		return v.explain(f, k.checkpoint)
	}
	if k.chained {
		v.chain.link(ticks, image)
		v.compared.Hashes++
		if !bytes.Equal(k.payload[k.hashed:], v.chain.sum[:]) {
			return v.unchained(last)
		}
	}
	if k.checkpoint != nil {
		v.compared.Hashes++
		if !bytes.Equal(k.checkpoint, image) {
			return v.explain(&finding{outcome: Diverged, tick: last,
				reason: fmt.Sprintf("the checkpoint after tick %d has another state", last)}, k.checkpoint)
		}
	}
	v.compared.Ticks += tactus.Tick(k.ticks)
	v.tick = last
	return nil
}

// unchained is the finding where the states agree and the chained hash does not.
func (v *verifier) unchained(last tactus.Tick) *finding {
	reason := fmt.Sprintf("the states agree, and the chained hash after tick %d does not: "+
		"header, inputs, frames or hashes are not those that were recorded", last)
	if v.foreign != "" {
		reason += ", and no build explains that (" + v.foreign + ")"
	}
	return &finding{outcome: Diverged, tick: last, reason: reason}
}

// agreed says how far the run was as recorded.
func (v *verifier) agreed() string {
	if v.tick < 0 {
		return "no tick before it was compared"
	}
	return fmt.Sprintf("tick %d still agreed", v.tick)
}

// explain names the fields in which the host differs from a checkpoint, where there is one.
func (v *verifier) explain(f *finding, checkpoint []byte) *finding {
	if checkpoint == nil {
		return f
	}
	if bytes.Equal(checkpoint, v.image) {
		f.reason += "; the checkpoint there has the state of the re-run: the hash was changed"
		return f
	}
	got := v.host.Fields()
	if err := v.host.Load(checkpoint); err != nil {
		f.reason += "; the game refuses the checkpoint: " + err.Error()
		return f
	}
	for _, d := range sim.Diff(v.host.Fields(), got) {
		f.fields = append(f.fields, FieldDifference{Name: d.Name, Want: d.A, Got: d.B})
	}
	return f
}
