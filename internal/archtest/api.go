package archtest

import (
	"io/fs"
	"path"
	"slices"
	"strings"
)

// apiFolder holds the public surface of each package as text, to be reviewed with each change.
const apiFolder = "api"

// apiPath returns where a package's surface is kept: api/games_jump.txt, and api/tactus.txt for
// the root.
func apiPath(f *folder) string {
	return path.Join(apiFolder, strings.ReplaceAll(f.title(), "/", "_")+".txt")
}

// apiTexts returns what the files in api/ should hold, by path.
func apiTexts(t *tree) (map[string]string, error) {
	texts := map[string]string{}
	for _, f := range t.packages {
		if !f.public() {
			continue
		}
		lines, err := surface(f)
		if err != nil {
			return nil, err
		}
		texts[apiPath(f)] = "package " + f.name + " // " + f.importPath + "\n\n" + lines
	}
	return texts, nil
}

// apiRule compares the public surface with the texts in api/.
func apiRule(t *tree) (r report) {
	texts, err := apiTexts(t)
	if err != nil {
		r.add(apiFolder, "%v", err)
	}
	for _, f := range t.packages {
		want, ok := texts[apiPath(f)]
		if !ok || !f.public() {
			continue
		}
		r.seen++
		got, err := fs.ReadFile(t.fsys, apiPath(f))
		switch {
		case err != nil:
			r.add(apiPath(f), "missing: run go test ./internal/archtest -update and review it")
		case string(got) != want:
			r.add(apiPath(f), "not the surface of %s: review the change and run "+
				"go test ./internal/archtest -update\n%s", f.title(), difference(string(got), want))
		}
	}
	for _, p := range t.texts {
		if _, ok := texts[p]; !ok && isAPIText(p) {
			r.add(p, "no public package has this surface: delete the file")
		}
	}
	return r
}

// isAPIText reports whether p is where a package's surface would be kept.
func isAPIText(p string) bool { return path.Dir(p) == apiFolder && path.Ext(p) == ".txt" }

// difference lists the lines that only one text has, "-" before those of the old one.
func difference(old, updated string) string {
	var b strings.Builder
	before, after := strings.Split(old, "\n"), strings.Split(updated, "\n")
	for _, side := range []struct {
		sign        string
		lines, from []string
	}{{"- ", before, after}, {"+ ", after, before}} {
		for _, line := range side.lines {
			if !slices.Contains(side.from, line) {
				b.WriteString("\t" + side.sign + line + "\n")
			}
		}
	}
	if b.Len() == 0 {
		return "\tthe same lines in another order"
	}
	return strings.TrimSuffix(b.String(), "\n")
}
