package replay

import (
	"encoding/binary"
	"fmt"
)

// The offsets of the header that a refusal points to.
var headerPlaces = map[string]int{
	"behaviour flags": 0, "kind": 8, "players": 12, "rate numerator": 32, "rate denominator": 36, "rate": 32,
	"plain interval": 40, "chain interval": 44, "checkpoint interval": 48, "input limit": 52, "state limit": 56,
	"memory limit": 76, "hash": 80, "game id length": 112, "game id": 114,
}

// append appends the payload of the header chunk.
func (h *Header) append(b []byte) []byte {
	le := binary.LittleEndian
	b = le.AppendUint32(b, h.Flags)
	b = le.AppendUint32(b, abiVersion)
	b = append(b, byte(h.Kind), 1, 0, 0)
	b = le.AppendUint32(b, h.Players)
	b = le.AppendUint64(b, h.Seed[0])
	b = le.AppendUint64(b, h.Seed[1])
	for _, v := range [...]uint32{h.RateNum, h.RateDen, h.Plain, h.Chain, h.Checkpoint, h.Limits.Input,
		h.Limits.State, h.Limits.FuelSchedule} {
		b = le.AppendUint32(b, v)
	}
	b = le.AppendUint64(b, h.Limits.Fuel)
	b = le.AppendUint32(b, h.Limits.Depth)
	b = le.AppendUint32(b, h.Limits.Pages)
	b = append(b, h.Hash[:]...)
	b = append(le.AppendUint16(b, uint16(len(h.Game))), h.Game...)
	build := ""
	if h.Kind == Native {
		build = h.Build.String()
	}
	b = append(le.AppendUint16(b, uint16(len(build))), build...)
	return append(le.AppendUint32(b, uint32(len(h.Config))), h.Config...)
}

// readHeader reads the payload of the header chunk, which begins at base in the file.
func readHeader(payload []byte, base int64) (h Header, err error) {
	c := &cursor{data: payload, base: base}
	h.Flags = c.u32("behaviour flags")
	if v := c.u32("ABI version"); v != abiVersion {
		c.fail(4, "ABI version", "%#x: want %#x", v, abiVersion)
	}
	h.Kind = Kind(c.u8("kind"))
	if v := c.u8("hash algorithm"); v != 1 {
		c.fail(9, "hash algorithm", "%d: want 1", v)
	}
	c.zero(2, "reserved")
	h.Players = c.u32("players")
	h.Seed = [2]uint64{c.u64("seed"), c.u64("seed")}
	for _, v := range [...]*uint32{&h.RateNum, &h.RateDen, &h.Plain, &h.Chain, &h.Checkpoint, &h.Limits.Input,
		&h.Limits.State, &h.Limits.FuelSchedule} {
		*v = c.u32("header")
	}
	h.Limits.Fuel = c.u64("fuel limit")
	h.Limits.Depth = c.u32("depth limit")
	h.Limits.Pages = c.u32("memory limit")
	h.Hash = c.sum("hash")
	h.Game = string(c.bytes(int(c.u16("game id length")), "game id"))
	h.readBuild(c)
	at := c.at
	if n := c.u32("config length"); n > configMax {
		c.fail(at, "config length", "%d: want at most %d", n, configMax)
	} else {
		h.Config = append([]byte(nil), c.bytes(int(n), "config")...)
	}
	c.end("header")
	if c.err == nil {
		if f := h.check(); f != nil {
			c.fail(headerPlaces[f.field], f.field, "%s", f.reason)
		}
	}
	return h, c.wrong()
}

// readBuild reads the build identity and holds the hash against it.
func (h *Header) readBuild(c *cursor) {
	at := c.at
	n := c.u16("build identity length")
	if n > buildMax {
		c.fail(at, "build identity length", "%d: want at most %d", n, buildMax)
	}
	text := string(c.bytes(int(n), "build identity"))
	if c.err != nil {
		return
	}
	if h.Kind == Module {
		if n > 0 {
			c.fail(at, "build identity length", "%d: a recording of a module has none", n)
		}
		return
	}
	build, inside, reason := parseBuild(text)
	if reason != "" {
		c.fail(at+2+inside, "build identity", "%s", reason)
	}
	if h.Build = build; h.Kind == Native && build.Hash() != h.Hash {
		c.fail(headerPlaces["hash"], "hash", "not that of the build identity")
	}
}

// configError turns a fault into an error about a setting.
func (f *fault) configError() error {
	return fmt.Errorf("tactus: replay.Header: %s: %s", f.field, f.reason)
}
