package natsbus

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/verify"
)

// How requests are repeated while a cluster chooses a leader or a connection is made anew.
const (
	requestMax  = 3 * time.Second // for one answer
	patienceMax = 30 * time.Second
	pauseMin    = 20 * time.Millisecond
	pauseMax    = 500 * time.Millisecond
)

// Try does on the bus's servers what may be done again, as all that the bus itself does: until it comes
// off, fails for good, or 30 seconds or the context end. The context that f gets ends after 3 seconds.
// It is for what an application keeps beside the bus.
func (b *Bus) Try(ctx context.Context, f func(ctx context.Context) error) error { return b.try(ctx, f) }

// try does what may be done again, until it comes off, fails for good, or patience or the context ends.
func (b *Bus) try(ctx context.Context, f func(ctx context.Context) error) error {
	end := time.Now().Add(patienceMax)
	for pause := pauseMin; ; pause = min(2*pause, pauseMax) {
		one, stop := context.WithTimeout(ctx, requestMax)
		err := f(one)
		stop()
		switch {
		case err == nil:
			return nil
		case ctx.Err() != nil:
			return ctx.Err()
		case b.nc.IsClosed():
			return verify.ErrClosed
		case full(err):
			return fmt.Errorf("%w: %w", verify.ErrFull, err)
		case !passing(err) || time.Now().After(end):
			return err
		}
		if err := rest(ctx, pause); err != nil {
			return err
		}
	}
}

// rest waits, for less than that where the context ends.
func rest(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// JetStream's numbers of errors that the client has no name for.
const (
	codeStoreFailed = 10077 // among others, where a stream is full
	codeNoStorage   = 10047
	codeNoResources = 10023
	codeIDInProcess = 10158 // a message with the same id waits for its copies
)

// passing reports whether an error is of the kind that a little later is gone.
func passing(err error) bool {
	for _, known := range []error{nats.ErrNoResponders, nats.ErrTimeout, nats.ErrDisconnected,
		nats.ErrConnectionReconnecting, nats.ErrReconnectBufExceeded, nats.ErrStaleConnection,
		jetstream.ErrNoStreamResponse, context.DeadlineExceeded} {
		if errors.Is(err, known) {
			return true
		}
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.Code == 503 && !full(err) || api.ErrorCode == codeIDInProcess)
}

// unsettled makes it pass that something is not there which another process is making: of servers, some
// hear of it later.
func unsettled(err error) error {
	if errors.Is(err, jetstream.ErrStreamNotFound) || errors.Is(err, jetstream.ErrBucketNotFound) {
		return fmt.Errorf("%w: %w", jetstream.ErrNoStreamResponse, err)
	}
	return err
}

// full reports whether a stream, or all servers, have no room left.
func full(err error) bool {
	var api *jetstream.APIError
	return errors.As(err, &api) &&
		(api.ErrorCode == codeStoreFailed || api.ErrorCode == codeNoStorage || api.ErrorCode == codeNoResources)
}

// taken reports whether a write was refused since there is a newer revision than the writer knows, or
// one at all. Servers have one number for it where there is one copy, and another where there are
// several.
func taken(err error) bool {
	if errors.Is(err, jetstream.ErrKeyExists) || errors.Is(err, jetstream.ErrKeyRevisionMismatch) {
		return true
	}
	var api *jetstream.APIError
	return errors.As(err, &api) && (api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		api.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant)
}
