package abi

import "encoding/binary"

const (
	configMagic   = "TMC1"
	configVersion = 1
	configHead    = 40 // bytes before the game's own

	// GameConfigMax is the longest part of a config that is the game's own.
	GameConfigMax = ConfigMax - configHead

	// PlayersMax is the most players of one run.
	PlayersMax = 1 << 16
)

// A Config is what a run starts from.
type Config struct {
	SeedLo, SeedHi uint64
	// RateNum ticks take RateDen seconds. Both are over 0 and have no common divisor.
	RateNum, RateDen uint32
	Players          uint32 // 1 to PlayersMax
	Game             []byte // the game's own; empty stands for its defaults
}

// Check returns nil, or a [*BlobError] for the first field out of its range.
func (c *Config) Check() error {
	switch {
	case c.RateNum == 0:
		return blobError("config", "rate numerator", 24, "0", "1 or more")
	case c.RateDen == 0:
		return blobError("config", "rate denominator", 28, "0", "1 or more")
	case divisor(c.RateNum, c.RateDen) != 1:
		return blobError("config", "rate", 24, number(c.RateNum)+"/"+number(c.RateDen), "lowest terms")
	case c.Players == 0 || c.Players > PlayersMax:
		return blobError("config", "players", 32, number(c.Players), "1 to "+number(PlayersMax))
	case len(c.Game) > GameConfigMax:
		return blobError("config", "length", 36, number(len(c.Game)), "at most "+number(GameConfigMax))
	}
	return nil
}

func divisor(a, b uint32) uint32 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// AppendConfig appends the blob of c to dst. It refuses what [Config.Check] does and then appends
// nothing.
func AppendConfig(dst []byte, c *Config) ([]byte, error) {
	if err := c.Check(); err != nil {
		return dst, err
	}
	le := binary.LittleEndian
	dst = append(dst, configMagic...)
	dst = le.AppendUint32(dst, configVersion)
	dst = le.AppendUint64(dst, c.SeedLo)
	dst = le.AppendUint64(dst, c.SeedHi)
	dst = le.AppendUint32(dst, c.RateNum)
	dst = le.AppendUint32(dst, c.RateDen)
	dst = le.AppendUint32(dst, c.Players)
	dst = le.AppendUint32(dst, uint32(len(c.Game)))
	return append(dst, c.Game...), nil
}

// ParseConfig reads a blob, or returns a [*BlobError]. Game of the result is part of blob.
func ParseConfig(blob []byte) (Config, error) {
	if len(blob) < configHead || len(blob) > ConfigMax {
		return Config{}, blobError("config", "the blob", 0, number(len(blob))+" bytes long",
			number(configHead)+" to "+number(ConfigMax))
	}
	le := binary.LittleEndian
	if string(blob[:4]) != configMagic {
		return Config{}, blobError("config", "magic", 0, "other", `"`+configMagic+`"`)
	}
	if v := le.Uint32(blob[4:]); v != configVersion {
		return Config{}, blobError("config", "version", 4, number(v), number(configVersion))
	}
	if n := le.Uint32(blob[36:]); uint64(n) != uint64(len(blob)-configHead) {
		return Config{}, blobError("config", "length", 36, number(n), number(len(blob)-configHead))
	}
	c := Config{SeedLo: le.Uint64(blob[8:]), SeedHi: le.Uint64(blob[16:]), RateNum: le.Uint32(blob[24:]),
		RateDen: le.Uint32(blob[28:]), Players: le.Uint32(blob[32:]), Game: blob[configHead:]}
	if err := c.Check(); err != nil {
		return Config{}, err
	}
	return c, nil
}
