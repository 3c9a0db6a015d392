package pace_test

import (
	"context"
	"fmt"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

// A loop at 100 frames a second that a context ends.
func Example() {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	p, err := pace.New(pace.Config{Rate: tactus.Hz(100)})
	if err != nil {
		panic(err)
	}
	defer p.Close()
	defer context.AfterFunc(ctx, p.Wake)()

	var game tactus.Tick
	for ctx.Err() == nil {
		now, _ := p.Wait()
		_ = now // feed the stepper with it, step, draw
		if game++; game == 5 {
			cancel()
		}
	}
	fmt.Println("frames:", p.Counts().Frames)
	// Output: frames: 5
}

// A cap of 60 frames a second on a display of 144 Hz: which refreshes draw.
func ExampleCap() {
	limit, err := pace.NewCap(tactus.Hz(60))
	if err != nil {
		panic(err)
	}
	drawn := 0
	for refresh := range tactus.Tick(1440) {
		if limit.Present(tactus.Instant(tactus.Hz(144).TimeOf(refresh))) {
			drawn++
		}
	}
	fmt.Println(drawn, "frames in 10 s")
	// Output: 600 frames in 10 s
}

func ExampleMeasure() {
	m, err := pace.Measure(context.Background(), pace.MeasureConfig{
		Method: pace.MethodHybrid, Rate: tactus.Hz(100), Duration: 50 * time.Millisecond})
	if err != nil {
		panic(err)
	}
	fmt.Println(m.Method, "frames:", m.Frames)
	// Output: hybrid frames: 5
}
