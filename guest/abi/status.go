package abi

import "strconv"

// A Status is what a call of a guest returns. A trap is none.
type Status int32

const (
	OK          Status = 0  // done
	Finished    Status = 1  // of tm_step: the tick was run and was the last
	BadConfig   Status = -1 // also: no config yet
	BadInput    Status = -2 // the blob is malformed; the tick was not run
	BadState    Status = -3 // the state is as it was
	Unsupported Status = -4 // a version, rate or number of players that this game has not
	Limit       Status = -5 // a blob longer than its limit
	Over        Status = -6 // the run is over; no tick was run
	Internal    Status = -7 // the game failed in a way it has no word for
)

// String returns the number with its meaning: "-3 (bad state)". A number that TM/1 does not know is
// returned alone.
func (s Status) String() string {
	number := strconv.Itoa(int(s))
	if word := s.word(); word != "" {
		return number + " (" + word + ")"
	}
	return number
}

func (s Status) word() string {
	switch s {
	case OK:
		return "ok"
	case Finished:
		return "finished"
	case BadConfig:
		return "bad config"
	case BadInput:
		return "bad input"
	case BadState:
		return "bad state"
	case Unsupported:
		return "unsupported"
	case Limit:
		return "limit"
	case Over:
		return "the run is over"
	case Internal:
		return "internal"
	}
	return ""
}

// Error makes a negative status an error that a game can wrap.
func (s Status) Error() string { return "tactus: TM/1 status " + s.String() }
