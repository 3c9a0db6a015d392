package archtest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// A tree is the repository, parsed: all modules, with the Go files of every system.
type tree struct {
	fsys     fs.FS
	fset     *token.FileSet
	modules  []*module // the root module first
	packages []*folder // sorted by path, "." first
	texts    []string  // every file's path, sorted, without what version control keeps
	byImport importIndex
}

type importIndex map[string]*folder

// A module is a folder with a go.mod.
type module struct {
	folder string // "." for the root
	path   string
}

// A folder is one package with its tests.
type folder struct {
	path       string // from the root, "." for the root itself
	importPath string
	name       string // of the package; "" where the folder holds only tests
	module     *module
	files      []*source // sorted by path
}

// A source is one Go file.
type source struct {
	path   string // from the root
	text   []byte
	syntax *ast.File
	test   bool // a _test.go file
}

// title is how messages name a package: by its folder, the root by the module's last word.
func (f *folder) title() string {
	if f.path == "." {
		return path.Base(f.importPath)
	}
	return f.path
}

// public reports whether other modules can import the package.
func (f *folder) public() bool {
	return f.name != "" && f.name != "main" && !isInternal(f.path)
}

// nested reports whether the package is outside the root module.
func (f *folder) nested() bool { return f.module.folder != "." }

// code returns the files that are no tests.
func (f *folder) code() []*source {
	return slices.DeleteFunc(slices.Clone(f.files), func(s *source) bool { return s.test })
}

func isInternal(p string) bool { return slices.Contains(strings.Split(p, "/"), "internal") }

// load reads the repository whose root fsys is.
func load(fsys fs.FS) (*tree, error) {
	t := &tree{fsys: fsys, fset: token.NewFileSet(), byImport: importIndex{}}
	err := fs.WalkDir(fsys, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == ".git" || d.Name() == "node_modules"):
			return fs.SkipDir
		case d.Type().IsRegular():
			t.texts = append(t.texts, p)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if err := t.findModules(); err != nil {
		return nil, err
	}
	for _, p := range t.texts {
		if path.Ext(p) == ".go" && !ignoredByGo(p) {
			if err := t.parse(p); err != nil {
				return nil, err
			}
		}
	}
	return t, nil
}

// ignoredByGo says what the go command says of folders and files that are not part of a package.
func ignoredByGo(p string) bool {
	for _, part := range strings.Split(p, "/") {
		if part == "testdata" || part == "vendor" || part[0] == '.' || part[0] == '_' {
			return true
		}
	}
	return false
}

func (t *tree) findModules() error {
	for _, p := range t.texts {
		if path.Base(p) != "go.mod" || ignoredByGo(p) {
			continue
		}
		text, err := fs.ReadFile(t.fsys, p)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			if name, ok := strings.CutPrefix(line, "module "); ok {
				t.modules = append(t.modules, &module{folder: path.Dir(p), path: strings.TrimSpace(name)})
			}
		}
	}
	slices.SortFunc(t.modules, func(a, b *module) int { return strings.Compare(a.folder, b.folder) })
	if len(t.modules) == 0 || t.modules[0].folder != "." {
		return fmt.Errorf("go.mod: not found in the root folder")
	}
	return nil
}

func (t *tree) parse(p string) error {
	text, err := fs.ReadFile(t.fsys, p)
	if err != nil {
		return err
	}
	syntax, err := parser.ParseFile(t.fset, p, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	s := &source{path: p, text: text, syntax: syntax, test: strings.HasSuffix(p, "_test.go")}
	f := t.folderOf(path.Dir(p))
	f.files = append(f.files, s)
	if !s.test {
		f.name = syntax.Name.Name
	}
	return nil
}

// folderOf returns the folder at p, a new one for its first file.
func (t *tree) folderOf(p string) *folder {
	for _, f := range t.packages {
		if f.path == p {
			return f
		}
	}
	f := &folder{path: p}
	for _, m := range t.modules { // sorted, so the innermost module comes last
		if m.folder == "." || m.folder == p || strings.HasPrefix(p, m.folder+"/") {
			f.module = m
			f.importPath = path.Join(m.path, strings.TrimPrefix(strings.TrimPrefix(p, m.folder), "/"))
		}
	}
	t.packages = append(t.packages, f)
	t.byImport[f.importPath] = f
	slices.SortFunc(t.packages, func(a, b *folder) int { return strings.Compare(a.path, b.path) })
	return f
}

// at returns "file:line" of a position.
func (t *tree) at(pos token.Pos) string {
	p := t.fset.Position(pos)
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

// exists reports whether the repository has the file or folder.
func (t *tree) exists(p string) bool {
	_, err := fs.Stat(t.fsys, p)
	return err == nil
}
