//go:build !wasm

package archtest

import (
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the public surface in api/")

func TestThePublicSurfaceIsTheReviewedOne(t *testing.T) {
	if *update {
		tree, err := repository()
		if err != nil {
			t.Fatal(err)
		}
		dir, err := rootFolder()
		if err != nil {
			t.Fatal(err)
		}
		if err := updateAPI(tree, dir); err != nil {
			t.Fatal(err)
		}
		return // what was parsed is older than the texts
	}
	holds(t, apiRule)
}

// updateAPI writes the texts of all packages below dir and removes those of packages that are gone.
func updateAPI(tree *tree, dir string) error {
	texts, err := apiTexts(tree)
	if err != nil {
		return err
	}
	for _, p := range tree.texts {
		if _, ok := texts[p]; !ok && isAPIText(p) {
			if err := os.Remove(filepath.Join(dir, filepath.FromSlash(p))); err != nil {
				return err
			}
		}
	}
	if err := os.MkdirAll(filepath.Join(dir, apiFolder), 0o755); err != nil {
		return err
	}
	for p, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, filepath.FromSlash(p)), []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}

const surfaceSource = `// Package part is documented.
package part

import "errors"

// A Level is documented.
type Level uint8

const (
	Low Level = iota // the lowest
	hidden
	High
)

const (
	Bit, other = 1 << iota, iota
	NextBit, _
)

const limit, LimitMax = 3, 1 << 20

var (
	ErrLow       = errors.New("low")
	Table, count map[string]int
	Do           = func() { count = nil }
)

type (
	// Config has fields.
	Config struct {
		Rate   int ` + "`json:\"rate\"`" + ` // per second
		secret string
		Nested struct{ Deep, shallow int }
	}
	plain struct{ Rate int }
)

type Both[T any, U ~int | ~string] interface {
	Use(t T, u U) (ok bool)
	own()
}

type Alias = Config

// Name has a body.
func (c *Config) Name(of string,
	others ...string) (string, error) {
	return of, nil
}

func (c Config) hidden()   {}
func (p plain) Shown()     {}
func Make[T any](t T) *Config { return nil }
func helper()              {}
`

const surfaceWant = `const Bit = 1 << 0
const High Level = 2
const LimitMax = 1 << 20
const Low Level = 0
const NextBit = 1 << 1
func Make[T any](t T) *Config
type Alias = Config
type Both[T any, U ~int | ~string] interface{ Use(t T, u U) (ok bool) }
type Config struct {
	Rate   int ` + "`json:\"rate\"`" + `
	Nested struct{ Deep int }
}
func (*Config) Name(of string, others ...string) (string, error)
type Level uint8
var Do = func() {
}
var ErrLow = errors.New("low")
var Table map[string]int
`

func TestTheSurfaceIsSortedAndHasNoCommentsBodiesAndUnexportedFields(t *testing.T) {
	tree := sources{"part/a.go": surfaceSource}.tree(t)
	got, err := surface(tree.packages[0])
	if err != nil {
		t.Fatal(err)
	}
	if got != surfaceWant {
		t.Errorf("got\n%s\nwant\n%s", got, surfaceWant)
	}
}

func TestTheSurfaceOfAllSystemsIsMerged(t *testing.T) {
	tree := sources{
		"a_linux.go":   "package beat\nfunc Read() int { return 1 }\nfunc Only() {}\n",
		"a_windows.go": "package beat\nfunc Read() int { return 2 }\nfunc Fail(code int32) {}\n",
		"a_other.go":   "//go:build !linux && !windows\n\npackage beat\nfunc Fail(code int) {}\n",
		"a_test.go":    "package beat\nfunc Test() {}\n",
	}.tree(t)
	got, err := surface(tree.packages[0])
	if err != nil {
		t.Fatal(err)
	}
	want := "func Fail(code int)\nfunc Fail(code int32)\nfunc Only()\nfunc Read() int\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestAnUnreviewedSurfaceIsCaught(t *testing.T) {
	base := sources{
		"a.go":             "package beat\nfunc Feed(now int) {}\n",
		"in/internal/a.go": "package internal\nfunc Free() {}\n",
		"cmd/x/main.go":    "package main\nfunc Free() {}\n",
		"only/a_test.go":   "package only\nfunc Free() {}\n",
		"api/beat.txt":     "package beat // example.com/beat\n\nfunc Feed(now int)\n",
	}
	finds(t, apiRule, base)
	finds(t, apiRule, base.with("a.go", "package beat\nfunc Feed(now int64) {}\nfunc More() {}\n"),
		"api/beat.txt: not the surface of beat: review the change and run go test ./internal/archtest -update\n"+
			"\t- func Feed(now int)\n\t+ func Feed(now int64)\n\t+ func More()")
	finds(t, apiRule, base.with("games/jump/a.go", "package jump\n"),
		"api/games_jump.txt: missing: run go test ./internal/archtest -update and review it")
	finds(t, apiRule, base.with("api/gone.txt", ""),
		"api/gone.txt: no public package has this surface: delete the file")
	finds(t, apiRule, base.with("api/beat.txt", "package beat // example.com/beat\nfunc Feed(now int)\n\n"),
		"api/beat.txt: not the surface of beat: review the change and run go test ./internal/archtest -update\n"+
			"\tthe same lines in another order")
}

func TestUpdateWritesTheSurfaceAndRemovesWhatIsGone(t *testing.T) {
	dir := t.TempDir()
	files := sources{"go.mod": "module beat\n", "a.go": "package beat\nfunc Feed() {}\n", "api/gone.txt": "x\n"}
	for name, text := range files {
		p := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(p, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	before, err := load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	if len(apiRule(before).findings) != 2 {
		t.Fatalf("before: %q, want a missing and a surplus text", apiRule(before).findings)
	}
	if err := updateAPI(before, dir); err != nil {
		t.Fatal(err)
	}
	after, err := load(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	if err := apiRule(after).err(); err != nil {
		t.Error(err)
	}
}
