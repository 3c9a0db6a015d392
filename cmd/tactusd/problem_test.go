package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
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
