// Package challenge lets a verification service ask for a run before it is played, since a recording
// that comes out the same may still be another player's, or the best of a thousand seeds.
//
// The service gives a player a signed [Challenge]: who is to play what, from which seed, and until
// when. The recording comes back with it. [Challenge.Check] says whether it is the run that was asked
// for, and whether its ticks fit into the time that has passed; [Uses] says whether it was answered
// before.
//
// A [Keyring] signs with its first key and knows all of them, so that a key is changed by putting a
// new one before it, and taken away once what it has signed has expired.
//
// Concurrency: safe.
// Determinism: not safe inside a tick; challenges are random and expire.
// Allocation: some for each challenge.
package challenge
