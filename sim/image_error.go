package sim

import "strconv"

// An ImageError says why Load refused an image of a state.
type ImageError struct {
	Field string // as Go writes it: Enemies[3].Alive, len(Enemies); "" for the image as a whole
	At    int    // the byte of the image where it is, the first is 0
	Value string // what is there
	Want  string // what is allowed
}

// Error returns one line: place, field, value, what is allowed.
func (e *ImageError) Error() string {
	field := e.Field
	if field == "" {
		field = "the image"
	}
	return "tactus: state image, byte " + strconv.Itoa(e.At) + ": " + field + " is " + e.Value +
		": want " + e.Want
}

func imageError(field string, at int, value, want string) *ImageError {
	return &ImageError{Field: field, At: at, Value: value, Want: want}
}

// inside puts the field under the path of what holds it.
func (e *ImageError) inside(path string) *ImageError {
	if inner, ok := cutLen(e.Field); ok {
		e.Field = "len(" + joinPath(path, inner) + ")"
	} else {
		e.Field = joinPath(path, e.Field)
	}
	return e
}

// cutLen returns what is between the brackets of len(...).
func cutLen(field string) (string, bool) {
	if len(field) > 5 && field[:4] == "len(" {
		return field[4 : len(field)-1], true
	}
	if field == "len()" {
		return "", true
	}
	return "", false
}
