package verify

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
)

// A Digest is the SHA-256 of a recording or a module. The zero value is none.
type Digest [32]byte

// DigestOf returns the digest of bytes.
func DigestOf(data []byte) Digest { return sha256.Sum256(data) }

// ParseDigest reads 64 hexadecimal digits.
func ParseDigest(text string) (Digest, error) {
	var d Digest
	if len(text) != hex.EncodedLen(len(d)) {
		return d, fmt.Errorf("tactus: digest %.80q has %d characters: want 64 hexadecimal digits", text, len(text))
	}
	if _, err := hex.Decode(d[:], []byte(text)); err != nil {
		return Digest{}, fmt.Errorf("tactus: digest %q: want hexadecimal digits", text)
	}
	return d, nil
}

// IsZero reports whether it is none.
func (d Digest) IsZero() bool { return d == Digest{} }

// String returns 64 hexadecimal digits.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// MarshalText returns what String does.
func (d Digest) MarshalText() ([]byte, error) { return []byte(d.String()), nil }

// UnmarshalText reads what MarshalText writes.
func (d *Digest) UnmarshalText(text []byte) (err error) {
	*d, err = ParseDigest(string(text))
	return err
}

// idOf names a job by its content.
func idOf(j *Job) Digest {
	h := sha256.New()
	part := func(b []byte) { // its length first, so that no two lists of parts are the same bytes
		var n [8]byte
		binary.LittleEndian.PutUint64(n[:], uint64(len(b)))
		h.Write(n[:])
		h.Write(b)
	}
	part([]byte("tactus job 1"))
	part([]byte(j.Tenant))
	part(j.Recording[:])
	part(j.Module[:])
	part([]byte(j.Challenge))
	part(binary.LittleEndian.AppendUint32(nil, j.Run))
	return Digest(h.Sum(nil))
}
