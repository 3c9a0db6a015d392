package archtest

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// An export is one exported declaration, printed.
type export struct {
	kind   string // "const", "func", "type", "var"
	name   string // package-level; of a method its type's
	method string
	text   string
}

// surface prints the exported declarations of a package, sorted, without comments, bodies and
// unexported fields and methods. The files of all systems are merged: what they declare alike is
// there once, and what they declare differently is there in each form.
func surface(f *folder) (string, error) {
	all, err := exports(f)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, e := range all {
		b.WriteString(e.text + "\n")
	}
	return b.String(), nil
}

// exports returns the exported declarations in the order in which they are printed.
func exports(f *folder) ([]export, error) {
	var all []export
	for _, s := range f.code() {
		// Parsed anew without comments: what follows cuts the syntax to pieces.
		file, err := parser.ParseFile(token.NewFileSet(), s.path, s.text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		for _, d := range file.Decls {
			if g, ok := d.(*ast.GenDecl); ok && (g.Tok == token.CONST || g.Tok == token.VAR) {
				all = append(all, values(g)...)
			}
		}
		ast.FileExports(file) // after the values, since it takes lines out of groups that count
		ast.Inspect(file, complete)
		for _, d := range file.Decls {
			all = append(all, typesAndFuncs(d)...)
		}
	}
	slices.SortFunc(all, func(a, b export) int {
		return cmp.Or(strings.Compare(a.kind, b.kind), strings.Compare(a.name, b.name),
			strings.Compare(a.method, b.method), strings.Compare(a.text, b.text))
	})
	return slices.Compact(all), nil
}

// typesAndFuncs returns the exports of one declaration that FileExports has left.
func typesAndFuncs(d ast.Decl) (all []export) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		d.Body = nil
		e := export{kind: "func", name: d.Name.Name}
		if d.Recv != nil {
			e.kind, e.name, e.method = "type", receiver(d), d.Name.Name
			d.Recv.List[0].Names = nil
			if !ast.IsExported(e.name) {
				return nil
			}
		}
		e.text = printed(d)
		return []export{e}
	case *ast.GenDecl:
		if d.Tok != token.TYPE {
			return nil
		}
		for _, spec := range d.Specs {
			one := &ast.GenDecl{Tok: token.TYPE, Specs: []ast.Spec{spec}}
			all = append(all, export{kind: "type", name: spec.(*ast.TypeSpec).Name.Name, text: printed(one)})
		}
	}
	return all
}

// complete takes the mark from structs and interfaces of which FileExports has cut something: the
// printer would make a comment of it.
func complete(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.StructType:
		n.Incomplete = false
	case *ast.InterfaceType:
		n.Incomplete = false
	}
	return true
}

// receiver returns the name of a method's type.
func receiver(d *ast.FuncDecl) string {
	e := d.Recv.List[0].Type
	for {
		switch inner := e.(type) {
		case *ast.StarExpr:
			e = inner.X
		case *ast.ParenExpr:
			e = inner.X
		case *ast.IndexExpr:
			e = inner.X
		case *ast.IndexListExpr:
			e = inner.X
		case *ast.Ident:
			return inner.Name
		default:
			return ""
		}
	}
}

// values returns the exported constants or variables of a group. A constant is printed with its
// type and expression, also where the group implies them, with iota's number in place: its value
// is part of the surface. A variable shows its type where it states one, else what it starts as.
func values(g *ast.GenDecl) (all []export) {
	var kind ast.Expr
	var implied []ast.Expr
	for iota, spec := range g.Specs {
		v := spec.(*ast.ValueSpec)
		if g.Tok == token.VAR || len(v.Values) > 0 {
			kind, implied = v.Type, v.Values
		}
		for i, name := range v.Names {
			if !name.IsExported() {
				continue
			}
			one := &ast.ValueSpec{Names: []*ast.Ident{ast.NewIdent(name.Name)}, Type: kind}
			if i < len(implied) && (g.Tok == token.CONST || kind == nil) {
				one.Values = []ast.Expr{frozen(implied[i], iota)}
			}
			text := printed(&ast.GenDecl{Tok: g.Tok, Specs: []ast.Spec{one}})
			all = append(all, export{kind: g.Tok.String(), name: name.Name, text: text})
		}
	}
	return all
}

// frozen returns a copy of e with iota as a number and without the bodies of functions.
func frozen(e ast.Expr, iota int) ast.Expr {
	text := printed(e)
	if copied, err := parser.ParseExpr(text); err == nil {
		e = copied
	}
	if id, ok := e.(*ast.Ident); ok && id.Name == "iota" {
		return ast.NewIdent(strconv.Itoa(iota))
	}
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			if n.Name == "iota" {
				n.Name = strconv.Itoa(iota)
			}
		case *ast.FuncLit:
			n.Body = &ast.BlockStmt{}
		}
		return true
	})
	return e
}

// printed returns the source of a node as gofmt lays it out, in one line where it can be: without
// the file's positions the printer does not know where the lines broke.
func printed(node any) string {
	var b strings.Builder
	config := printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}
	if err := config.Fprint(&b, token.NewFileSet(), node); err != nil {
		return "tactus: cannot print: " + err.Error()
	}
	return b.String()
}
