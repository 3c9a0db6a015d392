package sim

import (
	"math"
	"reflect"
	"strconv"
	"strings"

	"github.com/tactus-go/tactus"
)

// LenMax is the highest bound that a slice or string of a state may have: 2^24 elements, more than
// any state that is saved every few ticks should hold.
const LenMax = 1 << 24

// lenDefault is the bound of a slice or string without a tag.
const lenDefault = 1 << 16

// lenBytes is the size of a length in an image: four bytes hold LenMax.
const lenBytes = 4

// A plan says where the values of one type lie in memory and how they are named, hashed and saved.
// It is made once, by reflection; after that only offsets are used.
type plan struct {
	kind   reflect.Kind
	name   string  // the field's name, "" for an element and for the whole
	offset uintptr // from the start of the struct that it is in
	bytes  int     // length in an image; of slices and strings the least, lenBytes
	fixed  bool    // the length in an image is always bytes
	loose  bool    // any bytes are a value, so a check only has to count them

	fields []plan       // of a struct
	elem   *plan        // of an array or slice
	stride uintptr      // from one element to the next, in memory
	count  int          // of an array
	max    int          // of a slice or string: the most elements or bytes
	typ    reflect.Type // of a slice: what Load allocates
}

// A planner makes the plan of one type and remembers the way to where it is.
type planner struct {
	fixedOnly bool           // refuse what has no constant length: inputs
	open      []reflect.Type // the types that the current one is inside of
}

// of returns the plan of t. path is what an error calls the place, lengthMax the bound that its tag
// states.
func (pl *planner) of(t reflect.Type, path string, lengthMax int) (plan, error) {
	if want := refusal(t); want != "" {
		return plan{}, refuse(path, t.String(), want)
	}
	for _, outer := range pl.open {
		if outer == t {
			return plan{}, refuse(path, t.String()+" inside itself",
				"an index in its place: a state that nests without end has no bound")
		}
	}
	pl.open = append(pl.open, t)
	defer func() { pl.open = pl.open[:len(pl.open)-1] }()
	switch t.Kind() {
	case reflect.Struct:
		return pl.ofStruct(t, path)
	case reflect.Array:
		return pl.ofArray(t, path)
	case reflect.Slice, reflect.String:
		return pl.ofLength(t, path, lengthMax)
	}
	size := scalarBytes(t.Kind())
	return plan{kind: t.Kind(), bytes: size, fixed: true, loose: scalarIsLoose(t.Kind())}, nil
}

func (pl *planner) ofStruct(t reflect.Type, path string) (plan, error) {
	p := plan{kind: reflect.Struct, fixed: true, loose: true}
	for i := range t.NumField() {
		f := t.Field(i)
		if f.Name == "_" {
			continue // no program can read it, so it is no state
		}
		place := joinPath(path, f.Name)
		lengthMax, err := tagBound(f, place)
		if err != nil {
			return plan{}, err
		}
		part, err := pl.of(f.Type, place, lengthMax)
		if err != nil {
			return plan{}, err
		}
		part.name, part.offset = f.Name, f.Offset
		p.fields = append(p.fields, part)
		p.bytes += part.bytes
		p.fixed = p.fixed && part.fixed
		p.loose = p.loose && part.loose
	}
	return p, nil
}

func (pl *planner) ofArray(t reflect.Type, path string) (plan, error) {
	elem, err := pl.ofElement(t, path)
	if err != nil {
		return plan{}, err
	}
	if t.Len() > math.MaxInt32/elem.bytes {
		return plan{}, refuse(path, t.String(), "at most 2 GiB")
	}
	return plan{kind: reflect.Array, bytes: t.Len() * elem.bytes, fixed: elem.fixed, loose: elem.loose,
		elem: &elem, stride: t.Elem().Size(), count: t.Len()}, nil
}

func (pl *planner) ofLength(t reflect.Type, path string, lengthMax int) (plan, error) {
	if pl.fixedOnly {
		return plan{}, refuse(path, t.String(), "an array: an input has one length")
	}
	p := plan{kind: t.Kind(), bytes: lenBytes, max: lengthMax, typ: t}
	if t.Kind() == reflect.String {
		return p, nil
	}
	elem, err := pl.ofElement(t, path)
	p.elem, p.stride = &elem, t.Elem().Size()
	return p, err
}

// ofElement returns the plan of the elements of t. They must take room in an image: the bytes of an
// image are what bounds the work and the memory that a false length can cost.
func (pl *planner) ofElement(t reflect.Type, path string) (plan, error) {
	elem, err := pl.of(t.Elem(), path+"[]", lenDefault)
	if err == nil && elem.bytes == 0 {
		err = refuse(path, t.String(), "elements that hold something, or a number in its place")
	}
	return elem, err
}

// tagBound returns the bound that the field's tag states, sim:"max=N", or the default.
func tagBound(f reflect.StructField, path string) (int, error) {
	tag, ok := f.Tag.Lookup("sim")
	if !ok {
		return lenDefault, nil
	}
	text, isMax := strings.CutPrefix(tag, "max=")
	n, err := strconv.Atoi(text)
	sized := f.Type.Kind() == reflect.Slice || f.Type.Kind() == reflect.String
	if !isMax || !sized || err != nil || n < 1 || n > LenMax {
		return 0, refuse(path, "tagged sim:"+strconv.Quote(tag),
			`sim:"max=N" on a slice or string, N from 1 to 16777216, or no tag (65536)`)
	}
	return n, nil
}

// refusal says what to use in place of a type that no state may hold, or "".
func refusal(t reflect.Type) string {
	switch t.PkgPath() + "." + t.Name() {
	case "time.Time":
		return "a tick: a time.Time carries a clock's reading and a place on Earth"
	case "math/rand.Rand", "math/rand/v2.Rand":
		return "a sim.Rand: what is behind this one cannot be saved"
	}
	if t.PkgPath() == "sync" || t.PkgPath() == "sync/atomic" {
		return "a plain value: a step runs alone, and locks put nothing in order"
	}
	switch t.Kind() {
	case reflect.Map:
		return "a slice sorted by key, or an array: a map has no order to be hashed in"
	case reflect.Pointer, reflect.UnsafePointer, reflect.Uintptr:
		return "an index into an array or slice: an address means nothing elsewhere"
	case reflect.Func:
		return "a number that Step switches on: code cannot be saved"
	case reflect.Chan:
		return "an array and a count: what waits in a channel cannot be saved"
	case reflect.Interface:
		return "a number for the kind beside one struct: what is behind it cannot be known"
	case reflect.Complex64, reflect.Complex128:
		return "two floats: a product of complex numbers has no fixed rounding"
	}
	return ""
}

func refuse(path, value, want string) error {
	return &tactus.ConfigError{Field: path, Value: value, Want: want}
}

// scalarBytes is the length of a number or truth value in an image. int and uint have 64 bits there
// on every machine.
func scalarBytes(k reflect.Kind) int {
	switch k {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return 1
	case reflect.Int16, reflect.Uint16:
		return 2
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		return 4
	}
	return 8
}

// scalarIsLoose says whether every pattern of that many bytes is a value that is saved as the same
// bytes. It is false for truth values, for NaNs, and for an int where int is shorter than 64 bits.
func scalarIsLoose(k reflect.Kind) bool {
	switch k {
	case reflect.Bool, reflect.Float32, reflect.Float64:
		return false
	case reflect.Int, reflect.Uint:
		return strconv.IntSize == 64
	}
	return true
}
