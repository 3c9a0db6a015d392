package page

import "strconv"

// StepsMax is the last bar: frames with as many steps or more.
const StepsMax = 8

// StepShares returns the share of a line's frames that ran 0, 1, 2, ... steps; the last is of
// [StepsMax] or more.
func (l *Line) StepShares() []float64 {
	counts := make([]float64, StepsMax+1)
	for row := range l.Run.Stream.Intervals(l.Side) {
		n := l.Run.Stream.Engine(row).Steps
		counts[min(max(n, 0), StepsMax)]++
	}
	for i := range counts {
		counts[i] /= float64(l.Count)
	}
	return counts
}

// WithEngine returns those lines whose logs tell what a fixed-timestep loop did: one for each log,
// since steps are of the program's frames whichever side is drawn.
func (all Lines) WithEngine() Lines {
	var some Lines
	for _, l := range all {
		again := len(some) > 0 && some[len(some)-1].Run == l.Run
		if l.Run.Stream.HasEngine() && !again {
			some = append(some, l)
		}
	}
	return some
}

func newSteps(l *Line) Steps {
	out := Steps{Name: l.Name, Number: l.Number, Shares: l.StepShares()}
	for last := len(out.Shares) - 1; last > 2 && out.Shares[last] == 0; last-- {
		out.Shares = out.Shares[:last]
	}
	for _, v := range out.Shares {
		out.Words = append(out.Words, Percent(v))
	}
	return out
}

// Percent prints a share of 1 in percent; one that is not 0 never looks like it.
func Percent(share float64) string {
	switch {
	case share == 0:
		return "0"
	case share < 0.0005:
		return "< 0.1 %"
	case share >= 0.9995 && share < 1:
		return "> 99.9 %"
	}
	return strconv.FormatFloat(100*share, 'f', 1, 64) + " %"
}
