package main

import "github.com/tactus-go/tactus/framelog/page"

// newLines returns what is drawn of logs, or an error that says why there is nothing.
func newLines(runs []*logRun, bothSides bool) (page.Lines, error) {
	all := make([]*page.Run, len(runs))
	for i, r := range runs {
		all[i] = &page.Run{Path: r.path, Log: r.log, Stream: r.stream, Side: r.side, Cut: r.cut}
	}
	return page.NewLines(all, bothSides)
}
