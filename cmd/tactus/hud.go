package main

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/pace"
)

// figures are what the HUD says of one snapshot of the statistics. They are worked out once for it.
type figures struct {
	fps, mean float64
	low       framestats.Low
	p99       time.Duration
	recent    []time.Duration // oldest first
	steps     [framestats.StepsTop + 1]uint64
	phase     [framestats.PhaseBins]uint64
	carried   uint64
	last      framestats.Frame
	cost      time.Duration
	lost      framestats.Lost
	hitches   uint64
	frames    framestats.FrameCounts
	health    []string
}

// recentMax is how many frame times are kept for the plot: more than a terminal has columns.
const recentMax = 512

// read takes the figures of a snapshot.
func (f *figures) read(s *framestats.Stats) {
	f.fps, f.mean, f.low, f.p99 = s.FPS(), s.MeanFPS(), s.LowMean(0.01), s.Percentile(0.99)
	if f.recent == nil {
		f.recent = make([]time.Duration, 0, recentMax)
	}
	f.recent = s.Recent(f.recent[:0])
	f.steps, f.last, f.cost, f.lost = s.StepsPerFrame(), s.Last(), s.RecentStepCost(), s.Lost()
	f.phase, f.carried = s.Phase()
	f.hitches, f.frames = s.HitchCount(), s.Counts()
	f.health = f.health[:0]
	for h := range s.Conditions {
		f.health = append(f.health, h.String())
	}
}

// A hud draws the figures beside a picture.
type hud struct {
	figures
	cpu pace.Load
}

// rows returns how many rows the HUD takes of a screen: all its figures where there is room, those
// that say most where there is less.
func (h *hud) rows(width, height int) int {
	switch {
	case height >= 18 && width >= 60:
		return 6
	case height >= 8:
		return 3
	case height >= 4:
		return 1
	}
	return 0
}

// draw draws the HUD into as many rows as rows returned.
func (h *hud) draw(a area, p *picture) {
	switch {
	case a.height >= 6:
		h.rates(a)
		h.times(a.part(0, 1, a.width, 1), p)
		h.stepping(a.part(0, 2, a.width, 1))
		h.phases(a.part(0, 3, a.width, 1), p)
		h.losses(a.part(0, 4, a.width, 1), p)
		h.state(a.part(0, 5, a.width, 1), p)
	case a.height >= 3:
		a.line(0, h.fpsPiece(), h.p99Piece(), piece{"scale " + p.scale.String(), penText})
		a.line(1, h.lowPiece(), h.cpuPiece())
		h.times(a.part(0, 2, a.width, 1), p)
	default:
		a.line(0, h.fpsPiece(), h.p99Piece(), h.lowPiece())
	}
}

func (h *hud) fpsPiece() piece { return piece{fmt.Sprintf("%.1f FPS", h.fps), penHead} }

func (h *hud) p99Piece() piece {
	return piece{framestats.PercentileLabel(0.99) + " " + millis(h.p99), penText}
}

// lowPiece marks a share that is no whole frame yet.
func (h *hud) lowPiece() piece {
	p := piece{fmt.Sprintf("%s %.1f FPS", h.low.Label(), h.low.FPS()), penText}
	if !h.low.Enough() {
		p.text, p.pen = "~"+p.text, penDim
	}
	return p
}

func (h *hud) cpuPiece() piece { return piece{h.cpu.String(), penText} }

func (h *hud) rates(a area) {
	a.line(0, h.fpsPiece(), h.lowPiece(), h.p99Piece(), h.cpuPiece(),
		piece{fmt.Sprintf("mean %.1f FPS", h.mean), penText})
}

// times draws the last frame times, each against twice the one intended.
func (h *hud) times(a area, p *picture) {
	full := 2 * p.period
	x := 0
	switch {
	case a.width >= 60:
		x = a.write(0, 0, fmt.Sprintf("frame time to %s ", millis(full)), penDim)
	case a.width >= 30:
		x = a.write(0, 0, fmt.Sprintf("to %s ", millis(full)), penDim)
	}
	recent := h.recent[max(len(h.recent)-(a.width-x), 0):]
	for i, d := range recent {
		share, ink := d.Seconds()/max(full.Seconds(), 1e-9), penGood
		switch {
		case share >= 1:
			ink = penBad
		case share >= 0.75: // half a frame over what was intended
			ink = penWarn
		}
		a.put(x+i, 0, bar(share), ink)
	}
}

func (h *hud) stepping(a area) {
	all := uint64(0)
	for _, n := range h.steps {
		all += n
	}
	share := func(n uint64) float64 { return 100 * float64(n) / max(float64(all), 1) }
	several := all - h.steps[0] - h.steps[1] - h.steps[2]
	a.line(0, piece{"steps/frame", penDim},
		piece{fmt.Sprintf("0: %.0f %%", share(h.steps[0])), penText},
		piece{fmt.Sprintf("1: %.0f %%", share(h.steps[1])), penText},
		piece{fmt.Sprintf("2: %.0f %%", share(h.steps[2])), penText},
		piece{fmt.Sprintf("3+: %.0f %%", share(several)), penText},
		piece{fmt.Sprintf("last %d", h.last.Steps), penText},
		piece{fmt.Sprintf("alpha %.2f", math.Floor(100*h.last.Alpha)/100), penText}) // 0.999 is not 1
}

// phases draws how often alpha was where, from 0 on the left to 1.
func (h *hud) phases(a area, p *picture) {
	most := uint64(1)
	for _, n := range h.phase {
		most = max(most, n)
	}
	x := a.write(0, 0, "phase 0 ", penDim)
	for _, n := range h.phase {
		a.put(x, 0, bar(float64(n)/float64(most)), penMark)
		x++
	}
	x = a.write(x, 0, " 1", penDim)
	a.part(x+2, 0, a.width, 1).line(0,
		piece{fmt.Sprintf("carried %d", h.carried), penText},
		piece{fmt.Sprintf("step cost %s of %s", micros(h.cost), millis(p.rate.Period())), penText})
}

func (h *hud) losses(a area, p *picture) {
	lost := func(name string, d time.Duration) piece {
		ink := penText
		if d > 0 {
			ink = penWarn
		}
		return piece{name + " " + millis(d), ink}
	}
	a.line(0, piece{"dropped", penDim}, lost("cap", h.lost.Cap), lost("budget", h.lost.Budget),
		lost("clamped", h.lost.Clamped), lost("gaps", p.gaps),
		piece{fmt.Sprintf("over %s: %d", millis(p.slow), h.hitches), penText})
}

func (h *hud) state(a area, p *picture) {
	health := piece{"health good", penGood}
	if len(h.health) > 0 {
		health = piece{"health " + strings.Join(h.health, " "), penBad}
	}
	a.line(0, piece{"scale " + p.scale.String(), penText}, piece{"rate " + p.rate.String(), penText}, health,
		piece{fmt.Sprintf("frames %d", h.frames.Measured), penDim})
}

// millis writes a time in milliseconds, with as many decimals as can be told apart.
func millis(d time.Duration) string {
	ms := float64(d) / float64(time.Millisecond)
	switch {
	case d%time.Millisecond == 0:
		return fmt.Sprintf("%.0f ms", ms)
	case d >= 100*time.Millisecond:
		return fmt.Sprintf("%.0f ms", ms)
	}
	return fmt.Sprintf("%.2f ms", ms)
}

func micros(d time.Duration) string {
	return fmt.Sprintf("%.1f us", float64(d)/float64(time.Microsecond))
}
