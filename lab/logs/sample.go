package logs

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
)

// A sample is a log of an imagined game on a 60 Hz screen: what the engine's own stepper and log make of
// made-up frame times.
type sample struct {
	seed    uint64
	busy    float64 // share of frames of the busy scene that miss a refresh
	hitches int
}

var samples = map[string]sample{
	"before": {seed: 20, busy: 0.16, hitches: 5},
	"after":  {seed: 21, busy: 0.05, hitches: 2},
}

const (
	sampleFrames  = 3600 // a minute
	sampleRefresh = time.Second / 60
	sampleLongest = 120 * time.Millisecond
)

// Sample writes one of the two logs that the lab has for a visitor without any, "before" or "after". The
// site holds them packed, since the engine that writes them is heavier than they are.
func Sample(name string) ([]byte, error) {
	s, ok := samples[name]
	if !ok {
		return nil, fmt.Errorf("tactus: there is no sample %q: want before or after", name)
	}
	var out bytes.Buffer
	log, err := framestats.NewLog(&out, framestats.LogConfig{Rows: 2 * sampleFrames})
	if err != nil {
		return nil, err
	}
	stepper, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
	if err != nil {
		return nil, err
	}
	s.run(stepper, log.Record)
	if err := log.Close(context.Background()); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// run plays the frames.
func (s *sample) run(stepper *tactus.Stepper, record func(*framestats.Frame)) {
	random := rand.New(rand.NewPCG(s.seed, 0))
	at := tactus.Instant(time.Second)
	stepper.Feed(at)
	for i := range sampleFrames {
		scene := "harbour"
		busy := i >= sampleFrames/3 && i < sampleFrames*2/3
		if busy {
			scene = "battle"
		}
		real := sampleRefresh + time.Duration(200_000*random.NormFloat64())
		if busy && random.Float64() < s.busy {
			real += sampleRefresh
		}
		if every := sampleFrames / s.hitches; i%every == every/2 {
			real = sampleLongest/2 + time.Duration(random.Int64N(int64(sampleLongest/2)))
		}
		at = at.Add(real)
		stepper.Feed(at)
		for stepper.Next() {
		}
		ledger := stepper.Frame()
		frame := framestats.FrameOf(at, &ledger, stepper.Rate())
		frame.Alpha, frame.Tag = stepper.Alpha(), scene
		frame.Cost = time.Duration(frame.Steps) * time.Duration(900_000+random.Int64N(400_000))
		record(&frame)
	}
}
