package archtest

import (
	"go/ast"
	"go/token"
	"strconv"
)

// sentinelRule checks that no two errors at package level share a text, in the whole repository: a
// log line then leads to one place.
func sentinelRule(t *tree) (r report) {
	first := map[string]string{}
	for _, f := range t.packages {
		for _, s := range f.code() {
			r.seen++
			for _, d := range s.syntax.Decls {
				g, ok := d.(*ast.GenDecl)
				if !ok || g.Tok != token.VAR {
					continue
				}
				for _, spec := range g.Specs {
					for _, value := range spec.(*ast.ValueSpec).Values {
						text, ok := sentinelText(value)
						switch {
						case !ok:
						case first[text] != "":
							r.add(t.at(value.Pos()), "the error text %q is that of %s: give it its own", text, first[text])
						default:
							first[text] = t.at(value.Pos())
						}
					}
				}
			}
		}
	}
	return r
}

// sentinelText returns the text of errors.New("text") and fmt.Errorf("text").
func sentinelText(e ast.Expr) (string, bool) {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return "", false
	}
	fun, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return "", false
	}
	pkg, ok := fun.X.(*ast.Ident)
	if !ok || pkg.Name+"."+fun.Sel.Name != "errors.New" && pkg.Name+"."+fun.Sel.Name != "fmt.Errorf" {
		return "", false
	}
	lit, ok := call.Args[0].(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}
