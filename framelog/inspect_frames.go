package framelog

import (
	"fmt"
	"slices"
	"time"
)

// fewFrames is what a figure of 0.1 % needs to stand on a whole frame.
const fewFrames = 1000

// frames looks at the frame times themselves.
func (w *warner) frames(s *Stream) {
	n := s.Count(Present)
	if n > 0 && n < fewFrames {
		are := " are"
		if n == 1 {
			are = " is"
		}
		w.warn(warnFew, n, 0, counted(n, "frame")+are+" too few for a figure of 0.1 %, which needs "+itoa(fewFrames))
	}
	x := watch{}
	for i, d := range s.Intervals(Present) {
		x.add(i, d)
	}
	if w.log.Sampled {
		return
	}
	if share := float64(x.longest) / float64(max(x.sum, 1)); x.longest > 5*time.Second && n >= 10 && share > 0.05 {
		line := int(s.line.at(x.longestAt))
		w.warn(warnLong, 1, line, fmt.Sprintf("one frame lasts %.3f s, %.0f %% of all time (%s %d): a loading "+
			"screen, a halted game, or a fault of the capture? It is kept; --from and --to cut",
			x.longest.Seconds(), 100*share, w.log.LineIs, line))
	}
	if !s.later && n >= 20 && float64(x.first) > 10*float64(x.early()) {
		w.warn(warnStartUp, 1, int(s.line.at(x.firstAt)), fmt.Sprintf("the first frame lasts %.3f ms, those after it %.3f "+
			"ms: start-up, not play? It is kept; --from %v cuts it off", ms(x.first), ms(x.early()), x.first))
	}
	if x.turns > n/2 && n >= 20 {
		w.warn(warnAlternating, x.turns, 0, fmt.Sprintf("long and short frame times by turns in %d of %d frames, a "+
			"factor of over 1.5: frame generation? Then lows and hitches of present intervals mean little; see the "+
			"display side", x.turns, n))
	}
}

func ms(d time.Duration) float64 { return float64(d) / 1e6 }

// longer reports whether a time is over half as long again as another.
func longer(a, b int64) bool { return a-b > b/2 }

// A watch looks at frame times as they pass.
type watch struct {
	sum, first, longest time.Duration
	firstAt, longestAt  int
	n, turns            int
	before              [2]time.Duration
	after               []time.Duration // the first ones behind the first
}

func (w *watch) add(i int, d time.Duration) {
	w.sum = later(w.sum, d)
	if d > w.longest {
		w.longest, w.longestAt = d, i
	}
	switch w.n {
	case 0:
		w.first, w.firstAt = d, i
	case 1:
	default:
		a, b := w.before[0], w.before[1] // two ago, one ago
		if longer(int64(b), int64(d)) && longer(int64(b), int64(a)) || longer(int64(d), int64(b)) && longer(int64(a),
			int64(b)) {
			w.turns++
		}
	}
	if w.n > 0 && len(w.after) < 20 {
		w.after = append(w.after, d)
	}
	w.before[0], w.before[1] = w.before[1], d
	w.n++
}

// early returns what three quarters of the frames behind the first do not exceed: where every fourth of
// them is long too, as with generated frames between, a long first one is none of start-up.
func (w *watch) early() time.Duration {
	all := slices.Sorted(slices.Values(w.after))
	if len(all) == 0 {
		return 0
	}
	return all[len(all)*3/4]
}
