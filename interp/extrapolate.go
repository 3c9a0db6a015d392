package interp

// Extrapolate returns where current will be after alpha of the next step if it goes on as it is:
// current + velocityPerStep*alpha, the velocity being what one step moves it. Nothing in tactus
// calls it: it is there for what must be drawn without the delay of one step that [Lerp] has.
//
// The price is that it guesses. After every sudden change (a bounce, a stop, a turn, a hit) the
// picture was wrong, by up to one step's way: it shows a ball inside of the wall and the next frame
// jerks it back. Draw so only what seldom changes its course, and never what the player aims at.
//
// alpha is bounded by 1, so it guesses one step ahead at most; NaN, like 0, gives current itself.
func Extrapolate(current, velocityPerStep, alpha float64) float64 {
	if !(alpha > 0) {
		return current
	}
	return current + float64(velocityPerStep*weight(alpha))
}
