package mergeisland_test

import "github.com/tactus-go/tactus/games/mergeisland"

const (
	goldenTicks = 100
	goldenHash  = mergeisland.GoldenHash
	goldenChain = mergeisland.GoldenChain
)
