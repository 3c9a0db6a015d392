package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/adapters/natsbus"
	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
	"github.com/tactus-go/tactus/verify"
)

// busPrefix begins the names of all that the service keeps on NATS.
const busPrefix = "tactus"

// openBackend opens the bus that the flags ask for.
func (s *serveCommand) openBackend(ctx context.Context, svc *service) (*backend, error) {
	if s.NATS != "" {
		nc, err := nats.Connect(s.NATS, s.natsOptions(svc.log)...)
		if err != nil {
			return nil, fmt.Errorf("tactus: --nats %s: %w", withoutSecrets(s.NATS), err)
		}
		return s.overNATS(ctx, svc, nc, nc.Close)
	}
	if s.Bus == "memory" {
		return newMemoryBackend(verify.MemoryConfig{Lease: s.Lease, Attempts: s.Attempts, Grace: s.grace(),
			Limits: svc.busLimits})
	}
	server, err := embedded.Start(embedded.Config{Dir: filepath.Join(s.Data, "nats"), Log: natsLog{svc.log}})
	if err != nil {
		return nil, err
	}
	nc, err := server.Connect(s.natsOptions(svc.log)...)
	if err != nil {
		server.Close()
		return nil, err
	}
	b, err := s.overNATS(ctx, svc, nc, func() {
		nc.Close()
		server.Close()
	})
	if err != nil {
		return nil, err
	}
	b.disk = &disk{folder: s.Data, leave: s.DiskFree, health: server.Health}
	alive := b.alive
	b.alive = func(ctx context.Context) error {
		if err := server.Health(); err != nil {
			return err
		}
		return alive(ctx)
	}
	return b, nil
}

// withoutSecrets is a list of addresses without the names and passwords in them.
func withoutSecrets(addresses string) string {
	all := strings.Split(addresses, ",")
	for i, a := range all {
		scheme, rest, ok := strings.Cut(a, "://")
		if !ok {
			scheme, rest = "nats", a
		}
		if at := strings.LastIndex(rest, "@"); at >= 0 {
			all[i] = scheme + "://" + rest[at+1:]
		}
	}
	return strings.Join(all, ",")
}

func (s *serveCommand) natsOptions(log *slog.Logger) []nats.Option {
	options := []nats.Option{nats.Name("tactusd"), nats.MaxReconnects(-1), nats.ReconnectWait(200 * time.Millisecond),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				log.Warn("the connection to NATS is lost", "error", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) { log.Info("the connection to NATS is back") })}
	if s.Creds != "" {
		options = append(options, nats.UserCredentials(s.Creds))
	}
	return options
}

// overNATS makes the backend over a connection, which is closed with it.
func (s *serveCommand) overNATS(ctx context.Context, svc *service, nc *nats.Conn, closeAll func()) (b *backend,
	err error) {
	defer func() {
		if err != nil {
			closeAll()
		}
	}()
	bus, err := natsbus.Open(ctx, nc, natsbus.Config{Prefix: busPrefix, Replicas: s.Replicas, Lease: s.Lease,
		Attempts: s.Attempts, Limits: svc.busLimits, QueueBytes: s.QueueBytes, Grace: s.grace(),
		Conflict: func(own, stored verify.Verdict) {
			svc.log.Error("two workers came to different verdicts", "job", own.Job.String(), "own", own.Outcome, "stored",
				stored.Outcome)
		}})
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(nc)
	if err != nil {
		return nil, err
	}
	entries, records, err := s.openBuckets(ctx, js, bus)
	if err != nil {
		return nil, err
	}
	before, err := openPast(ctx, js)
	if err != nil {
		return nil, err
	}
	return &backend{Bus: bus, Verdicts: bus, Store: bus, ledger: entries,
		watch: func(ctx context.Context, tell func(verify.Verdict), ready func()) error {
			return watchRecords(ctx, records, tell, ready)
		},
		past: func(ctx context.Context, tenant string, most int) ([]verify.Verdict, error) {
			list, read, err := before.last(ctx, tenant, most)
			svc.log.Debug("read a tenant's last verdicts", "tenant", tenant, "verdicts", len(list), "records", read)
			return list, err
		},
		queue: func(ctx context.Context) (queueState, error) {
			q, err := bus.Queue(ctx)
			state := queueState{open: int(q.Jobs), oldest: q.Oldest, tenants: map[string]int{}}
			for _, l := range q.Tenants {
				state.tenants[l.Tenant] = int(l.Waiting + l.Running)
			}
			return state, err
		},
		alive: func(ctx context.Context) error {
			_, err := records.Status(ctx)
			return err
		},
		close: func() {
			bus.Close()
			closeAll()
		}}, nil
}

