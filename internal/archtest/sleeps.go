package archtest

import (
	"go/ast"
	"strconv"
)

// sleepRule checks that no test waits for real time: it would be slow where the wait is long enough
// and fail where it is not. A file that imports testing/synctest sleeps in time that is not real.
func sleepRule(t *tree) (r report) {
	for _, f := range t.packages {
		for _, s := range f.files {
			if !s.test || importName(s.syntax, "testing/synctest") != "" {
				continue
			}
			r.seen++
			name := importName(s.syntax, "time")
			ast.Inspect(s.syntax, func(n ast.Node) bool {
				sel, ok := n.(*ast.SelectorExpr)
				if !ok || sel.Sel.Name != "Sleep" {
					return true
				}
				if pkg, ok := sel.X.(*ast.Ident); ok && name != "" && pkg.Name == name {
					r.add(t.at(n.Pos()), "a test sleeps: move a scripted clock, or use testing/synctest")
				}
				return true
			})
		}
	}
	return r
}

// importName returns the name under which a file has a package, its path where it gives none, or ""
// where it does not import it.
func importName(file *ast.File, name string) string {
	for _, spec := range file.Imports {
		switch {
		case spec.Path.Value != strconv.Quote(name):
		case spec.Name != nil:
			return spec.Name.Name
		default:
			return name
		}
	}
	return ""
}
