package wasmbin

// The limits of TM/1, ABI.md section 8.
const (
	SizeMax      = 8 << 20 // bytes of a binary
	FunctionsMax = 50_000  // imported ones included
	BodyMax      = 2 << 20 // bytes of one function
	LocalsMax    = 50_000  // of one function
	PagesMax     = 1024    // of memory, 64 KiB each
	ElementsMax  = 65_536  // of one table
	// RunsMax bounds the runs of one function (FUEL.md), three times what Go's runtime has, and WeightMax
	// the sum of their squares over all functions.
	RunsMax   = 5000
	WeightMax = 100_000_000 // four times what a Go module has
	tablesMax = 8
	listMax   = 65_536 // types, globals, exports, segments
	paramsMax = 1000   // of one function type, and of its results
)

// A Profile says which instructions a module may have.
type Profile int

const (
	// Float allows floating point, and the imports of a Go module.
	Float Profile = iota
	// Int refuses every f32 and f64, so that no rounding and no NaN can differ, and all of WASI.
	Int
)

// String returns "float" or "int".
func (p Profile) String() string {
	if p == Int {
		return "int"
	}
	return "float"
}
