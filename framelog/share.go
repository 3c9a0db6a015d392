package framelog

import (
	"errors"
	"math/bits"
	"strconv"
	"strings"
)

// A Share is a part of a whole in millionths, from 0 to 100 * [Percent]. It is a whole number so that
// 7 % of 100 frames is 7 and not the 8 to which the float 0.07*100 rounds up. The zero value is nothing.
type Share int64

// Percent is 1 %.
const Percent Share = 10_000

const (
	whole         = 100 * Percent
	shareDecimals = 4 // of a percent: all that a millionth can hold
)

// ParseShare reads a share in percent, "1%" or "0.1 %", literally, with at most four decimals. A number
// without the sign is refused: some tools read a bare 0.1 as a tenth of a percent, others as a tenth.
func ParseShare(text string) (Share, error) {
	number, signed := strings.CutSuffix(strings.TrimSpace(text), "%")
	number = strings.TrimSpace(number)
	v, ok := parsePercent(number)
	if !ok {
		return 0, errors.New("tactus: share " + strconv.Quote(text) +
			" is none: write a percentage from 0% to 100%, as 1% or 0.1%")
	}
	if !signed {
		return 0, errors.New("tactus: share " + strconv.Quote(text) +
			" has no percent sign, and may mean " + number + " % or " + number + " of the whole: write " + number +
			"% for the first")
	}
	return v, nil
}

// parsePercent reads digits with at most four decimals as millionths of the whole.
func parsePercent(number string) (Share, bool) {
	units, decimals, point := strings.Cut(number, ".")
	if units == "" || point && decimals == "" || len(units) > 3 || len(decimals) > shareDecimals {
		return 0, false
	}
	var v Share
	for _, c := range []byte(units + (decimals + "0000")[:shareDecimals]) {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + Share(c-'0')
	}
	return v, v <= whole
}

// String returns it in percent, "1 %" or "0.1 %", without zeros at the end. It allocates.
func (s Share) String() string { return s.percent() + " %" }

func (s Share) percent() string {
	sign := ""
	if s < 0 {
		sign, s = "-", -s
	}
	text := sign + strconv.FormatInt(int64(s/Percent), 10)
	if rest := s % Percent; rest > 0 {
		decimals := strconv.FormatInt(int64(Percent+rest), 10)[1:]
		text += "." + strings.TrimRight(decimals, "0")
	}
	return text
}

// check panics where it is no share.
func (s Share) check() {
	if s < 0 || s > whole {
		panic("tactus: share is " + s.String() + ": want 0 % to 100 %")
	}
}

// of returns n times the share in whole units and what is left over, in millionths.
func (s Share) of(n uint64) (units, rest uint64) {
	hi, lo := bits.Mul64(n, uint64(s))
	return bits.Div64(hi, lo, uint64(whole))
}

// ceilOf returns n times the share, rounded up.
func (s Share) ceilOf(n uint64) uint64 {
	units, rest := s.of(n)
	if rest > 0 {
		units++
	}
	return units
}
