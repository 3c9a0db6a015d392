package tactus

import (
	"math"
	"math/bits"
	"time"
)

// Rate returns the rate in force.
func (s *Stepper) Rate() Rate { return s.rate }

// Scale returns the scale in force.
func (s *Stepper) Scale() Rate { return s.gain.scale }

// SetRate changes the step rate for time fed after the call; the phase and carried steps keep their
// number. A bad rate changes nothing and is a *ConfigError.
func (s *Stepper) SetRate(r Rate) error {
	if err := r.Check(); err != nil {
		return err
	}
	s.closeBoth()
	s.rate = r
	s.regrid()
	return nil
}

// SetScale changes the time scale for time fed after the call: Ratio(1, 3) exactly a third, Float(f)
// exactly what f is, 0 stands still (its frames count as fed). A bad scale changes nothing and is a
// *ConfigError.
func (s *Stepper) SetScale(scale Rate) error {
	if err := scale.checkScale("scale"); err != nil {
		return err
	}
	s.closeBoth()
	s.gain.scale = scale
	s.refit()
	return nil
}

// closeBoth credits all that was fed so far at the rate and scale in force.
func (s *Stepper) closeBoth() {
	s.stale = true
	s.start.close(&s.gain, s.unit)
	if s.total.close(&s.gain, s.unit) {
		s.total.roundings++
	}
}

// regrid puts all that is counted in steps on the grid of the rate in force.
func (s *Stepper) regrid() {
	unit := uint64(s.rate.den<<s.rate.shift) * uint64(time.Second)
	s.gain.num = uint64(s.rate.num)
	if s.unit != 0 && s.unit != unit {
		s.first = s.first.regrid(s.unit, unit)
		s.total.regrid(s.first, s.unit, unit)
		s.start.regrid(s.first, s.unit, unit)
		s.nudge.left = s.nudge.left.regrid(s.unit, unit)
		s.nudge.rest = 0
		s.total.roundings++
	}
	s.unit = unit
	s.lead = span{hi: part(s.asked, unit)}
	s.side.near = part(s.side.width, unit)
	s.refit()
}

// refit works out what depends on both rate and scale.
func (s *Stepper) refit() {
	s.mul = 0
	if mul := s.gain.num * uint64(s.gain.scale.num); s.gain.scale.den == 1 && s.gain.scale.shift == 0 &&
		mul <= math.MaxUint32 && s.nudge.most == (Rate{}) {
		s.mul = mul // num is under 2^32 and a whole scale under 2^20
	}
	s.fitCap()
	s.fitShort()
}

// part returns how many units of a step the fraction f is, rounded down. f is under 1, so that the
// quotient is under the unit.
func part(f Rate, unit uint64) uint64 {
	if f.num == 0 {
		return 0
	}
	hi, lo := bits.Mul64(uint64(f.num), unit)
	units, _ := bits.Div64(hi, lo, uint64(f.den)<<f.shift)
	return units
}
