package archtest

import (
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// tutorial is the page whose Go blocks are whole files: the first line of each is a comment that
// names the file. A test writes them to an empty folder and runs the page's commands there.
const tutorial = "docs/start.md"

// showsCode reports whether the page is one whose code blocks are checked.
func (p *page) showsCode() bool {
	return strings.HasPrefix(p.path, "docs/") || path.Dir(p.path) == "." && strings.HasPrefix(p.path, "README")
}

// snippetRule checks that every Go block of a page is code that is compiled somewhere: in a file of
// the repository, tests among them, or in the tutorial, which a test runs. Spaces, line breaks
// between the same tokens and comments may differ, so that a page can be indented and translated.
// A JSON block must be part of a JSON file.
func snippetRule(t *tree) (r report) {
	pages, err := t.pages()
	if err != nil {
		r.add("*.md", "%v", err)
	}
	compiled, data := compiledCode(t, pages), jsonTexts(t)
	for _, p := range pages {
		if !p.showsCode() {
			continue
		}
		for _, block := range p.blocks("go") {
			r.seen++
			p.checkGo(&r, block, compiled)
		}
		for _, block := range p.blocks("json") {
			r.seen++
			if !within(data, words(block)) {
				r.add(p.path, "no file has the JSON block that starts with %q: keep it in a file too", firstLine(block))
			}
		}
	}
	return r
}

// checkGo checks one Go block of a page.
func (p *page) checkGo(r *report, block string, compiled []string) {
	if p.path == tutorial && fileName(block) == "" {
		r.add(p.path, "a Go block is no file: want a first line like \"// main.go\", got %q", firstLine(block))
		return
	}
	tokens, err := tokensOf(block)
	switch {
	case err != nil:
		r.add(p.path, "a Go block is no Go: %v", err)
	case tokens == "":
		r.add(p.path, "a Go block is empty")
	case !within(compiled, tokens):
		r.add(p.path, "nothing compiles the Go block that starts with %q: take it from an example, or "+
			"make it one", firstLine(block))
	}
}

// within reports whether one of the texts contains a part.
func within(texts []string, part string) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return strings.Contains(text, part) })
}

// words returns a text with single spaces.
func words(text string) string { return strings.Join(strings.Fields(text), " ") }

// jsonTexts returns the words of every JSON file.
func jsonTexts(t *tree) (all []string) {
	for _, p := range t.texts {
		if path.Ext(p) != ".json" {
			continue
		}
		if text, err := fs.ReadFile(t.fsys, p); err == nil {
			all = append(all, words(string(text)))
		}
	}
	return all
}

// compiledCode returns the tokens of every Go file and of the tutorial's blocks.
func compiledCode(t *tree, pages []*page) (all []string) {
	for _, f := range t.packages {
		for _, s := range f.files {
			tokens, _ := tokensOf(string(s.text)) // it parsed
			all = append(all, tokens)
		}
	}
	for _, p := range pages {
		if p.path != tutorial {
			continue
		}
		for _, block := range p.blocks("go") {
			tokens, _ := tokensOf(block) // a bad one is found where it stands
			all = append(all, tokens)
		}
	}
	return all
}

// blocks returns the contents of the page's fenced blocks of one language, in order.
func (p *page) blocks(language string) (all []string) {
	for _, s := range p.sections {
		for _, fence := range s.fences {
			if block, ok := strings.CutPrefix(fence, language+"\n"); ok {
				all = append(all, block)
			}
		}
	}
	return all
}

// fileName returns the file that a block's first line names, or "".
func fileName(block string) string {
	name, ok := strings.CutPrefix(firstLine(block), "// ")
	if !ok || path.Ext(name) != ".go" || path.Base(name) != name {
		return ""
	}
	return name
}

func firstLine(block string) string {
	line, _, _ := strings.Cut(block, "\n")
	return line
}

// tokensOf returns the tokens of Go code without comments, each between two zero bytes, so that a
// part of code is a substring and a part of a token is none.
func tokensOf(code string) (string, error) {
	var errs scanner.ErrorList
	file := token.NewFileSet().AddFile("", -1, len(code))
	var s scanner.Scanner
	s.Init(file, []byte(code), errs.Add, 0)
	var b strings.Builder
	for {
		_, tok, literal := s.Scan()
		if tok == token.EOF {
			break
		}
		if literal == "" || tok == token.SEMICOLON {
			literal = tok.String()
		}
		fmt.Fprintf(&b, "\x00%s\x00", literal)
	}
	return b.String(), errs.Err()
}

// A command is a line of a console block that starts with "$ ", with the lines that it prints. A
// line "..." stands for any number of lines that are left out.
type command struct {
	args   []string
	prints []string
}

// commandsOf reads a console block.
func commandsOf(block string) (all []command, err error) {
	for line := range strings.Lines(block) {
		line = strings.TrimRight(line, " \t\r\n")
		switch typed, ok := strings.CutPrefix(line, "$ "); {
		case ok:
			all = append(all, command{args: strings.Fields(typed)})
		case len(all) == 0:
			return nil, fmt.Errorf("the console block that starts with %q has no command: "+
				"want a line like \"$ go test .\"", line)
		default:
			c := &all[len(all)-1]
			c.prints = append(c.prints, line)
		}
	}
	return all, nil
}

// compareOutput returns the first line of a page that the command does not print, or that it prints
// and the page lacks.
func (c *command) compareOutput(printed string) error {
	got := strings.Split(strings.TrimRight(printed, " \t\n"), "\n")
	if printed == "" {
		got = nil
	}
	next, skip := 0, false
	for _, want := range c.prints {
		if want == "..." {
			skip = true
			continue
		}
		from := next
		for skip && next < len(got) && strings.TrimRight(got[next], " \t") != want {
			next++
		}
		if next == len(got) || strings.TrimRight(got[next], " \t") != want {
			return fmt.Errorf("it does not print %q from its line %d on", want, from+1)
		}
		next, skip = next+1, false
	}
	if next < len(got) && !skip {
		return fmt.Errorf("it prints %q too", got[next])
	}
	return nil
}
