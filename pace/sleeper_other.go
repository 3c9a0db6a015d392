//go:build !linux && !windows

package pace

// newSystemSleeper returns nil: Go's timers are the best that the standard library reaches. On macOS
// and the BSDs they are exact to the nanosecond in what they ask of kevent.
func newSystemSleeper(bool) sleeper { return nil }
