package report

import (
	"math"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// StepsTop is the highest count of steps in a frame that has a place of its own.
const StepsTop = 16

// An Engine is what a fixed-timestep loop did.
type Engine struct {
	Steps       int64 `json:"steps"`
	DroppedRows int   `json:"frames_with_dropped_time"`
	// StepsPerFrame counts frames by how many steps they ran; the last is of StepsTop and more.
	StepsPerFrame []int   `json:"steps_per_frame"`
	MeanSteps     float64 `json:"steps_per_frame_mean"`
	MaxSteps      int64   `json:"steps_per_frame_max"`
	AlphaMean     float64 `json:"alpha_mean"`
	AlphaMin      float64 `json:"alpha_min"`
	AlphaMax      float64 `json:"alpha_max"`
	CostMeanMS    float64 `json:"cost_per_frame_mean_ms"`
	CostP99MS     float64 `json:"cost_per_frame_p99_ms"`
	CostMaxMS     float64 `json:"cost_per_frame_max_ms"`
	CostPerStepMS float64 `json:"cost_per_step_mean_ms"`
	DroppedS      float64 `json:"dropped_s"`
}

// engineOf returns what the log says of the loop; nil where it says nothing.
func engineOf(s *framelog.Stream) *Engine {
	if !s.HasEngine() {
		return nil
	}
	e := &Engine{AlphaMin: math.Inf(1), AlphaMax: math.Inf(-1)}
	costs := make([]time.Duration, 0, s.Len())
	var cost, dropped time.Duration
	alphas := 0
	for i := range s.Len() {
		row := s.Engine(i)
		e.Steps += row.Steps
		e.MaxSteps = max(e.MaxSteps, row.Steps)
		k := int(min(row.Steps, StepsTop))
		for len(e.StepsPerFrame) <= k {
			e.StepsPerFrame = append(e.StepsPerFrame, 0)
		}
		e.StepsPerFrame[k]++
		if !math.IsNaN(row.Alpha) {
			alphas++
			e.AlphaMean += row.Alpha
			e.AlphaMin, e.AlphaMax = min(e.AlphaMin, row.Alpha), max(e.AlphaMax, row.Alpha)
		}
		if row.Cost > 0 {
			costs = append(costs, row.Cost)
			cost += row.Cost
		}
		if row.Dropped > 0 {
			e.DroppedRows++
			dropped += row.Dropped
		}
	}
	if alphas == 0 {
		e.AlphaMin, e.AlphaMax = 0, 0
	} else {
		e.AlphaMean = round(e.AlphaMean / float64(alphas))
		e.AlphaMin, e.AlphaMax = round(e.AlphaMin), round(e.AlphaMax)
	}
	e.MeanSteps = round(float64(e.Steps) / float64(max(s.Len(), 1)))
	f := framelog.FiguresOf(costs)
	e.CostMeanMS, e.CostP99MS, e.CostMaxMS = milli(f.Mean()), milli(f.Percentile(all-one)), milli(f.Max)
	if e.Steps > 0 {
		e.CostPerStepMS = milli(cost / time.Duration(e.Steps))
	}
	e.DroppedS = seconds(dropped)
	return e
}
