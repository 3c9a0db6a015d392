//go:build !wasm

package archtest

import (
	"fmt"
	"strings"
	"testing"
)

func TestThePublicSurfaceStaysWithinItsBudget(t *testing.T) { holds(t, budgetRule(overBudget)) }

func TestTheBudgetCountsNamesAndNotMethods(t *testing.T) {
	const page = "docs/decisions/0009-why.md"
	base := sources{
		"a.go":      "package beat\n" + manyFuncs(43) + "func Low() {}\ntype T1 int\nfunc (t T1) Method() {}\n",
		"a_js.go":   "package beat\nfunc Low() {}\n",
		"part/a.go": "package part\n" + manyFuncs(30) + "type t1 int\nfunc small() {}\n",
		page:        "# Why?\n",
	}
	none := map[string]string{}
	finds(t, budgetRule(none), base)
	advice := ": make some unexported, or write a decision and name its page in overBudget"
	finds(t, budgetRule(none), base.with("b.go", "package beat\nvar More int\n"),
		"beat: 46 exported names, at most 45"+advice)
	over := base.with("part/b.go", "package part\nconst More = 1\n")
	finds(t, budgetRule(none), over, "part: 31 exported names, at most 30"+advice)
	finds(t, budgetRule(map[string]string{"part": page}), over)
	finds(t, budgetRule(map[string]string{"part": "docs/decisions/0008-gone.md"}), over,
		"part: 31 exported names, at most 30"+advice)
	finds(t, budgetRule(map[string]string{"part": page}), base,
		"part: within its budget: remove its entry from overBudget")
}

func manyFuncs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "func F%d() {}\n", i)
	}
	return b.String()
}
