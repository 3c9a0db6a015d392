package stutter_test

import (
	"os"
	"strings"
	"testing"
)

// guide is the page that shows the two games as a diff.
const guide = "../../../docs/guides/ebitengine.md"

// linesMax is what the page promises: ten lines, beside the imports.
const linesMax = 10

// game returns a program from its first type on, which is what the page shows.
func game(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	_, code, found := strings.Cut(string(text), "\ntype game")
	if !found {
		t.Fatalf("%s has no type game", name)
	}
	return "type game" + code
}

func TestTheGuidesDiffLeadsFromOneProgramToTheOther(t *testing.T) {
	page, err := os.ReadFile(guide)
	if err != nil {
		t.Fatal(err)
	}
	_, block, found := strings.Cut(string(page), "```diff\n")
	block, _, closed := strings.Cut(block, "```")
	if !found || !closed {
		t.Fatal("the page has no diff block")
	}
	var before, after strings.Builder
	added := 0
	for line := range strings.Lines(block) {
		sign, code := line[0], line[1:]
		switch sign {
		case '\n':
			before.WriteString(line)
			after.WriteString(line)
		case ' ':
			before.WriteString(code)
			after.WriteString(code)
		case '-':
			before.WriteString(code)
		case '+':
			after.WriteString(code)
			added++
		default:
			t.Fatalf("a line of the diff starts with %q", sign)
		}
	}
	if before.String() != game(t, "before/main.go") {
		t.Errorf("without its additions the diff is\n%s", before.String())
	}
	if after.String() != game(t, "after/main.go") {
		t.Errorf("with its additions the diff is\n%s", after.String())
	}
	if added > linesMax {
		t.Errorf("the diff adds %d lines, the page promises %d", added, linesMax)
	}
}
