package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
)

// sizeMax keeps a page light: seven pictures of this size load within a second on a slow line.
const sizeMax = 60_000

func TestThePicturesAreWhatTheEngineDraws(t *testing.T) {
	kept, err := filepath.Glob(filepath.Join(folder, "*"))
	if err != nil || len(kept) != len(pictures) {
		t.Errorf("%d files in %s, error %v, want %d", len(kept), folder, err, len(pictures))
	}
	for _, p := range pictures {
		drawn, err := p.draw()
		if err != nil {
			t.Fatalf("%s: %v", p.name, err)
		}
		want, err := os.ReadFile(filepath.Join(folder, p.name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(drawn, want) {
			t.Errorf("%s is not what is drawn today: run \"GOWORK=off go run .\" in docs/pictures and look at it", p.name)
		}
		if len(drawn) > sizeMax {
			t.Errorf("%s: %d bytes, at most %d", p.name, len(drawn), sizeMax)
		}
		d := xml.NewDecoder(bytes.NewReader(drawn))
		for err == nil {
			_, err = d.Token()
		}
		if !errors.Is(err, io.EOF) {
			t.Errorf("%s: %v", p.name, err)
		}
	}
}
