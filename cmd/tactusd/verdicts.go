package main

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// A decidedJob is a verdict as it is answered.
type decidedJob struct {
	Status string `json:"status"` // "decided"
	verify.Verdict
}

// decided is the answer with a verdict of the bus.
func (a *api) decided(v verify.Verdict) decidedJob {
	a.counted(v, a.history.heard(v))
	return decidedJob{"decided", v}
}

// counted counts a verdict that was new here, where no worker has: one that was given up came to none.
func (a *api) counted(v verify.Verdict, fresh bool) {
	if fresh && a.ready.Load() && v.Outcome == verify.GivenUp {
		a.metrics.jobs.WithLabelValues(string(v.Outcome)).Inc()
	}
}

// waitMost bounds a long poll.
const waitMost = time.Minute

// getVerdict answers with a verdict: at once, after a time, or as an event when there is one.
func (a *api) getVerdict(w http.ResponseWriter, r *request) error {
	id, err := verify.ParseDigest(r.PathValue("id"))
	if err != nil {
		return wrong("not-found", "not found")
	}
	events := accepts(r, "text/event-stream")
	if events || r.URL.Query().Get("wait") != "" {
		done := a.meter.wait(r.tenant, r.limits)
		if done == nil {
			return tooManyWait()
		}
		defer done()
	}
	if events {
		return a.verdictEvent(w, r, id)
	}
	var wait time.Duration
	if text := r.URL.Query().Get("wait"); text != "" {
		if wait, err = time.ParseDuration(text); err != nil || wait < 0 {
			return wrong("bad-request", "wait: %.40q: want a time as 30s", text)
		}
	}
	v, err := a.await(r.Context(), r.tenant, id, min(wait, waitMost), w)
	if errors.Is(err, verify.ErrUndecided) {
		w.Header().Set("Retry-After", "1")
		return answer(w, http.StatusOK, taken{id, "waiting"})
	}
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, a.decided(v))
}

func tooManyWait() error {
	return wrong("busy", "at most %d requests wait at a time", waitsMost).after(1)
}

// await waits for a verdict as long as it may, and returns verify.ErrUndecided after that.
func (a *api) await(ctx context.Context, tenant string, id verify.Digest, wait time.Duration, w http.ResponseWriter) (
	verify.Verdict, error) {
	if wait <= 0 {
		return a.backend.Verdict(ctx, tenant, id)
	}
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(wait + writeMax)) // as in slowReader.Read
	ctx, stop := context.WithTimeout(ctx, wait)
	defer stop()
	defer context.AfterFunc(a.end, stop)() // the service drains: those that wait ask the next process
	v, err := a.backend.Wait(ctx, tenant, id)
	if err != nil && ctx.Err() != nil {
		return v, verify.ErrUndecided
	}
	return v, err
}

func accepts(r *request, kind string) bool {
	for _, line := range r.Header.Values("Accept") {
		for part := range strings.SplitSeq(line, ",") {
			name, _, _ := strings.Cut(part, ";")
			if strings.EqualFold(strings.TrimSpace(name), kind) {
				return true
			}
		}
	}
	return false
}

// An eventWriter sends server-sent events.
type eventWriter struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// beatEvery is how often a stream says that it is alive.
const beatEvery = 15 * time.Second

func newEvents(w http.ResponseWriter) *eventWriter {
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("X-Accel-Buffering", "no") // a proxy must not hold events back
	w.WriteHeader(http.StatusOK)
	return &eventWriter{w, http.NewResponseController(w)}
}

// send sends an event; one without a name is a comment that keeps the connection. A client that does
// not read is let go.
func (e *eventWriter) send(name string, v any) error {
	_ = e.control.SetWriteDeadline(time.Now().Add(writeMax)) // as in slowReader.Read
	text := ": alive\n\n"
	if name != "" {
		data, err := json.Marshal(v)
		if err != nil {
			return err
		}
		text = fmt.Sprintf("event: %s\ndata: %s\n\n", name, data)
	}
	if _, err := e.w.Write([]byte(text)); err != nil {
		return err
	}
	return e.control.Flush()
}

