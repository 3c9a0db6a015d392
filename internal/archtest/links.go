package archtest

import (
	"net/url"
	"path"
	"strings"
)

// linkRule checks that every relative link of every page leads to a file or folder that is there.
// It reads links as [text](target), as a reference definition and as src or href in HTML; the part
// after # is not checked.
func linkRule(t *tree) (r report) {
	pages, err := t.pages()
	if err != nil {
		r.add("*.md", "%v", err)
	}
	for _, p := range pages {
		for _, target := range p.targets() {
			r.seen++
			file, _, _ := strings.Cut(target, "#")
			file, _, _ = strings.Cut(file, "?")
			decoded, err := url.PathUnescape(file)
			if err != nil || path.IsAbs(decoded) || !t.exists(path.Join(path.Dir(p.path), decoded)) {
				r.add(p.path, "the link to %q leads nowhere", target)
			}
		}
	}
	return r
}
