package main

import (
	"bytes"
	"embed"
	"net/http"
)

//go:embed site
var site embed.FS

// A siteFile is a file of the status page. It holds no data: what it shows it asks for, with the token
// that is typed into it.
type siteFile struct{ name, kind string }

var siteFiles = map[string]siteFile{
	"/{$}":         {"index.html", "text/html; charset=utf-8"},
	"/status.css":  {"status.css", "text/css; charset=utf-8"},
	"/js/main.js":  {"js/main.js", "text/javascript; charset=utf-8"},
	"/js/api.js":   {"js/api.js", "text/javascript; charset=utf-8"},
	"/js/dom.js":   {"js/dom.js", "text/javascript; charset=utf-8"},
	"/js/views.js": {"js/views.js", "text/javascript; charset=utf-8"},
	"/js/hand.js":  {"js/hand.js", "text/javascript; charset=utf-8"},
	"/icon.svg":    {"icon.svg", "image/svg+xml"},
}

const sitePolicy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func (f siteFile) serve(a *api, w http.ResponseWriter, _ *request) error {
	data, err := site.ReadFile("site/" + f.name)
	if err != nil {
		return err
	}
	if a.lab != nil { // which the page is told of
		data = bytes.Replace(data, []byte(`<html lang="en">`), []byte(`<html lang="en" data-lab="lab/">`), 1)
	}
	w.Header().Set("Content-Type", f.kind)
	w.Header().Set("Content-Security-Policy", sitePolicy)
	w.Header().Set("Cache-Control", "no-cache")
	_, _ = w.Write(data) // a client that has gone is told nothing
	return nil
}
