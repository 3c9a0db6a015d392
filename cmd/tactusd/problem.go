package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/verify"
)

// A problem is an answer that says what is wrong, as RFC 9457 has it.
type problem struct {
	Type      string `json:"type"`
	Title     string `json:"title"`
	Status    int    `json:"status"`
	Detail    string `json:"detail,omitempty"`
	RequestID string `json:"request_id,omitempty"`
	// Report is that of a module which failed.
	Report json.RawMessage `json:"report,omitempty"`

	retry int // seconds after which it may be tried again, 0 for no such time
}

// Error makes a problem an error that a handler returns.
func (p *problem) Error() string { return p.Title + ": " + p.Detail }

const problemType = "urn:tactus:problem:"

// The kinds of problems. Each has one status.
var problemStatus = map[string]struct {
	status int
	title  string
}{
	"bad-request":        {http.StatusBadRequest, "The request cannot be read"},
	"unauthorized":       {http.StatusUnauthorized, "A token is wanted"},
	"not-found":          {http.StatusNotFound, "There is no such thing"},
	"method":             {http.StatusMethodNotAllowed, "There is no such method here"},
	"slow":               {http.StatusRequestTimeout, "The body came too slowly"},
	"too-large":          {http.StatusRequestEntityTooLarge, "The body is too large"},
	"type":               {http.StatusUnsupportedMediaType, "The body is of another kind"},
	"module-refused":     {http.StatusUnprocessableEntity, "The module does not pass"},
	"unknown-module":     {http.StatusUnprocessableEntity, "The recording's module is not known"},
	"challenge":          {http.StatusUnprocessableEntity, "The challenge is none of this service's"},
	"challenge-required": {http.StatusUnprocessableEntity, "A challenge is wanted"},
	"rate":               {http.StatusTooManyRequests, "Too many requests"},
	"busy":               {http.StatusTooManyRequests, "Too much at a time"},
	"jobs":               {http.StatusTooManyRequests, "Too many undecided jobs"},
	"storage":            {http.StatusInsufficientStorage, "The storage is used up"},
	"internal":           {http.StatusInternalServerError, "The service failed"},
	"unavailable":        {http.StatusServiceUnavailable, "The service cannot answer now"},
}

// wrong makes a problem of a kind.
func wrong(kind, detail string, args ...any) *problem {
	k := problemStatus[kind]
	return &problem{Type: problemType + kind, Title: k.title, Status: k.status, Detail: fmt.Sprintf(detail, args...)}
}

func (p *problem) after(seconds int) *problem {
	p.retry = seconds
	return p
}

// problemOf makes a problem of any error. What is not meant for a client only goes into the log.
func problemOf(err error) *problem {
	if p, ok := errors.AsType[*problem](err); ok {
		return p
	}
	if limit, ok := errors.AsType[*verify.LimitError](err); ok {
		if limit.What == verify.LimitBytes {
			return wrong("storage", "at most %d bytes are stored", limit.Limit)
		}
		return wrong("jobs", "at most %d jobs wait for a verdict", limit.Limit).after(1)
	}
	switch {
	case errors.Is(err, verify.ErrUnknown):
		return wrong("not-found", "not found")
	case errors.Is(err, verify.ErrFull):
		return wrong("storage", "the service has no room left").after(60)
	case errors.Is(err, verify.ErrClosed):
		return wrong("unavailable", "the service ends").after(5)
	case silent(err):
		return wrong("unavailable", "the bus does not answer").after(1)
	}
	return wrong("internal", "the log has more of it by this request's id")
}

// silent reports whether the servers of a bus have not answered for as long as it is asked again: they
// have no leader, or cannot be reached.
func silent(err error) bool {
	for _, known := range []error{context.DeadlineExceeded, nats.ErrTimeout, nats.ErrNoResponders, nats.ErrDisconnected,
		nats.ErrConnectionReconnecting, nats.ErrReconnectBufExceeded, nats.ErrStaleConnection,
		jetstream.ErrNoStreamResponse} {
		if errors.Is(err, known) {
			return true
		}
	}
	api, ok := errors.AsType[*jetstream.APIError](err)
	return ok && api.Code == http.StatusServiceUnavailable
}

// write sends a problem.
func (p *problem) write(w http.ResponseWriter) {
	h := w.Header()
	if p.retry > 0 {
		h.Set("Retry-After", strconv.Itoa(p.retry))
	}
	if p.Status == http.StatusUnauthorized {
		h.Set("WWW-Authenticate", `Bearer realm="tactus"`)
	}
	h.Set("Content-Type", "application/problem+json")
	w.WriteHeader(p.Status)
	_ = json.NewEncoder(w).Encode(p) // a client that has gone is told nothing
}

// answer sends JSON.
func answer(w http.ResponseWriter, status int, v any) error {
	data, err := json.Marshal(v)
	if err != nil {
		return err
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_, _ = w.Write(append(data, '\n')) // a client that has gone is told nothing
	return nil
}
