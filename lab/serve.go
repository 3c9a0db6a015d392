package lab

import (
	"net/http"
	"path"
)

// policy lets the site run its own scripts and modules and ask nobody else for anything. The pages say
// the same of themselves, for hosts that send no headers.
const policy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; " +
	"form-action 'none'; frame-ancestors 'none'"

// Isolate sets the headers with which a server gives out the site: its Content-Security-Policy, and the
// three that isolate a page from others, which gives it a finer clock.
func Isolate(h http.Header) {
	h.Set("Content-Security-Policy", policy)
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Embedder-Policy", "require-corp")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
}

// types are those of what a browser runs or lays out. What a system says of them is not asked: a script
// that is served as text is not run.
var types = map[string]string{
	".html": "text/html; charset=utf-8", ".css": "text/css; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".svg": "image/svg+xml", ".json": "application/json", ".wasm": "application/wasm",
}

// TypeOf returns the Content-Type of a file of the site that a browser runs or lays out; ok is false for
// any other, as a licence or a sample.
func TypeOf(name string) (kind string, ok bool) {
	kind, ok = types[path.Ext(name)]
	return kind, ok
}
