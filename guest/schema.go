package guest

import (
	"encoding/binary"
	"math"
	"strconv"

	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/sim"
)

const wordBytes = 8

// appendSchema appends the schema of the game's present state. Where the game saves one word for each
// field that it hashes, in that order, each has its place; else the fields come as texts, since a Hash
// method says names and values and not where Save puts them.
func appendSchema(dst []byte, game sim.Sim) []byte {
	fields := sim.Fields(game)
	places := wordPlaces(fields, game.Save(nil))
	for i, f := range fields {
		p := abi.Place{Offset: -1, Type: "text", Count: 1, Path: f.Name, Value: f.Value}
		if places != nil {
			p = places[i]
		}
		dst = abi.AppendPlace(dst, p)
	}
	return dst
}

// wordPlaces returns a place for each field, or nil where the image is not their words.
func wordPlaces(fields []sim.Field, image []byte) []abi.Place {
	if len(image) != wordBytes*len(fields) {
		return nil
	}
	places := make([]abi.Place, len(fields))
	for i, f := range fields {
		kind := wordType(f.Value, binary.LittleEndian.Uint64(image[wordBytes*i:]))
		if kind == "" {
			return nil
		}
		places[i] = abi.Place{Offset: wordBytes * i, Type: kind, Count: 1, Path: f.Name}
	}
	return places
}

// wordType returns the type that reads the word as the text, or "". A whole number below 2^63 is an
// i64, signed or not: it has the same text as both.
func wordType(text string, word uint64) string {
	switch text {
	case strconv.FormatInt(int64(word), 10):
		return "i64"
	case strconv.FormatUint(word, 10):
		return "u64"
	case strconv.FormatFloat(math.Float64frombits(word), 'g', -1, 64):
		return "f64"
	}
	return ""
}
