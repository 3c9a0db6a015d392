package replay

import (
	"encoding/binary"
	"fmt"
)

// noInput is the TM/1 input of a tick in which nobody does anything.
var noInput = []byte{0, 0, 0, 0}

// AppendInput appends the TM/1 input of a tick in which player 0 gives these bytes, or nobody anything
// where there are none. It panics for more than 65,535 bytes.
func AppendInput(dst, own []byte) []byte {
	if len(own) == 0 {
		return append(dst, noInput...)
	}
	if len(own) > 1<<16-1 {
		panic(fmt.Sprintf("tactus: replay.AppendInput of %d bytes: want at most 65535", len(own)))
	}
	dst = append(dst, 1, 0, 0, 0, 0, 0)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(len(own)))
	return append(dst, own...)
}

// OwnInput returns the bytes of player 0 in a TM/1 input, none where player 0 gives none. The input
// must be one that a Reader or Writer has let through.
func OwnInput(input []byte) []byte {
	if len(input) < 8 || input[4] != 0 || input[5] != 0 {
		return nil
	}
	n := int(binary.LittleEndian.Uint16(input[6:]))
	return input[8 : 8+n : 8+n]
}

// checkInput returns what is wrong with a TM/1 input, or "".
func checkInput(input []byte, h *Header) string {
	if len(input) > int(h.Limits.Input) {
		return fmt.Sprintf("input of %d bytes: the limit is %d", len(input), h.Limits.Input)
	}
	if len(input) < 4 {
		return fmt.Sprintf("input of %d bytes: want a count of 4 bytes first", len(input))
	}
	count, rest := binary.LittleEndian.Uint32(input), input[4:]
	if count > h.Players {
		return fmt.Sprintf("input of %d players: the game has %d", count, h.Players)
	}
	next := uint32(0)
	for range count {
		if len(rest) < 4 {
			return "input ends within a player's entry"
		}
		player, n := uint32(binary.LittleEndian.Uint16(rest)), int(binary.LittleEndian.Uint16(rest[2:]))
		switch rest = rest[4:]; {
		case player < next || player >= h.Players:
			return fmt.Sprintf("input of player %d: want ascending ones under %d", player, h.Players)
		case n == 0:
			return fmt.Sprintf("input of player %d has no bytes: a player without input is left out", player)
		case len(rest) < n:
			return "input ends within a player's bytes"
		}
		next, rest = player+1, rest[n:]
	}
	if len(rest) > 0 {
		return fmt.Sprintf("input has %d bytes after its last player", len(rest))
	}
	return ""
}

// withoutEmpty returns a TM/1 input in its one form: without the entries that have no bytes, which say
// the same as none. It returns the input itself where there are no such entries, or where it is no input
// at all, which the Writer then says; else it writes to dst.
func withoutEmpty(dst, input []byte) []byte {
	if len(input) < 4 {
		return input
	}
	dst = append(dst[:0], input[:4]...)
	kept, rest := uint32(0), input[4:]
	for range binary.LittleEndian.Uint32(input) {
		if len(rest) < 4 {
			return input
		}
		n := 4 + int(binary.LittleEndian.Uint16(rest[2:]))
		if n > len(rest) {
			return input
		}
		if n > 4 {
			dst = append(dst, rest[:n]...)
			kept++
		}
		rest = rest[n:]
	}
	if len(rest) > 0 || len(dst) == len(input) {
		return input
	}
	binary.LittleEndian.PutUint32(dst, kept)
	return dst
}
