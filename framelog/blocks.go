package framelog

import (
	"bytes"
	"errors"
	"io"
)

// blockSize is read at once: some thousand rows, small enough for a processor's second cache.
const blockSize = 1 << 19

// blocks cuts a text into blocks of whole lines.
type blocks struct {
	r    io.Reader
	end  byte // of a line; 0 until the first is seen
	max  int  // bytes of a line
	rest []byte
	free [][]byte
	live bool // the last read was short: the file may be growing
	done bool
	n    int64
}

var errLong = errors.New("line too long")

// next returns the next block, io.EOF after the last. Only the last may lack the end of its line.
func (b *blocks) next() ([]byte, error) {
	if b.done {
		return nil, io.EOF
	}
	buffer := b.buffer()
	n := copy(buffer, b.rest)
	for {
		if n == len(buffer) {
			if b.end == 0 && n > blockSize { // a line this long is one of no Macintosh of old
				b.end = '\n'
			}
			if n >= b.max {
				return nil, errLong
			}
			buffer = append(buffer, make([]byte, min(n, b.max-n))...)
		}
		k, err := b.r.Read(buffer[n:])
		b.live = k < len(buffer)-n && err == nil
		from := n
		n += k
		b.n += int64(k)
		if b.end == 0 {
			b.end = lineEnd(buffer[:n])
		}
		if err == io.EOF {
			b.done, b.rest = true, nil
			if n == 0 {
				return nil, io.EOF
			}
			return buffer[:n], nil
		}
		if err != nil {
			return nil, err
		}
		if b.end == 0 || n < len(buffer) && !b.live {
			continue
		}
		if i := bytes.LastIndexByte(buffer[from:n], b.end); i >= 0 {
			i += from + 1
			b.rest = append(b.rest[:0], buffer[i:n]...)
			return buffer[:i], nil
		}
	}
}

// lineEnd returns what ends the lines of a text: a carriage return alone where no line feed comes. It is
// 0 while that cannot be told.
func lineEnd(text []byte) byte {
	if bytes.IndexByte(text, '\n') >= 0 {
		return '\n'
	}
	if i := bytes.IndexByte(text, '\r'); i >= 0 && i+1 < len(text) {
		return '\r'
	}
	return 0
}

func (b *blocks) buffer() []byte {
	want := max(blockSize, len(b.rest))
	if k := len(b.free); k > 0 && cap(b.free[k-1]) >= want {
		buffer := b.free[k-1]
		b.free = b.free[:k-1]
		return buffer[:cap(buffer)]
	}
	return make([]byte, want)
}

// recycle takes back a block that nothing needs any more.
func (b *blocks) recycle(block []byte) {
	if cap(block) <= 2*blockSize && len(b.free) < 64 {
		b.free = append(b.free, block)
	}
}
