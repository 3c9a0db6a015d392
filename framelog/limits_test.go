package framelog

import (
	"math"
	"strings"
	"testing"
)

// A row keeps its line in 32 bits: a file with more lines than that is refused, and no line wraps round.
func TestLinesBeyond32BitsAreRefusedAndNeverWrapRound(t *testing.T) {
	o := Options{}
	if got := o.limits().lines; got != math.MaxUint32&math.MaxInt {
		t.Errorf("up to %d lines", got)
	}
	in := &reading{name: "log", limits: o.limits(), log: &Log{}}
	in.limits.lines = 90_000
	err := in.refuse(in.read(strings.NewReader("frametime\n" + strings.Repeat("16.7\n", 300_000))))
	if err == nil || err.Error() != "tactus: log:90001: more than 90000 lines: cut the log" {
		t.Error(err)
	}
}
