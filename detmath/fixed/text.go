package fixed

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

var (
	// ErrSyntax says that a text is no decimal number.
	ErrSyntax = errors.New("tactus: not a decimal number such as -12.375")
	// ErrRange says that a number is not within [Min] and [Max].
	ErrRange = errors.New("tactus: a number beyond what Q32.32 holds, -2147483648 to just below 2147483648")
)

// textMax is the longest text that Parse reads, in bytes: all digits of any number and many more.
const textMax = 100

// String returns x as a decimal number with all its digits, of which there are at most 32 after the
// point, and none that is not needed.
func (x Fixed) String() string { return string(x.write(make([]byte, 0, 44))) }

// write appends what String returns.
func (x Fixed) write(b []byte) []byte {
	if x < 0 {
		b = append(b, '-')
	}
	size := magnitude(int64(x))
	b = strconv.AppendUint(b, size>>fractionBits, 10)
	rest := size & (1<<fractionBits - 1)
	if rest == 0 {
		return b
	}
	for b = append(b, '.'); rest != 0; rest &= 1<<fractionBits - 1 {
		rest *= 10
		b = append(b, '0'+byte(rest>>fractionBits))
	}
	return b
}

// Parse reads a decimal number: digits, with or without a sign before them and a point among them or
// before them. It takes all digits into account, and rounds to the nearest, halves to even; what String
// wrote comes back as it was. The error is ErrSyntax or ErrRange, with the text; a text of over 100
// bytes is refused.
func Parse(text string) (Fixed, error) {
	if len(text) > textMax {
		return 0, fmt.Errorf("%w: %d bytes, at most %d", ErrSyntax, len(text), textMax)
	}
	digits, negative := strings.CutPrefix(text, "-")
	if !negative {
		digits = strings.TrimPrefix(digits, "+")
	}
	whole, part, _ := strings.Cut(digits, ".")
	if whole+part == "" || strings.Trim(whole+part, "0123456789") != "" || strings.HasSuffix(digits, ".") {
		return 0, fmt.Errorf("%w: %q", ErrSyntax, text)
	}
	size := uint64(0)
	for _, c := range []byte(whole) {
		if size = size*10 + uint64(c-'0'); size > 1<<31 {
			return 0, fmt.Errorf("%w: %s", ErrRange, text)
		}
	}
	size = size<<fractionBits + binary([]byte(part))
	if size > 1<<63 || size == 1<<63 && !negative {
		return 0, fmt.Errorf("%w: %s", ErrRange, text)
	}
	return signed(0, size, negative), nil
}

// binary returns the decimal fraction in units of 2^-32, rounded, which may be 2^32. It doubles the
// digits as a child does, which is exact for any number of them; it changes them.
func binary(digits []byte) uint64 {
	units := uint64(0)
	for range fractionBits {
		units = units<<1 | uint64(double(digits))
	}
	half := double(digits) == 1
	above := false
	for _, c := range digits {
		above = above || c != '0'
	}
	if half && (above || units&1 == 1) {
		units++
	}
	return units
}

// double doubles a decimal fraction and returns what passes the point.
func double(digits []byte) (carry byte) {
	for i := len(digits) - 1; i >= 0; i-- {
		d := (digits[i]-'0')*2 + carry
		carry = d / 10
		digits[i] = '0' + d%10
	}
	return carry
}

// AppendText appends what String returns, and never fails.
func (x Fixed) AppendText(b []byte) ([]byte, error) { return x.write(b), nil }

// MarshalText is for encodings such as JSON; it writes what String returns, and never fails.
func (x Fixed) MarshalText() ([]byte, error) { return x.write(nil), nil }

// UnmarshalText reads what Parse reads, and leaves x as it was where Parse gives an error.
func (x *Fixed) UnmarshalText(text []byte) error {
	n, err := Parse(string(text))
	if err == nil {
		*x = n
	}
	return err
}
