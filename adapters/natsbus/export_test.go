package natsbus

import "time"

// SetOrphanAge lets a test not wait for an hour.
func SetOrphanAge(d time.Duration) (back func()) {
	was := orphanAge
	orphanAge = d
	return func() { orphanAge = was }
}
