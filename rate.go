package tactus

import (
	"math"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// RateMax is the highest step rate, in steps per second (2^20). Together with [ScaleMax] and
// [FrameMax] it keeps every product on the way from measured time to steps within 128 bits.
const RateMax = 1 << 20

// ScaleMax is the bound that every time scale stays under (2^20).
const ScaleMax = 1 << 20

const (
	ratePartMax  = 1<<32 - 1 // numerator and denominator of a step rate
	scaleNumMax  = 1<<53 - 1 // a float64 has 53 bits, and a fraction under 2^20 over 2^32 has 52
	scaleBitsMax = 64        // binary places of a scale: the phase counts in 2^-64 of its unit
)

// A Rate is an exact number: of steps per second, or, used as a scale, of game seconds per real
// second (what media players call the playback rate). 59.94 Hz is Ratio(60000, 1001) and stays it.
//
// Its constructors never fail. They keep what they were given, and the call that takes the Rate
// refuses a bad one with a [*ConfigError] that names the value. Two Rates of one value are ==.
//
// Limits as a step rate: more than 0, at most [RateMax], numerator and denominator under 2^32. As a
// scale: 0 or more and under [ScaleMax], denominator under 2^32 or a power of two up to 2^64.
// The zero value is no rate at all: an error as a step rate, the default where a config says so.
type Rate struct {
	// The value is num / (den * 2^shift), reduced, with den odd and positive. den is 0 in the zero
	// value and after a division by zero. Where kind is rateFloat, num holds the bits of a float64
	// that has no such form; where it is rateRaw, num and den are as given.
	num, den int64
	shift    uint8
	kind     uint8
}

const (
	rateFraction uint8 = iota
	rateFloat
	rateRaw
)

// Hz returns the rate of n steps a second.
func Hz(n int64) Rate { return Ratio(n, 1) }

// Every returns the rate of one step each d: Every(16*time.Millisecond) is 125/2 Hz. It is exact
// for the whole nanoseconds that d has, so Every(16666667) is not 60 Hz: write Hz(60) for that.
func Every(d time.Duration) Rate { return Ratio(int64(time.Second), int64(d)) }

// Ratio returns the exact rate num/den, reduced.
func Ratio(num, den int64) Rate {
	if den == 0 || num == math.MinInt64 || den == math.MinInt64 {
		return Rate{num: num, den: den, kind: rateRaw}
	}
	if den < 0 {
		num, den = -num, -den
	}
	if num == 0 {
		return Rate{den: 1}
	}
	if g := gcd(abs(num), den); g > 1 {
		num, den = num/g, den/g
	}
	shift := bits.TrailingZeros64(uint64(den))
	return Rate{num: num, den: den >> shift, shift: uint8(shift)}
}

// Float returns the rate that f exactly is, a fraction over a power of two. Mind that most decimals
// are not what they look like: Float(1.0/3) is a little under Ratio(1, 3), so 600 frames of a 60 Hz
// display at that scale give 199 steps and not 200. Bits beyond 64 binary places, which only values
// under 2^-11 can have, are cut: one nanosecond in 584 years.
func Float(f float64) Rate {
	if math.IsNaN(f) || math.IsInf(f, 0) || math.Abs(f) >= 1<<62 {
		return Rate{num: int64(math.Float64bits(f)), kind: rateFloat}
	}
	fr, exp := math.Frexp(f)
	num, exp := int64(math.Ldexp(fr, 53)), exp-53 // f is num * 2^exp
	if num == 0 {
		return Rate{den: 1}
	}
	zeros := bits.TrailingZeros64(uint64(abs(num)))
	num, exp = num>>zeros, exp+zeros
	switch {
	case exp >= 0:
		return Rate{num: num << exp, den: 1}
	case exp < -scaleBitsMax:
		num = cutBits(num, -exp-scaleBitsMax)
		if num == 0 {
			return Rate{den: 1}
		}
		zeros := bits.TrailingZeros64(uint64(abs(num)))
		return Rate{num: num >> zeros, den: 1, shift: uint8(scaleBitsMax - zeros)}
	}
	return Rate{num: num, den: 1, shift: uint8(-exp)}
}

// cutBits divides by 2^n toward zero; a shift alone would round a negative value down.
func cutBits(num int64, n int) int64 {
	if n >= 63 {
		return 0
	}
	return num / (1 << n)
}

// ParseRate reads a rate as people write it: "60", "59.94" (exactly 2997/50), "60000/1001", or the
// timestep itself, "16ms". It refuses other text, and leaves the limits to the call that takes the rate.
func ParseRate(text string) (Rate, error) {
	bad := &ConfigError{Field: "rate", Value: strconv.Quote(text),
		Want: `a number (60, 59.94), a fraction (60000/1001) or a timestep (16ms)`}
	if len(text) > 64 {
		bad.Value = strconv.Quote(text[:64]) + "..."
		return Rate{}, bad
	}
	if num, den, ok := strings.Cut(text, "/"); ok {
		n, errNum := strconv.ParseInt(num, 10, 64)
		d, errDen := strconv.ParseInt(den, 10, 64)
		if errNum != nil || errDen != nil || d == 0 {
			return Rate{}, bad
		}
		return Ratio(n, d), nil
	}
	if r, ok := parseDecimal(text); ok {
		return r, nil
	}
	if d, err := time.ParseDuration(text); err == nil && d != 0 {
		return Every(d), nil
	}
	return Rate{}, bad
}

// ParseScale reads a time scale as people write it: "0.5", "1/3" (exactly a third), "4". It refuses
// other text, a timestep among it, and leaves the limits to the call that takes the scale.
func ParseScale(text string) (Rate, error) {
	r, err := ParseRate(text)
	if err == nil && strings.IndexFunc(text, unicode.IsLetter) < 0 {
		return r, nil
	}
	if len(text) > 64 {
		text = text[:64] + "..."
	}
	return Rate{}, &ConfigError{Field: "scale", Value: strconv.Quote(text), Want: "a number (0.5, 4) or a fraction (1/3)"}
}

// parseDecimal reads [-]digits[.digits] as the fraction that it says.
func parseDecimal(text string) (Rate, bool) {
	whole, frac, _ := strings.Cut(text, ".")
	den := int64(1)
	for _, c := range []byte(frac) {
		if c < '0' || c > '9' || den > math.MaxInt64/10 {
			return Rate{}, false
		}
		den *= 10
	}
	if whole == "" && frac == "" {
		return Rate{}, false
	}
	num, err := strconv.ParseInt(whole+frac, 10, 64)
	if err != nil {
		return Rate{}, false
	}
	return Ratio(num, den), true
}

// MarshalText writes the rate as [Rate.String] does.
func (r Rate) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads what [ParseRate] reads.
func (r *Rate) UnmarshalText(text []byte) error {
	parsed, err := ParseRate(string(text))
	if err == nil {
		*r = parsed
	}
	return err
}

// String returns the exact value: "60", "60000/1001", "1/3". Denominators over 2^62 are written as
// a power, "5/2^63". The zero value gives "unset".
func (r Rate) String() string {
	switch {
	case r == Rate{}:
		return "unset"
	case r.kind == rateFloat:
		return strconv.FormatFloat(math.Float64frombits(uint64(r.num)), 'g', -1, 64)
	}
	num := strconv.FormatInt(r.num, 10)
	switch {
	case r.kind == rateRaw:
		return num + "/" + strconv.FormatInt(r.den, 10)
	case r.den == 1 && r.shift == 0:
		return num
	case bits.Len64(uint64(r.den))+int(r.shift) <= 63:
		return num + "/" + strconv.FormatInt(r.den<<r.shift, 10)
	}
	return num + "/2^" + strconv.Itoa(int(r.shift)) // den is 1: only a float has so many places
}

// Float returns the float64 nearest to the rate, or NaN where the rate has no value.
func (r Rate) Float() float64 {
	switch {
	case r.kind == rateFloat:
		return math.Float64frombits(uint64(r.num))
	case r.kind == rateRaw || r.den == 0:
		return math.NaN()
	}
	return math.Ldexp(float64(r.num)/float64(r.den), -int(r.shift))
}

// Rat returns the exact value, or nil where the rate has none. It allocates.
func (r Rate) Rat() *big.Rat {
	if r.kind != rateFraction || r.den == 0 {
		return nil
	}
	den := big.NewInt(r.den)
	return new(big.Rat).SetFrac(big.NewInt(r.num), den.Lsh(den, uint(r.shift)))
}

// Period returns the timestep, 1/rate, rounded down to whole nanoseconds. The rounding is why no
// loop should count with it: at 60 Hz it is short by 40 ns in each second, 3.5 ms a day. Count
// ticks, and ask [Rate.TimeOf]. It panics where the rate is no step rate.
func (r Rate) Period() time.Duration { return r.TimeOf(1) }

// TimeOf returns the game time at which tick n starts, floor(n * period), exact for every n whose
// time fits in a Duration and otherwise the nearest Duration. At 60 Hz tick 3,600 starts at 60 s to
// the nanosecond. It panics where the rate is no step rate.
func (r Rate) TimeOf(n Tick) time.Duration {
	r.mustStep()
	hi, lo := bits.Mul64(uint64(abs(int64(n))), uint64(r.den<<r.shift)*uint64(time.Second))
	whole, rest := divSaturating(hi, lo, uint64(r.num))
	switch {
	case n >= 0:
		return time.Duration(min(whole, math.MaxInt64))
	case whole >= 1<<63:
		return math.MinInt64
	case rest > 0:
		whole++ // down, also below zero
	}
	return -time.Duration(whole)
}

// TickAt returns the tick that covers game time d, floor(d * rate): the inverse of [Rate.TimeOf] in
// that TickAt(TimeOf(n)) is n-1 where n*period is no whole number of nanoseconds and n where it is.
// It panics where the rate is no step rate.
func (r Rate) TickAt(d time.Duration) Tick {
	r.mustStep()
	hi, lo := bits.Mul64(uint64(abs(int64(d))), uint64(r.num))
	whole, rest := divSaturating(hi, lo, uint64(r.den<<r.shift)*uint64(time.Second))
	switch {
	case d >= 0:
		return Tick(min(whole, math.MaxInt64))
	case whole >= 1<<63:
		return math.MinInt64
	case rest > 0:
		whole++
	}
	return -Tick(whole)
}

// Check returns nil where r is a step rate within the limits, else a [*ConfigError] that says which
// limit it is beyond.
func (r Rate) Check() error {
	if r.isStep() {
		return nil
	}
	return &ConfigError{Field: "rate", Value: r.String(),
		Want: "steps per second over 0 and up to 1048576, as a fraction of numbers under 2^32"}
}

func (r Rate) isStep() bool {
	if r.kind != rateFraction || r.num <= 0 || r.den <= 0 || r.num > ratePartMax || r.shift >= 32 {
		return false
	}
	den := r.den << r.shift
	return r.den <= ratePartMax && den <= ratePartMax && r.num <= den*RateMax
}

func (r Rate) mustStep() {
	if err := r.Check(); err != nil {
		panic(err.Error())
	}
}

// checkScale is Check for a scale, which may be 0 and finer than a rate.
func (r Rate) checkScale(field string) error {
	if r.kind == rateFraction && r.num >= 0 && r.num <= scaleNumMax && r.den > 0 && r.den <= ratePartMax &&
		r.shift <= scaleBitsMax && (r.den == 1 || r.shift < 32 && r.den<<r.shift <= ratePartMax) &&
		r.under(ScaleMax) {
		return nil
	}
	return &ConfigError{Field: field, Value: r.String(),
		Want: "0 or more and under 1048576, a fraction's denominator under 2^32"}
}

// under reports whether a scale is less than n.
func (r Rate) under(n int64) bool { return r.num>>r.shift < r.den*n }

// within reports whether a scale is at most n.
func (r Rate) within(n int64) bool { return r.under(n) || r == Ratio(n, 1) }

// divSaturating returns hi:lo / by and the rest, or the largest uint64 where that does not fit.
func divSaturating(hi, lo, by uint64) (whole, rest uint64) {
	if hi >= by {
		return math.MaxUint64, 0
	}
	return bits.Div64(hi, lo, by)
}

func gcd(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

func abs(n int64) int64 {
	if n < 0 {
		return -n
	}
	return n
}
