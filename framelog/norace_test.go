//go:build !race

package framelog_test

const raceFactor = 1
