package input_test

import (
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/input"
)

// BenchmarkFrame compares a frame of one step with four events with the same frame without any
// input, and with the array of key states that most games poll once a frame.
func BenchmarkFrame(b *testing.B) {
	const frame = 16_666_667
	setup := func(b *testing.B) (*tactus.Stepper, *input.Buffer) {
		s, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(60)})
		if err != nil {
			b.Fatal(err)
		}
		buffer, err := input.NewBuffer(input.BufferConfig{})
		if err != nil {
			b.Fatal(err)
		}
		s.Feed(0)
		b.ReportAllocs()
		return s, buffer
	}
	var sum int
	events := func(b *testing.B, n int) {
		s, buffer := setup(b)
		var now tactus.Instant
		for b.Loop() {
			for i := range n {
				kind := input.Press + input.Kind(i%2)
				buffer.Push(input.Event{At: now + tactus.Instant(i)*1e6, Code: input.Code(1 + i/2), Kind: kind})
			}
			now += frame
			s.Feed(now)
			w := s.Window()
			for s.Next() {
				sum += buffer.Tick(w, s.Tick()).Pressed(1)
			}
		}
	}
	b.Run("baseline-stepper-alone", func(b *testing.B) {
		s, _ := setup(b)
		var now tactus.Instant
		for b.Loop() {
			now += frame
			s.Feed(now)
			for s.Next() {
				sum++
			}
		}
	})
	b.Run("baseline-polled-array", func(b *testing.B) {
		s, _ := setup(b)
		var now tactus.Instant
		var keys [512]bool
		for b.Loop() {
			for i := range 4 {
				keys[1+i/2] = i%2 == 0
			}
			now += frame
			s.Feed(now)
			for s.Next() {
				if keys[1] {
					sum++
				}
			}
		}
	})
	b.Run("no-events", func(b *testing.B) { events(b, 0) })
	b.Run("four-events", func(b *testing.B) { events(b, 4) })
	b.Run("forty-events", func(b *testing.B) { events(b, 40) })
	if sum < 0 {
		b.Fatal(sum)
	}
}
