package smooth

import "github.com/tactus-go/tactus"

// nominalPart is how near a measured rate must be to a standard one, as a part of it: 59.94 and 60
// Hz are 1/1000 apart, so that a third of that stays clear of the middle and well over what
// crystals are off by, 1/10000.
const nominalPart = 1.0 / 3000

// nominalRates are what displays are sold as. Those of television exist divided by 1.001 too.
var nominalRates = [...]struct {
	hz int64
	tv bool
}{
	{24, true}, {25, false}, {30, true}, {48, true}, {50, false}, {60, true}, {72, true}, {75, false},
	{85, false}, {90, false}, {100, false}, {120, true}, {144, true}, {160, false}, {165, false},
	{170, false}, {175, false}, {180, false}, {200, false}, {240, true}, {260, false}, {280, false},
	{300, false}, {320, false}, {360, false}, {390, false}, {480, true}, {500, false}, {520, false},
	{540, false}, {600, false}, {720, false}, {750, false}, {1000, false},
}

// Nominal returns the standard rate that a measured one is a measurement of, 24 to 1,000 Hz with
// 23.976, 59.94 and their like, and whether there is one within a 3000th. Where there is none it
// returns r itself: many panels run at rates of their own.
func Nominal(r tactus.Rate) (tactus.Rate, bool) {
	hz := r.Float()
	for _, n := range nominalRates {
		if near(hz, float64(n.hz)) {
			return tactus.Hz(n.hz), true
		}
		if n.tv && near(hz, float64(n.hz)/1.001) {
			return tactus.Ratio(n.hz*1000, 1001), true
		}
	}
	return r, false
}

// near reports whether a rate is within a nominalPart of a standard one; NaN is not.
func near(hz, standard float64) bool {
	part := hz / standard
	return part >= 1-nominalPart && part <= 1+nominalPart
}
