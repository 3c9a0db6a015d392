package page

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Bins are a histogram's: of equal width, the same for all lines.
type Bins struct {
	From, Width time.Duration
	Count       int
}

// Bins returns bins by the rule of Freedman and Diaconis, 2*IQR/cbrt(N), for the line that wants
// the finest, rounded up to 1, 2 or 5 times a power of ten, from the 0.1 % quantile to the 99.9 % one
// but no further than four times the median, so that the body keeps its room. There are at most 200,
// since a pixel has to be left for each, and at least 20 where the frames differ.
func (all Lines) Bins() Bins {
	from, to, width := time.Duration(math.MaxInt64), time.Duration(0), math.Inf(1)
	for _, l := range all {
		at := func(share float64) time.Duration { return l.Figures.At(int(share * float64(l.Count-1))) }
		from, to = min(from, at(0.001)), max(to, min(at(0.999), 4*at(0.5)))
		width = min(width, 2*float64(at(0.75)-at(0.25))/math.Cbrt(float64(l.Count)))
	}
	spread := max(float64(to-from), float64(to)/50, 20)
	b := Bins{Width: time.Duration(NiceStep(min(max(width, spread/200), spread/20)))}
	b.Width = max(b.Width, 1)
	b.From = from / b.Width * b.Width
	b.Count = int((to-b.From)/b.Width) + 1
	if b.Count < 20 { // nearly equal frames: some room on both sides, so that the bar is one
		more := (20 - b.Count + 1) / 2
		b.From = max(0, b.From-time.Duration(more)*b.Width)
		b.Count += 2 * more
	}
	return b
}

// NiceStep returns the smallest of 1, 2 and 5 times a power of ten that is at least v.
func NiceStep(v float64) float64 {
	if v <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, k := range []float64{1, 2, 5} {
		if k*power >= v*(1-1e-9) {
			return k * power
		}
	}
	return 10 * power
}

// Edge returns where bin i begins; that of Count is the end of the last.
func (b *Bins) Edge(i int) time.Duration { return b.From + time.Duration(i)*b.Width }

// Shares returns the share of frames in each bin, and how many lie before and beyond them. A frame on an
// edge belongs to the bin that begins there.
func (b *Bins) Shares(l *Line) (shares []float64, before, beyond int) {
	edges := make([]time.Duration, b.Count+3)
	for i := range b.Count + 1 {
		edges[i+1] = b.Edge(i)
	}
	edges[b.Count+2] = math.MaxInt64
	counts := l.Figures.Histogram(edges...)
	shares = make([]float64, b.Count)
	for i := range shares {
		shares[i] = float64(counts[i+1]) / float64(l.Count)
	}
	return shares, counts[0], counts[b.Count+1]
}

// BinRule says how bins were chosen, and what they leave out of each line.
func (all Lines) BinRule(b Bins) string {
	rules := "bins of " + strconv.FormatFloat(inMillis(b.Width), 'g', 4, 64) +
		" ms (Freedman-Diaconis, rounded to 1-2-5), from the 0.1 % to the 99.9 % quantile, at most 4 medians"
	for _, l := range all {
		_, before, beyond := b.Shares(l)
		if words := beyondWords(l, before, beyond); words != "" {
			if len(all) > 1 {
				words = l.Name + ": " + words
			}
			rules += "; " + words
		}
	}
	return rules
}

// beyondWords says what the histogram does not show.
func beyondWords(l *Line, before, beyond int) string {
	if before+beyond == 0 {
		return ""
	}
	words := fmt.Sprintf("not shown: %s beyond, up to %s ms", Grouped(beyond), Milliseconds(l.Figures.Max))
	if before > 0 {
		words += ", " + Grouped(before) + " before"
	}
	return words
}
