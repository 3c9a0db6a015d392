//go:build !wasm

package archtest

import "testing"

func TestEachPackageCommentEndsWithTheUniformLines(t *testing.T) { holds(t, packageCommentRule) }

func TestEachExportedDeclarationHasAComment(t *testing.T) { holds(t, declarationCommentRule) }

const goodComment = `// Package beat keeps time.
//
// Concurrency: not safe; one goroutine at a time.
// Determinism: safe inside a tick.
// Allocation: none after New.
`

func TestAPackageCommentWithoutTheUniformLinesIsCaught(t *testing.T) {
	const (
		first = "// Package beat keeps time.\n"
		form  = "beat: the package comment does not end with a paragraph of the three lines " +
			"Concurrency, Determinism, Allocation"
	)
	finds(t, packageCommentRule, sources{
		"doc.go": goodComment + "package beat\n", "a.go": "package beat\n",
		"cmd/x/main.go": "package main\n", "only/a_test.go": "package only\n",
	})
	for _, c := range []struct{ name, comment, want string }{
		{"none", "", "beat: 0 package comments: want one, in doc.go"},
		{"no lines", first,
			form},
		{"text after them", goodComment + "//\n// More.\n",
			form},
		{"another package's name", "// Package bear keeps time.\n" + goodComment[len(first):],
			`beat: the package comment does not start with "Package beat"`},
		{"no verdict", first + "//\n// Concurrency: perhaps.\n// Determinism: safe.\n// Allocation: none.\n",
			`beat: package comment: "Concurrency: perhaps.": want "Concurrency: ", then safe or not safe, ` +
				`and a full stop at the end`},
		{"no full stop", first + "//\n// Concurrency: safe.\n// Determinism: safe.\n// Allocation: none\n",
			`beat: package comment: "Allocation: none": want "Allocation: ", then none or some or allocates, ` +
				`and a full stop at the end`},
	} {
		t.Run(c.name, func(t *testing.T) {
			finds(t, packageCommentRule, sources{"doc.go": c.comment + "package beat\n"}, c.want)
		})
	}
	finds(t, packageCommentRule,
		sources{"doc.go": goodComment + "package beat\n", "a.go": "// Package beat again.\npackage beat\n"},
		"beat: 2 package comments: want one, in doc.go")
}

func TestAnExportedNameWithoutItsCommentIsCaught(t *testing.T) {
	finds(t, declarationCommentRule, sources{"a.go": `package beat

// A Rate is a number.
type Rate struct{ Num int }

// String returns it.
func (r Rate) String() string { return "" }

type small struct{}

func (small) Shown() {}

// The Clock reads.
type Clock interface{ Read() }

const (
	// Low is low.
	Low = 1
	High = 2 // as high as it goes
)

// One is a number, and Two is more.
const (
	One = 1
	Two = 2
)

// Max and the others are bounds.
var Max, Min = 1, 2

func helper() {}
`, "a_test.go": "package beat\nfunc Test() {}\n"})
	const use = ": its comment is missing or does not start with its name"
	finds(t, declarationCommentRule, sources{"a.go": `package beat

type Rate struct{}

// Returns it.
func (r *Rate) String() string { return "" }

// Makers make.
func Make() {}

// Bounds of things.
const (
	Low = 1
)

// The bound.
var Max = 1
`}, "a.go:3: exported Rate"+use, "a.go:6: exported String"+use, "a.go:9: exported Make"+use,
		"a.go:13: exported Low"+use, "a.go:17: exported Max"+use)
}
