package beat_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/ebitengine/beat"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/input"
)

func TestACapThatIsReachedOftenIsTold(t *testing.T) {
	c := tactus.StepperConfig{Cap: 2, Overflow: tactus.CatchUp} // keeps what is beyond, and drops nothing
	h, b := start(t, beat.Config{Stepper: c})
	for range 3 {
		h.frame(b, 50*time.Millisecond)
	}
	if b.Stats().Health(framestats.CapHit) {
		t.Error("told after 3 frames")
	}
	for range 20 {
		h.frame(b, 50*time.Millisecond)
	}
	if l := b.Stats().Lost(); l.Cap != 0 || !b.Stats().Health(framestats.CapHit) {
		t.Errorf("23 frames reached the cap of 2: told %v, lost %v", b.Stats().Health(framestats.CapHit), l.Cap)
	}
}

// play60 plays frames of 60 a second, whose steps take what cost says.
func play60(h *host, b *beat.Beat, frames int, cost time.Duration) {
	for range frames {
		h.frames++
		h.Set(tactus.Instant(h.frames) * tactus.Instant(tactus.Hz(60).Period()))
		b.Update(func(tactus.Tick, *input.State) { h.Advance(cost) })
	}
}

func TestStepCostIsJudgedByTheRateInForce(t *testing.T) {
	h, b := start(t, beat.Config{})
	const cost = 3900 * time.Microsecond
	play60(h, b, 600, cost)
	if b.Stats().Health(framestats.StepCostHigh) {
		t.Errorf("%v is told to be much of 16.7 ms", b.Stats().RecentStepCost())
	}
	if err := b.SetRate(tactus.Hz(240)); err != nil {
		t.Fatal(err)
	}
	play60(h, b, 600, cost)
	if b.Stepper().Rate() != tactus.Hz(240) || !b.Stats().Health(framestats.StepCostHigh) {
		t.Errorf("%v of 4.2 ms is not told at %v steps a second", b.Stats().RecentStepCost(), b.Stepper().Rate())
	}
	var config *tactus.ConfigError
	if err := b.SetRate(tactus.Rate{}); !errors.As(err, &config) || b.Stepper().Rate() != tactus.Hz(240) {
		t.Errorf("no rate: error %v, then %v steps a second", err, b.Stepper().Rate())
	}
	if err := b.SetRate(tactus.Hz(60)); err != nil {
		t.Fatal(err)
	}
	play60(h, b, 600, cost)
	if b.Stats().Health(framestats.StepCostHigh) {
		t.Error("told on at 60 steps a second")
	}
}

func TestTheOverlayTellsTheHealth(t *testing.T) {
	h, b := start(t, beat.Config{Stepper: tactus.StepperConfig{Cap: 2}})
	want := func(after, line string) {
		t.Helper()
		if text := b.Text(); !strings.HasSuffix(text, "\nhealth "+line) {
			t.Errorf("after %s the overlay does not end in \"health %s\":\n%s", after, line, text)
		}
	}
	play60(h, b, 600, time.Millisecond)
	want("short steps", "good")
	for range 600 {
		h.Advance(30 * time.Millisecond)
		b.Update(func(tactus.Tick, *input.State) { h.Advance(15 * time.Millisecond) })
	}
	want("steps of 15 ms, two a frame of 60 ms", "step-cost-high cap-hit dropping running-slowly")
	for range 1500 {
		h.frame(b, 16*time.Millisecond)
	}
	want("short steps again", "good")
}

// rows parses a log's rows.
func rows(t *testing.T, log string) [][]string {
	t.Helper()
	r := csv.NewReader(strings.NewReader(log))
	r.Comment = '#'
	all, err := r.ReadAll()
	if err != nil || len(all) == 0 || strings.Join(all[0], ",") != framestats.LogHeader {
		t.Fatalf("error %v in a log of %d lines", err, len(all))
	}
	return all[1:]
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestTheLogsRowsAndTheOverlaysFiguresAgree(t *testing.T) {
	var file bytes.Buffer
	log, err := framestats.NewLog(&file, framestats.LogConfig{})
	if err != nil {
		t.Fatal(err)
	}
	h, b := start(t, beat.Config{Log: log})
	update := func(d time.Duration) {
		h.Advance(d)
		b.Update(func(tactus.Tick, *input.State) { h.Advance(time.Millisecond) })
	}
	for i := range 600 {
		switch i {
		case 200:
			update(400 * time.Millisecond)
		case 300:
			b.Suspend(tactus.Dragged)
			update(900 * time.Millisecond)
		case 400:
			b.Pause()
			b.Step(2)
		case 410:
			b.Resume()
		}
		update(time.Duration(6+i%5) * time.Millisecond)
	}
	if err := log.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	var times []float64
	var steps, clamped, cost float64
	all := rows(t, file.String())
	for _, r := range all {
		if steps += number(t, r[3]); r[10] == "" {
			clamped += number(t, r[6])
		}
		cost += number(t, r[5])
		if time := number(t, r[2]); time > 0 && r[9] == "0" && r[10] == "" {
			times = append(times, time)
		}
	}
	s, total := b.Stats(), b.Stepper().Total()
	counts := s.Counts()
	if uint64(len(all)) != counts.Recorded || uint64(len(times)) != counts.Measured || steps != float64(total.Run) {
		t.Fatalf("%d rows, %d measured, %v steps; recorded %d, %d, %d",
			len(all), len(times), steps, counts.Recorded, counts.Measured, total.Run)
	}
	if want := float64(total.Run); math.Abs(cost-want) > 1e-6 { // a step takes 1 ms
		t.Errorf("the rows' steps cost %v ms, want %v", cost, want)
	}
	slices.Sort(times)
	p99 := times[int(math.Ceil(0.99*float64(len(times))))-1]
	slow := times[len(times)-int(math.Ceil(0.01*float64(len(times)))):]
	sum := 0.0
	for _, d := range slow {
		sum += d
	}
	for _, want := range []string{
		fmt.Sprintf("p99 frame time %.2f ms", p99), fmt.Sprintf("(mean) %.1f fps", 1000*float64(len(slow))/sum),
		fmt.Sprintf("clamp %.0f ms", clamped), "1 gap, last dragged", fmt.Sprintf("tick %.0f ", steps),
	} {
		if !strings.Contains(b.Text(), want) {
			t.Errorf("by the log %q, the overlay says\n%s", want, b.Text())
		}
	}
}

func TestTheStatisticsAreSetUpByTheConfig(t *testing.T) {
	h, b := start(t, beat.Config{Stats: framestats.RecorderConfig{Count: 10, Hitch: 15 * time.Millisecond}})
	for range 20 {
		h.frame(b, 16*time.Millisecond)
	}
	if n, _ := b.Stats().Window(); n != 10 || b.Stats().HitchCount() != 20 {
		t.Errorf("%d frames in the window, %d hitches; want 10, 20", n, b.Stats().HitchCount())
	}
}
