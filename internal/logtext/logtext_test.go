package logtext_test

import (
	"encoding/csv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/tactus-go/tactus/internal/logtext"
)

func FuzzAFieldIsOneFieldOnOneLine(f *testing.F) {
	for _, text := range []string{"", "menu", `quay, "night"`, " a", "a;b", "line\nend", "\u2028", "\xff", "a\"", "ä"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		row := string(logtext.AppendField(nil, text))
		r := csv.NewReader(strings.NewReader("x," + row + ",y\n"))
		fields, err := r.Read()
		if err != nil || len(fields) != 3 {
			t.Fatalf("%q is written as %q: %q, %v", text, row, fields, err)
		}
		want := strings.Map(logtext.Shown, strings.ToValidUTF8(text, "\ufffd"))
		if utf8.ValidString(text) && fields[1] != want {
			t.Errorf("%q is read again as %q, want %q", text, fields[1], want)
		}
	})
}
