package convert

import "strconv"

// pairs holds the numbers from 00 to 99: two digits for one division.
const pairs = "00010203040506070809101112131415161718192021222324" +
	"25262728293031323334353637383940414243444546474849" +
	"50515253545556575859606162636465666768697071727374" +
	"75767778798081828384858687888990919293949596979899"

// appendSeconds appends n nanoseconds as seconds: exact, nine decimals.
func appendSeconds(b []byte, n int64) []byte {
	b, u := appendSign(b, n)
	b = append(strconv.AppendUint(b, u/1_000_000_000, 10), '.')
	rest := uint32(u % 1_000_000_000)
	return appendThree(appendSix(b, rest/1000), rest%1000)
}

// appendMillis appends n nanoseconds as milliseconds: exact, six decimals.
func appendMillis(b []byte, n int64) []byte {
	b, u := appendSign(b, n)
	b = append(strconv.AppendUint(b, u/1_000_000, 10), '.')
	return appendSix(b, uint32(u%1_000_000))
}

// appendMicros appends n nanoseconds as microseconds: exact, three decimals.
func appendMicros(b []byte, n int64) []byte {
	b, u := appendSign(b, n)
	b = append(strconv.AppendUint(b, u/1000, 10), '.')
	return appendThree(b, uint32(u%1000))
}

func appendSign(b []byte, n int64) ([]byte, uint64) {
	if n < 0 {
		return append(b, '-'), -uint64(n)
	}
	return b, uint64(n)
}

// appendSix appends six digits of a number below a million, appendThree three of one below a thousand.
func appendSix(b []byte, n uint32) []byte {
	high, mid, low := n/10_000*2, n/100%100*2, n%100*2
	return append(b, pairs[high], pairs[high+1], pairs[mid], pairs[mid+1], pairs[low], pairs[low+1])
}

func appendThree(b []byte, n uint32) []byte {
	low := n % 100 * 2
	return append(b, '0'+byte(n/100), pairs[low], pairs[low+1])
}
