package prove

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/tactus-go/tactus"
)

// casesBytesMax bounds a case file: 64 MiB are millions of frames.
const casesBytesMax = 64 << 20

// A Case is an exact test vector of the stepper: a configuration, frames, and what they must give.
// Vectors are data, so that a port to another language can be held to the same ones.
type Case struct {
	Name   string
	config tactus.StepperConfig
	ops    []operation
	expect expectation
}

// operation is a frame, or a call between frames.
type operation struct {
	kind  string // "frame", "scale", "rate", "pause", "resume", "step"
	value int64  // of frame, in ns, and of step
	rate  tactus.Rate
}

// expectation is what a case says. What it leaves out is not compared.
type expectation struct {
	PerFrame       []frameExpectation `json:"perFrame"`
	Last           *frameExpectation  `json:"last"`
	FramesBySteps  map[string]int64   `json:"framesBySteps"`
	Ticks          *int64             `json:"ticks"`
	ClampedNs      *fraction          `json:"clampedNs"`
	PausedNs       *fraction          `json:"pausedNs"`
	DroppedNs      *fraction          `json:"droppedNs"`
	Backward       *int64             `json:"backward"`
	RemainderSteps *fraction          `json:"remainderSteps"`
}

type frameExpectation struct {
	Steps     *int64    `json:"steps"`
	FirstTick *int64    `json:"firstTick"`
	Alpha     *float64  `json:"alpha"` // to 12 digits
	DroppedNs *fraction `json:"droppedNs"`
}

// fraction is an exact number, written as "500000000/3".
type fraction struct{ *big.Rat }

// UnmarshalJSON reads a fraction from a string or a whole number.
func (f *fraction) UnmarshalJSON(data []byte) error {
	text := strings.Trim(string(data), `"`)
	if len(text) > 80 || strings.ContainsAny(text, "eEpP_x") { // big.Rat would take 1e999999999
		return fmt.Errorf("%.80s is no fraction: want a text like \"500000000/3\"", data)
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return fmt.Errorf("%s is no fraction: want a text like \"500000000/3\"", data)
	}
	f.Rat = r
	return nil
}

// caseJSON is a case as the file has it.
type caseJSON struct {
	Name    string            `json:"name"`
	Rate    tactus.Rate       `json:"rate"`
	Options optionsJSON       `json:"options"`
	Frames  []json.RawMessage `json:"frames"`
	Expect  *expectation      `json:"expect"`
}

type optionsJSON struct {
	MaxFrameNs *int64          `json:"maxFrameNs"` // 0 is no clamp
	MaxSteps   json.RawMessage `json:"maxSteps"`   // a number, "auto" or "none"
	Overflow   string          `json:"overflow"`
	Carry      int64           `json:"carry"`
	Scale      tactus.Rate     `json:"scale"`
	Lead       tactus.Rate     `json:"lead"`
	Hysteresis tactus.Rate     `json:"hysteresis"`
}

var overflowNames = map[string]tactus.Overflow{
	"": tactus.KeepPhase, "keep-phase": tactus.KeepPhase, "drop-all": tactus.DropAll,
	"carry": tactus.Carry, "catch-up": tactus.CatchUp, "spread": tactus.Spread,
}

