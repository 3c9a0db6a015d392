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
	"time"

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

// isFraction reports whether a text is a fraction: no exponents, which would let a few letters ask for a
// number of a gigabyte, and no leading zeros, which big.Rat takes for another base.
func isFraction(text string) bool {
	const digitsMax = 40
	num, den, divided := strings.Cut(strings.TrimPrefix(text, "-"), "/")
	return isWhole(num, digitsMax) && (!divided || den != "0" && isWhole(den, digitsMax))
}

// isWhole reports whether a text is a whole number of up to so many digits, without leading zeros. It is
// no regular expression: those weigh more than all else that the lab's module has of this package.
func isWhole(text string, digitsMax int) bool {
	if text == "" || len(text) > digitsMax || text[0] == '0' && text != "0" {
		return false
	}
	return !strings.ContainsFunc(text, func(r rune) bool { return r < '0' || r > '9' })
}

// UnmarshalJSON reads a fraction from a text or a whole number.
func (f *fraction) UnmarshalJSON(data []byte) error {
	text := strings.Trim(string(data), `"`)
	if !isFraction(text) {
		return fmt.Errorf("%.80s is no fraction: want a text like \"500000000/3\"", data)
	}
	f.Rat, _ = new(big.Rat).SetString(text)
	return nil
}

// rateText and scaleText are rates and scales, written as texts.
type (
	rateText  struct{ tactus.Rate }
	scaleText struct{ tactus.Rate }
)

func (r *rateText) UnmarshalJSON(data []byte) (err error) {
	r.Rate, err = textOf(data, tactus.ParseRate, `a rate as a text, like "60" or "60000/1001"`)
	return err
}

func (s *scaleText) UnmarshalJSON(data []byte) (err error) {
	s.Rate, err = textOf(data, tactus.ParseScale, `a text, like "1/3"`)
	return err
}

func textOf(data []byte, parse func(string) (tactus.Rate, error), want string) (tactus.Rate, error) {
	var text string
	if data[0] != '"' || json.Unmarshal(data, &text) != nil {
		return tactus.Rate{}, fmt.Errorf("%.40s is no text: want %s", data, want)
	}
	return parse(text)
}

// caseJSON is a case as the file has it.
type caseJSON struct {
	Name    string            `json:"name"`
	Rate    rateText          `json:"rate"`
	Options optionsJSON       `json:"options"`
	Frames  []json.RawMessage `json:"frames"`
	Expect  *expectation      `json:"expect"`
}

type optionsJSON struct {
	MaxFrameNs *int64          `json:"maxFrameNs"` // 0 is no clamp
	MaxSteps   json.RawMessage `json:"maxSteps"`   // a number, "auto" or "none"
	Overflow   string          `json:"overflow"`
	Carry      int64           `json:"carry"`
	Scale      scaleText       `json:"scale"`
	Lead       scaleText       `json:"lead"`
	Hysteresis scaleText       `json:"hysteresis"`
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
	if at, err := checkStrict(data); err != nil {
		return nil, fmt.Errorf("%s: line %d: %w", name, 1+bytes.Count(data[:at], []byte("\n")), err)
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("%s: %w", name, plain(err))
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

func (c *caseJSON) parse() (Case, error) {
	config, err := c.Options.config(c.Rate.Rate)
	if err != nil {
		return Case{}, err
	}
	if _, err := tactus.NewStepper(config); err != nil {
		return Case{}, err
	}
	switch {
	case c.Expect == nil || c.Expect.empty():
		return Case{}, errors.New("it expects nothing, so that it would always pass")
	case c.Expect.Last != nil && len(c.Frames) == 0:
		return Case{}, errors.New("it expects a last frame and has none")
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

// empty reports whether nothing is expected.
func (e *expectation) empty() bool {
	for _, f := range e.PerFrame {
		if f != (frameExpectation{}) {
			return false
		}
	}
	return (e.Last == nil || *e.Last == frameExpectation{}) && len(e.FramesBySteps) == 0 && e.Ticks == nil &&
		e.ClampedNs == nil && e.PausedNs == nil && e.DroppedNs == nil && e.Backward == nil && e.RemainderSteps == nil
}

func (o *optionsJSON) config(rate tactus.Rate) (tactus.StepperConfig, error) {
	overflow, ok := overflowNames[o.Overflow]
	if !ok {
		return tactus.StepperConfig{}, fmt.Errorf(
			"options.overflow is %q: want keep-phase, drop-all, carry, catch-up or spread", o.Overflow)
	}
	c := tactus.StepperConfig{Rate: rate, Scale: o.Scale.Rate, Overflow: overflow, CarryMax: o.Carry,
		Lead: o.Lead.Rate, Hysteresis: o.Hysteresis.Rate}
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
			c.Clamp = time.Duration(*ns)
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
	case "scale":
		var scale scaleText
		if len(args) == 1 && json.Unmarshal(args[0], &scale) == nil {
			op.rate = scale.Rate
			return op, op.try()
		}
	case "rate":
		var rate rateText
		if len(args) == 1 && json.Unmarshal(args[0], &rate) == nil {
			op.rate = rate.Rate
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
