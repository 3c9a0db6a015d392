package beat

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/framestats"
	"github.com/tactus-go/tactus/pace"
)

// textEvery is how long an overlay's text stands: figures that change faster cannot be read.
const textEvery = 100 * time.Millisecond

// overlay is the figures that a player can show.
type overlay struct {
	shown bool
	text  string
	at    tactus.Instant // when text was made
	load  pace.Load
}

// OverlayShown reports whether the overlay is to be drawn.
func (b *Beat) OverlayShown() bool { return b.overlay.shown }

// ShowOverlay shows or hides the overlay.
func (b *Beat) ShowOverlay(shown bool) { b.overlay.shown = shown }

// Text returns the overlay's lines: frame rate, low and percentile of the last ten seconds, this
// process's use of the processor, steps a frame, alpha, tick, speed, the time lost by cause, and the
// conditions of health that hold, "good" for none. It is made anew ten times a second.
func (b *Beat) Text() string {
	if b.overlay.text == "" || b.last.Sub(b.overlay.at) >= textEvery {
		b.overlay.load.Look(b.last)
		b.overlay.text, b.overlay.at = b.lines(), b.last
	}
	return b.overlay.text
}

// lowShare and percentile are the share of slow frames and the frame time that the overlay shows.
const (
	lowShare   = 0.01
	percentile = 0.99
)

func (b *Beat) lines() string {
	s, low := b.Stats(), b.Stats().LowMean(lowShare)
	var text strings.Builder
	fmt.Fprintf(&text, "%.1f fps   %s %.1f fps   p99 frame time %.2f ms   %v\n",
		s.FPS(), low.Label(), low.FPS(), milliseconds(s.Percentile(percentile)), &b.overlay.load)
	total, alpha := b.stepper.Total(), math.Floor(b.stepper.Alpha()*100)/100 // 0.999 is not 1, which says more
	fmt.Fprintf(&text, "%.2f steps a frame   alpha %.2f   tick %d   %v steps/s at %vx%s\n",
		float64(total.Run)/float64(max(total.Frames, 1)), alpha, b.stepper.Tick(),
		b.stepper.Rate(), b.stepper.Scale(), b.state())
	lost := s.Lost()
	fmt.Fprintf(&text, "lost: clamp %.0f ms, cap %.0f ms, budget %.0f ms; %s\n",
		milliseconds(lost.Clamped), milliseconds(lost.Cap), milliseconds(lost.Budget), gaps(s.Counts().Gaps, total.Event))
	text.WriteString("health " + health(s))
	return text.String()
}

// state returns what else is to be known of the time, with blanks before it.
func (b *Beat) state() string {
	switch {
	case b.away:
		return "   away"
	case b.stepper.Paused():
		return "   paused"
	}
	return ""
}

func gaps(n uint64, latest tactus.Gap) string {
	if n == 0 || latest.Cause == 0 {
		return "no gap"
	}
	plural := "s"
	if n == 1 {
		plural = ""
	}
	return fmt.Sprintf("%d gap%s, last %s %.2f s", n, plural, latest.Cause, latest.Length.Seconds())
}

// health returns the names of the conditions that hold.
func health(s *framestats.Stats) string {
	var names []string
	for h := range s.Conditions {
		names = append(names, h.String())
	}
	if names == nil {
		return "good"
	}
	return strings.Join(names, " ")
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
