package abi

import (
	"encoding/binary"
	"math"
)

const (
	inputHead  = 4
	playerHead = 4
)

// An Input is one player's input of one tick.
type Input struct {
	Player uint16
	Bytes  []byte // never empty: a player without input is left out
}

// AppendInput appends the blob of a tick's inputs to dst. It refuses, with a [*BlobError], players
// that do not ascend, empty inputs, and what is longer than InputMax, and then appends nothing.
func AppendInput(dst []byte, inputs ...Input) ([]byte, error) {
	size, before := inputHead, -1
	for _, in := range inputs {
		switch {
		case int(in.Player) <= before:
			return dst, blobError("input", "player", size, number(in.Player), "above "+number(before))
		case len(in.Bytes) == 0 || len(in.Bytes) > math.MaxUint16:
			return dst, blobError("input", "length", size+2, number(len(in.Bytes)), "1 to 65535")
		}
		before = int(in.Player)
		size += playerHead + len(in.Bytes)
	}
	if size > InputMax {
		return dst, blobError("input", "the blob", 0, number(size)+" bytes long", "at most "+number(InputMax))
	}
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(inputs)))
	for _, in := range inputs {
		dst = binary.LittleEndian.AppendUint16(dst, in.Player)
		dst = binary.LittleEndian.AppendUint16(dst, uint16(len(in.Bytes)))
		dst = append(dst, in.Bytes...)
	}
	return dst, nil
}

// CheckInput returns nil where blob is the input of a tick with that many players, or a [*BlobError].
func CheckInput(blob []byte, players uint32) error {
	if len(blob) < inputHead || len(blob) > InputMax {
		return blobError("input", "the blob", 0, number(len(blob))+" bytes long",
			number(inputHead)+" to "+number(InputMax))
	}
	count, at, before := binary.LittleEndian.Uint32(blob), inputHead, -1
	for i := uint32(0); i < count; i++ {
		if len(blob)-at < playerHead {
			return blobError("input", "the blob", at, "cut off", number(count)+" players")
		}
		player := binary.LittleEndian.Uint16(blob[at:])
		length := int(binary.LittleEndian.Uint16(blob[at+2:]))
		switch {
		case int(player) <= before || uint32(player) >= players:
			return blobError("input", "player", at, number(player), "ascending, below "+number(players))
		case length == 0 || length > len(blob)-at-playerHead:
			return blobError("input", "length", at+2, number(length), "1 to what is left")
		}
		before = int(player)
		at += playerHead + length
	}
	if at != len(blob) {
		return blobError("input", "the blob", at, "longer", "its end here")
	}
	return nil
}

// InputOf returns the bytes of one player in a blob that CheckInput accepts, nil where it has none.
// They are part of blob.
func InputOf(blob []byte, player uint16) []byte {
	at := inputHead
	for at+playerHead <= len(blob) {
		length := int(binary.LittleEndian.Uint16(blob[at+2:]))
		if binary.LittleEndian.Uint16(blob[at:]) == player {
			return blob[at+playerHead : at+playerHead+length]
		}
		at += playerHead + length
	}
	return nil
}
