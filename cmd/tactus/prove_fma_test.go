package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// needGo skips where no go command is, as under wine.
func needGo(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("go"); err != nil {
		t.Skip("DID NOT RUN: prove --fma asks the go command, and there is none here")
	}
}

// tryFMA runs the tool outside of a bubble, since a process's time is real.
func tryFMA(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return tryOn(t.Context(), append([]string{"prove", "--fma"}, args...)...)
}

func TestFusedPlacesAreListedWithTheirTargets(t *testing.T) {
	needGo(t)
	code, out, stderr := tryFMA(t, "./testdata/fused")
	if code != exitNo || stderr != "" {
		t.Fatalf("exit %d, stderr %q", code, stderr)
	}
	for _, want := range []string{
		"testdata/fused/fused.go:5:48: fused on arm64, amd64/v3\n",
		"testdata/fused/fused.go:10:11: fused on arm64\n",
		"testdata/fused/fused.go:17:53: fused on arm64, amd64/v3\n",
		"testdata/fused/fused.go:20:48: fused on arm64, amd64/v3, inlined at testdata/fused/fused.go:23:49 and 1 other",
		"testdata/fused/fused.go:29:49: fused on arm64\n",
		"5 fused places of 1 package, for arm64 and amd64/v3 with go1.",
		"write float64(x*y) + z",
	} {
		if !strings.Contains(out, want) {
			t.Errorf("the list lacks %q:\n%s", want, out)
		}
	}
}

func TestNoFusedPlaceIsExitZeroWithThePackagesCounted(t *testing.T) {
	needGo(t)
	code, out, stderr := tryFMA(t, "./testdata/unfused")
	if code != exitGood || stderr != "" || !strings.HasPrefix(out, "0 fused places of 1 package, ") {
		t.Errorf("exit %d, stdout %q, stderr %q", code, out, stderr)
	}
}

func TestFusedPlacesAsJSON(t *testing.T) {
	needGo(t)
	code, out, stderr := tryFMA(t, "--json", "./testdata/fused", "./testdata/unfused")
	var r fmaReport
	if err := json.Unmarshal([]byte(out), &r); err != nil || code != exitNo || stderr != "" {
		t.Fatalf("exit %d, stderr %q, %v", code, stderr, err)
	}
	if len(r.Packages) != 2 || len(r.Targets) != 2 || len(r.Sites) != 5 || !strings.HasPrefix(r.Go, "go1.") {
		t.Errorf("%+v", r)
	}
	if s := r.Sites[0]; s.File != "testdata/fused/fused.go" || s.Line != 5 || s.Column != 48 || len(s.Targets) != 2 {
		t.Errorf("first place %+v", s)
	}
	if s := r.Sites[3]; len(s.InlinedAt) != 2 || s.InlinedAt[0] != "testdata/fused/fused.go:23:49" {
		t.Errorf("a place that is inlined twice: %+v", s)
	}
	_, again, _ := tryFMA(t, "--json", "./testdata/unfused", "./testdata/fused")
	if again != out {
		t.Errorf("another order of packages gives another answer:\n%s\n%s", out, again)
	}
}

func TestFMAOfNothingIsWrongUseAndNotAGoodAnswer(t *testing.T) {
	needGo(t)
	empty := t.TempDir()
	broken := filepath.Join(t.TempDir(), "broken.go")
	if err := os.WriteFile(broken, []byte("package broken\n\nvar x int = \"\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"./testdata/nothing-here"}, "nothing-here"},
		{[]string{"./testdata/nothing-here/..."}, "nothing-here"},
		{[]string{empty}, "go list"},
		{[]string{broken}, "cannot use"},
		{[]string{"./testdata/fused", "--seed", "1"}, "--fma asks the compiler"},
		{[]string{"--cases", "x.json"}, "--fma asks the compiler"},
	} {
		code, out, stderr := tryFMA(t, c.args...)
		if code != exitUsage || out != "" || !strings.Contains(stderr, c.want) {
			t.Errorf("%q: exit %d, stdout %q, stderr %q, want %q in it", c.args, code, out, stderr, c.want)
		}
	}
	code, _, stderr := try(t, "prove", "mergeisland", "jump")
	if code != exitUsage || !strings.Contains(stderr, "one game") {
		t.Errorf("two games: exit %d, stderr %q", code, stderr)
	}
}

func TestFMAWithoutAGoCommandSaysSo(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	code, out, stderr := tryFMA(t, ".")
	if code != exitUsage || out != "" || !strings.Contains(stderr, "no go command in PATH") {
		t.Errorf("exit %d, stdout %q, stderr %q", code, out, stderr)
	}
}

func TestPlacesAreReadFromAmongOtherLines(t *testing.T) {
	const said = `go: downloading golang.org/toolchain v0.0.1
# example.com/p
./a.go:4:10 [bisect-match 0xbb5a97629b1dca6c]
fmahash triggered ./a.go:4:10 000111011100101001101100
fmahash triggered ./b.go:33:14; ../c d/e.go:23:9 010000110110000110100100
fmahash triggered C:/x/f.go:7:8 1
fmahash triggered g.go 1
fmahash triggered ./h.go:1:2
`
	sites := parseFMA(said)
	places := []string{}
	for _, s := range sites {
		places = append(places, s.place())
	}
	if want := []string{"a.go:4:10", "../c d/e.go:23:9", "C:/x/f.go:7:8"}; !slices.Equal(places, want) {
		t.Fatalf("%q, want %q", places, want)
	}
	if at := sites[1].InlinedAt; !slices.Equal(at, []string{"b.go:33:14"}) {
		t.Errorf("inlined at %q", at)
	}
}

func FuzzPlacesAreReadFromAnything(f *testing.F) {
	f.Add("fmahash triggered ./b.go:33:14; ../c d/e.go:23:9 010000110110000110100100\n")
	f.Add("fmahash triggered :1:2 0")
	f.Add("fmahash triggered a:99999999999999999999:2; b:1:1 0")
	f.Fuzz(func(t *testing.T, said string) {
		for _, s := range parseFMA(said) {
			if s.Line < 0 || s.Column < 0 || s.InlinedAt == nil {
				t.Errorf("%q gives %+v", said, s)
			}
		}
	})
}
