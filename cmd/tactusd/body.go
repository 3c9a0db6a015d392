package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"maps"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"
)

// What recordings and modules begin with.
const (
	magicRecording = "\x89TMR\r\n\x1a\n"
	magicModule    = "\x00asm\x01\x00\x00\x00"
)

const (
	fieldMax = 64 << 10 // bytes of a field beside the file
	partsMax = 8
	// aroundMax bounds all of a form but its file.
	aroundMax = partsMax * (fieldMax + 1024)
)

// A bodyLimit says how long and how slow a body may be.
type bodyLimit struct {
	grace   time.Duration // in which nothing has to come
	minRate int64         // bytes a second after that, on average
}

// until is by when more has to have come, of a body that began at a time and of which so much has.
func (l bodyLimit) until(begun time.Time, n int64) time.Time {
	return begun.Add(l.grace + time.Duration(n*int64(time.Second)/l.minRate))
}

// A slowReader ends a body that comes too slowly: the connection's deadline moves with what has come.
// It does not read faster than the tenant's bodies may come together.
type slowReader struct {
	io.ReadCloser
	control *http.ResponseController
	begun   time.Time
	limit   bodyLimit
	n       int64
	rest    func(n int) error // after so many bytes
}

// Read reads on, and sets how long the next bytes may take.
func (s *slowReader) Read(p []byte) (int, error) {
	// Where the server has no deadlines, as in a test without a network, there are no slow bodies either.
	_ = s.control.SetReadDeadline(s.limit.until(s.begun, s.n))
	n, err := s.ReadCloser.Read(p[:min(len(p), 64<<10)])
	s.n += int64(n)
	if err == nil || errors.Is(err, io.EOF) { // the last bytes come with the end
		before := time.Now()
		if e := s.rest(n); e != nil {
			err = e
		}
		s.begun = s.begun.Add(time.Since(before)) // which the client could not help
	}
	return n, err
}

// bound puts the limits of size and speed around a request's body. One that says that it is too long is
// refused before anything is read of it.
func (a *api) bound(w http.ResponseWriter, r *request, most int64) error {
	if r.ContentLength > most {
		return wrong("too-large", "at most %d bytes", most)
	}
	slow := &slowReader{ReadCloser: r.Body, control: http.NewResponseController(w), begun: time.Now(),
		limit: a.config.body(), rest: func(n int) error {
			return pause(r.Context(), a.meter.read(r.tenant, r.limits, n))
		}}
	r.Body = http.MaxBytesReader(w, slow, most)
	return nil
}

// pause waits, unless the context ends first.
func pause(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// asItIs refuses a body that is sent compressed, before anything is read of it: unpacked it would be
// longer than the limits that it came under. The answer says what is taken, as RFC 9110 wants it.
func asItIs(w http.ResponseWriter, r *http.Request) error {
	for _, line := range r.Header.Values("Content-Encoding") {
		for coding := range strings.SplitSeq(line, ",") {
			if coding = strings.TrimSpace(coding); coding != "" && !strings.EqualFold(coding, "identity") {
				w.Header().Set("Accept-Encoding", "identity")
				return wrong("type", "Content-Encoding: %.40q: send the body as it is, without one", coding)
			}
		}
	}
	return nil
}

// bodyProblem says what is wrong with a body that could not be read.
func bodyProblem(err error) error {
	if p, ok := errors.AsType[*problem](err); ok {
		return p
	}
	if e, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return wrong("too-large", "at most %d bytes", e.Limit)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return wrong("slow", "send it faster, or in one piece")
	}
	return wrong("bad-request", "the body ends early or is not what its type says: %v", err)
}

// pieceMost is how much of a body is made room for at a time. One that turns out too long, which is when
// it has been read, has then cost its length and not what it is copied into as it grows.
const pieceMost = 1 << 20

