package main

import (
	"net/http"
	"strings"
	"testing"
)

func TestPagesOfNamedOriginsMayCallTheAPIAndNoOthers(t *testing.T) {
	s := start(t, "--cors-origin", "https://game.example,http://127.0.0.1:8080")
	closed := start(t)
	token := s.token("acme")
	ask := func(s *try, method, path, origin, wanted string) reply {
		r := s.request(token, method, path, nil, "")
		r.Header.Set("Origin", origin)
		if wanted != "" {
			r.Header.Set("Access-Control-Request-Method", wanted)
			r.Header.Set("Access-Control-Request-Headers", "authorization")
			r.Header.Del("Authorization") // a browser sends none with it
		}
		return s.do(r)
	}
	for _, origin := range []string{"https://game.example", "http://127.0.0.1:8080"} {
		got := ask(s, "OPTIONS", "/v1/recordings", origin, "POST")
		h := got.header
		if got.status != http.StatusNoContent || h.Get("Access-Control-Allow-Origin") != origin ||
			!strings.Contains(h.Get("Access-Control-Allow-Headers"), "Authorization") ||
			!strings.Contains(h.Get("Access-Control-Allow-Methods"), "POST") ||
			h.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%s: status %d, %v", origin, got.status, h)
		}
		got = ask(s, "GET", "/v1/verdicts/x", origin, "")
		if h := got.header; h.Get("Access-Control-Allow-Origin") != origin || got.problem() != "not-found" ||
			!strings.Contains(h.Get("Access-Control-Expose-Headers"), "Retry-After") || h.Get("Vary") != "Origin" {
			t.Errorf("%s: a problem has the header %v", origin, h)
		}
	}
	for _, origin := range []string{"https://game.example.evil", "http://game.example", "https://game.example:443",
		"null", "*"} {
		for _, one := range []*try{s, closed} {
			got := ask(one, "OPTIONS", "/v1/recordings", origin, "POST")
			if got.status != http.StatusMethodNotAllowed || got.header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s: status %d, %v", origin, got.status, got.header)
			}
			got = ask(one, "GET", "/v1/status", origin, "")
			if got.header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s: %v", origin, got.header)
			}
		}
	}
	for _, path := range []string{"/", "/metrics", "/healthz"} {
		got := ask(s, "GET", path, "https://game.example", "")
		if got.header.Get("Access-Control-Allow-Origin") != "" {
			t.Errorf("%s may be read by a page of another origin", path)
		}
	}
}

func TestWhatIsNoOriginIsRefused(t *testing.T) {
	for _, text := range []string{"*", "null", "game.example", "https://game.example/", "https://Game.example", "ftp://x",
		"https://u@game.example"} {
		if err := (origins{text}).check(); err == nil {
			t.Errorf("%q is taken for an origin", text)
		}
	}
}
