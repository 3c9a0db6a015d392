package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"time"

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
	w.WriteHeader(http.StatusOK)
	sendSlowly(w, data, a.config.body())
	return nil
}

// sendSlowly writes an answer for as long as a body of its length may take to come. A client that has
// gone is told nothing.
func sendSlowly(w http.ResponseWriter, data []byte, limit bodyLimit) {
	control, begun := http.NewResponseController(w), time.Now()
	for sent := 0; sent < len(data); {
		_ = control.SetWriteDeadline(limit.until(begun, int64(sent))) // as in slowReader.Read
		n, err := w.Write(data[sent:min(sent+64<<10, len(data))])
		if sent += n; err != nil {
			return
		}
	}
}
