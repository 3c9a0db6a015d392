package play

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/ebitengine/beat"
	"github.com/tactus-go/tactus/input"
)

// A Script is a source of keys that nobody presses: each event comes with the first frame after its
// time, and bears that time.
type Script struct {
	events []input.Event // At counts from the first poll
	start  tactus.Instant
	begun  bool
}

// scriptMax bounds the events of a script and scriptEnd their times, an hour: a script is typed.
const (
	scriptMax = 10_000
	scriptEnd = 3600.0
)

// ParseScript reads "0.5+Space 0.6-Space 1+Right": seconds since the first frame, + for a press or -
// for a release, and the name of a key. An error says which word is wrong and why.
func ParseScript(text string, codes map[string]input.Code) (*Script, error) {
	s := &Script{}
	for n, word := range strings.Fields(text) {
		e, err := parseEvent(word, codes)
		if err != nil {
			return nil, fmt.Errorf("word %d of the script, %q: %w", n+1, word, err)
		}
		if s.events = append(s.events, e); len(s.events) > scriptMax {
			return nil, fmt.Errorf("the script has over %d words", scriptMax)
		}
	}
	slices.SortStableFunc(s.events, func(a, b input.Event) int { return int(max(-1, min(a.At-b.At, 1))) })
	return s, nil
}

func parseEvent(word string, codes map[string]input.Code) (input.Event, error) {
	i := strings.IndexAny(word, "+-")
	if i < 1 || i == len(word)-1 {
		return input.Event{}, errors.New("want a time, + or -, and a key, as in 0.5+Space")
	}
	seconds, err := strconv.ParseFloat(word[:i], 64)
	if err != nil || !(seconds >= 0 && seconds <= scriptEnd) { // written so that NaN is refused
		return input.Event{}, fmt.Errorf("the time is %q: want seconds from 0 to %v", word[:i], scriptEnd)
	}
	code, ok := codes[word[i+1:]]
	if !ok {
		return input.Event{}, fmt.Errorf("no key is called %q", word[i+1:])
	}
	kind := input.Press
	if word[i] == '-' {
		kind = input.Release
	}
	at := tactus.Instant(math.RoundToEven(seconds * float64(time.Second)))
	return input.Event{At: at, Code: code, Kind: kind}, nil
}

// Poll hands over the events whose time has come.
func (s *Script) Poll(now tactus.Instant, r *beat.Report) {
	if !s.begun {
		s.start, s.begun = now, true
	}
	n := 0
	for ; n < len(s.events) && s.events[n].At < now-s.start; n++ {
		e := s.events[n]
		e.At += s.start
		r.Events = append(r.Events, e)
	}
	s.events = s.events[n:]
}
