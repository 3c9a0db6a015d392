package logtwin

import "time"

// A present is a row of PresentMon and of all that took its columns.
type present struct {
	app, process, chain string
	clock               int64 // of the present, in ns from the start of the session
	interval            int64
	shown               int64 // 0 where the frame did not reach the screen
	start, busy         int64 // of the CPU: the rest of the interval it waited
	generated           string
	index               int
}

// A chain is a swap chain's presents to be: every column but the frame times is made up from them.
type chain struct {
	app, process, address string
	from                  int64
	// dropped tells of each frame whether it was; nil for none.
	dropped func(i int) bool
	hidden  bool // nothing of it was ever seen on a screen
}

// presents returns the rows of a chain. A frame's display interval is its own and those of the dropped
// frames before it, and a little more or less, so that no reader can take one side for the other.
func (c chain) presents(frames []int64) []present {
	rows := make([]present, len(frames))
	clock, late := c.from, int64(0)
	for i, ns := range frames {
		p := present{app: c.app, process: c.process, chain: c.address, interval: ns, index: i}
		p.start, p.busy = clock, ns/4/micro*micro
		clock += ns
		p.clock = clock
		late += ns
		if !c.hidden && (c.dropped == nil || !c.dropped(i)) {
			p.shown, late = late+sway(i), -sway(i)
		}
		rows[i] = p
	}
	return rows
}

// sway is how much later than usual the display shows frame i, 20 to 220 us. The one before the first
// was not late at all.
func sway(i int) int64 { return 20*micro + int64(i*37%11)*20*micro }

// appInterval is the interval between the starts of two frames, where presents tell another one.
func (p present) appInterval() int64 {
	if p.interval == 0 {
		return 0
	}
	return p.interval + int64(p.index%5+1)*1700
}

// wantOf is what the rows of one chain hold.
func wantOf(rows []present) Want {
	w := Want{Rows: len(rows), Unit: "ms", Streams: 1, Generated: -1}
	for _, p := range rows {
		if p.interval > 0 {
			w.Frames++
			w.Sum += time.Duration(p.interval)
		} else {
			w.Skipped++
		}
		if p.shown > 0 {
			w.Display++
			w.DisplaySum += time.Duration(p.shown)
		} else {
			w.Dropped++
		}
	}
	return w
}

// beside adds a stream that figures are not for.
func (w Want) beside(rows ...[]present) Want {
	for _, r := range rows {
		w.Rows += len(r)
		w.Streams++
	}
	return w.warn("streams")
}

// mix puts chains together in the order of their clocks, as a session writes them; the earlier chain
// first where two are equal.
func mix(chains ...[]present) []present {
	var all []present
	for {
		best := -1
		for i, c := range chains {
			if len(c) > 0 && (best < 0 || c[0].clock < chains[best][0].clock) {
				best = i
			}
		}
		if best < 0 {
			return all
		}
		all = append(all, chains[best][0])
		chains[best] = chains[best][1:]
	}
}

// each tells that frame i is one of every n-th.
func each(n int) func(int) bool { return func(i int) bool { return i%n == n-1 } }
