//go:build !race

package replay_test

const raceFactor = 1
