package archtest

import (
	"fmt"
	"go/ast"
	"regexp"
	"strings"
	"unicode/utf8"
)

const (
	// functionLinesMax bounds a function, signature and braces included: what fits on a screen.
	functionLinesMax = 70
	// codeColumnsMax bounds a line of code, so that two files fit side by side.
	codeColumnsMax = 120
	// commentColumnsMax bounds a line that is a comment only. Comments are set to 100 columns; the
	// five more are for the word that would leave a line of its own behind.
	commentColumnsMax = 105
)

var outputStart = regexp.MustCompile(`^ (Unordered output|Output):`)

// functionLengthRule bounds the functions of all code that is no test.
func functionLengthRule(t *tree) (r report) {
	for _, f := range t.packages {
		for _, s := range f.code() {
			for _, d := range s.syntax.Decls {
				fun, ok := d.(*ast.FuncDecl)
				if !ok {
					continue
				}
				r.seen++
				lines := t.fset.Position(fun.End()).Line - t.fset.Position(fun.Pos()).Line + 1
				if lines > functionLinesMax {
					r.add(t.at(fun.Pos()), "%s has %d lines, at most %d: take a part out and name it",
						fun.Name.Name, lines, functionLinesMax)
				}
			}
		}
	}
	return r
}

// lineWidthRule bounds the lines of all Go files. A column is a character; a tab is one too, since
// its width is the reader's choice. What an example prints stands in comments as it is printed.
func lineWidthRule(t *tree) (r report) {
	for _, f := range t.packages {
		for _, s := range f.files {
			r.seen++
			number, output := 0, false
			for line := range strings.Lines(string(s.text)) {
				number++
				kind, limit := "code", codeColumnsMax
				comment, isComment := strings.CutPrefix(strings.TrimSpace(line), "//")
				if isComment {
					kind, limit = "comment", commentColumnsMax
				}
				output = isComment && (output || s.test && outputStart.MatchString(comment))
				if output {
					continue
				}
				if columns := utf8.RuneCountInString(strings.TrimRight(line, "\r\n")); columns > limit {
					r.add(fmt.Sprintf("%s:%d", s.path, number), "%d columns of %s, at most %d: break the line",
						columns, kind, limit)
				}
			}
		}
	}
	return r
}
