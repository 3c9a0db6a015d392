// Shows a first game with package loop: a ball falls, and Enter kicks it up again.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/input"
	"github.com/tactus-go/tactus/interp"
	"github.com/tactus-go/tactus/loop"
	"github.com/tactus-go/tactus/pace"
)

const kick input.Code = 1

type ball struct{ height, speed float64 } // m, and m/s upwards

func (b *ball) step(in *input.State) { // one tick of 1/60 s
	if in.Pressed(kick) > 0 {
		b.speed = 5
	}
	b.speed -= 9.81 / 60
	b.height = max(b.height+b.speed/60, 0)
}

func main() {
	fps := flag.Int64("fps", 60, "frames a second")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	b, height := ball{height: 3}, interp.NewPair(3.0)
	config := loop.Config{Stepper: tactus.StepperConfig{Rate: tactus.Hz(60)}, Pace: pace.Config{Rate: tactus.Hz(*fps)}}
	game, err := loop.New(config, loop.Hooks{
		Step: func(_ tactus.Tick, in *input.State) {
			if b.height > 0 {
				b.step(in)
				height.Push(b.height)
			} else {
				stop() // ends the loop after this frame
			}
		},
		Draw: func(f *loop.Frame) {
			shown := height.At(f.Alpha, interp.Lerp)
			fmt.Printf("\r%5.2f m %-50s", shown, fmt.Sprintf("%*s", 1+int(10*shown), "o"))
		},
	})
	if err != nil {
		panic(err)
	}
	go func() {
		for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
			game.Push(input.Event{At: tactus.Monotonic(), Code: kick, Kind: input.Press})
			game.Push(input.Event{At: tactus.Monotonic(), Code: kick, Kind: input.Release})
		}
	}()
	game.Run(ctx)
	fmt.Printf("\ndown at %.2f m/s\n", b.speed)
}
