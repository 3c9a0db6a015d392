package archtest

import (
	"go/ast"
	"go/token"
	"go/types"
)

// The language lets a compiler fuse x*y + z into one operation that rounds once, and it does so for
// arm64 and for GOAMD64=v3, "possibly across statements". Only an explicit conversion stops it.
// So a product may not be an operand of + or -, and neither may what holds a product: a variable or
// field that was assigned one, or a function that returns one. The last three are followed within
// a package, by name and not by flow; parameters are not followed.
type products struct {
	*banner
	*checked
	held     map[types.Object]ast.Expr // what holds a product, and the product
	reported map[ast.Expr]bool
}

const convert = "is added or subtracted unrounded, which some processors fuse: write float64(x*y) + z"

func (b *banner) inspectProducts(c *checked) {
	p := &products{banner: b, checked: c, held: map[types.Object]ast.Expr{}, reported: map[ast.Expr]bool{}}
	for _, file := range c.files {
		for _, d := range file.Decls {
			ast.Inspect(d, p.collect)
			if f, ok := d.(*ast.FuncDecl); ok && f.Body != nil {
				p.collectResult(f)
			}
		}
	}
	for _, file := range c.files {
		ast.Inspect(file, p.inspect)
	}
}

// collect remembers what is assigned a product.
func (p *products) collect(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			switch {
			case n.Tok == token.MUL_ASSIGN && anyTerm(p.info.TypeOf(left), isFloat):
				p.hold(left, left)
			case len(n.Lhs) == len(n.Rhs) && (n.Tok == token.ASSIGN || n.Tok == token.DEFINE):
				p.hold(left, n.Rhs[i])
			}
		}
	case *ast.ValueSpec:
		for i, value := range n.Values {
			if len(n.Names) == len(n.Values) {
				p.hold(n.Names[i], value)
			}
		}
	case *ast.CompositeLit:
		p.collectFields(n)
	}
	return true
}

// collectFields remembers the fields that a literal sets to products.
func (p *products) collectFields(n *ast.CompositeLit) {
	kind := p.info.TypeOf(n)
	if kind == nil {
		return
	}
	fields, ok := kind.Underlying().(*types.Struct)
	for i, e := range n.Elts {
		if pair, keyed := e.(*ast.KeyValueExpr); keyed && ok {
			p.hold(pair.Key, pair.Value)
		} else if ok && i < fields.NumFields() && p.product(e) {
			p.held[fields.Field(i).Origin()] = e
		}
	}
}

// collectResult remembers a function that returns a product; small ones are put in place of their
// calls, where the product meets the sum.
func (p *products) collectResult(f *ast.FuncDecl) {
	ast.Inspect(f.Body, func(n ast.Node) bool {
		if _, inner := n.(*ast.FuncLit); inner {
			return false
		}
		if ret, ok := n.(*ast.ReturnStmt); ok && len(ret.Results) == 1 && p.product(ret.Results[0]) {
			p.held[p.info.Defs[f.Name]] = ret.Results[0]
		}
		return true
	})
}

// hold remembers that left was assigned value, where that is a product. An assignment x *= y is
// given as left twice.
func (p *products) hold(left, value ast.Expr) {
	if obj := p.object(left); obj != nil && (left == value || p.product(value)) {
		p.held[obj] = value
	}
}

// product reports whether e is a product that is rounded nowhere: x*y, -(x*y), but no constant.
func (p *products) product(e ast.Expr) bool {
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		return (e.Op == token.SUB || e.Op == token.ADD) && p.product(e.X)
	case *ast.BinaryExpr:
		t := p.info.Types[e]
		return e.Op == token.MUL && t.Value == nil && anyTerm(t.Type, isFloat)
	}
	return false
}

// object returns the variable, field or function that e names, or nil.
func (p *products) object(e ast.Expr) types.Object {
	var id *ast.Ident
	switch e := ast.Unparen(e).(type) {
	case *ast.UnaryExpr:
		if e.Op == token.SUB || e.Op == token.ADD {
			return p.object(e.X)
		}
	case *ast.Ident:
		id = e
	case *ast.SelectorExpr:
		id = e.Sel
	case *ast.CallExpr:
		if f := p.callee(e); f != nil {
			return f
		}
	}
	if id == nil {
		return nil
	}
	if v, ok := p.info.ObjectOf(id).(*types.Var); ok {
		return v.Origin()
	}
	return nil
}

// inspect checks the operands of every sum and difference.
func (p *products) inspect(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.BinaryExpr:
		if n.Op == token.ADD || n.Op == token.SUB {
			p.operand(n.X)
			p.operand(n.Y)
		}
	case *ast.AssignStmt:
		if n.Tok == token.ADD_ASSIGN || n.Tok == token.SUB_ASSIGN {
			p.operand(n.Lhs[0])
			p.operand(n.Rhs[0])
		}
	}
	return true
}

// operand adds a finding where e is, or holds, an unrounded product.
func (p *products) operand(e ast.Expr) {
	if p.product(e) {
		p.add(p.at(e.Pos()), "a product of floats %s", convert)
		return
	}
	obj := p.object(e)
	if obj == nil || p.held[obj] == nil || p.reported[p.held[obj]] {
		return
	}
	p.reported[p.held[obj]] = true
	p.add(p.at(p.held[obj].Pos()), "the product that %s holds, at %s, %s", obj.Name(), p.at(e.Pos()), convert)
}
