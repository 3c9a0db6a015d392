package prove

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
)

// caseFields are the names that a case file may have, wherever it has them.
var caseFields = []string{
	"about", "cases", "name", "rate", "options", "frames", "expect",
	"maxFrameNs", "maxSteps", "overflow", "carry", "scale", "lead", "hysteresis",
	"perFrame", "last", "framesBySteps", "ticks", "clampedNs", "pausedNs", "droppedNs", "backward", "remainderSteps",
	"steps", "firstTick", "alpha",
}

// stepsNameMax is the longest name within framesBySteps, a number of steps, in digits.
const stepsNameMax = 18

// checkStrict refuses what the standard library's way into a struct lets pass: a name in another case,
// a name given twice, of which it takes the last, null, which it takes for nothing said, and text after
// the end. It returns where in the file the fault is.
func checkStrict(data []byte) (at int64, err error) {
	d := json.NewDecoder(bytes.NewReader(data))
	var syntax *json.SyntaxError
	if err := checkValue(d); errors.As(err, &syntax) {
		return syntax.Offset, err
	} else if err != nil {
		return d.InputOffset(), err
	}
	if _, err := d.Token(); err != io.EOF {
		return d.InputOffset(), errors.New("text after the end of the object")
	}
	return 0, nil
}

func checkValue(d *json.Decoder) error {
	token, err := d.Token()
	switch {
	case err != nil:
		return err
	case token == nil:
		return errors.New("null: leave out what is not to be said")
	case token == json.Delim('{'):
		return checkObject(d)
	case token != json.Delim('['):
		return nil
	}
	for d.More() {
		if err := checkValue(d); err != nil {
			return err
		}
	}
	_, err = d.Token()
	return err
}

func checkObject(d *json.Decoder) error {
	var seen []string
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := token.(string)
		switch {
		case slices.Contains(seen, name):
			return fmt.Errorf("field %.40q is given twice", name)
		case !slices.Contains(caseFields, name) && !isWhole(name, stepsNameMax):
			return fmt.Errorf("unknown field %.40q", name)
		}
		seen = append(seen, name)
		if err := checkValue(d); err != nil {
			return err
		}
	}
	_, err := d.Token()
	return err
}

// plain says a mistyped value in the file's words and not in Go's.
func plain(err error) error {
	var kind *json.UnmarshalTypeError
	if !errors.As(err, &kind) {
		return err
	}
	want := "a whole number"
	switch kind.Type.Kind() {
	case reflect.String:
		want = "a text"
	case reflect.Slice:
		want = "a list"
	case reflect.Struct, reflect.Map:
		want = "an object"
	case reflect.Float64:
		want = "a number"
	}
	field := kind.Field
	if field == "" {
		field = "the file"
	}
	article := "a"
	if kind.Value == "array" || kind.Value == "object" {
		article = "an"
	}
	return fmt.Errorf("%s is %s %s: want %s", field, article, kind.Value, want)
}
