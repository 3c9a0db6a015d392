package scene

import (
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// leapMax is the longest time between two drawings that counts. A page that stood still for longer
// goes on from where it was, with no burst.
const leapMax = 250 * time.Millisecond

// burstMax bounds the imagined frames of one drawing: 240 a second, twice as fast, for leapMax.
const burstMax = 256

// A player makes the frames of an imagined machine out of the times at which the page draws. Its time is
// counted in whole nanoseconds from 0.
type player struct {
	last   tactus.Instant
	begun  bool
	paused bool
	away   time.Duration // between the last two drawings, where it did not count

	due    time.Duration  // of the imagined machine's time, not yet in a frame
	now    tactus.Instant // the end of its last frame
	next   time.Duration  // how long its next frame takes; 0 where it is not known
	hitch  time.Duration  // what the next frame takes more
	even   evenly
	random sim.Rand
	single bool // one frame, though paused
}

const seed = 1 // of the jitter: the same page shows the same frames

func newPlayer() player { return player{random: sim.NewRand(seed)} }

// advance takes the time of a drawing, slowed or quickened, and returns how much of the machine's time
// passes.
func (p *player) advance(now tactus.Instant, speed float64) time.Duration {
	passed := now.Sub(p.last)
	begun := p.begun
	p.last, p.begun, p.away = now, true, 0
	switch {
	case !begun || passed < 0:
		return 0
	case passed > leapMax:
		p.away = passed
		return 0
	case p.paused:
		return 0
	}
	return time.Duration(float64(passed) * speed)
}

// frames calls frame for each imagined frame that ends by now, with its length. length gives that of the
// next one; 0 stands for the page's own, which is what has passed since its last drawing.
func (p *player) frames(now tactus.Instant, speed float64, length func() time.Duration, frame func(d time.Duration)) {
	p.due += p.advance(now, speed)
	for range burstMax {
		if p.next == 0 {
			p.next = length()
		}
		d := p.next + p.hitch
		if p.next == 0 {
			d = max(p.due, p.hitch)
		}
		if p.single && d == 0 {
			d = time.Second / 60
		}
		if d == 0 || d > p.due && !p.single {
			return
		}
		p.due = max(p.due-d, 0)
		p.now, p.next, p.hitch, p.single = p.now.Add(d), 0, 0, false
		frame(d)
	}
	p.due = 0 // no page asks for more: what is left over is dropped, not owed
}

// restart begins the frames anew: an even rate's from its own beginning, and so on whole nanoseconds of
// the steps that begin with them.
func (p *player) restart() { p.next, p.hitch, p.even = 0, 0, evenly{} }

// leave makes the next drawing a first one.
func (p *player) leave() { p.begun = false }

// length is that of the next frame, as the controls say; 0 for the screen's own.
func (p *player) length(c *controls) time.Duration {
	if c.on(frameScreen) {
		return 0
	}
	fps := c.values[frameFPS]
	if !c.on(frameJitter) {
		return p.even.length(int64(fps))
	}
	factor := jitterLow + float64((jitterHigh-jitterLow)*p.random.Float())
	return time.Duration(float64(float64(time.Second)*factor) / fps)
}

// An evenly gives the frames of an even rate. They end on the rate's own times, rounded up to
// nanoseconds: frames of 16,666,666 ns would fall behind 60 Hz, a third of a nanosecond each.
type evenly struct {
	rate  int64
	frame int64 // of this rate, so far
}

func (e *evenly) length(rate int64) time.Duration {
	if rate != e.rate {
		e.rate, e.frame = rate, 0
	}
	from := e.end()
	e.frame++
	return e.end() - from
}

// end is when the last frame ended.
func (e *evenly) end() time.Duration {
	return time.Duration((e.frame*int64(time.Second) + e.rate - 1) / e.rate)
}

const jitterLow, jitterHigh = 0.4, 1.6
