package framelog

import (
	"bytes"
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

// A longError ends the reading at a line over the bound.
type longError struct{ lines int } // lines of what was not given out yet, before it

func (*longError) Error() string { return "line too long" }

// next returns the next block, io.EOF after the last. Only the last may lack the end of its line.
func (b *blocks) next() ([]byte, error) {
	if b.done {
		return nil, io.EOF
	}
	buffer := b.buffer()
	n := copy(buffer, b.rest)
	for {
		if n == len(buffer) {
			var err error
			if buffer, n, err = b.grow(buffer); err != nil {
				return nil, err
			}
		}
		k, err := b.r.Read(buffer[n:])
		b.live = k < len(buffer)-n && err == nil
		from := n
		n += k
		b.n += int64(k)
		if b.end == 0 {
			b.end, from = lineEnd(buffer[:n], err == io.EOF || n >= blockSize), 0
		}
		if err == io.EOF {
			b.done, b.rest = true, nil
			if n == 0 {
				return nil, io.EOF
			}
			return b.checked(buffer[:n])
		}
		if err != nil {
			return nil, err
		}
		if b.end == 0 {
			continue
		}
		if i := bytes.LastIndexByte(buffer[from:n], b.end); i >= 0 {
			i += from + 1
			b.rest = append(b.rest[:0], buffer[i:n]...)
			return b.checked(buffer[:i])
		}
	}
}

// grow makes room in a buffer that is full and has no line end, up to the longest line with its end.
func (b *blocks) grow(buffer []byte) ([]byte, int, error) {
	n, most := withoutZeros(buffer), b.max+len("\r\n")
	if n >= most {
		return nil, 0, &longError{}
	}
	if n == len(buffer) {
		buffer = append(buffer, make([]byte, min(n, most-n))...)
	}
	return buffer, n, nil
}

// checked returns a block, or says that one of its lines is over the bound. A block is mostly shorter
// than one line may be.
func (b *blocks) checked(block []byte) ([]byte, error) {
	if len(block) <= b.max {
		return block, nil
	}
	lines := 0
	for rest := block; len(rest) > 0; lines++ {
		line := rest
		if i := bytes.IndexByte(rest, b.end); i >= 0 {
			line, rest = rest[:i], rest[i+1:]
		} else {
			rest = nil
		}
		if len(bytes.TrimSuffix(line, []byte{'\r'})) > b.max {
			return nil, &longError{lines}
		}
	}
	return block, nil
}

// withoutZeros returns how much of a text that has no line end is to be kept: a crash leaves files with
// any number of zero bytes at their end, of which one tells as much.
func withoutZeros(text []byte) int {
	if n := len(bytes.TrimRight(text, "\x00")); n < len(text)/2 {
		return n + 1
	}
	return len(text)
}

// lineEnd returns what ends the lines of a text: a carriage return alone where no line feed comes in the
// first block. It is 0 while that cannot be told; all tells that the text is all of the block.
func lineEnd(text []byte, all bool) byte {
	switch {
	case bytes.IndexByte(text, '\n') >= 0:
		return '\n'
	case all && bytes.IndexByte(text, '\r') >= 0:
		return '\r'
	case len(text) >= blockSize:
		return '\n'
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
