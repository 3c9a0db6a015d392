package abi

// Version is what tm_abi returns: the major version in the upper 16 bits, the minor in the lower.
// A host runs a guest of its own major version whose minor version is not above its own.
const Version = 1 << 16

// The names that a module exports.
const (
	Memory     = "memory"      // the one memory
	Initialize = "_initialize" // optional: a Go or WASI reactor sets itself up in it
	ABI        = "tm_abi"      // returns Version
	Buf        = "tm_buf"      // the address of a buffer
	Init       = "tm_init"     // to tick 0
	Step       = "tm_step"     // one tick
	Save       = "tm_save"     // state to its buffer
	Load       = "tm_load"     // state from its buffer
	Result     = "tm_result"   // optional
	Schema     = "tm_schema"   // optional
	Error      = "tm_error"    // optional
)

// The kinds of a buffer, as tm_buf takes them.
const (
	KindConfig = 0 // read by tm_init
	KindInput  = 1 // read by tm_step
	KindState  = 2 // of tm_save and tm_load
	KindText   = 3 // result, schema, text of an error
)

// The longest blobs, in bytes.
const (
	ConfigMax = 64 << 10 // head included
	InputMax  = 64 << 10 // of one tick
	StateMax  = 4 << 20  // as saved
	ResultMax = 64 << 10 // texts of errors too
	SchemaMax = 1 << 20  // of the present state
)

// What a schema may come to.
const (
	PlacesMax = 1 << 16  // lines
	ValuesMax = 1 << 20  // elements of arrays counted each
	NamesMax  = 32 << 20 // bytes of paths, those of arrays for each element
)

// BufferMax returns the longest len that tm_buf grants for a kind, 0 for no kind.
func BufferMax(kind uint32) uint32 {
	switch kind {
	case KindConfig:
		return ConfigMax
	case KindInput:
		return InputMax
	case KindState:
		return StateMax
	case KindText:
		return SchemaMax
	}
	return 0
}
