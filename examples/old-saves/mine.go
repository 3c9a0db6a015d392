package main

import "github.com/tactus-go/tactus/sim"

// Rules are what a tick goes by: numbers, and a flag for each thing that is done in another way now.
type Rules struct {
	Cost       int64 // of a shaft
	RestsFirst bool  // a shaft gives nothing in the tick in which it is dug
}

// rules has the rules of every release, by their number. What has been released is never changed: a
// new rule is a new line.
var rules = [...]Rules{
	1: {Cost: 10},
	2: {Cost: 12, RestsFirst: true},
}

const newest = 2

// A Mine is the whole state of the game.
type Mine struct {
	Rules              int64 // the number of those in force
	Tick, Gold, Shafts int64
	Best               int64 // the most gold there ever was: new in release 2
	Rng                sim.Rand
}

// Input is what the player does in one tick.
type Input struct{ Dig bool }

// Step is one tick.
func (m *Mine) Step(in Input) {
	r, working := rules[m.Rules], m.Shafts
	if in.Dig && m.Gold >= r.Cost {
		m.Gold -= r.Cost
		m.Shafts++
	}
	if !r.RestsFirst {
		working = m.Shafts
	}
	if m.Tick%10 == 9 {
		m.Gold += working * m.Rng.Range(0, 3)
	}
	m.Best = max(m.Best, m.Gold)
	m.Tick++
}

func start(number int64, seed uint64) Mine {
	return Mine{Rules: number, Gold: 30, Shafts: 1, Best: 30, Rng: sim.NewRand(seed)}
}
