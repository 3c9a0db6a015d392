package main

import (
	"context"
	"crypto/rand"
	"log/slog"
	"math"
	"net/http"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"

	"github.com/tactus-go/tactus/verify/challenge"
)

// An api answers requests.
type api struct {
	config  *serveCommand
	backend *backend
	tenants func() *tenants
	keys    func() *challenge.Keyring
	history *history
	meter   *meter
	metrics *metrics
	log     *slog.Logger
	checks  chan struct{} // one at a time: a check may take half a minute of a core
	slots   chan struct{} // uploads of all tenants at a time, which bounds the memory
	shares  *shares
	lab     *labFiles       // nil where there is none
	end     context.Context // ends where the service drains
	ready   atomic.Bool
	known   moduleSet
}

// A route is one operation. Those that are open want no token.
type route struct {
	method, path string
	open         bool
	handle       func(*api, http.ResponseWriter, *request) error
	// waits says that the handler waits, for a body or for a verdict, and asks for its share itself.
	waits bool
}

// A request is one with its tenant.
type request struct {
	*http.Request
	id     string
	tenant string
	limits tenantLimits
}

// routes are all that there are, as openapi.json describes them, beside the files of the status page.
var routes = []route{
	{"POST", "/v1/recordings", false, (*api).postRecording, true},
	{"GET", "/v1/recordings/{id}", false, (*api).getRecording, true},
	{"GET", "/v1/verdicts", false, (*api).listVerdicts, false},
	{"GET", "/v1/verdicts/{id}", false, (*api).getVerdict, true},
	{"PUT", "/v1/modules", false, (*api).putModule, true},
	{"GET", "/v1/modules", false, (*api).listModules, false},
	{"POST", "/v1/challenges", false, (*api).postChallenge, true},
	{"GET", "/v1/status", false, (*api).getStatus, false},
	{"GET", "/v1/events", false, (*api).getEvents, true},
	{"GET", "/healthz", true, (*api).healthz, false},
	{"GET", "/readyz", true, (*api).readyz, false},
	{"GET", "/metrics", true, (*api).getMetrics, false},
	{"GET", "/openapi.json", true, (*api).getOpenAPI, false},
}

// handler returns what answers all requests.
func (a *api) handler() http.Handler {
	mux := http.NewServeMux()
	worker := a.config.Role == "worker" // which only says whether it is well
	for _, r := range routes {
		if r.open || !worker {
			mux.Handle(r.method+" "+r.path, a.serve(r))
		}
	}
	for path, file := range siteFiles {
		if worker {
			break
		}
		mux.Handle("GET "+path, a.serve(route{"GET", path, true, file.serve, false}))
	}
	if a.lab != nil && !worker {
		mux.Handle("GET /lab/{file...}", a.serve(route{"GET", "/lab/", true, a.lab.serve, false}))
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if a.config.CORSOrigin.preflight(w, r) {
			return
		}
		if h, pattern := mux.Handler(r); pattern == "" || r.URL.Path != strings.TrimSpace(r.URL.Path) {
			a.serve(route{"", "none", true, func(_ *api, w http.ResponseWriter, r *request) error {
				return nowhere(h, r.Request, w)
			}, false}).ServeHTTP(w, r)
			return
		}
		mux.ServeHTTP(w, r)
	})
}

// nowhere is the answer to a request of no route: the router's own says whether there is another
// method.
func nowhere(h http.Handler, r *http.Request, w http.ResponseWriter) error {
	probe := &probe{header: http.Header{}}
	h.ServeHTTP(probe, r)
	if probe.status == http.StatusMethodNotAllowed {
		w.Header().Set("Allow", probe.header.Get("Allow"))
		return wrong("method", "want %s", probe.header.Get("Allow"))
	}
	return wrong("not-found", "no such path")
}

// A probe takes an answer's status and header, and nothing else.
type probe struct {
	header http.Header
	status int
}

func (p *probe) Header() http.Header         { return p.header }
func (p *probe) WriteHeader(status int)      { p.status = status }
func (p *probe) Write(b []byte) (int, error) { return len(b), nil }

// A recorder remembers the status.
type recorder struct {
	http.ResponseWriter
	status int
}

// WriteHeader notes the status. From here on counts how long the answer may take: a handler may have
// waited for its bus for longer than that.
func (r *recorder) WriteHeader(status int) {
	if r.status == 0 {
		r.status = status
	}
	_ = http.NewResponseController(r.ResponseWriter).SetWriteDeadline(time.Now().Add(writeMax)) // as in slowReader.Read
	r.ResponseWriter.WriteHeader(status)
}

// Unwrap lets deadlines and flushes through.
func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// writeMax bounds how long an answer may take to be read, where a handler does not say otherwise.
const writeMax = 30 * time.Second

