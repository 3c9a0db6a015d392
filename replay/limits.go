package replay

// What FORMAT.md bounds. A length is held against its limit before any room is taken for it.
const (
	fileMax       = 64 << 20
	chunkMax      = 8 << 20
	inputMax      = 64 << 10
	stateMax      = 4 << 20
	ticksMax      = 1 << 32
	framesMax     = 1 << 32
	segmentFrames = 1 << 20 // frames of one segment
	frameSteps    = 1 << 20 // steps of one frame
	frameTimeMax  = 1<<40 - 1
	configMax     = 64 << 10
	resultMax     = 64 << 10
	gameMax       = 64
	buildMax      = 4 << 10
	playersMax    = 1 << 16
	plainMax      = 1 << 16
	intervalMax   = 1 << 24
	pagesMax      = 1 << 16
	rateMax       = 1 << 20 // as tactus.RateMax
)

// formatVersion is the one version of the format that there is.
const formatVersion = 1

// magic begins a file. Its first byte is no ASCII, and it has both kinds of line end, so that a
// transfer as text shows at once.
const magic = "\x89TMR\r\n\x1a\n"

const preambleBytes = len(magic) + 2 + 2

// The kinds of chunks. From chunkOptional on, a reader may skip what it does not know.
const (
	chunkHeader     = 1
	chunkSegment    = 2
	chunkCheckpoint = 3
	chunkTrailer    = 4
	chunkOptional   = 0x80
)

// A chunk has its kind and length before its payload, and its check after it.
const (
	chunkHead  = 1 + 4
	chunkCheck = 4
)

const hashBytes = 32 // of SHA-256
