package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"

	"github.com/tactus-go/tactus/verify"
)

// getRecording answers with a recording as it was sent. Another tenant's is not there, and neither is
// what is stored beside recordings.
func (a *api) getRecording(w http.ResponseWriter, r *request) error {
	id, err := verify.ParseDigest(r.PathValue("id"))
	if err != nil {
		return wrong("not-found", "not found")
	}
	done, err := a.place(r) // it is in memory for as long as the client takes to read it
	if err != nil {
		return err
	}
	defer done()
	data, err := a.backend.Get(r.Context(), r.tenant, id)
	if err != nil {
		return err
	}
	if !bytes.HasPrefix(data, []byte(magicRecording)) {
		return wrong("not-found", "not found")
	}
	h := w.Header()
	tag := `"` + id.String() + `"`
	h.Set("ETag", tag)
	h.Set("Cache-Control", "private, no-cache") // it never changes, but the token may be taken away
	if strings.Contains(r.Header.Get("If-None-Match"), tag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	h.Set("Content-Type", "application/octet-stream")
	h.Set("Content-Disposition", fmt.Sprintf(`attachment; filename="%.12s.tactus"`, id))
	h.Set("Repr-Digest", "sha-256=:"+base64.StdEncoding.EncodeToString(id[:])+":")
	h.Set("Content-Length", fmt.Sprint(len(data)))
	_, _ = w.Write(data) // a client that has gone is told nothing
	return nil
}
