package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/games/mergeisland"
)

// text reads a text of the page by its name.
func (b *browser) text(t *testing.T, name string) string {
	t.Helper()
	return value[string](t, b, `document.querySelector('[data-figure="`+name+`"]').textContent`)
}

// rowsOf returns the cells of a part's first table, row by row.
func rowsOf(t *testing.T, b *browser, part string) [][]string {
	t.Helper()
	return value[[][]string](t, b, `[...document.querySelector("`+part+` tbody").rows].map(r =>
		[...r.cells].map(c => c.textContent))`)
}

func TestEveryDigestInTheBrowserIsTheGoldenOne(t *testing.T) {
	b, address := openLab(t, "#proof", 1280, 1000, false)
	b.until(t, `document.querySelectorAll("#runs tbody tr").length >= 31`)
	want := fmt.Sprintf("%016x", mergeisland.GoldenHash)
	rows := rowsOf(t, b, "#runs")
	if len(rows) != 21 {
		t.Errorf("%d runs, want 21", len(rows))
	}
	for _, row := range rows {
		if row[0] != "✓" || row[2] != want || row[3] != want {
			t.Errorf("%q: %s, hash %s beside %s", row[1], row[0], row[2], row[3])
		}
	}
	if got := b.text(t, "verdict"); !strings.Contains(got, "All 21 runs") || !strings.Contains(got, "2,100 hashes") {
		t.Errorf("it says %q", got)
	}
	if got := b.text(t, "published"); !strings.Contains(got, "10 of 10") || !strings.Contains(got, "100 of 100") {
		t.Errorf("of the published runs it says %q", got)
	}
	b.own(t, address)
}
