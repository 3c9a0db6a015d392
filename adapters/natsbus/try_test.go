package natsbus

import (
	"fmt"
	"testing"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// TestWhatServersSayWhileALeaderChangesIsTriedAgain has what three servers were seen to say then. That
// a message id is in process is the answer to the second try where the first still waits for copies.
func TestWhatServersSayWhileALeaderChangesIsTriedAgain(t *testing.T) {
	for _, c := range []struct {
		err  error
		want bool
	}{
		{nats.ErrTimeout, true},
		{nats.ErrNoResponders, true},
		{&jetstream.APIError{Code: 503, ErrorCode: 10008}, true},
		{&jetstream.APIError{Code: 409, ErrorCode: codeIDInProcess}, true},
		{unsettled(jetstream.ErrStreamNotFound), true},
		{unsettled(jetstream.ErrBucketNotFound), true},
		{unsettled(nil), false},
		{jetstream.ErrStreamNotFound, false},
		{&jetstream.APIError{Code: 409, ErrorCode: 10000}, false},
		{&jetstream.APIError{Code: 503, ErrorCode: codeStoreFailed}, false},
	} {
		err := c.err
		if err != nil {
			err = fmt.Errorf("nats: %w", err)
		}
		if got := passing(err); got != c.want {
			t.Errorf("%v: tried again %v: want %v", c.err, got, c.want)
		}
	}
}
