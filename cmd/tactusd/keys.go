package main

import (
	"encoding/json"
	"fmt"

	"github.com/tactus-go/tactus/verify/challenge"
)

// A keysFile is the file of the keys that sign challenges, the newest first. Every process of a service
// has the same.
type keysFile struct {
	Keys []challenge.Key `json:"keys"`
}

func readKeys(data []byte) (*challenge.Keyring, error) {
	var f keysFile
	if err := json.Unmarshal(data, &f); err != nil {
		return nil, fmt.Errorf("tactus: the file of keys: %w", err)
	}
	return challenge.NewKeyring(f.Keys...)
}

// firstKey makes the file of keys where it is not there.
func firstKey(name string) error {
	return create(name, func(f *keysFile) error {
		if len(f.Keys) == 0 { // nobody else has made it in the meantime
			f.Keys = []challenge.Key{challenge.NewKey()}
		}
		return nil
	})
}
