package play

import (
	"fmt"
	"math"
)

// Even measures how evenly something moves from draw to draw. The zero value has seen no draw.
type Even struct {
	last      float64
	draws     int
	sum       float64
	squares   float64
	low, high float64
}

// Add takes where a thing is drawn.
func (e *Even) Add(at float64) {
	if e.draws++; e.draws > 1 {
		d := at - e.last
		if e.draws == 2 {
			e.low, e.high = d, d
		}
		e.sum, e.squares = e.sum+d, e.squares+float64(d*d)
		e.low, e.high = min(e.low, d), max(e.high, d)
	}
	e.last = at
}

// Spread returns the largest displacement from one draw to the next less the smallest, over the mean;
// 0 where nothing moved.
func (e *Even) Spread() float64 {
	if e.sum == 0 {
		return 0
	}
	return (e.high - e.low) / math.Abs(e.mean())
}

// Deviation returns the standard deviation of the displacements over their mean; 0 where nothing moved.
func (e *Even) Deviation() float64 {
	if e.sum == 0 {
		return 0
	}
	variance := e.squares/float64(e.draws-1) - float64(e.mean()*e.mean())
	return math.Sqrt(max(variance, 0)) / math.Abs(e.mean())
}

func (e *Even) mean() float64 { return e.sum / float64(max(e.draws-1, 1)) }

// String says all of it: "299 displacements of 2.667, from 2.66 to 2.67: spread 0.4 %, deviation 0.1 %".
func (e *Even) String() string {
	return fmt.Sprintf("%d displacements of %.3f, from %.3f to %.3f: spread %.2f %%, deviation %.2f %%",
		max(e.draws-1, 0), e.mean(), e.low, e.high, 100*e.Spread(), 100*e.Deviation())
}
