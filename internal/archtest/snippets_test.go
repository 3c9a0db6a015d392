//go:build !wasm

package archtest

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

func TestEverySnippetIsCompiledSomewhere(t *testing.T) { holds(t, snippetRule) }

// TestTheTutorialDoesWhatItSays follows docs/start.md in an empty folder: it writes each Go block to
// the file that it names and runs each command of the console blocks.
func TestTheTutorialDoesWhatItSays(t *testing.T) {
	root, dir := folders(t)
	ran := 0
	for _, s := range pageAt(t, tutorial).sections {
		for _, fence := range s.fences {
			language, block, _ := strings.Cut(fence, "\n")
			switch language {
			case "go":
				if err := os.WriteFile(filepath.Join(dir, fileName(block)), []byte(block), 0o600); err != nil {
					t.Fatal(err)
				}
			case "console":
				ran += replay(t, dir, strings.ReplaceAll(block, "../tactus", filepath.ToSlash(root)))
			}
		}
	}
	if ran == 0 {
		t.Error("the tutorial has no command")
	}
}

// TestEveryConsoleBlockPrintsWhatIsWritten runs the commands of the other pages in the root folder.
// The Chinese page has the same blocks as the English one, which another test holds.
func TestEveryConsoleBlockPrintsWhatIsWritten(t *testing.T) {
	root, _ := folders(t)
	tree, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	pages, err := tree.pages()
	if err != nil {
		t.Fatal(err)
	}
	ran := 0
	for _, p := range pages {
		if p.showsCode() && p.path != tutorial && p.path != translations[0][1] {
			for _, block := range p.blocks("console") {
				ran += replay(t, root, block)
			}
		}
	}
	if ran == 0 {
		t.Error("no page has a command")
	}
}

// folders returns the root folder of the repository and an empty one.
func folders(t *testing.T) (root, empty string) {
	t.Helper()
	root, err := rootFolder()
	if err != nil {
		t.Fatal(err)
	}
	return root, t.TempDir()
}

func pageAt(t *testing.T, name string) *page {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(must(rootFolder()), name))
	if err != nil {
		t.Fatal(err)
	}
	return parsePage(name, string(text))
}

func must(dir string, err error) string {
	if err != nil {
		panic(err)
	}
	return dir
}

// seconds is what differs from run to run in what the go command prints.
var seconds = regexp.MustCompile(`\d+\.\d+s\b`)

// replay runs the commands of a console block in a folder and compares what they print. It returns
// their number.
func replay(t *testing.T, dir, block string) int {
	t.Helper()
	all, err := commandsOf(block)
	if err != nil {
		t.Error(err)
	}
	for _, c := range all {
		if c.args[0] != "go" {
			t.Errorf("%q is run by a test: want a go command; a block of another kind than console is not run", c.args)
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		run := exec.CommandContext(ctx, c.args[0], c.args[1:]...)
		run.Dir, run.Env = dir, environment(dir)
		printed, err := run.CombinedOutput()
		cancel()
		var exit *exec.ExitError
		if err != nil && !errors.As(err, &exit) { // a command that says no says so in what it prints
			t.Fatal(err)
		}
		if err := c.compareOutput(seconds.ReplaceAllString(string(printed), "0.00s")); err != nil {
			t.Errorf("$ %s\n%v:\n%s", strings.Join(c.args, " "), err, printed)
		}
	}
	return len(all)
}

// environment is that of the test without what says for which machine to build, and, in a folder
// outside the repository, without any network: its module needs none.
func environment(dir string) (all []string) {
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "GOOS", "GOARCH", "GOAMD64", "GOFLAGS", "GOWORK":
		default:
			all = append(all, v)
		}
	}
	if dir != must(rootFolder()) {
		all = append(all, "GOWORK=off", "GOPROXY=off", "GOTOOLCHAIN=local")
	}
	return all
}

func TestASnippetThatNothingCompilesIsCaught(t *testing.T) {
	const fence = "```"
	page := func(code string) string { return "# Beat\n\n" + fence + "go\n" + code + fence + "\n" }
	const code = "package beat\n\nfunc f() {\n\tfor g() { // once\n\t\th(1, \"a b\")\n\t}\n}\n"
	with := func(name, text string) sources { return sources{"a_test.go": code, name: text} }

	finds(t, snippetRule, with("README.md", page("for g() { // einmal\n    h(1, \"a b\")\n}\n")))
	finds(t, snippetRule, with("docs/start.md", page("// main.go\n\npackage main\n")))
	const missing = `: nothing compiles the Go block that starts with `
	const remedy = `: take it from an example, or make it one`
	for name, text := range map[string]string{"README.md": "h(2, \"a b\")\n", "docs/a/b.md": "h(1, \"ab\")\n"} {
		finds(t, snippetRule, with(name, page(text)), name+missing+quoted(text)+remedy)
	}
	finds(t, snippetRule, with("README.md", page("(1, \"a b\n")),
		"README.md: a Go block is no Go: 1:5: string literal not terminated")
	finds(t, snippetRule, with("README.md", page("// nothing\n")), "README.md: a Go block is empty")
	finds(t, snippetRule, with("docs/start.md", page("h(1, \"a b\")\n")),
		`docs/start.md: a Go block is no file: want a first line like "// main.go", got "h(1, \"a b\")"`)
	const block = "# Beat\n\n" + fence + "json\n{\n \"hz\": 60\n}\n" + fence + "\n"
	finds(t, snippetRule, sources{"README.md": block, "testdata/a.json": `[{ "hz": 60 }]`})
	finds(t, snippetRule, sources{"README.md": block, "testdata/a.json": `{"hz": 50}`},
		`README.md: no file has the JSON block that starts with "{": keep it in a file too`)
	if found := snippetRule(with("CHANGELOG.md", page("x\n")).tree(t)); found.err() == nil {
		t.Error("a repository without a page that shows code passes")
	}
}

// quoted is a line as %q writes it.
func quoted(line string) string {
	return `"` + strings.ReplaceAll(strings.TrimSpace(line), `"`, `\"`) + `"`
}

func TestAnOutputThatIsNotTheCommandsIsCaught(t *testing.T) {
	for _, c := range []struct{ name, block, printed, want string }{
		{"the same", "$ go version\na\nb\n", "a\nb\n", ""},
		{"nothing", "$ go vet\n", "", ""},
		{"lines left out", "$ go run\na\n...\nd\n...\n", "a\nb\nc\nd\ne\n", ""},
		{"no line left out", "$ go run\na\n...\nb\n", "a\nb\n", ""},
		{"another line", "$ go run\na\nc\n", "a\nb\n", `it does not print "c" from its line 2 on`},
		{"a line that never comes", "$ go run\n...\nc\n", "a\nb\n", `it does not print "c" from its line 1 on`},
		{"too much", "$ go run\na\n", "a\nb\n", `it prints "b" too`},
		{"too little", "$ go run\na\nb\n", "a\n", `it does not print "b" from its line 2 on`},
		{"something", "$ go vet\n", "a\n", `it prints "a" too`},
	} {
		all, err := commandsOf(c.block)
		if err != nil || len(all) != 1 {
			t.Fatalf("%s: %v, %d commands", c.name, err, len(all))
		}
		got := ""
		if err := all[0].compareOutput(c.printed); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	if _, err := commandsOf("go version\n"); err == nil {
		t.Error("a console block without a command is read")
	}
}
