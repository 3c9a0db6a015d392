//go:build !wasm

package archtest

import "testing"

func TestPackagesImportLowerLevelsOnly(t *testing.T) { holds(t, levelRule(levels)) }

func TestALevelTableCatchesWhatBreaksIt(t *testing.T) {
	table := map[string]int{".": 1, "part": 2, "other": 2, "tactustest": 2, "game": 3}
	base := sources{
		"a.go":                 "package beat\n",
		"part/a.go":            "package part\nimport _ \"example.com/beat\"\n",
		"other/a.go":           "package other\nimport _ \"math\"\n",
		"tactustest/a.go":      "package tactustest\nimport _ \"example.com/beat\"\n",
		"tactustest/a_test.go": "package tactustest_test\nimport _ \"example.com/beat/tactustest\"\n",
		"game/a.go":            "package game\nimport _ \"example.com/beat/part\"\n",
		"a_test.go":            "package beat_test\nimport (\n_ \"example.com/beat\"\n_ \"example.com/beat/tactustest\"\n)\n",
	}
	finds(t, levelRule(table), base)
	for _, c := range []struct{ name, file, text, want string }{
		{"the same level", "part/b.go", "package part\nimport _ \"example.com/beat/other\"\n",
			"part/b.go:2: part (level 2) imports other (level 2): a package imports lower levels only"},
		{"a higher level", "b.go", "package beat\nimport _ \"example.com/beat/part\"\n",
			"b.go:2: beat (level 1) imports part (level 2): a package imports lower levels only"},
		{"a file of another system", "b_plan9.go", "package beat\nimport _ \"example.com/beat/game\"\n",
			"b_plan9.go:2: beat (level 1) imports game (level 3): a package imports lower levels only"},
		{"a test of a higher level", "part/a_test.go", "package part\nimport _ \"example.com/beat/game\"\n",
			"part/a_test.go:2: part (level 2) imports game (level 3): a package imports lower levels only"},
		{"the test kit outside of tests", "part/b.go", "package part\nimport _ \"example.com/beat/tactustest\"\n",
			"part/b.go:2: part (level 2) imports tactustest (level 2): a package imports lower levels only"},
		{"no level", "new/a.go", "package new\n",
			"new: has no level: give it one in internal/archtest/levels.go"},
		{"a third party", "b.go", "package beat\nimport _ \"golang.org/x/tools/txtar\"\n",
			"b.go:2: beat imports golang.org/x/tools/txtar: the root module uses the standard library only"},
		{"a third party in a test", "b_test.go", "package beat\nimport _ \"golang.org/x/tools/txtar\"\n",
			"b_test.go:2: beat imports golang.org/x/tools/txtar: the root module uses the standard library only"},
		{"C", "b.go", "package beat\nimport \"C\"\n",
			"b.go:2: beat imports C: the root module uses the standard library only"},
		{"no package", "b.go", "package beat\nimport _ \"example.com/beat/gone\"\n",
			"b.go:2: beat imports example.com/beat/gone: this repository has no such package"},
	} {
		t.Run(c.name, func(t *testing.T) { finds(t, levelRule(table), base.with(c.file, c.text), c.want) })
	}
}

func TestANestedModuleUsesPublicPackagesOnly(t *testing.T) {
	table := map[string]int{"internal/wide": 0, ".": 1, "cmd/beat": 6, "cmd/beat/internal/own": 0}
	base := sources{
		"a.go":                       "package beat\nimport _ \"example.com/beat/internal/wide\"\n",
		"internal/wide/a.go":         "package wide\n",
		"cmd/beat/go.mod":            "module example.com/beat/cmd/beat\n",
		"cmd/beat/internal/own/a.go": "package own\n",
		"cmd/beat/main.go": "package main\nimport (\n_ \"example.com/beat\"\n_ \"golang.org/x/term\"\n" +
			"_ \"example.com/beat/cmd/beat/internal/own\"\n)\n",
	}
	finds(t, levelRule(table), base)
	finds(t, levelRule(table), base.with("cmd/beat/b.go", "package main\nimport _ \"example.com/beat/internal/wide\"\n"),
		"cmd/beat/b.go:2: cmd/beat imports internal/wide: a nested module uses public packages only")
}

func TestALevelWithoutItsFolderFails(t *testing.T) {
	finds(t, levelRule(map[string]int{".": 1, "gone": 2}), sources{"a.go": "package beat\n"},
		"gone: has a level and no Go files: remove its entry from internal/archtest/levels.go")
}

// with returns the sources with one file more.
func (s sources) with(name, text string) sources {
	all := sources{name: text}
	for other, text := range s {
		if other != name {
			all[other] = text
		}
	}
	return all
}
