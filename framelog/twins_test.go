package framelog_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/internal/logtwin"
)

// A twin is a synthetic file of a tool, whose content is known by construction.
func TestEveryTwinIsReadAsItWasMade(t *testing.T) {
	for _, twin := range logtwin.All() {
		t.Run(twin.Name, func(t *testing.T) {
			l, err := framelog.Read(bytes.NewReader(twin.Data), twin.Name, framelog.Options{})
			w := twin.Want
			var refused *framelog.RefusedError
			switch {
			case errors.As(err, &refused) && w.Refused != "":
				if !strings.Contains(strings.ToLower(refused.Error()), strings.ToLower(w.Refused)) {
					t.Errorf("refused without the word %q: %v", w.Refused, err)
				}
				return
			case errors.As(err, &refused) && w.MayRefuse, err == nil && w.Summary && len(l.Summary) > 0:
				return
			case err != nil:
				t.Fatal(err)
			case w.Refused != "" && !w.MayRefuse:
				t.Fatalf("read as %s, to be refused with %q", l.Format, w.Refused)
			}
			compareTwin(t, l, &w)
		})
	}
}

func compareTwin(t *testing.T, l *framelog.Log, w *logtwin.Want) {
	t.Helper()
	s := l.Stream()
	same(t, "rows", l.Rows, w.Rows)
	if w.Skipped != logtwin.Unsaid {
		same(t, "skipped", l.SkippedRows(), w.Skipped)
	}
	same(t, "frames", s.Count(framelog.Present), w.Frames)
	same(t, "sum", total(s, framelog.Present), w.Sum)
	same(t, "unit", l.Source.Unit, w.Unit)
	same(t, "sampled", l.Sampled, w.Sampled)
	same(t, "streams", len(l.Streams), w.Streams)
	same(t, "display", s.Count(framelog.Display), w.Display)
	same(t, "display sum", total(s, framelog.Display), w.DisplaySum)
	if w.Dropped != logtwin.Unsaid {
		same(t, "dropped", s.Dropped, w.Dropped)
	}
	same(t, "generated", s.Generated, w.Generated)
	var codes []string
	for _, x := range l.Warnings {
		codes = append(codes, x.Code)
	}
	for _, c := range w.Warnings {
		if !slices.Contains(codes, c) {
			t.Errorf("no warning %q, only %v", c, codes)
		}
	}
	if slices.Contains(codes, "sampled") != w.Sampled {
		t.Errorf("warnings %v, sampled %v", codes, w.Sampled)
	}
	if t.Failed() {
		t.Logf("read as %s by %s; skipped %v; %v", l.Format, l.Source.Text, l.Skipped, codes)
	}
}

func same[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s is %v, want %v", what, got, want)
	}
}

func total(s *framelog.Stream, side framelog.Side) (sum time.Duration) {
	for _, d := range s.Intervals(side) {
		sum += d
	}
	return sum
}

// readTwin reads the twin of that name.
func readTwin(t *testing.T, name string) *framelog.Log {
	t.Helper()
	for _, twin := range logtwin.All() {
		if twin.Name == name {
			l, err := framelog.Read(bytes.NewReader(twin.Data), name, framelog.Options{})
			if err != nil {
				t.Fatal(err)
			}
			return l
		}
	}
	t.Fatalf("there is no twin %s", name)
	return nil
}

// large leaves a test of a hundred megabytes to runs without -short: other processors and the race
// detector read the same bytes a hundred times slower.
func large(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("NOT RUN with -short: it reads a hundred megabytes")
	}
}
