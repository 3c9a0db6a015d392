package challenge

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// A Key signs challenges. Whoever has it can make them.
type Key struct {
	// ID tells keys apart, 1 to 32 bytes. It is no secret.
	ID     string `json:"id"`
	Secret []byte `json:"secret"` // 32 bytes or more
}

// NewKey makes a random key.
func NewKey() Key {
	var random [40]byte
	rand.Read(random[:])
	return Key{ID: base64.RawURLEncoding.EncodeToString(random[:8]), Secret: bytes.Clone(random[8:])}
}

// A Keyring signs and reads challenges: with its first key, and with all of them.
type Keyring struct{ keys []Key }

const (
	keyIDMax    = 32
	secretBytes = 32
	// textMax bounds a challenge's text: twice what the longest one takes.
	textMax = 4 << 10
	prefix  = "tc1."
)

// ErrForged says that no key of the ring has signed a challenge: it was made or changed by somebody
// else, or its key was taken away.
var ErrForged = errors.New("tactus: the challenge is not signed by this service")

// NewKeyring makes a ring of keys, the one that signs first.
func NewKeyring(keys ...Key) (*Keyring, error) {
	if len(keys) == 0 {
		return nil, errors.New("tactus: a keyring without a key")
	}
	seen := map[string]bool{}
	for _, k := range keys {
		if k.ID == "" || len(k.ID) > keyIDMax || seen[k.ID] || len(k.Secret) < secretBytes {
			return nil, fmt.Errorf("tactus: the key %.80q with %d bytes: want an id of 1 to %d bytes of its own, and at "+
				"least %d bytes", k.ID, len(k.Secret), keyIDMax, secretBytes)
		}
		seen[k.ID] = true
	}
	return &Keyring{keys}, nil
}

// A signed is what a challenge's text has before its signature.
type signed struct {
	Key string `json:"key"`
	Challenge
}

var base = base64.RawURLEncoding.Strict()

// Sign returns the text of a challenge: tc1, its JSON and its HMAC-SHA256 in URL-safe base64, with dots
// between them.
func (r *Keyring) Sign(c Challenge) (string, error) {
	if err := c.valid(); err != nil {
		return "", err
	}
	payload, err := json.Marshal(signed{r.keys[0].ID, c})
	if err != nil {
		return "", err
	}
	text := prefix + base.EncodeToString(payload)
	return text + "." + base.EncodeToString(r.keys[0].sum(text)), nil
}

func (k *Key) sum(text string) []byte {
	m := hmac.New(sha256.New, k.Secret)
	m.Write([]byte(text))
	return m.Sum(nil)
}

// Parse reads what [Keyring.Sign] has written. It returns ErrForged where no key has signed it, and
// another error where it is no challenge at all.
func (r *Keyring) Parse(text string) (Challenge, error) {
	payload, key, err := open(text)
	if err != nil {
		return Challenge{}, err
	}
	for _, k := range r.keys {
		if k.ID == payload.Key && hmac.Equal(key, k.sum(text[:strings.LastIndexByte(text, '.')])) {
			return payload.Challenge, payload.valid()
		}
	}
	return Challenge{}, ErrForged
}

// open takes a text apart. Nothing of it is proven.
func open(text string) (s signed, sum []byte, err error) {
	bad := func(what string) error { return fmt.Errorf("tactus: challenge %.40q: %s", text, what) }
	rest, ok := strings.CutPrefix(text, prefix)
	if !ok || len(text) > textMax {
		return s, nil, bad(fmt.Sprintf("want %s first, and at most %d bytes", prefix, textMax))
	}
	body, mac, ok := strings.Cut(rest, ".")
	if !ok {
		return s, nil, bad("want two parts after " + prefix)
	}
	payload, err := base.DecodeString(body)
	if err != nil {
		return s, nil, bad("the first part is no base64")
	}
	if sum, err = base.DecodeString(mac); err != nil || len(sum) != sha256.Size {
		return s, nil, bad("the second part is no base64 of 32 bytes")
	}
	d := json.NewDecoder(bytes.NewReader(payload))
	d.DisallowUnknownFields()
	if err := d.Decode(&s); err != nil || d.More() {
		return s, nil, bad("the first part is no challenge")
	}
	return s, sum, nil
}