// readMagic reads a whole body that begins with what it must begin with. One that does not is refused
// after those few bytes. size is what it says it has, or less than 0.
func readMagic(r io.Reader, magic, kind string, size int64) ([]byte, error) {
	var first bytes.Buffer
	n, err := io.CopyN(&first, r, int64(len(magic)))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, bodyProblem(err)
	}
	if n == 0 {
		return nil, wrong("bad-request", "the body is empty")
	}
	if first.String() != magic {
		return nil, wrong("type", "the body does not begin as %s does", kind)
	}
	pieces := [][]byte{first.Bytes()}
	room := int(min(max(size, bytes.MinRead), pieceMost))
	for piece := make([]byte, 0, room); ; {
		n, err := r.Read(piece[len(piece):cap(piece)])
		piece = piece[:len(piece)+n]
		if errors.Is(err, io.EOF) {
			return bytes.Join(append(pieces, piece), nil), nil
		}
		if err != nil {
			return nil, bodyProblem(err)
		}
		if len(piece) == cap(piece) {
			room = min(2*room, pieceMost)
			pieces, piece = append(pieces, piece), make([]byte, 0, room)
		}
	}
}

// A form says what an upload has: one file that begins with its magic, and fields beside it, each with
// the header that can take its place where the body is the file itself; "" is none.
type form struct {
	file, magic, kind string
	types             []string
	fields            map[string]string
}

var recordingForm = form{"recording", magicRecording, "a recording", []string{"application/octet-stream",
	"application/vnd.tactus.recording"}, map[string]string{"challenge": "Tactus-Challenge", "player": "Tactus-Player",
	"module": "Tactus-Module", "run": "Tactus-Run"}}

var moduleForm = form{"module", magicModule, "a module", []string{"application/octet-stream", "application/wasm"},
	map[string]string{"rate": "Tactus-Rate", "players": "Tactus-Players", "seed": "Tactus-Seed", "config": ""}}

// An upload is a file with what was sent beside it.
type upload struct {
	data   []byte
	fields map[string]string
}

// read reads an upload. Names of files are not looked at.
func (f *form) read(r *http.Request) (*upload, error) {
	u := &upload{fields: map[string]string{}}
	for field, header := range f.fields {
		if header != "" {
			u.fields[field] = r.Header.Get(header)
		}
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case kind == "multipart/form-data" && err == nil:
		err = f.readParts(u, r)
	case slices.Contains(f.types, kind):
		u.data, err = readMagic(r.Body, f.magic, f.kind, r.ContentLength)
	default:
		err = wrong("type", "want multipart/form-data with a part named %s, or %s", f.file, strings.Join(f.types, " or "))
	}
	return u, err
}

func (f *form) readParts(u *upload, r *http.Request) error {
	parts, err := r.MultipartReader()
	if err != nil {
		return wrong("bad-request", "the form: %v", err)
	}
	for range partsMax {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			if u.data == nil {
				return wrong("bad-request", "the form has no part named %s", f.file)
			}
			return nil
		}
		if err != nil {
			return bodyProblem(err)
		}
		if err := f.readPart(u, part, r.ContentLength); err != nil {
			return err
		}
	}
	return wrong("bad-request", "the form has more than %d parts", partsMax)
}

func (f *form) readPart(u *upload, part *multipart.Part, size int64) (err error) {
	name := part.FormName()
	if name == f.file {
		if u.data != nil {
			return wrong("bad-request", "the form has two parts named %s: send one at a time", f.file)
		}
		u.data, err = readMagic(part, f.magic, f.kind, size)
		return err
	}
	if _, ok := f.fields[name]; !ok {
		return wrong("bad-request", "the form has a part named %.40q: want %s, or %s", name, f.file,
			strings.Join(slices.Sorted(maps.Keys(f.fields)), ", "))
	}
	value, err := io.ReadAll(io.LimitReader(part, fieldMax+1))
	if err != nil {
		return bodyProblem(err)
	}
	if len(value) > fieldMax {
		return wrong("too-large", "the part %s: at most %d bytes", name, fieldMax)
	}
	u.fields[name] = string(value)
	return nil
}
