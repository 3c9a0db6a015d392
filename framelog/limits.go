package framelog

import "math"

// limits are the bounds of a reading, so that no file makes it take what the machine has not.
type limits struct {
	line    int // bytes
	columns int
	streams int
	tags    int
	frames  int
	lines   int
	bytes   int64 // of what a gzip file holds
}

const (
	lineMax     = 16 << 20 // headers of Unreal have some 100 kB
	lineMaxMax  = 1 << 30
	columnsMax  = 1 << 16
	streamsMax  = 1 << 12
	tagsMax     = 1<<16 - 1
	framesMax   = 1 << 28
	linesMax    = math.MaxUint32 & math.MaxInt // a row keeps its line in 32 bits, and it is counted in an int
	commentsMax = 256
	typesMax    = 16
	unzippedMax = 64 << 30
	// A log shrinks to a tenth or a fiftieth; a thousand is what gzip makes of one row again and again.
	unzippedRatio = 200
	unzippedFree  = 64 << 20
)
