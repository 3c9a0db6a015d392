package main

import "time"

// A band is a stretch of a log with one tag.
type band struct {
	from, to time.Duration
	tag      string
	kind     int // number of the tag in the stream, from 0
}

// bandsMax is how many stretches are drawn: more would be a pattern and not a name.
const bandsMax = 400

// findBands returns the tagged stretches of a series; nil where there are none or too many.
func (s *series) findBands() []band {
	tags := s.run.stream.Tags()
	if len(tags) == 0 {
		return nil
	}
	kinds := make(map[string]int, len(tags))
	for i, t := range tags {
		kinds[t] = i
	}
	var bands []band
	last := ""
	for f := range s.frames() {
		tag := s.run.stream.Frame(f.row).Tag
		switch {
		case tag == "":
		case tag == last:
			bands[len(bands)-1].to = f.to
		case len(bands) == bandsMax:
			return nil
		default:
			bands = append(bands, band{f.from, f.to, tag, kinds[tag]})
		}
		last = tag
	}
	return bands
}
