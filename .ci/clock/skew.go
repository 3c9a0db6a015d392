// Package time: with this file beside the standard library's own, and Now changed to call it, a program
// has a wall clock that is set wrong. .ci/cluster.sh builds it in, by an overlay. The monotonic clock
// stays as it is, as it does on a machine whose time is set.
package time

import "syscall"

// A wrongClock is off by some seconds, and by other ones from a moment on.
type wrongClock struct {
	before, after int64
	moment        int64 // nanoseconds of the monotonic clock; 0 is never
}

var wrong = readWrongClock()

// readWrongClock reads TACTUS_TEST_CLOCK: seconds, or seconds, other seconds, and after how many of the
// process's own they hold, with commas between.
func readWrongClock() (c wrongClock) {
	text, _ := syscall.Getenv("TACTUS_TEST_CLOCK")
	var numbers [3]int64
	n, sign := 0, int64(1)
	for _, r := range text {
		switch {
		case r == '-':
			sign = -1
		case r == ',' && n < 2:
			n, sign = n+1, 1
		case r >= '0' && r <= '9':
			numbers[n] = 10*numbers[n] + sign*int64(r-'0')
		default:
			panic("TACTUS_TEST_CLOCK: want one or three whole numbers of seconds")
		}
	}
	c.before = numbers[0]
	if n == 2 {
		c.after, c.moment = numbers[1], runtimeNano()+numbers[2]*1e9
	}
	return c
}

// shifted shifts a second of the wall clock.
func (c *wrongClock) shifted(sec, mono int64) int64 {
	if c.moment != 0 && mono >= c.moment {
		return sec + c.after
	}
	return sec + c.before
}
