package main

import (
	"bytes"
	"errors"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"os"
	"time"
)

// What recordings and modules begin with.
const (
	magicRecording = "\x89TMR\r\n\x1a\n"
	magicModule    = "\x00asm\x01\x00\x00\x00"
)

const (
	fieldMax = 8 << 10 // bytes of a field beside the file
	partsMax = 8
)

// A bodyLimit says how long and how slow a body may be.
type bodyLimit struct {
	grace   time.Duration // in which nothing has to come
	minRate int64         // bytes a second after that, on average
}

// A slowReader ends a body that comes too slowly: the connection's deadline moves with what has come.
type slowReader struct {
	io.ReadCloser
	control *http.ResponseController
	begun   time.Time
	limit   bodyLimit
	n       int64
}

// Read reads on, and sets how long the next bytes may take.
func (s *slowReader) Read(p []byte) (int, error) {
	// Where the server has no deadlines, as in a test without a network, there are no slow bodies either.
	_ = s.control.SetReadDeadline(s.begun.Add(s.limit.grace + time.Duration(s.n*int64(time.Second)/s.limit.minRate)))
	n, err := s.ReadCloser.Read(p[:min(len(p), 64<<10)])
	s.n += int64(n)
	return n, err
}

// bound puts the limits of size and speed around a request's body.
func (l bodyLimit) bound(w http.ResponseWriter, r *http.Request, most int64) {
	slow := &slowReader{ReadCloser: r.Body, control: http.NewResponseController(w), begun: time.Now(), limit: l}
	r.Body = http.MaxBytesReader(w, slow, most)
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

// readMagic reads a whole body that begins with what it must begin with. One that does not is refused
// after those few bytes.
func readMagic(r io.Reader, magic, kind string, size int64) ([]byte, error) {
	var out bytes.Buffer
	out.Grow(int(min(max(size, 0)+bytes.MinRead, 1<<20)))
	n, err := io.CopyN(&out, r, int64(len(magic)))
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, bodyProblem(err)
	}
	if n == 0 {
		return nil, wrong("bad-request", "the body is empty")
	}
	if !bytes.Equal(out.Bytes(), []byte(magic)) {
		return nil, wrong("type", "the body does not begin as %s does", kind)
	}
	if _, err := out.ReadFrom(r); err != nil {
		return nil, bodyProblem(err)
	}
	return out.Bytes(), nil
}

// An upload is a recording with what was sent beside it.
type upload struct {
	recording []byte
	fields    map[string]string
}

// uploadFields are the fields beside the recording, and the headers that can take their place.
var uploadFields = map[string]string{"challenge": "Tactus-Challenge", "player": "Tactus-Player",
	"module": "Tactus-Module", "run": "Tactus-Run"}

// readUpload reads a recording from a form or from the body itself. Names of files are not looked at.
func readUpload(r *http.Request) (*upload, error) {
	u := &upload{fields: map[string]string{}}
	for field, header := range uploadFields {
		u.fields[field] = r.Header.Get(header)
	}
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	switch {
	case kind == "multipart/form-data" && err == nil:
		err = u.readForm(r)
	case kind == "application/octet-stream", kind == "application/vnd.tactus.recording":
		u.recording, err = readMagic(r.Body, magicRecording, "a recording", r.ContentLength)
	default:
		err = wrong("type", "want multipart/form-data with a part named recording, or application/octet-stream")
	}
	return u, err
}

func (u *upload) readForm(r *http.Request) error {
	form, err := r.MultipartReader()
	if err != nil {
		return wrong("bad-request", "the form: %v", err)
	}
	for range partsMax {
		part, err := form.NextPart()
		if errors.Is(err, io.EOF) {
			if u.recording == nil {
				return wrong("bad-request", "the form has no part named recording")
			}
			return nil
		}
		if err != nil {
			return bodyProblem(err)
		}
		if err := u.readPart(part, r.ContentLength); err != nil {
			return err
		}
	}
	return wrong("bad-request", "the form has more than %d parts", partsMax)
}

func (u *upload) readPart(part *multipart.Part, size int64) (err error) {
	name := part.FormName()
	if name == "recording" {
		if u.recording != nil {
			return wrong("bad-request", "the form has two recordings: send one at a time")
		}
		u.recording, err = readMagic(part, magicRecording, "a recording", size)
		return err
	}
	if _, ok := uploadFields[name]; !ok {
		return wrong("bad-request", "the form has a part named %.40q: want recording, challenge, player, module or run", name)
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
