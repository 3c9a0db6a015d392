package archtest

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strconv"
)

// inspect runs every ban on one package.
func (b *banner) inspect(c *checked, wanted func(*folder) bool) {
	for _, file := range c.files {
		for _, spec := range file.Imports {
			b.inspectImport(spec, wanted)
		}
		sorted := map[*ast.Ident]bool{} // uses of maps.Keys and the like that are sorted at once
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				if id := c.sortedAtOnce(n); id != nil {
					sorted[id] = true
				}
			case *ast.Ident:
				if !sorted[n] {
					b.inspectUse(c, n)
				}
			default:
				b.inspectOrder(c, n)
			}
			return true
		})
	}
	b.inspectProducts(c)
}

func (b *banner) inspectImport(spec *ast.ImportSpec, wanted func(*folder) bool) {
	name, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		b.add(b.at(spec.Pos()), "%v", err)
	}
	if base, use, banned := importBan(name); banned {
		b.refuse(spec, base, use)
	}
	if f := b.byImport[name]; f != nil && !wanted(f) {
		b.refuse(spec, f.title(), "it is not on the list of deterministic packages")
	}
}

// inspectUse checks a name that stands for a function of another package.
func (b *banner) inspectUse(c *checked, id *ast.Ident) {
	f, ok := c.info.Uses[id].(*types.Func)
	if !ok || f.Pkg() == nil || f.Signature().Recv() != nil {
		return
	}
	if one, banned := find(f.Pkg().Path(), f.Name()); banned {
		b.refuse(id, one.pkg+"."+f.Name(), one.use)
	}
}

// sortedAtOnce returns the name Keys in slices.Sorted(maps.Keys(m)), where the random order ends.
func (c *checked) sortedAtOnce(call *ast.CallExpr) *ast.Ident {
	f := c.callee(call)
	sorts := []string{"Sorted", "SortedFunc", "SortedStableFunc"}
	if f == nil || f.Pkg() == nil || f.Pkg().Path() != "slices" || !slices.Contains(sorts, f.Name()) {
		return nil
	}
	if inner, ok := ast.Unparen(call.Args[0]).(*ast.CallExpr); ok {
		return c.calleeName(inner)
	}
	return nil
}

// inspectOrder checks what makes the order of things depend on the machine.
func (b *banner) inspectOrder(c *checked, n ast.Node) {
	const inOrder = "do the work in one goroutine, in one order"
	switch n := n.(type) {
	case *ast.GoStmt:
		b.refuse(n, "a go statement", inOrder)
	case *ast.SelectStmt:
		b.refuse(n, "select", inOrder)
	case *ast.SendStmt:
		b.refuse(n, "a channel", inOrder)
	case *ast.ChanType:
		b.refuse(n, "a channel", inOrder)
	case *ast.UnaryExpr:
		if n.Op == token.ARROW {
			b.refuse(n, "a channel", inOrder)
		}
	case *ast.RangeStmt:
		kind := c.info.TypeOf(n.X)
		if anyTerm(kind, isMap) {
			b.refuse(n, "range over a map", "its order is random: range over slices.Sorted(maps.Keys(m)), or keep a slice")
		}
		if anyTerm(kind, isChan) {
			b.refuse(n, "a channel", inOrder)
		}
	}
}

func (c *checked) calleeName(call *ast.CallExpr) *ast.Ident {
	fun := ast.Unparen(call.Fun)
	switch f := fun.(type) {
	case *ast.IndexExpr:
		fun = f.X
	case *ast.IndexListExpr:
		fun = f.X
	}
	switch f := fun.(type) {
	case *ast.Ident:
		return f
	case *ast.SelectorExpr:
		return f.Sel
	}
	return nil
}

// callee returns the function or method that a call names, or nil.
func (c *checked) callee(call *ast.CallExpr) *types.Func {
	if id := c.calleeName(call); id != nil {
		if f, ok := c.info.Uses[id].(*types.Func); ok {
			return f.Origin()
		}
	}
	return nil
}

func isMap(t types.Type) bool  { _, ok := t.Underlying().(*types.Map); return ok }
func isChan(t types.Type) bool { _, ok := t.Underlying().(*types.Chan); return ok }

func isFloat(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&(types.IsFloat|types.IsComplex) != 0
}

// anyTerm reports whether is holds for t or, where t is a type parameter, for one that it may be.
func anyTerm(t types.Type, is func(types.Type) bool) bool {
	if t == nil {
		return false
	}
	set, ok := t.Underlying().(*types.Interface) // as the constraint of a type parameter is
	if !ok {
		return is(t)
	}
	for e := range set.EmbeddedTypes() {
		if u, ok := types.Unalias(e).(*types.Union); ok {
			for term := range u.Terms() {
				if anyTerm(term.Type(), is) {
					return true
				}
			}
		} else if anyTerm(e, is) {
			return true
		}
	}
	return false
}
