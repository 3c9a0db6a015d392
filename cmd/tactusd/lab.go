package main

import (
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path"
	"strings"
)

// labFiles are the lab's files in a folder that tactus lab --export has written. Nothing outside of the
// folder can be read.
type labFiles struct{ root fs.FS }

// labKinds are the types of its files, and all the kinds of files that are given out.
var labKinds = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".json": "application/json", ".wasm": "application/wasm", ".csv": "text/plain; charset=utf-8",
	".txt": "text/plain; charset=utf-8", ".gz": "application/gzip", ".md": "text/plain; charset=utf-8",
}

// labPolicy is the lab's own: it may run its module, and ask this host only.
const labPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; " +
	"form-action 'none'; frame-ancestors 'none'"

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
	kind := labKinds[path.Ext(name)]
	if kind == "" {
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
	h.Set("Content-Security-Policy", labPolicy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Embedder-Policy", "require-corp")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cache-Control", "no-cache")
	http.ServeContent(w, r.Request, strings.TrimSuffix(name, "/"), info.ModTime(), content)
	return nil
}
