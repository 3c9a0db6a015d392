package framelog

// A reason is why a row was left out.
type reason uint8

const (
	skipMissing reason = iota
	skipShort
	skipCut
	skipText
	skipNotNumber
	skipNotFinite
	skipZero
	skipGenerated
	skipNegative
	skipPaused
	skipGap
	skipFlagged
	skipRestart
	skipBehind
	skipSurplus
	skipCount
)

// reasons in words, with %s for the column.
var reasons = [skipCount]string{
	skipMissing:   "no frame time (empty, NA, N/A or -)",
	skipShort:     "the row ends before its frame time",
	skipCut:       "cut off in the middle of a number",
	skipText:      "a line of text",
	skipNotNumber: "the frame time is not a number",
	skipNotFinite: "the frame time is not finite",
	skipZero:      "the frame time is zero",
	skipGenerated: "a generated frame without a frame time",
	skipNegative:  "the frame time is negative",
	skipPaused:    "a paused frame",
	skipGap:       "a gap, in which no frame could run",
	skipFlagged:   "flagged by the system as not a normal frame",
	skipRestart:   "the clock went back",
	skipBehind:    "the row before it has no clock",
	skipSurplus:   "more fields than the header names",
}

// skips counts rows left out.
type skips [skipCount]struct{ count, line int }

func (s *skips) add(r reason, line int) {
	if s[r].count == 0 {
		s[r].line = line
	}
	s[r].count++
}

// addAll adds those of a block whose first line is line base+1.
func (s *skips) addAll(o *skips, base int) {
	for r := range o {
		if o[r].count == 0 {
			continue
		}
		if s[r].count == 0 {
			s[r].line = base + o[r].line
		}
		s[r].count += o[r].count
	}
}

// list returns those that there are.
func (s *skips) list() []Skip {
	var all []Skip
	for r := range s {
		if s[r].count > 0 {
			all = append(all, Skip{reasons[r], s[r].count, s[r].line})
		}
	}
	return all
}
