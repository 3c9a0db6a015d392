//go:build !wasm

package archtest

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
)

// rootFolder returns the folder of go.work, above the one in which the test runs.
func rootFolder() (string, error) {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(filepath.Join(dir, "go.work")); missing == nil {
			return dir, nil
		}
		if filepath.Dir(dir) == dir {
			return "", errors.New("no go.work in any folder above the test")
		}
		dir = filepath.Dir(dir)
	}
	return "", err
}

// repository is parsed once for all tests.
var repository = sync.OnceValues(func() (*tree, error) {
	dir, err := rootFolder()
	if err != nil {
		return nil, err
	}
	return load(os.DirFS(dir))
})

// holds runs a rule on this repository.
func holds(t *testing.T, r rule) {
	t.Helper()
	tree, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	found := r(tree)
	if err := found.err(); err != nil {
		t.Errorf("%d findings:\n%v", len(found.findings), err)
	}
	t.Logf("looked at %d", found.seen)
}

// sources is a repository of a few lines, by path.
type sources map[string]string

// tree parses the sources, with a go.mod where they have none.
func (s sources) tree(t *testing.T) *tree {
	t.Helper()
	files := fstest.MapFS{"go.mod": {Data: []byte("module example.com/beat\n")}}
	for name, text := range s {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	parsed, err := load(files)
	if err != nil {
		t.Fatal(err)
	}
	return parsed
}

// finds runs a rule on sources and compares all that it finds, word for word.
func finds(t *testing.T, r rule, s sources, want ...string) {
	t.Helper()
	found := r(s.tree(t))
	if found.seen == 0 && len(want) == 0 {
		t.Error("the rule looked at nothing")
	}
	if !slices.Equal(found.findings, want) {
		t.Errorf("found\n\t%s\nwant\n\t%s", strings.Join(found.findings, "\n\t"), strings.Join(want, "\n\t"))
	}
}

func TestARuleThatLooksAtNothingFails(t *testing.T) {
	if (report{}).err() == nil {
		t.Error("an empty report passes")
	}
	if err := (report{seen: 1}).err(); err != nil {
		t.Errorf("a report without findings fails: %v", err)
	}
	if (report{seen: 1, findings: []string{"x"}}).err() == nil {
		t.Error("a report with a finding passes")
	}
}

func TestFilesOfEverySystemAreRead(t *testing.T) {
	tree := sources{
		"a.go":              "package beat\n",
		"a_windows.go":      "package beat\n",
		"b.go":              "//go:build plan9 && arm\n\npackage beat\n",
		"a_test.go":         "package beat_test\n",
		"testdata/x.go":     "package x\n",
		"_old/x.go":         "package x\n",
		".hidden/x.go":      "package x\n",
		"deep/sub/x.go":     "package sub\n",
		"cmd/beat/go.mod":   "module example.com/beat/cmd/beat\n",
		"cmd/beat/main.go":  "package main\n",
		"cmd/beat/in/in.go": "package in\n",
	}.tree(t)
	var got []string
	for _, f := range tree.packages {
		got = append(got, f.importPath+" of "+f.module.folder)
		for _, s := range f.files {
			got = append(got, s.path)
		}
	}
	want := []string{
		"example.com/beat of .", "a.go", "a_test.go", "a_windows.go", "b.go",
		"example.com/beat/cmd/beat of cmd/beat", "cmd/beat/main.go",
		"example.com/beat/cmd/beat/in of cmd/beat", "cmd/beat/in/in.go",
		"example.com/beat/deep/sub of .", "deep/sub/x.go",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestARepositoryThatDoesNotParseIsAnError(t *testing.T) {
	for name, files := range map[string]fs.FS{
		"no go.mod": fstest.MapFS{"a.go": {Data: []byte("package beat\n")}},
		"syntax":    fstest.MapFS{"go.mod": {Data: []byte("module beat\n")}, "a.go": {Data: []byte("package\n")}},
	} {
		if _, err := load(files); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
