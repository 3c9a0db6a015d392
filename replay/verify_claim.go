package replay

import (
	"bytes"
	"fmt"
	"strconv"
)

// claim compares the seal, the result and the finished flag. All hashes agree by then, so that no build
// explains a difference.
func (v *verifier) claim() *finding {
	t := &v.rec.trailer
	v.compared.Hashes++
	if v.chain.seal(t.sealed(nil), v.image) != t.seal {
		return &finding{outcome: ClaimWrong, tick: v.tick,
			reason: "the run is as recorded, and the seal is not: dropped time, the finished flag or the seal was changed"}
	}
	result, err := v.host.Result()
	if err != nil {
		return v.stopped(err, v.tick)
	}
	if !bytes.Equal(result, t.claim.Result) {
		f := &finding{outcome: ClaimWrong, tick: v.tick,
			reason: "the run is as recorded, and its result is not as claimed",
			fields: []FieldDifference{{Name: "result", Want: text(t.claim.Result), Got: text(result)}}}
		// One of two builds that says nothing contradicts nobody.
		if f.byBuild = result == nil || len(t.claim.Result) == 0; f.byBuild && v.foreign != "" {
			f.reason = "the run is as recorded, and one of the two says no result"
		}
		return f
	}
	return v.finished()
}

// finished compares the finished flag, where the host can tell. A native recorder that cannot tell
// leaves the flag away, so that a module does not hold that against it.
func (v *verifier) finished() *finding {
	f, ok := v.host.(Finisher)
	if !ok {
		return nil
	}
	claimed := v.rec.trailer.claim.Finished
	over, known := f.Finished()
	silent := !claimed && v.rec.Header.Kind == Native && v.id.Kind == Module
	if !known || over == claimed || silent {
		return nil
	}
	return &finding{outcome: ClaimWrong, tick: v.tick,
		reason: "the run is as recorded, and whether the game is finished is not as claimed",
		fields: []FieldDifference{{Name: "finished", Want: strconv.FormatBool(claimed), Got: strconv.FormatBool(over)}}}
}

// text shows bytes that are mostly text.
func text(b []byte) string {
	const most = 200
	if len(b) > most {
		return strconv.Quote(string(b[:most])) + fmt.Sprintf("... (%d bytes)", len(b))
	}
	return strconv.Quote(string(b))
}
