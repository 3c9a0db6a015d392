package stutter_test

import (
	"os"
	"strings"
	"testing"
)

// pages show the two games as a diff.
var pages = []string{"README.md", "README.zh-CN.md", "docs/guides/ebitengine.md"}

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

func TestThePagesDiffLeadsFromOneProgramToTheOther(t *testing.T) {
	for _, page := range pages {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile("../../../" + page)
			if err != nil {
				t.Fatal(err)
			}
			checkDiff(t, string(text))
		})
	}
}

// checkDiff takes a page's diff apart and compares both sides with the programs.
func checkDiff(t *testing.T, page string) {
	t.Helper()
	_, block, found := strings.Cut(page, "```diff\n")
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
