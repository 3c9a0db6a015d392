package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/verify"
)

// TestABusThatDoesNotAnswerIsNotAFaultOfTheService has what a cluster without a leader
// leads to: a client is to come again, and no log is to be searched.
func TestABusThatDoesNotAnswerIsNotAFaultOfTheService(t *testing.T) {
	for _, c := range []struct {
		err    error
		status int
	}{
		{nats.ErrTimeout, http.StatusServiceUnavailable},
		{nats.ErrNoResponders, http.StatusServiceUnavailable},
		{jetstream.ErrNoStreamResponse, http.StatusServiceUnavailable},
		{context.DeadlineExceeded, http.StatusServiceUnavailable},
		{&jetstream.APIError{Code: 503, ErrorCode: 10008}, http.StatusServiceUnavailable},
		{verify.ErrClosed, http.StatusServiceUnavailable},
		{fmt.Errorf("%w: %w", verify.ErrFull, &jetstream.APIError{Code: 503}), http.StatusInsufficientStorage},
		{&jetstream.APIError{Code: 400, ErrorCode: 10025}, http.StatusInternalServerError},
		{errors.New("anything else"), http.StatusInternalServerError},
	} {
		p := problemOf(fmt.Errorf("tactus: put: %w", c.err))
		if p.Status != c.status || c.status != http.StatusInternalServerError && p.retry == 0 {
			t.Errorf("%v: status %d, again after %d s: want %d", c.err, p.Status, p.retry, c.status)
		}
	}
}

// TestAClientThatHasGoneIsNoFaultOfTheService: who watches for 5xx is to hear of faults only.
func TestAClientThatHasGoneIsNoFaultOfTheService(t *testing.T) {
	gone, stop := context.WithCancel(t.Context())
	stop()
	for ctx, want := range map[context.Context]int{gone: statusGone, t.Context(): http.StatusInternalServerError} {
		w := httptest.NewRecorder()
		rec := &recorder{ResponseWriter: w}
		r := httptest.NewRequestWithContext(ctx, "POST", "/v1/recordings", nil)
		(&api{log: slog.New(slog.DiscardHandler)}).fail(rec, &request{Request: r}, context.Canceled)
		if rec.status != want || w.Code != http.StatusInternalServerError {
			t.Errorf("status %d is counted, want %d; %d is answered", rec.status, want, w.Code)
		}
	}
}

func TestAddressesAreSaidWithoutNamesAndPasswords(t *testing.T) {
	for addresses, want := range map[string]string{
		"nats://one:4222": "nats://one:4222",
		"nats://name:word@one:4222,nats://two:4222":   "nats://one:4222,nats://two:4222",
		"name:word@one:4222":                          "nats://one:4222",
		"tls://name:w@rd@one:4222,token@two:4222,one": "tls://one:4222,nats://two:4222,one",
	} {
		if got := withoutSecrets(addresses); got != want {
			t.Errorf("%s: %s, want %s", addresses, got, want)
		}
	}
}
