package archtest

import (
	"maps"
	"slices"
)

// The surface stays small enough to be read whole. The root may have more names, since a user
// meets it first and its config types belong together.
const (
	namesMaxRoot = 45
	namesMax     = 30
)

// overBudget names the decision page of each package that is over the budget, by its folder.
var overBudget = map[string]string{
	"adapters/wazerohost": "docs/decisions/0022-why-has-the-module-host-more-than-thirty-names.md",
	"framelog":            "docs/decisions/0018-why-has-framelog-more-than-thirty-names.md",
	"guest/abi":           "docs/decisions/0021-why-has-the-border-more-than-thirty-names.md",
	"verify":              "docs/decisions/0024-why-has-verify-more-than-thirty-names.md",
	"replay":              "docs/decisions/0020-why-has-replay-more-than-thirty-names.md",
}

// budgetRule counts exported package-level names; methods and fields are not among them.
func budgetRule(excused map[string]string) rule {
	return func(t *tree) (r report) {
		over := map[string]bool{}
		for _, f := range t.packages {
			if !f.public() {
				continue
			}
			r.seen++
			all, err := exports(f)
			if err != nil {
				r.add(f.title(), "%v", err)
			}
			names := map[string]bool{}
			for _, e := range all {
				if e.method == "" {
					names[e.name] = true
				}
			}
			limit := namesMax
			if f.path == "." {
				limit = namesMaxRoot
			}
			over[f.path] = len(names) > limit
			if page, ok := excused[f.path]; over[f.path] && (!ok || !t.exists(page)) {
				r.add(f.title(), "%d exported names, at most %d: make some unexported, or write a decision "+
					"and name its page in overBudget", len(names), limit)
			}
		}
		for _, p := range slices.Sorted(maps.Keys(excused)) {
			if !over[p] {
				r.add(p, "within its budget: remove its entry from overBudget")
			}
		}
		return r
	}
}
