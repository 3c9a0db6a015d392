package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/framelog"
)

func TestSamplesWithoutAClockAreNumbered(t *testing.T) {
	var b strings.Builder
	b.WriteString("frame_ms\n")
	for i := range 900 {
		fmt.Fprintf(&b, "%.3f\n", 4+float64(i%7)/10)
	}
	log, err := framelog.Read(strings.NewReader(b.String()), "sampled.csv", framelog.Options{})
	if err != nil {
		t.Fatal(err)
	}
	log.Sampled = true // as its format would say
	p := plotOf(t, "time", &logRun{path: "sampled.csv", log: log, stream: log.Stream()})
	s, err := p.sheet(".png")
	if err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	for _, spot := range s.texts {
		said[spot.words] = true
	}
	if !said["number of the sample"] || !said["800"] || said["10:00"] {
		t.Errorf("900 samples are not numbered: %v", said)
	}
	checkTexts(t, "numbered", s)
}
