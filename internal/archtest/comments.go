package archtest

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
)

// A uniform line ends each package comment, in this order, and opens with one of these words.
var uniformLines = []struct{ name, verdicts string }{
	{"Concurrency", "safe|not safe"},
	{"Determinism", "safe|not safe"},
	{"Allocation", "none|some|allocates"},
}

// packageCommentRule checks that every package but commands has one package comment, which ends
// with the uniform lines, so that a reader finds these three answers in the same place everywhere.
func packageCommentRule(t *tree) (r report) {
	for _, f := range t.packages {
		if f.name == "" || f.name == "main" {
			continue
		}
		r.seen++
		var docs []string
		for _, s := range f.code() {
			if s.syntax.Doc != nil {
				docs = append(docs, s.syntax.Doc.Text())
			}
		}
		if len(docs) != 1 {
			r.add(f.title(), "%d package comments: want one, in doc.go", len(docs))
			continue
		}
		if !strings.HasPrefix(docs[0], "Package "+f.name+" ") {
			r.add(f.title(), "the package comment does not start with %q", "Package "+f.name)
		}
		paragraphs := strings.Split(strings.TrimSpace(docs[0]), "\n\n")
		lines := strings.Split(paragraphs[len(paragraphs)-1], "\n")
		if len(lines) != len(uniformLines) {
			r.add(f.title(), "the package comment does not end with a paragraph of the three lines "+
				"Concurrency, Determinism, Allocation")
			continue
		}
		for i, want := range uniformLines {
			if !regexp.MustCompile(`^` + want.name + `: (` + want.verdicts + `)\b.*\.$`).MatchString(lines[i]) {
				r.add(f.title(), "package comment: %q: want \"%s: \", then %s, and a full stop at the end",
					lines[i], want.name, strings.ReplaceAll(want.verdicts, "|", " or "))
			}
		}
	}
	return r
}

// declarationCommentRule checks that every exported declaration has a comment that starts with its
// name, after an article if there is one.
func declarationCommentRule(t *tree) (r report) {
	for _, f := range t.packages {
		for _, s := range f.code() {
			for _, d := range s.syntax.Decls {
				for _, u := range undocumented(d, &r.seen) {
					r.add(t.at(u.Pos()), "exported %s: its comment is missing or does not start with its name", u.Name)
				}
			}
		}
	}
	return r
}

// undocumented returns the exported names of a declaration that lack their comment. In a group of
// constants or variables a comment at the end of the line will do, or one of the group that has the
// name in it.
func undocumented(d ast.Decl, seen *int) (names []*ast.Ident) {
	check := func(name *ast.Ident, good bool) {
		if name.IsExported() {
			*seen++
			if !good {
				names = append(names, name)
			}
		}
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil || ast.IsExported(receiver(d)) {
			check(d.Name, startsWith(d.Doc, d.Name))
		}
	case *ast.GenDecl:
		grouped := d.Lparen.IsValid()
		for _, spec := range d.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				check(spec.Name, startsWith(spec.Doc, spec.Name) || !grouped && startsWith(d.Doc, spec.Name))
			case *ast.ValueSpec:
				good := grouped && spec.Comment.Text() != ""
				for _, name := range spec.Names {
					good = good || startsWith(spec.Doc, name) || !grouped && startsWith(d.Doc, name) ||
						grouped && slices.Contains(word.FindAllString(d.Doc.Text(), -1), name.Name)
				}
				for _, name := range spec.Names {
					check(name, good)
				}
			}
		}
	}
	return names
}

// startsWith reports whether a comment starts with the name, after an article if there is one.
func startsWith(doc *ast.CommentGroup, name *ast.Ident) bool {
	text := doc.Text()
	for _, article := range []string{"A ", "An ", "The "} {
		text = strings.TrimPrefix(text, article)
	}
	return strings.HasPrefix(text, name.Name) && word.FindString(text) == name.Name
}

var word = regexp.MustCompile(`\w+`)
