//go:build unix

package natsbus_test

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/adapters/natsbus"
	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
	"github.com/tactus-go/tactus/verify"
)

// cpu returns the processor time of this process, which neighbours on the machine change less than its
// speed.
func cpu(b *testing.B) time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// A cost is what a number of jobs took.
type cost struct{ wall, cpu time.Duration }

func (c *cost) of(b *testing.B, f func()) {
	begun, used := time.Now(), cpu(b)
	f()
	c.wall += time.Since(begun)
	c.cpu += cpu(b) - used
}

// spinner returns work that takes about a time on one core here, the same each time.
func spinner(b *testing.B, d time.Duration) func() {
	block := make([]byte, 1<<14)
	begun, n := cpu(b), 0
	for ; cpu(b)-begun < 200*time.Millisecond; n++ {
		sha256.Sum256(block)
	}
	rounds := int(int64(n) * int64(d) / int64(cpu(b)-begun))
	return func() {
		for range rounds {
			sha256.Sum256(block)
		}
	}
}

// BenchmarkTwoMillisecondJobs sends jobs of 2 ms to two workers, through a channel, the bus in memory,
// and the bus over an embedded server that syncs each write, in turn within one run.
func BenchmarkTwoMillisecondJobs(b *testing.B) {
	const batch, workers = 100, 2
	memory, err := verify.NewMemory(verify.MemoryConfig{})
	if err != nil {
		b.Fatal(err)
	}
	defer memory.Close()
	bus := open(b, connect(b, start(b, embedded.Config{})), natsbus.Config{})
	spin := spinner(b, 2*time.Millisecond)
	var channel, inMemory, overNats cost
	next := 0
	through := func(bus verify.Bus) {
		ctx, stop := context.WithCancel(b.Context())
		var all sync.WaitGroup
		left := make(chan struct{}, batch)
		for range workers {
			all.Go(func() {
				for {
					l, err := bus.Take(ctx)
					if err != nil {
						return
					}
					spin()
					if _, err := bus.Finish(ctx, l, verdict(1)); err != nil {
						b.Error(err)
					}
					left <- struct{}{}
				}
			})
		}
		for range batch {
			next++
			if _, err := bus.Submit(ctx, job(b, "one", next)); err != nil {
				b.Fatal(err)
			}
		}
		for range batch {
			<-left
		}
		stop()
		all.Wait()
	}
	jobs := 0
	for b.Loop() {
		jobs += batch
		channel.of(b, func() {
			c := make(chan int)
			var all sync.WaitGroup
			for range workers {
				all.Go(func() {
					for range c {
						spin()
					}
				})
			}
			for n := range batch {
				c <- n
			}
			close(c)
			all.Wait()
		})
		inMemory.of(b, func() { through(memory) })
		overNats.of(b, func() { through(bus) })
	}
	each := func(c cost) float64 { return float64(c.cpu.Microseconds()) / float64(jobs) }
	rate := func(c cost) float64 { return float64(jobs) / c.wall.Seconds() }
	b.ReportMetric(rate(channel), "channel-jobs/s")
	b.ReportMetric(rate(inMemory), "memory-jobs/s")
	b.ReportMetric(rate(overNats), "nats-jobs/s")
	b.ReportMetric(each(channel), "channel-cpu-us/job")
	b.ReportMetric(each(inMemory), "memory-cpu-us/job")
	b.ReportMetric(each(overNats), "nats-cpu-us/job")
	b.ReportMetric(100*(each(overNats)/each(channel)-1), "nats-cpu-overhead-%")
	b.ReportMetric(0, "ns/op")
}

// BenchmarkSubmit submits jobs from one and from sixteen callers, and for comparison publishes the same
// bytes to a stream that is like the queue, as fast as it takes them from as many.
func BenchmarkSubmit(b *testing.B) {
	nc := connect(b, start(b, embedded.Config{}))
	bus := open(b, nc, natsbus.Config{})
	js, err := jetstream.New(nc)
	if err != nil {
		b.Fatal(err)
	}
	_, err = js.CreateStream(b.Context(), jetstream.StreamConfig{Name: "plain", Subjects: []string{"plain.*"},
		Retention: jetstream.WorkQueuePolicy})
	if err != nil {
		b.Fatal(err)
	}
	const batch = 480
	next := 0
	by := func(callers int, f func(j verify.Job) error) {
		var all sync.WaitGroup
		from := next
		next += batch
		for part := range callers {
			all.Go(func() {
				for n := part; n < batch; n += callers {
					j, err := newJob("one", from+n)
					if err == nil {
						err = f(j)
					}
					if err != nil {
						b.Error(err)
					}
				}
			})
		}
		all.Wait()
	}
	publish := func(j verify.Job) error {
		data, err := json.Marshal(j)
		if err == nil {
			_, err = js.Publish(b.Context(), "plain."+j.ID.String(), data)
		}
		return err
	}
	submit := func(j verify.Job) error {
		_, err := bus.Submit(b.Context(), j)
		return err
	}
	var plain1, plain16, one, sixteen cost
	jobs := 0
	for b.Loop() {
		jobs += batch
		plain1.of(b, func() { by(1, publish) })
		one.of(b, func() { by(1, submit) })
		plain16.of(b, func() { by(16, publish) })
		sixteen.of(b, func() { by(16, submit) })
	}
	costs := map[string]cost{"publish-1": plain1, "submit-1": one, "publish-16": plain16, "submit-16": sixteen}
	for name, c := range costs {
		b.ReportMetric(float64(jobs)/c.wall.Seconds(), name+"/s")
		b.ReportMetric(float64(c.cpu.Microseconds())/float64(jobs), name+"-cpu-us")
	}
	b.ReportMetric(0, "ns/op")
}

// BenchmarkBlob puts and gets a recording of 32 KB, and for comparison does it by the client's own
// functions.
func BenchmarkBlob(b *testing.B) {
	nc := connect(b, start(b, embedded.Config{}))
	bus := open(b, nc, natsbus.Config{})
	js, err := jetstream.New(nc)
	if err != nil {
		b.Fatal(err)
	}
	plain, err := js.CreateObjectStore(b.Context(), jetstream.ObjectStoreConfig{Bucket: "plain"})
	if err != nil {
		b.Fatal(err)
	}
	data := make([]byte, 32<<10)
	var put, get, plainPut, plainGet cost
	n := 0
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	for b.Loop() {
		n++
		data[0], data[1], data[2] = byte(n), byte(n>>8), byte(n>>16)
		d := verify.DigestOf(data)
		put.of(b, func() { _, err := bus.Put(b.Context(), "one", data); must(err) })
		plainPut.of(b, func() { _, err := plain.PutBytes(b.Context(), d.String(), data); must(err) })
		get.of(b, func() { _, err := bus.Get(b.Context(), "one", d); must(err) })
		plainGet.of(b, func() { _, err := plain.GetBytes(b.Context(), d.String()); must(err) })
	}
	for name, c := range map[string]cost{"put": put, "get": get, "client-put": plainPut, "client-get": plainGet} {
		b.ReportMetric(float64(c.wall.Microseconds())/float64(n), name+"-us")
		b.ReportMetric(float64(c.cpu.Microseconds())/float64(n), name+"-cpu-us")
	}
	b.ReportMetric(0, "ns/op")
}
