package main

// bars are eighths of a character's height.
var bars = [...]rune{'▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'}

// bar returns the character for a share of the height, from 0 to 1 and above.
func bar(share float64) rune {
	if !(share > 0) {
		return bars[0]
	}
	return bars[min(int(share*float64(len(bars))), len(bars)-1)]
}
