package archtest

import (
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"path"
	"strings"
	"sync"
)

// builds are systems and processors that between them select every file of a deterministic
// package; a file that none of them selects fails. freebsd stands for all others.
var builds = [][2]string{
	{"linux", "amd64"}, {"windows", "amd64"}, {"darwin", "arm64"}, {"js", "wasm"}, {"wasip1", "wasm"},
	{"freebsd", "amd64"}, {"linux", "arm64"},
}

// standard type-checks packages of the standard library from their sources, as the machine that
// runs the tests selects them. What a file for another system needs of them may be missing there;
// such errors are let pass in the files that an exception covers, and nowhere else.
var standard = sync.OnceValue(func() types.Importer {
	return importer.ForCompiler(token.NewFileSet(), "source", nil)
})

// A view type-checks packages of the tree as one system sees them.
type view struct {
	*banner
	context *build.Context
	done    map[string]*checked
}

// checked is one package with its types.
type checked struct {
	files []*ast.File
	info  *types.Info
	pkg   *types.Package
}

// everyBuild runs the bans on every selection of files of every wanted package.
func (b *banner) everyBuild(wanted func(*folder) bool) {
	selections, selected := map[string]bool{}, map[string]bool{}
	for _, system := range builds {
		v := newView(b, system[0], system[1])
		for _, f := range b.packages {
			if !wanted(f) {
				continue
			}
			files := v.files(f)
			key := f.path + ": "
			for _, s := range files {
				selected[s.path] = true
				key += s.path + " "
			}
			if len(files) == 0 || selections[key] {
				continue
			}
			selections[key] = true
			if c := v.check(f); c != nil {
				b.inspect(c, wanted)
			}
		}
	}
	for _, f := range b.packages {
		for _, s := range f.code() {
			if wanted(f) && !selected[s.path] {
				b.add(s.path, "no build selects the file, so nothing checks it: add its system to builds")
			}
		}
	}
	b.seen = len(selected)
}

func newView(b *banner, system, processor string) *view {
	context := build.Default
	context.GOOS, context.GOARCH, context.CgoEnabled = system, processor, false
	context.JoinPath = path.Join
	context.OpenFile = func(name string) (io.ReadCloser, error) {
		text, err := fs.ReadFile(b.fsys, name)
		return io.NopCloser(strings.NewReader(string(text))), err
	}
	return &view{banner: b, context: &context, done: map[string]*checked{}}
}

// files returns the files of a package that the build selects.
func (v *view) files(f *folder) (files []*source) {
	for _, s := range f.code() {
		ok, err := v.context.MatchFile(path.Dir(s.path), path.Base(s.path))
		if err != nil {
			v.add(s.path, "%v", err)
		}
		if ok {
			files = append(files, s)
		}
	}
	return files
}

// Import gives the type checker a package of the tree or of the standard library.
func (v *view) Import(name string) (*types.Package, error) {
	f := v.byImport[name]
	if f == nil {
		return standard().Import(name)
	}
	if c := v.check(f); c != nil {
		return c.pkg, nil
	}
	return nil, fmt.Errorf("no Go files for %s/%s in %s", v.context.GOOS, v.context.GOARCH, f.title())
}

// check type-checks a package once, and returns nil where the build selects none of its files.
func (v *view) check(f *folder) *checked {
	if c, ok := v.done[f.path]; ok {
		return c
	}
	c := &checked{info: &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{},
		Uses: map[*ast.Ident]types.Object{}, Selections: map[*ast.SelectorExpr]*types.Selection{},
	}}
	for _, s := range v.files(f) {
		c.files = append(c.files, s.syntax)
	}
	if len(c.files) == 0 {
		v.done[f.path] = nil
		return nil
	}
	v.done[f.path] = c
	config := types.Config{Importer: v, Error: v.typeError, Sizes: types.SizesFor("gc", v.context.GOARCH)}
	c.pkg, _ = config.Check(f.importPath, v.fset, c.files, c.info) // every error has gone to typeError
	return c
}

// typeError makes a type error a finding, since code without types is not checked.
func (v *view) typeError(err error) {
	where := "types"
	if e, ok := err.(types.Error); ok {
		for _, one := range v.exceptions {
			if matches(one.files, v.fset.Position(e.Pos).Filename) && one.use == "syscall" {
				return // another system's names, unknown to the standard library of this one
			}
		}
		where, err = v.at(e.Pos), fmt.Errorf("%s", e.Msg)
	}
	v.add(where, "cannot be checked for %s/%s: %v", v.context.GOOS, v.context.GOARCH, err)
}
