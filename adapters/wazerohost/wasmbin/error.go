package wasmbin

import "fmt"

// An Error says why a binary is refused.
type Error struct {
	What   string // what is there
	Want   string // what to do about it
	Offset int    // byte of the binary, the first is 0; of a missing thing, where the binary ends
	Func   int    // index of the function that it is in, -1 outside of the functions
}

// Error returns one line: place, what is there, what to do.
func (e *Error) Error() string {
	where := ""
	if e.Func >= 0 {
		where = fmt.Sprintf(", in function %d", e.Func)
	}
	return fmt.Sprintf("tactus: module, byte %d%s: %s: %s", e.Offset, where, e.What, e.Want)
}