// ParseCases reads a case file. name is what errors call it. It refuses a file that is no such JSON,
// has fields that it does not know, values out of range, no case, or a case that expects nothing.
func ParseCases(name string, r io.Reader) ([]Case, error) {
	data, err := io.ReadAll(io.LimitReader(r, casesBytesMax+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(data) > casesBytesMax {
		return nil, fmt.Errorf("%s: over 64 MiB: split it", name)
	}
	var file struct {
		About string     `json:"about"`
		Cases []caseJSON `json:"cases"`
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return nil, fmt.Errorf("%s: %s: %w", name, place(data, offset(d, err)), err)
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("%s: %s: text after the end of the object", name, place(data, d.InputOffset()))
	}
	if len(file.Cases) == 0 {
		return nil, fmt.Errorf(`%s: no cases: want {"cases": [...]} with at least one`, name)
	}
	cases := make([]Case, 0, len(file.Cases))
	for i, c := range file.Cases {
		parsed, err := c.parse()
		if err != nil {
			return nil, fmt.Errorf("%s: case %d %q: %w", name, i, c.Name, err)
		}
		cases = append(cases, parsed)
	}
	return cases, nil
}

// offset returns where in the file an error is.
func offset(d *json.Decoder, err error) int64 {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return syntax.Offset
	case errors.As(err, &kind):
		return kind.Offset
	}
	return d.InputOffset()
}

// place says where in a file an offset is.
func place(data []byte, offset int64) string {
	before := data[:min(offset, int64(len(data)))]
	return "line " + strconv.Itoa(1+bytes.Count(before, []byte("\n")))
}

func (c *caseJSON) parse() (Case, error) {
	config, err := c.Options.config(c.Rate)
	if err != nil {
		return Case{}, err
	}
	if _, err := tactus.NewStepper(config); err != nil {
		return Case{}, err
	}
	if c.Expect == nil || c.Expect.empty() {
		return Case{}, errors.New("it expects nothing, so that it would always pass")
	}
	out := Case{Name: c.Name, config: config, expect: *c.Expect}
	for i, raw := range c.Frames {
		op, err := parseOperation(raw)
		if err != nil {
			return Case{}, fmt.Errorf("frames[%d] is %.80s: %w", i, raw, err)
		}
		out.ops = append(out.ops, op)
	}
	return out, nil
}

func (e *expectation) empty() bool {
	return len(e.PerFrame) == 0 && e.Last == nil && len(e.FramesBySteps) == 0 && e.Ticks == nil && e.ClampedNs == nil &&
		e.PausedNs == nil && e.DroppedNs == nil && e.Backward == nil && e.RemainderSteps == nil
}

func (o *optionsJSON) config(rate tactus.Rate) (tactus.StepperConfig, error) {
	overflow, ok := overflowNames[o.Overflow]
	if !ok {
		return tactus.StepperConfig{}, fmt.Errorf(
			"options.overflow is %q: want keep-phase, drop-all, carry, catch-up or spread", o.Overflow)
	}
	c := tactus.StepperConfig{Rate: rate, Scale: o.Scale, Overflow: overflow, CarryMax: o.Carry,
		Lead: o.Lead, Hysteresis: o.Hysteresis}
	switch text := string(o.MaxSteps); text {
	case "", `"auto"`:
	case `"none"`:
		c.Cap = tactus.NoCap
	default:
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			return c, fmt.Errorf(`options.maxSteps is %.40s: want a number over 0, "auto" or "none"`, text)
		}
		c.Cap = n
	}
	if ns := o.MaxFrameNs; ns != nil {
		switch {
		case *ns < 0:
			return c, fmt.Errorf("options.maxFrameNs is %d: want nanoseconds, or 0 for no clamp", *ns)
		case *ns == 0:
			c.Clamp = tactus.NoClamp
		default:
			c.Clamp = duration(*ns)
		}
	}
	return c, nil
}

// parseOperation reads a number of nanoseconds, or [name, argument].
func parseOperation(raw json.RawMessage) (operation, error) {
	var ns int64
	if json.Unmarshal(raw, &ns) == nil {
		return operation{kind: "frame", value: ns}, nil
	}
	const want = `want nanoseconds, ["pause"], ["resume"], ["scale", "1/3"], ["rate", "60"] or ["step", 1]`
	var parts []json.RawMessage
	var op operation
	if json.Unmarshal(raw, &parts) != nil || len(parts) == 0 || json.Unmarshal(parts[0], &op.kind) != nil {
		return op, errors.New(want)
	}
	args := parts[1:]
	switch op.kind {
	case "pause", "resume":
		if len(args) == 0 {
			return op, nil
		}
	case "scale", "rate":
		if len(args) == 1 && json.Unmarshal(args[0], &op.rate) == nil {
			return op, op.try()
		}
	case "step":
		if len(args) == 1 && json.Unmarshal(args[0], &op.value) == nil && op.value >= 1 && op.value <= 1<<20 {
			return op, nil
		}
	}
	return op, errors.New(want)
}

// try says whether the stepper would take the operation's rate or scale.
func (op operation) try() error {
	if op.kind == "rate" {
		return op.rate.Check()
	}
	s, err := tactus.NewStepper(tactus.StepperConfig{Rate: tactus.Hz(1)})
	if err != nil {
		return err
	}
	return s.SetScale(op.rate)
}
