package main

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tactus-go/tactus/lab"
)

// The files of the site that are made by Go and are not in the tree.
const (
	labEngine = "engine.wasm"
	labDigest = "engine.json" // of the module, so that a page never runs another one
	labLogs   = "logs.wasm"   // and logs.json
	labLoader = "wasm_exec.js"
)

// A labSite is the lab's files in memory, as they are served.
type labSite struct{ files map[string]*labFile }

type labFile struct {
	data   []byte
	zipped func() []byte // with gzip, on the first request; nil where that is hardly shorter
	kind   string
	tag    string // of its content
}

// newLabSite puts the site together, with a module that is at hand or built now.
func newLabSite(c *console) (*labSite, error) {
	made, err := labModules(c)
	if err != nil {
		return nil, err
	}
	site := &labSite{files: map[string]*labFile{}}
	static := lab.Site()
	err = fs.WalkDir(static, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(static, name)
		site.add(name, data)
		return err
	})
	if err != nil {
		return nil, err
	}
	for name, data := range made {
		site.add(name, data)
		if module, ok := strings.CutSuffix(name, ".wasm"); ok {
			sum := sha256.Sum256(data)
			site.add(module+".json", []byte(`{"sha256": "`+base64.StdEncoding.EncodeToString(sum[:])+`"}`+"\n"))
		}
	}
	return site, nil
}

func (s *labSite) names() []string { return slices.Sorted(maps.Keys(s.files)) }

func (s *labSite) add(name string, data []byte) {
	sum := sha256.Sum256(data)
	s.files[name] = &labFile{data: data, kind: kindOf(name), tag: `"` + hex.EncodeToString(sum[:12]) + `"`,
		zipped: sync.OnceValue(func() []byte { return zip(data) })}
}

// zip compresses a file, or returns nil where that is hardly shorter.
func zip(data []byte) []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, _ = w.Write(data) // a buffer takes everything
	_ = w.Close()
	if b.Len() < len(data)*9/10 {
		return b.Bytes()
	}
	return nil
}

func kindOf(name string) string {
	if kind, ok := lab.TypeOf(name); ok {
		return kind
	}
	return mime.TypeByExtension(".txt")
}

// ServeHTTP serves a file.
func (s *labSite) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	lab.Isolate(h)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "the lab only gives: GET or HEAD", http.StatusMethodNotAllowed)
		return
	}
	name := strings.TrimPrefix(r.URL.Path, "/")
	if name == "" {
		name = "index.html"
	}
	f, ok := s.files[name]
	if !ok {
		http.Error(w, "there is no such file in the lab: the first page is at /", http.StatusNotFound)
		return
	}
	f.serve(w, r)
}

func (f *labFile) serve(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", f.kind)
	h.Set("Cache-Control", "no-cache") // kept, and asked for by its tag each time
	h.Set("ETag", f.tag)
	h.Set("Vary", "Accept-Encoding")
	if strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	data := f.data
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		if zipped := f.zipped(); zipped != nil {
			h.Set("Content-Encoding", "gzip")
			data = zipped
		}
	}
	h.Set("Content-Length", strconv.Itoa(len(data)))
	if r.Method == http.MethodGet {
		_, _ = w.Write(data) // a browser that went away
	}
}
