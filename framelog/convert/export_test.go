package convert

import (
	"io"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

// A Made is a stream made by a test, with values that no reader would let through.
type Made struct {
	Frames  []framelog.Frame
	Engines []framelog.Engine // none, or one a frame
	Source  string
	Stream  string
	Side    framelog.Side
	Hitch   time.Duration
}

func (m *Made) Len() int                     { return len(m.Frames) }
func (m *Made) Frame(i int) framelog.Frame   { return m.Frames[i] }
func (m *Made) Engine(i int) framelog.Engine { return m.Engines[i] }

func (m *Made) table() *table {
	t := &table{rows: m, side: m.Side, engine: len(m.Engines) > 0, hitch: m.Hitch, display: true, clock: true}
	for _, f := range m.Frames {
		t.scene = t.scene || f.Tag != ""
	}
	if t.hitch == 0 {
		t.hitch = HitchDefault
	}
	t.about = about{source: m.Source, format: "made", column: "made", unit: "ms", stream: m.Stream,
		side: m.Side.String(), tool: "a test"}
	return t
}

func (m *Made) CSV(w io.Writer) error   { return m.table().csv(w) }
func (m *Made) JSON(w io.Writer) error  { return m.table().json(w) }
func (m *Made) Trace(w io.Writer) error { return m.table().trace(w) }
