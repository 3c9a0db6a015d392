//go:build !wasm

package archtest

import (
	"strings"
	"testing"
)

func TestDeterministicPackagesUseNothingThatDiffersBetweenMachines(t *testing.T) {
	holds(t, banRule(deterministic, exceptions))
}

func TestEveryExceptionHasAReason(t *testing.T) {
	for _, e := range exceptions {
		if len(e.reason) < 20 {
			t.Errorf("%s in %s: no reason", e.use, e.files)
		}
	}
}

const (
	inOrder  = "do the work in one goroutine, in one order"
	noClock  = "take the reading as an argument: time is fed, not read"
	noWait   = "count ticks: a step never waits"
	seeded   = "draw from sim.Rand, which is seeded and part of the state"
	exactly  = "its bits differ between processors: use integers, a table, or what IEEE 754 defines exactly"
	keysFrom = "its order is random: pass it to slices.Sorted at once, or keep a slice"
	slicesOf = "its order is random: range over slices.Sorted(maps.Keys(m)), or keep a slice"
)

// game is a package with imports and the body of a function.
func game(imports, body string) sources {
	quoted := ""
	for _, name := range strings.Fields(imports) {
		quoted += "import \"" + name + "\"\n"
	}
	return sources{"game/a.go": "package game\n" + quoted + "func step() {\n" + body + "\n}\n"}
}

func TestEachBanIsCaughtAndNamesItsReplacement(t *testing.T) {
	bans := banRule([]string{"game"}, nil)
	for _, c := range []struct{ imports, body, what, use string }{
		{"time", "_ = time.Now()", "time.Now", noClock},
		{"time", "read := time.Now; _ = read", "time.Now", noClock},
		{"time", "_ = time.Since(time.Time{})", "time.Since", noClock},
		{"time", "_ = time.Until(time.Time{})", "time.Until", noClock},
		{"time", "time.Sleep(1)", "time.Sleep", noWait},
		{"time", "time.After(1)", "time.After", noWait},
		{"time", "time.Tick(1)", "time.Tick", noWait},
		{"time", "time.NewTimer(1)", "time.NewTimer", noWait},
		{"time", "time.NewTicker(1)", "time.NewTicker", noWait},
		{"time", "time.AfterFunc(1, nil)", "time.AfterFunc", noWait},
		{"context", "context.WithTimeout(nil, 1)", "context.WithTimeout", noWait},
		{"math/rand", "rand.Int()", "math/rand.Int", seeded},
		{"math/rand/v2", "rand.IntN(6)", "math/rand/v2.IntN", seeded},
		{"math/rand/v2", "_ = rand.N[int]", "math/rand/v2.N", seeded},
		{"math", "_ = math.Sin(1)", "math.Sin", exactly},
		{"math", "_ = math.Cos(1)", "math.Cos", exactly},
		{"math", "_ = math.Tan(1)", "math.Tan", exactly},
		{"math", "_ = math.Exp(1)", "math.Exp", exactly},
		{"math", "_ = math.Pow(1, 2)", "math.Pow", exactly},
		{"math", "_ = math.Log(1)", "math.Log", exactly},
		{"math", "_ = math.Hypot(1, 2)", "math.Hypot", exactly},
		{"math", "_ = math.Cbrt(1)", "math.Cbrt", exactly},
		{"", "go step()", "a go statement", inOrder},
		{"", "select {}", "select", inOrder},
		{"", "var c chan int; _ = c", "a channel", inOrder},
		{"", "for range map[int]int{} {}", "range over a map", slicesOf},
		{"", "type set map[int]int; var m set; for k := range m { _ = k }", "range over a map", slicesOf},
		{"maps", "for range maps.Keys(map[int]int{}) {}", "maps.Keys", keysFrom},
		{"maps", "maps.All(map[int]int{})", "maps.All", keysFrom},
		{"maps slices", "slices.Collect(maps.Values(map[int]int{}))", "maps.Values", keysFrom},
	} {
		t.Run(c.body, func(t *testing.T) {
			lines := 2 + len(strings.Fields(c.imports)) + 1
			finds(t, bans, game(c.imports, c.body),
				"game/a.go:"+string(rune('0'+lines))+": "+c.what+" is banned in deterministic code: "+c.use)
		})
	}
}

