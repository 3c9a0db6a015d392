package logtwin

import (
	"encoding/binary"
	"hash/crc32"
	"strings"
	"unicode/utf16"
)

// utf16Bytes returns a text as UTF-16 with a byte order mark.
func utf16Bytes(text string, order binary.AppendByteOrder) []byte {
	b := order.AppendUint16(nil, 0xfeff)
	for _, u := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, u)
	}
	return b
}

// latin1 returns a text of characters up to U+00FF as one byte each.
func latin1(text string) []byte {
	var b []byte
	for _, c := range text {
		if c > 0xff {
			panic("tactus: no Latin-1: " + text)
		}
		b = append(b, byte(c))
	}
	return b
}

// stored returns data as a gzip file of stored blocks. What compress/gzip writes differs between
// versions of Go; this does not.
func stored(data []byte) []byte {
	b := []byte{0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff}
	for rest := data; ; {
		n := min(len(rest), 0xffff)
		last := byte(0)
		if n == len(rest) {
			last = 1
		}
		b = append(b, last)
		b = binary.LittleEndian.AppendUint16(b, uint16(n))
		b = binary.LittleEndian.AppendUint16(b, ^uint16(n))
		b = append(b, rest[:n]...)
		if rest = rest[n:]; last == 1 {
			break
		}
	}
	b = binary.LittleEndian.AppendUint32(b, crc32.ChecksumIEEE(data))
	return binary.LittleEndian.AppendUint32(b, uint32(len(data)))
}

// encodingTwins are one small log in every encoding that was seen, and some that were not.
func encodingTwins() []Twin {
	frames := play(901, 60, 8*milli, micro)
	text := func(end string) string {
		s := newSheet(end, ",")
		s.row("frame", "ms")
		for i, ns := range frames {
			s.row(count(i), ms(ns, 3))
		}
		return string(s.bytes())
	}
	want := plain("ms", frames)
	note := "# Pr\u00fcfstand 3 \u00b0C" + unix
	open := strings.TrimSuffix(text(unix), unix)
	return []Twin{
		{"encoding-utf8-bom.csv", "home-made", []byte(bom + text(unix)), want},
		{"encoding-utf16le.csv", "home-made", utf16Bytes(text(windows), binary.LittleEndian), want},
		{"encoding-utf16be.csv", "home-made", utf16Bytes(text(unix), binary.BigEndian), want},
		{"encoding-latin1.csv", "home-made", latin1(note + text(unix)), want},
		{"encoding-utf8.csv", "home-made", []byte(note + text(unix)), want},
		{"line-end-crlf.csv", "home-made", []byte(text(windows)), want},
		{"line-end-cr.csv", "home-made", []byte(text("\r")), want},
		{"line-end-missing.csv", "home-made", []byte(open), want},
		{"gzip-home.csv.gz", "home-made", stored([]byte(text(unix))), want},
	}
}
