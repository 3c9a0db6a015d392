package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const page = "../concepts/why-floats-differ.md"

// pageRows returns the cells of the page's table by the name of the series, and its columns.
func pageRows(t *testing.T) (rows map[string][]string, columns []string) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	rows = map[string][]string{}
	for line := range strings.Lines(string(text)) {
		line, ok := strings.CutPrefix(strings.TrimSpace(line), "| ")
		if !ok {
			continue
		}
		cells := strings.Split(strings.TrimSuffix(line, " |"), " | ")
		if cells[0] == "expression" {
			columns = cells[1:]
			continue
		}
		rows[cells[0]] = cells[1:]
	}
	return rows, columns
}

func TestThePageHasARowForEverySeriesAndItsMainBuilds(t *testing.T) {
	rows, columns := pageRows(t)
	for _, s := range allSeries {
		if len(rows[s.name]) != len(columns) {
			t.Errorf("%s: %d cells, want %d: run docs/floats/measure.sh", s.name, len(rows[s.name]), len(columns))
		}
	}
	if len(rows) != len(allSeries) {
		t.Errorf("%d rows, want %d: run docs/floats/measure.sh", len(rows), len(allSeries))
	}
	for _, want := range []string{"amd64 v3", "arm64", "wasm (Node)"} {
		if !strings.Contains(strings.Join(columns, "|"), want) {
			t.Errorf("no column for %s in %q", want, columns)
		}
	}
}

func TestThePagesRowsOfWhatIsRecommendedAreZero(t *testing.T) {
	rows, _ := pageRows(t)
	asked, nonZero := 0, 0
	for name, cells := range rows {
		recommended := strings.Contains(name, "converted") || strings.Contains(name, "detmath") ||
			strings.Contains(name, "float64(x*y) + z") || strings.Contains(name, "Sqrt Floor")
		for _, cell := range cells {
			if cell != "0" && recommended {
				t.Errorf("%s: %q", name, cells)
			}
			if cell != "0" {
				nonZero++
			}
		}
		if recommended {
			asked++
		}
	}
	if asked != 5 || nonZero < 20 {
		t.Errorf("%d recommended rows, want 5; %d cells that differ, want 20 and more", asked, nonZero)
	}
}

func TestABuildDoesNotDifferFromItselfAndAChangedValueIsCounted(t *testing.T) {
	var first, again bytes.Buffer
	if err := command([]string{"values"}, &first); err != nil {
		t.Fatal(err)
	}
	if err := command([]string{"values"}, &again); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(first.Bytes(), again.Bytes()) {
		t.Error("the same build gives other values when it runs again")
	}
	changed := bytes.Clone(first.Bytes())
	changed[len(changed)-1] ^= 1
	dir := t.TempDir()
	write := func(name string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	a, b := write("a", first.Bytes()), write("b", changed)
	var table bytes.Buffer
	if err := command([]string{"table", "x=off=" + a, "same=" + a, "other=" + b}, &table); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(table.String(), " | 0 | 0 |\n"); n != len(allSeries)-1 {
		t.Errorf("%d rows without a difference, want %d:\n%s", n, len(allSeries)-1, table.String())
	}
	if !strings.HasSuffix(table.String(), " | 0 | 1 |\n") {
		t.Errorf("the changed value is not counted:\n%s", table.String())
	}
	if err := command([]string{"table", "a=" + a, "cut=" + write("cut", changed[:len(changed)-1])}, &table); err == nil {
		t.Error("a file that ends early is compared")
	}
}
