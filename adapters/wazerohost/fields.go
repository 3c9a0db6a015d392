package wazerohost

import (
	"encoding/hex"
	"strconv"

	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/sim"
)

// Schema returns where the values of the present state lie, none where the module has no schema.
func (i *Instance) Schema() ([]abi.Place, error) {
	image, err := i.Save(nil)
	if err != nil {
		return nil, err
	}
	return i.schemaOf(len(image))
}

func (i *Instance) schemaOf(state int) ([]abi.Place, error) {
	text, err := i.take(nil, abi.Schema, abi.KindText, abi.SchemaMax)
	if err != nil {
		return nil, err
	}
	return abi.ParseSchema(text, state)
}

// Fields returns every value of the present state, named by the module's schema. Without one, the
// fields are portions of 16 bytes, named by their offset.
func (i *Instance) Fields() ([]sim.Field, error) {
	image, err := i.Save(nil)
	if err != nil {
		return nil, err
	}
	places, err := i.schemaOf(len(image))
	if err != nil {
		return nil, err
	}
	if len(places) == 0 {
		return portions(image), nil
	}
	var fields []sim.Field
	for _, p := range places {
		if p.Count == 1 || p.Type == "bytes" {
			fields = append(fields, sim.Field{Name: p.Path, Value: p.Show(image, 0)})
			continue
		}
		for k := range p.Count {
			fields = append(fields, sim.Field{Name: p.Path + "[" + strconv.Itoa(k) + "]", Value: p.Show(image, k)})
		}
	}
	return fields, nil
}

const portionBytes = 16

func portions(image []byte) (fields []sim.Field) {
	for at := 0; at < len(image); at += portionBytes {
		fields = append(fields, sim.Field{Name: "state[" + strconv.Itoa(at) + "]",
			Value: "0x" + hex.EncodeToString(image[at:min(at+portionBytes, len(image))])})
	}
	return fields
}
