package framelog

import (
	"bytes"
	"math"
	"math/big"
	"strings"
	"testing"
	"time"
)

// exactDecimal is the naive model of scanDecimal: a field cut out first, then arithmetic without
// rounding.
func exactDecimal(field string, shift int) (int64, status) {
	switch strings.ToLower(field) {
	case "", "-", "na", "n/a", "---", "null", "none":
		return 0, statusMissing
	}
	if len(field) > numberMax {
		return 0, statusText
	}
	word := strings.ToLower(strings.TrimLeft(field, "+-"))
	if len(field)-len(word) <= 1 {
		if word == "nan" || word == "inf" || word == "infinity" || strings.HasPrefix(word, "1.#") ||
			strings.HasPrefix(word, "nan(") && strings.HasSuffix(word, ")") {
			return 0, statusNotFinite
		}
	}
	mantissa, exponent, ok := strings.Cut(strings.ToLower(field), "e")
	if ok && len(strings.TrimLeft(exponent, "+-0")) > 4 { // too large for the model
		return 0, statusCount
	}
	if strings.Trim(mantissa, "+-0123456789.") != "" {
		return 0, statusText
	}
	v, ok := new(big.Rat).SetString(field)
	if !ok || strings.ContainsAny(field, "/_xXpPoObB") {
		return 0, statusText
	}
	ten := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(shift)), nil))
	v.Mul(v, ten)
	negative := v.Sign() < 0
	v.Abs(v).Add(v, big.NewRat(1, 2))
	n := new(big.Int).Quo(v.Num(), v.Denom())
	if !n.IsInt64() {
		return 0, statusNotFinite
	}
	if negative {
		return -n.Int64(), statusOK
	}
	return n.Int64(), statusOK
}

// statusCount is no status: the model does not know.
const statusCount status = math.MaxUint8

func FuzzDecimal(f *testing.F) {
	for _, s := range []string{"16.6667", "-0.0000005", "1234567890.123456789", "1e-05", "+5", ".5", "5.", ".", "NA",
		"n/a",
		"nan", "-nan(ind)", "1.#INF", "Infinity", "9223372036.854775807", "9223372036.854775808", "0x1p-2", "1_0",
		"1234567890123456789", "12345678901234567890", "0.00000000050000000000000000000000001", strings.Repeat("9", 400),
		"0." + strings.Repeat("0", 300) + "1e300", strings.Repeat("0", 400) + "16.6", "1e", "e5", "--5", "- 5", "1 2", "",
		"0.4999999995", "1.5e3", "2.5e-9", "1e400", "1e-400", "0e99999", "16.6\x00", " 16.6 "} {
		f.Add([]byte(s), uint8(6))
		f.Add([]byte(s), uint8(9))
		f.Add([]byte(s), uint8(0))
	}
	f.Fuzz(func(t *testing.T, field []byte, shift uint8) {
		shift %= 10
		if bytes.ContainsAny(field, ",\"\t\v\f\r\n\u0085\u00a0") || !plain(field) {
			return
		}
		line := append([]byte("x,"), field...)
		line = append(line, ",7"...)
		got, s, end := scanDecimal(line, 2, int8(shift), ',', '.')
		if end != 2+len(field) {
			t.Fatalf("%q ends at %d, want %d", field, end, 2+len(field))
		}
		want, ws := exactDecimal(strings.Trim(string(field), " "), int(shift))
		if ws != statusCount && (s != ws || got != want) {
			t.Fatalf("%q times 10^%d is %d (status %d), want %d (%d)", field, shift, got, s, want, ws)
		}
		comma := bytes.ReplaceAll(field, []byte("."), []byte(","))
		if bytes.Contains(field, []byte(";")) || bytes.Contains(field, []byte("1.#")) {
			return
		}
		if v, cs, _ := scanDecimal(comma, 0, int8(shift), ';', ','); v != got || cs != s {
			t.Fatalf("%q with a decimal comma is %d (status %d), want %d (%d)", comma, v, cs, got, s)
		}
	})
}

// plain reports whether a field is ASCII, so that a byte is a letter.
func plain(field []byte) bool {
	for _, c := range field {
		if c >= 0x80 {
			return false
		}
	}
	return true
}

func FuzzPassFields(f *testing.F) {
	f.Add([]byte("a,b,c,d,e,f,g,h,i,j,k,l"), uint16(0), uint16(3))
	f.Add([]byte(",,,,,,,,,,,,,,,,,,"), uint16(2), uint16(9))
	f.Add([]byte("\xac\x2c\xad\x2b\x00"), uint16(0), uint16(1))
	f.Fuzz(func(t *testing.T, line []byte, from, n uint16) {
		at := int(from) % (len(line) + 1)
		k := int(n)%(len(line)+3) + 1
		want := at
		for left := k; ; want++ {
			if want >= len(line) {
				want = len(line) + min(left-1, 1)
				break
			}
			if line[want] == ',' {
				if left--; left == 0 {
					break
				}
			}
		}
		if got := passFields(line, at, ',', k); got != want {
			t.Fatalf("field %d of %q from %d ends at %d, want %d", k, line, at, got, want)
		}
	})
}

func TestDatesAreNanosecondsOfTheSystemsCalendar(t *testing.T) {
	for _, at := range []time.Time{time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2024, 2, 29, 23, 59, 59, 1,
		time.UTC),
		time.Date(2025, 6, 18, 9, 5, 3, 123456789, time.UTC), time.Date(2261, 12, 31, 23, 59, 59, 999999999, time.UTC)} {
		for _, form := range []string{"2006-1-2 15:04:05.000000000", "02-01-2006 15:04:05.000000000",
			"2.1.2006 15:4:5.000000000", "2006-01-02T15:04:05.000000000Z"} {
			text := at.Format(form)
			if v, s := parseDate([]byte(text)); s != statusOK || v != at.UnixNano() {
				t.Errorf("%q is %d (status %d), want %d", text, v, s, at.UnixNano())
			}
		}
	}
}

func FuzzDate(f *testing.F) {
	for _, s := range []string{"2025-6-18 9:05:03.123456789", "24-10-2025 15:41:23", "18.6.2025 9:05:03", "", "2025",
		"2025-",
		"2025-02-30 24:00:00", "1-2-3-4-5-6-7-8", "9999-12-31 23:59:60.9999999999", "2025-06-18T09:05:03Z"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, field []byte) {
		v, s := parseDate(field)
		if s != statusOK {
			if v != 0 {
				t.Fatalf("%q is no date and has the value %d", field, v)
			}
			return
		}
		if v < 0 {
			t.Fatalf("%q is a date before 1970: %d", field, v)
		}
	})
}
