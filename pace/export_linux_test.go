package pace

// BracketOffset returns two bounds of the difference of the clocks.
func BracketOffset() (low, high int64) { return bracketOffset() }
