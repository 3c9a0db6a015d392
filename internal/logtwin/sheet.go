package logtwin

import "strings"

// A sheet is a text that grows by rows.
type sheet struct {
	text strings.Builder
	// end ends a line, between stands between cells.
	end, between string
}

func newSheet(end, between string) *sheet { return &sheet{end: end, between: between} }

// lines writes lines as they are.
func (s *sheet) lines(lines ...string) {
	for _, l := range lines {
		s.text.WriteString(l)
		s.text.WriteString(s.end)
	}
}

// row writes cells as a line.
func (s *sheet) row(cells ...string) { s.lines(strings.Join(cells, s.between)) }

// open writes the cells of a line that does not end.
func (s *sheet) open(cells ...string) { s.text.WriteString(strings.Join(cells, s.between)) }

func (s *sheet) bytes() []byte { return []byte(s.text.String()) }

const (
	unix    = "\n"
	windows = "\r\n"
	bom     = "\ufeff"
)
