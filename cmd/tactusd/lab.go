package main

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strings"

	"github.com/tactus-go/tactus/lab"
)

// labFiles are the lab's files in a folder that tactus lab --export has written. Nothing outside of the
// folder can be read.
type labFiles struct{ root fs.FS }

// labKinds are the types of its files beside those that package lab knows: other kinds are not given
// out.
var labKinds = map[string]string{".csv": "text/plain; charset=utf-8", ".txt": "text/plain; charset=utf-8",
	".md": "text/plain; charset=utf-8", ".gz": "application/gzip"}

// openLab opens the folder, and refuses one that is not the lab's. "" is no lab.
func openLab(folder string) (*labFiles, error) {
	if folder == "" {
		return nil, nil
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, fmt.Errorf("tactus: --lab: %w", err)
	}
	for _, name := range []string{"index.html", "engine.wasm", "engine.json", "wasm_exec.js", "js/handover.js"} {
		if _, err := fs.Stat(root.FS(), name); err != nil {
			return nil, fmt.Errorf("tactus: --lab: want a folder that tactus lab --export has written: %w", err)
		}
	}
	return &labFiles{root.FS()}, nil
}

// serve gives a file of the lab.
func (l *labFiles) serve(_ *api, w http.ResponseWriter, r *request) error {
	name := r.PathValue("file")
	if name == "" {
		name = "index.html"
	}
	kind, ok := lab.TypeOf(name)
	if !ok {
		kind, ok = labKinds[path.Ext(name)]
	}
	if !ok {
		return wrong("not-found", "no such path")
	}
	f, err := l.root.Open(name)
	if err != nil {
		return wrong("not-found", "no such path")
	}
	defer f.Close()
	info, err := f.Stat()
	content, ok := f.(io.ReadSeeker)
	if err != nil || info.IsDir() || !ok {
		return wrong("not-found", "no such path")
	}
	h := w.Header()
	h.Set("Content-Type", kind)
	lab.Isolate(h)
	h.Set("Cache-Control", "no-cache")
	http.ServeContent(w, r.Request, strings.TrimSuffix(name, "/"), info.ModTime(), content)
	return nil
}
