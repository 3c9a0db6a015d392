package ebitengine

import "github.com/tactus-go/tactus/input"

// appendEdges appends the shortest row of presses and releases that explains what Ebitengine says of a
// button: whether it was down after the last poll, went down and went up since, and is down now. So a
// tap within a picture is a press and a release, and a press that Ebitengine does not report, as of a
// key that was down before the window came, is one too.
func appendEdges(events []input.Event, code input.Code, was, pressed, released, down bool) []input.Event {
	for was != down || pressed || released {
		kind := input.Press
		if was {
			kind = input.Release
		}
		if kind == input.Press {
			pressed = false
		} else {
			released = false
		}
		was = !was
		events = append(events, input.Event{Code: code, Kind: kind})
	}
	return events
}
