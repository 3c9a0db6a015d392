package smooth

import "time"

const (
	// recentFrames is how many frames a search looks at, half a second at 60 Hz.
	recentFrames = 32
	// searchNeed of them must fit. Of random frames some 13 do, and 28 in one of ten million tries.
	searchNeed = 28
	// searchEvery is how many frames pass between two searches, which cost some microseconds.
	searchEvery = 8
	// searchSlack is how many fits a longer period may lack: shorter ones fit more by chance.
	searchSlack = 2
	// multipleMax is the longest frame, in periods, that tells something of the display.
	multipleMax = 8
	// Two frames after each other are tried as pairMin to pairMax periods.
	pairMin, pairMax = 2, 6
	candidates       = recentFrames / 2 * (pairMax - pairMin + 1)
)

// recent is the last frame times.
type recent struct {
	times [recentFrames]time.Duration
	n     int // pushed so far
}

func (r *recent) push(d time.Duration) {
	r.times[r.n%recentFrames] = d
	r.n++
	if r.n == 2*recentFrames { // so that it never runs over
		r.n = recentFrames
	}
}

func (r *recent) full() bool { return r.n >= recentFrames }

// search returns the longest period, from least to most, of which nearly all frames are multiples.
//
// It tries the sums of two neighbours, in which a reading's error cancels, as 2 to 6 periods. Where
// a period fits, its half and its third do too; so the longest of the best is taken.
func (r *recent) search(least, most fine) (fine, bool) {
	all := r.candidates()
	var score [len(all)]int
	best := 0
	for i, period := range all {
		if period >= least && period <= most {
			score[i], _ = r.fit(period)
			best = max(best, score[i])
		}
	}
	longest := fine(0)
	for i, period := range all {
		if score[i] >= max(best-searchSlack, searchNeed) {
			longest = max(longest, period)
		}
	}
	if longest == 0 {
		return 0, false
	}
	_, period := r.fit(longest)
	period = min(max(period, least), most)
	n, period := r.fit(period) // those that fit the mean are others now
	return min(max(period, least), most), n >= searchNeed
}

// candidates returns the periods that are tried.
func (r *recent) candidates() (all [candidates]fine) {
	n := 0
	for i := 0; i < recentFrames; i += 2 {
		pair := fineOf(r.times[i] + r.times[i+1])
		for m := fine(pairMin); m <= pairMax; m++ {
			all[n] = pair / m
			n++
		}
	}
	return all
}

// fit returns how many frames are near to multiples of a period, and the mean period of those.
func (r *recent) fit(period fine) (n int, mean fine) {
	var sum, multiples fine
	for _, d := range r.times {
		way := fineOf(d)
		m, _ := multiple(way, period)
		if m > multipleMax || !fits(way, period, fitPart) {
			continue
		}
		n++
		sum += way
		multiples += m
	}
	if n == 0 {
		return 0, period
	}
	return n, sum / multiples
}
