package logtwin

import "time"

// A Twin is a file and what a reader must find in it.
type Twin struct {
	// Name is the file's name, as the tool would call it or nearly so.
	Name string
	// Format is the tool and its version, in this package's words.
	Format string
	Data   []byte
	Want   Want
}

// Want is what a reader must find in a twin.
type Want struct {
	// Refused is a word that the refusal must hold, in any case of letters; "" where the file is read.
	Refused string
	// Summary tells that a reader may give the file's own figures in place of a refusal, MayRefuse that
	// it may refuse the file in place of what is below.
	Summary, MayRefuse bool

	// Rows and Skipped count by the rules in the package comment. Skipped may be Unsaid.
	Rows, Skipped int
	// Frames is how many intervals the default stream has, Sum is all of them together.
	Frames int
	Sum    time.Duration
	// Unit is that of the frame times in the file: s, ms, us, ns or fps.
	Unit string
	// Sampled tells that a row is a polling interval. A warning of that kind must be there then, and
	// must not be elsewhere.
	Sampled bool
	Streams int
	// Display is how many intervals of the default stream the display has, and DisplaySum all of them
	// together; 0 where the file does not tell.
	Display    int
	DisplaySum time.Duration
	// Dropped and Generated are as framelog.Stream has them: -1 where the file does not tell. Dropped
	// may be Unsaid.
	Dropped, Generated int
	// Warnings are codes that must be there. Others may be.
	Warnings []string
}

// All returns every twin that is small enough for a file, in an order that does not change.
func All() []Twin {
	var all []Twin
	for _, group := range [...]func() []Twin{
		presentMon1Twins, presentMon2Twins, presentMonOtherTwins, ocatTwins, capFrameXTwins,
		mangoHudOldTwins, mangoHudTwins, frameViewTwins, afterburnerTwins, frapsTwins, gameTwins,
		engineTwins, mobileTwins, homeTwins, ownTwins, refusedTwins, encodingTwins, valueTwins, runTwins,
	} {
		all = append(all, group()...)
	}
	return all
}

// warn adds codes of warnings.
func (w Want) warn(codes ...string) Want {
	w.Warnings = append(append([]string(nil), w.Warnings...), codes...)
	return w
}

// plain is what a log holds that has one stream and nothing but frame times.
func plain(unit string, frames []int64) Want {
	return Want{Rows: len(frames), Frames: len(frames), Sum: sum(frames), Unit: unit, Streams: 1,
		Dropped: -1, Generated: -1}
}

// differences is what a running clock holds: a row more than frames.
func differences(unit string, frames []int64) Want {
	w := plain(unit, frames)
	w.Rows++
	return w
}

// orRefused lets a reader refuse the file too, with that word: it holds too little to be sure.
func (w Want) orRefused(word string) Want {
	w.Refused, w.MayRefuse = word, true
	return w
}

// sampled is what a log of samples holds.
func sampled(unit string, frames []int64) Want {
	w := plain(unit, frames).warn("sampled")
	w.Sampled = true
	return w
}

func refused(word string) Want { return Want{Refused: word} }

// summary is a file of figures without frames.
func summary() Want { return Want{Refused: "summary", Summary: true} }

func sum(frames []int64) time.Duration {
	total := int64(0)
	for _, ns := range frames {
		total += ns
	}
	return time.Duration(total)
}

// Unsaid stands in Want where two readings of a file are both right.
const Unsaid = -2
