package framelog

import (
	"bytes"
	"strings"
)

// dateMarks are what stands between the numbers of a date.
const dateMarks = " -./:,T"

const (
	yearMin = 1970
	yearMax = 2261
)

// parseDate reads a date and a time of day as nanoseconds since the first day of 1970: 2025-6-18
// 9:05:03.123456789, 24-10-2025 15:41:23 or 18.6.2025 9:05:03. Logs pad and separate as they like; a
// year has four digits, and is one whose nanoseconds 64 bits hold.
func parseDate(field []byte) (int64, status) {
	if missing(field) {
		return 0, statusMissing
	}
	var n [7]int64
	k, digits, year := 0, 0, -1
	for _, c := range bytes.TrimSuffix(field, []byte{'Z'}) {
		if c-'0' < 10 && digits < 9 {
			n[k] = n[k]*10 + int64(c-'0')
			digits++
			continue
		}
		if c-'0' < 10 || digits == 0 && c != ' ' || strings.IndexByte(dateMarks, c) < 0 {
			return 0, statusText
		}
		if digits == 4 && k < 3 {
			year = k
		}
		if digits == 0 {
			continue
		}
		if k, digits = k+1, 0; k == len(n) {
			return 0, statusText
		}
	}
	if k == 6 {
		for ; digits < 9; digits++ {
			n[6] *= 10
		}
	}
	if year == 2 {
		n[0], n[2] = n[2], n[0]
	}
	if year < 0 || year == 1 || k < 5 || n[0] < yearMin || n[0] > yearMax || n[1] < 1 || n[1] > 12 ||
		n[2] < 1 || n[2] > 31 || n[3] > 24 || n[4] > 59 || n[5] > 60 {
		return 0, statusText
	}
	return ((days(n[0], n[1], n[2])*24+n[3])*3600+n[4]*60+n[5])*1e9 + n[6], statusOK
}

// days counts from the first of 1970 in the Gregorian calendar: with the year begun in March its leap
// day is the last, and months have 153 days in five.
func days(y, m, d int64) int64 {
	m -= 3
	if m < 0 {
		m += 12
		y--
	}
	return 365*y + y/4 - y/100 + y/400 + (153*m+2)/5 + d - 1 - 719_468 // from March of year 0
}
