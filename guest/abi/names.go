package abi

// Version is what tm_abi returns: the major version in the upper 16 bits, the minor in the lower.
// A host runs a guest of its own major version whose minor version is not above its own.
const Version = 1 << 16

// The names that a module exports.
const (
	Memory     = "memory"
	Initialize = "_initialize" // optional: a Go or WASI reactor sets itself up in it
	ABI        = "tm_abi"
	Buf        = "tm_buf"
	Init       = "tm_init"
	Step       = "tm_step"
	Save       = "tm_save"
	Load       = "tm_load"
	Result     = "tm_result" // optional
	Schema     = "tm_schema" // optional
	Error      = "tm_error"  // optional
)

// The kinds of a buffer, as tm_buf takes them.
const (
	KindConfig = 0
	KindInput  = 1
	KindState  = 2
	KindText   = 3 // result, schema, text of an error
)

// The longest blobs, in bytes.
const (
	ConfigMax = 64 << 10
	InputMax  = 64 << 10
	StateMax  = 4 << 20
	ResultMax = 64 << 10
	SchemaMax = 1 << 20
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
