package page

import (
	"strconv"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// TimeRule says what a line over time shows and by which rules. The first of several says what is the
// same for all; clipped says that some frames are longer than the axis.
func (l *Line) TimeRule(first, clipped bool) string {
	words := l.hitchWords() + l.stretchWords()
	if first {
		words = "every pixel column from its shortest to its longest frame, a frame over its whole length; dashed: " +
			"16.67 ms (60 Hz), 33.33 ms (30 Hz); " + words
	}
	if l.Sampled() {
		words = "a sample over the time since the one before it; dashed: 16.67 ms (60 Hz), 33.33 ms (30 Hz); " +
			l.hitchWords()
		if n := l.pauses(); n > 0 {
			words += "; broken where the clock goes on by more than " + strconv.Itoa(pausePeriods) +
				" polling periods: " + Counted(n, "place", "places")
		}
	}
	if clipped {
		words += "; arrows: longer than the axis"
	}
	return words
}

// TimeLabel says what a time axis of that length counts, and in which unit.
func (l *Line) TimeLabel(length time.Duration) string {
	label, unit := "time since the first frame, by frame times", ", s"
	if length >= 10*time.Minute {
		unit = ", minutes:seconds"
	}
	switch {
	case l.counted():
		return "number of the sample"
	case l.Sampled():
		label = "time since the first sample, by the log's clock"
	}
	return label + unit
}

// hitchWords says how many hitches there are, by each rule.
func (l *Line) hitchWords() string {
	if l.Sampled() {
		return "hitches cannot be told from samples"
	}
	words := "hitches "
	for i, h := range l.Hitches {
		if i > 0 {
			words += ", "
		}
		words += thresholdWords(h.Threshold) + ": "
		if h.Frames == 0 {
			words += "none"
			continue
		}
		words += Counted(h.Frames, "frame", "frames") + " in " + Counted(h.Count, "event", "events")
		if h.Count > len(h.Events) {
			words += ", the first " + Grouped(len(h.Events)) + " marked"
		}
	}
	return words
}

// stretchWords says what became of the tags.
func (l *Line) stretchWords() string {
	switch {
	case len(l.Stretches) > 0:
		return "; grounds: tags, named where there is room"
	case len(l.Run.Stream.Tags()) > 0:
		return "; tags change more than " + strconv.Itoa(stretchesMax) + " times and are not drawn"
	}
	return ""
}

// HitchLabel is what stands before a row of marks.
func HitchLabel(t framelog.Threshold) string {
	if t.Times > 0 {
		return "> " + t.String() + " med."
	}
	return "> " + exactMs(t.Over)
}

// thresholdWords says what a frame must exceed to be a hitch.
func thresholdWords(t framelog.Threshold) string {
	if t.Times > 0 {
		return "> " + t.String() + " the median of " + strconv.Itoa(framelog.MedianWindow) + " frames around"
	}
	return "> " + exactMs(t.Over)
}
