//go:build race

package framelog_test

// raceFactor is by how much the race detector's build allocates more: it appends by copies.
const raceFactor = 2