// serve puts around a route what is the same for all: id, headers, token, rate, problems, log.
func (a *api) serve(rt route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		begun := time.Now()
		rec := &recorder{ResponseWriter: w}
		req := &request{Request: r, id: requestID(r)}
		h := rec.Header()
		h.Set("X-Request-Id", req.id)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Cache-Control", "no-store")
		h.Set("Referrer-Policy", "no-referrer")
		if strings.HasPrefix(r.URL.Path, "/v1/") {
			a.config.CORSOrigin.allow(h, r)
		}
		_ = http.NewResponseController(w).SetWriteDeadline(begun.Add(writeMax)) // as in slowReader.Read
		if err := a.guarded(rt, rec, req); err != nil {
			a.fail(rec, req, err)
		}
		a.metrics.requests.WithLabelValues(rt.path, statusClass(rec.status)).Inc()
		a.log.LogAttrs(r.Context(), slog.LevelDebug, "request", slog.String("request_id", req.id),
			slog.String("method", r.Method), slog.String("route", rt.path), slog.Int("status", rec.status),
			slog.String("tenant", req.tenant), slog.Duration("took", time.Since(begun)))
	})
}

// bearer returns a request's token, "" where it has none.
func bearer(r *http.Request) string {
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	if !strings.EqualFold(scheme, "Bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// mayStay reports whether the token of a request that goes on for long still counts.
func (a *api) mayStay(r *request) bool { return a.tenants().tenant(bearer(r.Request)) == r.tenant }

// guarded runs a handler, once the tenant is known and within its rate.
func (a *api) guarded(rt route, w http.ResponseWriter, r *request) (err error) {
	defer func() {
		if p := recover(); p != nil {
			if p == http.ErrAbortHandler {
				panic(p)
			}
			a.log.Error("a handler panicked", "request_id", r.id, "panic", p, "stack", string(debug.Stack()))
			err = wrong("internal", "the log has more of it by this request's id")
		}
	}()
	if rt.open {
		return rt.handle(a, w, r)
	}
	all := a.tenants()
	r.tenant = all.tenant(bearer(r.Request))
	if r.tenant == "" {
		return wrong("unauthorized", "want the header Authorization: Bearer TOKEN with a token of this service")
	}
	r.limits = all.limits[r.tenant].or(a.config.defaults())
	if wait, ok := a.meter.allow(r.tenant, r.limits); !ok {
		return wrong("rate", "at most %g requests a second", r.limits.RatePerS).after(int(math.Ceil(wait.Seconds())))
	}
	if !rt.waits {
		h, err := a.shares.enter(r.Context(), r.tenant, aRequest)
		if err != nil {
			return err // the client has gone
		}
		defer h.leave()
	}
	return rt.handle(a, w, r)
}

// fail answers with a problem. Faults of the service are logged with all that is known of them.
func (a *api) fail(w *recorder, r *request, err error) {
	p := *problemOf(err)
	p.RequestID = r.id
	if p.Status >= http.StatusInternalServerError && r.Context().Err() == nil {
		a.log.Error("a request failed", "request_id", r.id, "tenant", r.tenant, "path", r.URL.Path, "status", p.Status,
			"error", err)
	}
	if w.status != 0 {
		return
	}
	if r.Context().Err() != nil && p.Status >= http.StatusInternalServerError {
		defer func() { w.status = statusGone }() // for the metrics: nothing here is wrong
	}
	if p.Status == http.StatusTooManyRequests {
		a.slowDown(w, r)
	}
	p.write(w)
}

// statusGone is what proxies call a request whose client has gone.
const statusGone = 499

// refusedFor is how long the answer to a request that was one too many waits.
const refusedFor = 250 * time.Millisecond

// slowDown holds the answer back, since who gets it at once asks again at once; he is to wait for longer
// in any case. Where many of the tenant's wait already, he cannot be slowed down so. The connection is
// then closed with the rest of the body unread: net/http would read a quarter of a megabyte of it first,
// which costs more than the refusal.
func (a *api) slowDown(w *recorder, r *request) {
	if done := a.meter.refuse(r.tenant, r.limits); done != nil {
		defer done()
		_ = pause(r.Context(), refusedFor) // who has gone needs no answer
		return
	}
	w.Header().Set("Connection", "close")
	if r.ContentLength != 0 { // without a body, what is read is whether the client is still there
		_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // as in slowReader.Read
	}
}

// requestID takes a client's id where it is short and plain, and else makes one.
func requestID(r *http.Request) string {
	id := r.Header.Get("X-Request-Id")
	odd := func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.'
	}
	if id == "" || len(id) > 64 || strings.ContainsFunc(id, odd) {
		return rand.Text()
	}
	return id
}

func statusClass(status int) string {
	if status == 0 {
		status = http.StatusOK
	}
	return string(rune('0'+status/100)) + "xx"
}