// verdictEvent sends one event, when there is a verdict.
func (a *api) verdictEvent(w http.ResponseWriter, r *request, id verify.Digest) error {
	v, err := a.backend.Verdict(r.Context(), r.tenant, id)
	if err != nil && !errors.Is(err, verify.ErrUndecided) {
		return err
	}
	events := newEvents(w)
	for err != nil && a.end.Err() == nil && a.mayStay(r) {
		if e := events.send("", nil); e != nil || r.Context().Err() != nil {
			return nil // the client has gone
		}
		if v, err = a.await(r.Context(), r.tenant, id, beatEvery, w); err != nil && !errors.Is(err, verify.ErrUndecided) {
			return err
		}
	}
	if err == nil && a.mayStay(r) {
		_ = events.send("verdict", a.decided(v)) // a client that has gone asks again
	}
	return nil
}

// A list is a page of things, with where the next one begins.
type list[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next,omitempty"`
}

const (
	limitDefault = 50
	limitMost    = 500
)

// paging reads limit and cursor.
func paging(r *request) (cursor string, limit int, err error) {
	q := r.URL.Query()
	limit = limitDefault
	if text := q.Get("limit"); text != "" {
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > limitMost {
			return "", 0, wrong("bad-request", "limit: %.40q: want 1 to %d", text, limitMost)
		}
	}
	raw, err := base64.RawURLEncoding.DecodeString(q.Get("cursor"))
	if err != nil || len(raw) > 256 {
		return "", 0, wrong("bad-request", "cursor: want the next of an earlier page")
	}
	return string(raw), limit, nil
}

func cursorOf(position string) string { return base64.RawURLEncoding.EncodeToString([]byte(position)) }

// listVerdicts lists the last verdicts, the newest first.
func (a *api) listVerdicts(w http.ResponseWriter, r *request) error {
	cursor, limit, err := paging(r)
	if err != nil {
		return err
	}
	before := 0
	if cursor != "" {
		if before, err = strconv.Atoi(cursor); err != nil || before < 1 {
			return wrong("bad-request", "cursor: want the next of an earlier page")
		}
	}
	if err := a.history.remember(r.Context(), r.tenant); err != nil {
		return err
	}
	items, next := a.history.page(r.tenant, replay.Outcome(r.URL.Query().Get("outcome")), before, limit)
	page := list[verify.Verdict]{Items: items}
	if next > 0 {
		page.Next = cursorOf(strconv.Itoa(next))
	}
	return answer(w, http.StatusOK, page)
}

// getStatus answers with the tenant's numbers.
func (a *api) getStatus(w http.ResponseWriter, r *request) error {
	if err := a.history.remember(r.Context(), r.tenant); err != nil {
		return err
	}
	return answer(w, http.StatusOK, a.history.summarize(r.tenant, time.Now()))
}

// statusEvery is how often the status page's numbers are sent.
const statusEvery = time.Second

// getEvents sends the tenant's verdicts and numbers as they come.
func (a *api) getEvents(w http.ResponseWriter, r *request) error {
	done := a.meter.wait(r.tenant, r.limits)
	if done == nil {
		return tooManyWait()
	}
	defer done()
	if err := a.history.remember(r.Context(), r.tenant); err != nil {
		return err
	}
	news, stop := a.history.listen(r.tenant)
	defer stop()
	events := newEvents(w)
	tick := time.NewTicker(statusEvery)
	defer tick.Stop()
	err := events.send("status", a.history.summarize(r.tenant, time.Now()))
	for err == nil {
		select {
		case v := <-news:
			err = events.send("verdict", v)
		case <-tick.C:
			if !a.mayStay(r) {
				return nil
			}
			err = events.send("status", a.history.summarize(r.tenant, time.Now()))
		case <-r.Context().Done():
			return nil
		case <-a.end.Done():
			return nil
		}
	}
	return nil // the client has gone
}
