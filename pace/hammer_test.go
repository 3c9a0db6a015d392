//go:build !wasm

package pace_test

import (
	"context"
	"runtime"
	"sync"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

// real is each way to wait with the system's own timer.
var real = []pace.Config{
	{Mode: pace.Hybrid}, {Mode: pace.Saver}, {Mode: pace.Spin},
	{Mode: pace.Hybrid, Thread: true}, {Mode: pace.Saver, Thread: true},
}

func TestHammerWakeCancelAndCloseFromOtherGoroutines(t *testing.T) {
	for round := range 40 {
		c := real[round%len(real)]
		c.Rate = tactus.Hz(100)
		p, err := pace.New(c)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		stop := context.AfterFunc(ctx, p.Wake)
		var others sync.WaitGroup
		for range 3 {
			others.Go(func() {
				for range 300 {
					p.Wake()
					runtime.Gosched()
				}
				cancel()
			})
		}
		closed := make(chan struct{})
		go func() {
			<-ctx.Done()
			p.Close()
			close(closed)
		}()
		for end := pace.AtDeadline; end != pace.ByClose; {
			_, end = p.Wait()
		}
		others.Wait()
		<-closed
		p.Wake()
		stop()
		cancel()
	}
}

func TestAWakeReachesASleeperInTheKernel(t *testing.T) {
	for _, c := range real {
		c.Rate = tactus.Ratio(1, 3600) // the test would wait for an hour
		p, err := pace.New(c)
		if err != nil {
			t.Fatal(err)
		}
		must(t, p, pace.AtDeadline)
		for range 100 {
			before := p.Counts().Sleeps
			go p.Wake()
			must(t, p, pace.ByWake)
			if again := p.Counts().Sleeps - before; again > 3 {
				t.Errorf("%+v: %d sleeps for one wake", c, again)
			}
		}
		go p.Close()
		must(t, p, pace.ByClose)
	}
}
