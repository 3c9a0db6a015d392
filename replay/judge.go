package replay

import (
	"errors"
	"fmt"

	"github.com/tactus-go/tactus"
)

// notBegun is the verdict where the host refuses the header. The format allows what stands there, so
// the recording is not malformed: this host is what does not play it.
func (v *verifier) notBegun(err error) Verdict {
	var limit *LimitError
	switch {
	case errors.As(err, &limit):
		return v.judge(&finding{outcome: LimitHit, tick: 0, reason: limit.reason()})
	case v.rec.Malformed != nil:
		got := malformed(v.rec.Malformed, v.compared, -1)
		got.Reason += "; and the game refuses the header: " + err.Error()
		return got
	}
	return v.judge(&finding{outcome: Refused, tick: -1, reason: "the game refuses the header: " + err.Error(),
		byBuild: true})
}

// judge turns a finding into the verdict. What another build explains is held against the build, unless
// the recording contradicts itself, which no build does.
func (v *verifier) judge(f *finding) Verdict {
	if f.byBuild && v.foreign != "" {
		if own := v.contradiction(); own != nil {
			f = own
		} else {
			f = &finding{outcome: v.wrongHost(), tick: f.tick, from: f.from, fields: f.fields,
				reason: v.foreign + ": " + f.reason}
		}
	}
	got := v.verdict(f.outcome, f.reason)
	got.Tick = f.tick
	if f.from > 0 {
		equal := f.from - 2
		got.TickAfter = &equal
	}
	if f.fields != nil {
		got.Fields = f.fields
	}
	return got
}

// wrongHost is the outcome that finds fault with neither the recording nor this host.
func (v *verifier) wrongHost() Outcome {
	if v.rec.Header.Kind == Native {
		return WrongBuild
	}
	return WrongModule
}

// contradiction finds a checkpoint that is not what the plain hash beside it is of.
func (v *verifier) contradiction() *finding {
	ticks := tactus.Tick(0)
	for i := range v.rec.segments {
		k := &v.rec.segments[i]
		ticks += tactus.Tick(k.ticks)
		if k.checkpoint != nil && plainHash(&v.hash, k.checkpoint) != k.plain {
			return &finding{outcome: Diverged, tick: ticks - 1, reason: fmt.Sprintf("the checkpoint after tick %d is not "+
				"the state that the plain hash beside it is of: the recording was changed, whatever the build", ticks-1)}
		}
	}
	return nil
}
