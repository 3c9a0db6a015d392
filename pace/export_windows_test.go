package pace

// NewOldTimer returns a Pacer on the timer of old Windows, and a function that returns how often the
// period was raised and released.
func NewOldTimer(c Config) (p *Pacer, periods func() (raised, released int)) {
	w := newWaitable(0)
	return newPacer(c.withDefaults(), w), func() (int, int) { return w.period.raised, w.period.released }
}
