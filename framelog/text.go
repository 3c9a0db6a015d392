package framelog

import (
	"bufio"
	"bytes"
	"compress/flate"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"unicode/utf16"
	"unicode/utf8"
)

// A textReader gives the text of a file as UTF-8: unzipped, without a byte order mark. Latin-1 passes
// through, since it differs in names alone.
type textReader struct {
	*bufio.Reader
	raw      *steadyReader
	zipped   *gzipReader // nil where it is none
	encoding string      // "" for UTF-8
}

func newTextReader(r io.Reader, limits limits) (*textReader, error) {
	t := &textReader{raw: &steadyReader{r: r}}
	b := bufio.NewReaderSize(t.raw, textSize)
	if magic, _ := b.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		z, err := newGzipReader(b, limits.bytes)
		if err != nil {
			return nil, err
		}
		t.zipped = z
		b = bufio.NewReaderSize(&fullReader{r: z}, textSize)
	}
	order, err := t.mark(b)
	if err != nil {
		return nil, err
	}
	t.Reader = b
	if order != nil {
		t.Reader = bufio.NewReaderSize(&fullReader{r: &utf16Reader{r: b, order: order}}, textSize)
	}
	return t, nil
}

const textSize = 1 << 16

// json reports whether the text begins as one of JSON that may hold a record.
func (t *textReader) json() bool {
	head, _ := t.Peek(64)
	head = bytes.TrimSpace(head)
	if rest, ok := bytes.CutPrefix(head, []byte{'['}); ok {
		head = bytes.TrimSpace(rest)
	}
	return bytes.HasPrefix(head, []byte{'{'})
}

// A steadyReader ends a reader that gives nothing and no error for ever.
type steadyReader struct {
	r     io.Reader
	empty int
	n     int64 // bytes given
	end   bool
}

const emptyMax = 100

func (s *steadyReader) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.n += int64(n)
	s.end = s.end || err == io.EOF
	if n > 0 || err != nil || len(p) == 0 {
		s.empty = 0
		return n, err
	}
	if s.empty++; s.empty >= emptyMax {
		return 0, io.ErrNoProgress
	}
	return 0, nil
}

// mark takes the byte order mark, if there is one, and finds UTF-16 without one by its zeros.
func (t *textReader) mark(b *bufio.Reader) (binary.ByteOrder, error) {
	head, err := b.Peek(64)
	if len(head) == 0 && err != nil && err != io.EOF {
		return nil, err
	}
	var order binary.ByteOrder
	skip := 0
	switch {
	case bytes.HasPrefix(head, []byte{0xef, 0xbb, 0xbf}):
		skip = 3
	case bytes.HasPrefix(head, []byte{0xff, 0xfe}):
		order, skip = binary.LittleEndian, 2
	case bytes.HasPrefix(head, []byte{0xfe, 0xff}):
		order, skip = binary.BigEndian, 2
	case zeros(head, 1) && !zeros(head, 0):
		order = binary.LittleEndian
	case zeros(head, 0) && !zeros(head, 1):
		order = binary.BigEndian
	}
	if order != nil {
		t.encoding = "UTF-16"
	}
	_, err = b.Discard(skip)
	return order, err
}

// zeros reports whether every other byte is 0, as in UTF-16 of plain letters.
func zeros(head []byte, from int) bool {
	for i := from; i < len(head); i += 2 {
		if head[i] != 0 {
			return false
		}
	}
	return len(head) >= 8
}

// A fullReader fills what it is given: a short read means that a file is still being written, and
// decoders make short ones for reasons of their own.
type fullReader struct {
	r   io.Reader
	err error // that came behind what was given
}

func (f *fullReader) Read(p []byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	n, err := io.ReadFull(f.r, p)
	if err == io.ErrUnexpectedEOF { // ReadFull's word for the end
		err = io.EOF
	}
	if f.err = err; n > 0 {
		return n, nil
	}
	return 0, err
}

// A utf16Reader turns UTF-16 into UTF-8.
type utf16Reader struct {
	r     io.Reader
	order binary.ByteOrder
	in    [1 << 13]byte
	out   []byte
	kept  int  // bytes of in that are half a unit
	high  rune // the first of a pair, 0 for none
	err   error
}

func (u *utf16Reader) Read(p []byte) (int, error) {
	for len(u.out) == 0 && u.err == nil {
		u.fill()
	}
	n := copy(p, u.out)
	u.out = u.out[n:]
	if n == 0 {
		return 0, u.err
	}
	return n, nil
}

func (u *utf16Reader) fill() {
	n, err := u.r.Read(u.in[u.kept:])
	n += u.kept
	u.err = err
	u.out = u.out[:0]
	i := 0
	for ; i+1 < n; i += 2 {
		c := rune(u.order.Uint16(u.in[i:]))
		if u.high != 0 {
			r := utf16.DecodeRune(u.high, c)
			u.out = utf8.AppendRune(u.out, r)
			if u.high = 0; r != utf8.RuneError {
				continue
			}
		}
		switch {
		case utf16.IsSurrogate(c):
			u.high = c
		default:
			u.out = utf8.AppendRune(u.out, c)
		}
	}
	u.kept = copy(u.in[:], u.in[i:n])
}

// bomb refuses a gzip file that holds too much. Sizes are rounded so that what is said is true.
func bomb(in, out int64) *RefusedError {
	const mega = 1e6
	return &RefusedError{What: fmt.Sprintf("the gzip file holds more than %d MB in %.1f MB of its own, which no log does",
		out/mega, math.Ceil(float64(in)/mega*10)/10), Do: "unpack it first, if it is a log"}
}

// A gzipReader reads a gzip file within a bound, and takes one that ends early for what it has.
type gzipReader struct {
	z     *gzip.Reader
	in    *countReader
	out   int64
	max   int64
	early bool // it ended in the middle
}

func newGzipReader(r io.Reader, limit int64) (*gzipReader, error) {
	in := &countReader{r: bufio.NewReaderSize(r, 1<<16)}
	z, err := gzip.NewReader(in)
	switch {
	case err == io.EOF || err == io.ErrUnexpectedEOF:
		return nil, &RefusedError{What: "a gzip file that ends before its first byte of content",
			Do: "copy it again"}
	case errors.Is(err, gzip.ErrHeader):
		return nil, &RefusedError{What: "a gzip file with a broken head", Do: "copy it again"}
	case err != nil:
		return nil, err
	}
	return &gzipReader{z: z, in: in, max: limit}, nil
}

func (g *gzipReader) Read(p []byte) (int, error) {
	n, err := g.z.Read(p)
	g.out += int64(n)
	if g.out > g.max || g.out > unzippedFree && g.out/unzippedRatio > g.in.n {
		return 0, bomb(g.in.n, g.out)
	}
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, gzip.ErrHeader):
		return n, io.EOF // something else stands behind the content, mostly zeros to fill a block
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrChecksum) || errors.As(err, &corrupt):
		g.early = true
		return n, io.EOF
	}
	return n, err
}

// A countReader counts what was read. It is a ByteReader so that gzip reads no further than it must.
type countReader struct {
	r *bufio.Reader
	n int64
}

func (c *countReader) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *countReader) ReadByte() (byte, error) {
	b, err := c.r.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}
