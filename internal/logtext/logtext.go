// Package logtext writes the texts of frame logs: on one line, in a field that every reader of tables
// takes for one.
//
// Concurrency: safe; nothing is kept.
// Determinism: safe; the result is a function of the text.
// Allocation: none beyond what it appends to.
package logtext

import "unicode/utf8"

// AppendField appends a text as one field of a CSV row. It is quoted where a reader would else split
// it, take off blanks, or see the number of columns wrong; it does not allocate beyond b.
func AppendField(b []byte, text string) []byte {
	if text == "" {
		return b
	}
	first, _ := utf8.DecodeRuneInString(text)
	last, _ := utf8.DecodeLastRuneInString(text)
	quoted := Shown(first) == ' ' || Shown(last) == ' '
	for i := 0; i < len(text) && !quoted; i++ {
		quoted = text[i] == ',' || text[i] == ';' || text[i] == '"'
	}
	if quoted {
		return append(AppendInside(append(b, '"'), text), '"')
	}
	return AppendInside(b, text)
}

// AppendInside appends what stands between quotes: a quote as two, a character that moves on a screen or
// breaks a line as a blank, a byte that is no UTF-8 as U+FFFD.
func AppendInside(b []byte, text string) []byte {
	for _, c := range text {
		if c == '"' {
			b = append(b, '"')
		}
		b = utf8.AppendRune(b, Shown(c))
	}
	return b
}

// Shown returns a character, or a blank for one that moves on a screen or breaks a line.
func Shown(c rune) rune {
	if c < ' ' || c >= 0x7f && c < 0xa0 || c == '\u2028' || c == '\u2029' {
		return ' '
	}
	return c
}
