package main

import (
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// origins are those whose pages a browser lets read the API's answers. A page needs a token all the
// same, and sends no cookies.
type origins []string

// check refuses what is no origin as a browser writes it. A star is none: who may upload is to be named.
func (o origins) check() error {
	for _, text := range o {
		u, err := url.Parse(text)
		if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.Scheme+"://"+u.Host != text ||
			text != strings.ToLower(text) {
			return fmt.Errorf("--cors-origin %.80q: want scheme, host and port alone, as https://game.example", text)
		}
	}
	return nil
}

// What pages of other origins may send and read beside what all may.
const (
	corsHeaders = "Authorization, Content-Type, If-None-Match, Tactus-Challenge, Tactus-Module, Tactus-Player, " +
		"Tactus-Players, Tactus-Rate, Tactus-Run, Tactus-Seed, X-Request-Id"
	corsExposed = "ETag, Location, Repr-Digest, Retry-After, X-Request-Id"
	corsMaxAge  = "600" // seconds, for which a browser does not ask again
)

// allow says in an answer who may read it, and reports whether the request's origin may.
func (o origins) allow(h http.Header, r *http.Request) bool {
	if len(o) == 0 {
		return false
	}
	h.Add("Vary", "Origin")
	origin := r.Header.Get("Origin")
	if !slices.Contains(o, origin) {
		return false
	}
	h.Set("Access-Control-Allow-Origin", origin)
	h.Set("Access-Control-Expose-Headers", corsExposed)
	return true
}

// preflight answers a browser that asks whether a page may send a request, where it may. It reports
// whether it did.
func (o origins) preflight(w http.ResponseWriter, r *http.Request) bool {
	method := r.Header.Get("Access-Control-Request-Method")
	asks := r.Method == http.MethodOptions && method != "" && strings.HasPrefix(r.URL.Path, "/v1/")
	if !asks || !o.allow(w.Header(), r) {
		return false
	}
	h := w.Header()
	h.Set("Access-Control-Allow-Methods", "GET, POST, PUT")
	h.Set("Access-Control-Allow-Headers", corsHeaders)
	h.Set("Access-Control-Max-Age", corsMaxAge)
	h.Add("Vary", "Access-Control-Request-Method, Access-Control-Request-Headers")
	w.WriteHeader(http.StatusNoContent)
	return true
}
