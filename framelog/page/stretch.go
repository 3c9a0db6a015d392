package page

import "time"

// A Stretch is a part of a log with one tag.
type Stretch struct {
	From, To time.Duration
	Tag      string
	Kind     int // number of the tag in the stream, from 0
}

// stretchesMax is how many stretches are drawn: more would be a pattern and not a name.
const stretchesMax = 400

// findStretches returns the tagged stretches of a line; nil where there are none or too many.
func (l *Line) findStretches() []Stretch {
	tags := l.Run.Stream.Tags()
	if len(tags) == 0 {
		return nil
	}
	kinds := make(map[string]int, len(tags))
	for i, t := range tags {
		kinds[t] = i
	}
	var all []Stretch
	last := ""
	for f := range l.frames() {
		tag := l.Run.Stream.Frame(f.row).Tag
		switch {
		case tag == "":
		case tag == last:
			all[len(all)-1].To = f.to
		case len(all) == stretchesMax:
			return nil
		default:
			all = append(all, Stretch{f.from, f.to, tag, kinds[tag]})
		}
		last = tag
	}
	return all
}
