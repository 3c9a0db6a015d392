package main

import (
	"math"
	"math/rand"
)

// naive is the game as it is first written. It plays well, and each of its lines is a trap.
type naive struct {
	height, speed, heat float64
	burning             bool // set when the key goes down or up
	coins               int
	rng                 *rand.Rand
}

// frame moves the game on by the time since the last frame, in seconds.
func (n *naive) frame(dt float64) {
	if n.burning {
		n.heat += 30 * dt
	}
	n.heat *= math.Exp(-0.2 * dt)
	if n.rng.Intn(120) == 0 { // a gust, every two seconds or so
		n.speed -= 2
	}
	n.speed += (n.heat*0.05 - 2) * dt
	n.height = max(n.height+n.speed*dt, 0)
	n.coins = max(n.coins, int(math.Pow(2, n.height/10)))
}
