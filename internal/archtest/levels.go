package archtest

import (
	"go/ast"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// levels holds the level of every package by its folder. A package imports lower levels only, so
// placing one here is a decision; a folder that is not here fails, and so does one that is here
// and not there.
var levels = map[string]int{
	// 0, leaves: used by the core, know nothing of it.
	"guest/abi":         0,
	"internal/archtest": 0,
	"internal/logtext":  0,
	"internal/logtwin":  0,
	"internal/wide":     0,

	// 1, the core: what every game needs.
	".": 1,

	// 2, parts: each useful alone.
	"detmath":       2,
	"detmath/fixed": 2,
	"framelog":      2,
	"framestats":    2,
	"input":         2,
	"interp":        2,
	"pace":          2,
	"publish":       2,
	"sim":           2,
	"smooth":        2,
	"stages":        2,
	"tactustest":    2,

	// 3, engines: parts put together.
	"framelog/compare":  3,
	"framelog/convert":  3,
	"framelog/report":   3,
	"games/jump":        3,
	"games/mergeisland": 3,
	"games/spring":      3,
	"games/tunnel":      3,
	"games/particles":   3,
	"loop":              3,
	"replay":            3,

	// 4, judges of a simulation, and what adapters share.
	"adapters/ebitengine/beat": 4,
	"framelog/compare/record":  4,
	"framelog/page":            4,
	"guest":                    4,
	"prove":                    4,
	"verify":                   4,
	"verify/challenge":         5,
	"verify/client":            5,
	"verify/natives":           5,
	"verify/verifytest":        5,

	// 5, adapters to other people's modules, and the parts of examples.
	"adapters/ebitengine":                5,
	"adapters/natsbus":                   5,
	"adapters/natsbus/embedded":          4,
	"adapters/wasmrunner":                6,
	"adapters/wazerohost":                5,
	"adapters/internal/goguest":          3,
	"adapters/wazerohost/internal/asm":   3,
	"adapters/wazerohost/internal/nans":  3,
	"adapters/wazerohost/wasmbin":        4,
	"examples/ebitengine/internal/paint": 5,
	"examples/ebitengine/internal/play":  5,

	// 4 and 5, the parts of the lab: its files, a game that the tool records too, what moves, and
	// what reads logs.
	"lab":        5,
	"lab/island": 4,
	"lab/logs":   5,
	"lab/proof":  5,
	"lab/scene":  5,

	// 6, programs.
	"examples/guests/go-particles":            6,
	"adapters/wazerohost/internal/nans/guest": 6,
	"cmd/tactus":                         7,
	"cmd/tactusd":                        7,
	"examples/ebitengine":                6,
	"examples/ebitengine/stutter":        6,
	"examples/ebitengine/stutter/after":  6,
	"examples/ebitengine/stutter/before": 6,
	"examples/goroutine-render":          6,
	"docs/floats":                        6,
	"docs/pictures":                      6,
	"examples/adaptive":                  6,
	"examples/deterministic":             6,
	"examples/first-game":                6,
	"examples/guests/go-mergeisland":     6,
	"examples/old-saves":                 6,
	"lab/logs/wasm":                      6,
	"lab/wasm":                           6,
	"examples/server-tick":               6,
}

// testKits are what tests of every level may import.
var testKits = map[string]bool{"tactustest": true, "verify/verifytest": true}

// levelRule checks every import of every file against the table.
func levelRule(table map[string]int) rule {
	return func(t *tree) (r report) {
		for _, p := range t.packages {
			r.seen++
			if _, ok := table[p.path]; !ok {
				r.add(p.title(), "has no level: give it one in internal/archtest/levels.go")
				continue
			}
			for _, s := range p.files {
				for _, spec := range s.syntax.Imports {
					if text := t.refused(table, p, s, spec); text != "" {
						r.add(t.at(spec.Pos()), "%s", text)
					}
				}
			}
		}
		for _, p := range slices.Sorted(maps.Keys(table)) {
			if !slices.ContainsFunc(t.packages, func(f *folder) bool { return f.path == p }) {
				r.add(p, "has a level and no Go files: remove its entry from internal/archtest/levels.go")
			}
		}
		return r
	}
}

// refused returns what is wrong with an import, or "".
func (t *tree) refused(table map[string]int, from *folder, s *source, spec *ast.ImportSpec) string {
	name, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return err.Error()
	}
	first, _, _ := strings.Cut(name, "/")
	own := name == t.modules[0].path || strings.HasPrefix(name, t.modules[0].path+"/")
	switch {
	case !own && !strings.Contains(first, ".") && name != "C":
		return ""
	case !own && from.nested():
		return ""
	case !own:
		return from.title() + " imports " + name + ": the root module uses the standard library only"
	}
	to := t.byImport[name]
	if to == nil {
		return from.title() + " imports " + name + ": this repository has no such package"
	}
	if from.nested() && isInternal(to.path) && to.module != from.module {
		return from.title() + " imports " + to.title() + ": a nested module uses public packages only"
	}
	low, high := table[to.path], table[from.path]
	if low < high || s.test && (to == from || testKits[to.path]) {
		return ""
	}
	return from.title() + " (level " + strconv.Itoa(high) + ") imports " + to.title() +
		" (level " + strconv.Itoa(low) + "): a package imports lower levels only"
}