func TestWhatIsTheSameEverywhereIsAllowed(t *testing.T) {
	finds(t, banRule([]string{"game"}, nil), game("math time maps slices math/rand/v2", `
		_ = math.Sqrt(2) + math.Floor(2) + math.Mod(3, 2) + math.FMA(1, 2, 3) + math.Inf(1) + math.MaxFloat64
		_ = math.Float64bits(math.Copysign(1, -1))
		_ = time.Duration(3) * time.Second
		var m map[string]int
		clear(m)
		for _, k := range slices.Sorted(maps.Keys(m)) {
			delete(m, k)
		}
		for range slices.SortedFunc(maps.Values(m), func(a, b int) int { return a - b }) {
		}
		for range 3 {
		}
		_ = rand.New(rand.NewPCG(1, 2)).IntN(6)`))
}

func TestBannedImportsAreCaught(t *testing.T) {
	for name, use := range bannedImports {
		finds(t, banRule([]string{"game"}, nil), sources{"game/a.go": "package game\nimport _ \"" + name + "\"\n"},
			"game/a.go:2: "+name+" is banned in deterministic code: "+use)
	}
	finds(t, banRule([]string{"game"}, nil), sources{"game/a.go": "package game\nimport _ \"runtime/debug\"\n"},
		"game/a.go:2: runtime is banned in deterministic code: "+bannedImports["runtime"])
	finds(t, banRule([]string{"game"}, nil), sources{
		"game/a.go":  "package game\nimport _ \"example.com/beat/loose\"\n",
		"loose/a.go": "package loose\nimport _ \"os\"\n",
	}, "game/a.go:2: loose is banned in deterministic code: it is not on the list of deterministic packages")
}

func TestARenamedImportIsCaught(t *testing.T) {
	finds(t, banRule([]string{"game"}, nil),
		sources{"game/a.go": "package game\nimport clock \"time\"\nvar t = clock.Now()\n"},
		"game/a.go:3: time.Now is banned in deterministic code: "+noClock)
	finds(t, banRule([]string{"game"}, nil),
		sources{"game/a.go": "package game\nimport . \"time\"\nvar t = Now()\n"},
		"game/a.go:3: time.Now is banned in deterministic code: "+noClock)
}

func TestARangeOverATypeParameterThatMayBeAMapIsCaught(t *testing.T) {
	finds(t, banRule([]string{"game"}, nil),
		sources{"game/a.go": "package game\nfunc f[M ~map[K]V, K comparable, V any](m M) {\nfor range m {\n}\n}\n"},
		"game/a.go:3: range over a map is banned in deterministic code: "+slicesOf)
}

func TestTheFilesOfEverySystemAreChecked(t *testing.T) {
	body := "import \"time\"\n\nvar t = time.Now()\n"
	for _, name := range []string{"a_windows.go", "a_js.go", "a_darwin_arm64.go", "a_wasip1.go"} {
		finds(t, banRule([]string{"game"}, nil),
			sources{"game/a.go": "package game\n", "game/" + name: "package game\n" + body},
			"game/"+name+":4: time.Now is banned in deterministic code: "+noClock)
	}
	finds(t, banRule([]string{"game"}, nil),
		sources{"game/a.go": "package game\n",
			"game/b.go": "//go:build !linux && !windows && !darwin && !wasm\npackage game\n" + body},
		"game/b.go:5: time.Now is banned in deterministic code: "+noClock)
	finds(t, banRule([]string{"game"}, nil),
		sources{"game/a.go": "package game\n", "game/b.go": "//go:build mysterious\npackage game\n"},
		"game/b.go: no build selects the file, so nothing checks it: add its system to builds")
}

func TestAnExceptionExcusesItsFilesOnly(t *testing.T) {
	allowed := []exception{{"game/clock*.go", "time.Now", "the only clock there is"}}
	clock := "package game\nimport \"time\"\nvar t = time.Now()\n"
	finds(t, banRule([]string{"game"}, allowed), sources{"game/clock.go": clock})
	finds(t, banRule([]string{"game"}, allowed),
		sources{"game/clock.go": clock, "game/other.go": strings.Replace(clock, "var t", "var u", 1)},
		"game/other.go:3: time.Now is banned in deterministic code: "+noClock)
	finds(t, banRule([]string{"game"}, allowed), sources{"game/a.go": "package game\n"},
		"game/clock*.go: the exception for time.Now excuses nothing: remove it")
}

func TestCodeWithoutTypesIsNoPass(t *testing.T) {
	finds(t, banRule([]string{"game"}, nil), sources{"game/a.go": "package game\nvar x = missing\n"},
		"game/a.go:2: cannot be checked for linux/amd64: undefined: missing")
	finds(t, banRule([]string{"game", "gone/*"}, nil), sources{"game/a.go": "package game\n"},
		"gone/*: no package matches: correct the list in internal/archtest/bans.go")
}
