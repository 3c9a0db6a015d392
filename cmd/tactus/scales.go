package main

import "github.com/tactus-go/tactus"

// scales are what the keys for slower and faster choose from: each exact, so that a run at 1/8 has
// the ticks of one at 1.
var scales = []tactus.Rate{tactus.Ratio(1, 8), tactus.Ratio(1, 4), tactus.Ratio(1, 2), tactus.Ratio(1, 1),
	tactus.Ratio(2, 1), tactus.Ratio(4, 1), tactus.Ratio(8, 1)}

// slower returns the next scale below the one in force, or that itself at the end of the list.
func slower(scale tactus.Rate) tactus.Rate {
	for i := len(scales) - 1; i >= 0; i-- {
		if scales[i].Float() < scale.Float() {
			return scales[i]
		}
	}
	return scale
}

// faster returns the next scale above the one in force, or that itself at the end of the list.
func faster(scale tactus.Rate) tactus.Rate {
	for _, s := range scales {
		if s.Float() > scale.Float() {
			return s
		}
	}
	return scale
}
