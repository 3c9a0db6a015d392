package archtest

import (
	"go/ast"
	"regexp"
	"strings"
)

// namedTest is how a page names a test, a fuzz target or a benchmark: by its package's folder, a dot,
// and its name, as code. The root package is tactus.
var namedTest = regexp.MustCompile("`([a-z][\\w./-]*)\\.((?:Test|Fuzz|Benchmark)[A-Z]\\w*)`")

// promiseRule checks that every test that a page under docs/ names is there, since the page says that it
// holds what stands beside it.
func promiseRule(t *tree) (r report) {
	pages, err := t.pages()
	if err != nil {
		r.add("docs", "%v", err)
	}
	tests := t.testNames()
	for _, p := range pages {
		if !strings.HasPrefix(p.path, "docs/") {
			continue
		}
		for _, s := range p.sections {
			for _, line := range s.prose {
				for _, name := range namedTest.FindAllStringSubmatch(line, -1) {
					r.seen++
					if !tests[name[1]+"."+name[2]] {
						r.add(p.path, "there is no test %s in %s: name the one that holds it", name[2], name[1])
					}
				}
			}
		}
	}
	return r
}

// testNames are the functions of all test files that the go command may run, by folder and name.
func (t *tree) testNames() map[string]bool {
	names := map[string]bool{}
	for _, f := range t.packages {
		for _, s := range f.files {
			for _, d := range s.syntax.Decls {
				if fun, ok := d.(*ast.FuncDecl); ok && s.test && fun.Recv == nil {
					names[f.title()+"."+fun.Name.Name] = true
				}
			}
		}
	}
	return names
}
