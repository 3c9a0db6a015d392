package logs

import (
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/page"
)

// SizeMax is the largest log in bytes that is read, packed where it is: a page has 4 GiB for all.
const SizeMax = 512 << 20

// FilesMax is how many logs are shown at once: the base and another.
const FilesMax = 2

// An Ask is what a page wants to see. The zero value but for the files is all of each log, on the side
// of presents, with the mean rule for lows.
type Ask struct {
	Files []File `json:"files"` // one, or the base and the new one
	Side  string `json:"side"`  // present or display
	Low   string `json:"low"`   // a rule of framelog.ParseLowRule
	// From and To are seconds from the first frame; To 0 is to the end.
	From float64 `json:"from"`
	To   float64 `json:"to"`
}

// A File is one log of an Ask.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`   // bytes
	Key    string `json:"key"`    // is another wherever the content may be
	Stream string `json:"stream"` // as page.Part has it
	// Open returns the content from its beginning.
	Open func() io.Reader `json:"-"`
}

// A rule is what an Ask says, checked.
type rule struct {
	part page.Part
	low  framelog.LowRule
}

var errFiles = errors.New("tactus: want one log, or two to compare")

// check returns what an Ask says, or what is wrong with it.
func (a *Ask) check() (r rule, err error) {
	if len(a.Files) < 1 || len(a.Files) > FilesMax {
		return r, errFiles
	}
	switch a.Side {
	case "", framelog.Present.String():
	case framelog.Display.String():
		r.part.Side = framelog.Display
	default:
		return r, fmt.Errorf("tactus: a side is present or display, not %q", a.Side)
	}
	if a.Low != "" {
		if r.low, err = framelog.ParseLowRule(a.Low); err != nil {
			return r, err
		}
	}
	if !within(a.From) || !within(a.To) || a.To > 0 && a.To <= a.From {
		return r, fmt.Errorf("tactus: from %v s to %v s is no part of a log: want 0 <= from < to", a.From, a.To)
	}
	r.part.From, r.part.To = seconds(a.From), seconds(a.To)
	return r, nil
}

// within reports whether a number of seconds can be one of a log, which is shorter than a year.
func within(s float64) bool { return s >= 0 && s < 366*24*3600 }

func seconds(s float64) time.Duration { return time.Duration(math.Round(s * 1e9)) }