// natsLog hands what the embedded server has to say to the log.
type natsLog struct{ log *slog.Logger }

func (l natsLog) say(level slog.Level, format string, v []any) {
	l.log.Log(context.Background(), level, fmt.Sprintf(format, v...), "from", "nats")
}

// Noticef is for what is news to the server's makers, and not to a service's.
func (l natsLog) Noticef(format string, v ...any) { l.say(slog.LevelDebug, format, v) }
func (l natsLog) Warnf(format string, v ...any)   { l.say(slog.LevelWarn, format, v) }
func (l natsLog) Fatalf(format string, v ...any)  { l.say(slog.LevelError, format, v) }
func (l natsLog) Errorf(format string, v ...any)  { l.say(slog.LevelError, format, v) }
func (l natsLog) Debugf(format string, v ...any)  { l.say(slog.LevelDebug, format, v) }
func (l natsLog) Tracef(format string, v ...any)  { l.say(slog.LevelDebug, format, v) }

// openBuckets opens the ledger's bucket and the bus's of records.
func (s *serveCommand) openBuckets(ctx context.Context, js jetstream.JetStream, bus *natsbus.Bus) (entries *natsLedger,
	records jetstream.KeyValue, err error) {
	err = patiently(ctx, func(ctx context.Context) error {
		if entries, err = openLedger(ctx, js, bus, max(1, s.Replicas)); err == nil {
			records, err = js.KeyValue(ctx, busPrefix+"_verdicts")
		}
		return err
	})
	return entries, records, err
}

// openLedger makes the bucket of the ledger, or opens it.
func openLedger(ctx context.Context, js jetstream.JetStream, bus *natsbus.Bus, replicas int) (*natsLedger, error) {
	const name = busPrefix + "_ledger"
	kv, err := js.KeyValue(ctx, name)
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		kv, err = js.CreateKeyValue(ctx, jetstream.KeyValueConfig{Bucket: name, Storage: jetstream.FileStorage,
			Replicas: replicas, Description: "modules and answered challenges"})
		if errors.Is(err, jetstream.ErrBucketExists) {
			kv, err = js.KeyValue(ctx, name)
		}
	}
	if err != nil {
		return nil, err
	}
	stream, err := js.Stream(ctx, "KV_"+name)
	return &natsLedger{bus, kv, stream}, err
}

// How long and how often the servers are asked at the start. Where all parts of a service start
// together, they are making what the first has asked for, and choose its leaders.
const (
	startPatience    = 30 * time.Second
	startRequestMost = 5 * time.Second // for one answer
	startPause       = 200 * time.Millisecond
)

// patiently does what may fail for want of a leader, until it comes off or patience ends.
func patiently(ctx context.Context, f func(ctx context.Context) error) error {
	ctx, stop := context.WithTimeout(ctx, startPatience)
	defer stop()
	for {
		one, done := context.WithTimeout(ctx, startRequestMost)
		err := f(one)
		done()
		if err == nil {
			return nil
		}
		select {
		case <-time.After(startPause):
		case <-ctx.Done():
			return err
		}
	}
}
