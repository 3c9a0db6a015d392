package compare

import (
	"math"
	"strconv"
	"strings"
)

// A Condition is a sentence about a metric that is true or not, as "p99 > +5%".
//
//	[sure] METRIC OP [+|-]NUMBER UNIT
//
// OP is >, >=, < or <=. UNIT is %, ms, fps or /min. A number with a sign, and every %, is about the
// difference of the new side to the base; one without is about the figure of the new side itself.
// Blanks may stand between the parts.
//
// It is judged by the figures that a table shows, so that whoever reads the table sees why it holds.
// A sure one holds only where the whole 95 % interval passes: noise seldom makes it hold, and a real
// change may not either. The first is the default since a gate that needs certainty opens by itself
// when there is little data.
type Condition struct {
	Text   string
	Metric Metric
	// Sure is of the whole interval.
	Sure bool

	op         string
	number     float64 // in percent, or in the metric's unit
	unit       string
	difference bool
}

// A ConditionError says where a condition cannot be read.
type ConditionError struct {
	Text string
	// At is the byte at which it cannot, from 0 to the text's length.
	At   int
	What string
}

// Error returns what is wrong, the text, and a line that points at the place.
func (e *ConditionError) Error() string {
	return "tactus: condition: " + e.What + "\n  " + clean(e.Text) + "\n  " + strings.Repeat(" ", e.At) + "^"
}

// clean keeps what is printed one byte wide, so that the pointer stands right.
func clean(text string) string {
	b := []byte(text)
	for i, c := range b {
		if c < ' ' || c > '~' {
			b[i] = '?'
		}
	}
	return string(b)
}

// ParseCondition reads a condition. The error is a *ConditionError.
func ParseCondition(text string) (Condition, error) {
	p := conditionReader{text: text}
	c := Condition{Text: strings.TrimSpace(text)}
	p.blanks()
	word := p.word()
	if strings.EqualFold(word, "sure") {
		c.Sure = true
		p.blanks()
		word = p.word()
	}
	m, err := ParseMetric(word)
	if err != nil {
		what := "no metric stands here: there are " + metricNames
		if word != "" {
			what = strings.TrimPrefix(err.Error(), "tactus: ")
		}
		return c, p.fail(p.at-len(word), what)
	}
	c.Metric = m
	if err := p.operator(&c); err != nil {
		return c, err
	}
	if err := p.value(&c); err != nil {
		return c, err
	}
	p.blanks()
	if p.at < len(text) {
		return c, p.fail(p.at, "this is more than a condition")
	}
	return c, nil
}

type conditionReader struct {
	text string
	at   int
}

func (p *conditionReader) fail(at int, what string) error { return &ConditionError{p.text, at, what} }

func (p *conditionReader) blanks() { p.take(" \t") }

// take reads as many bytes as are in the set.
func (p *conditionReader) take(set string) string {
	from := p.at
	for p.at < len(p.text) && strings.IndexByte(set, p.text[p.at]) >= 0 {
		p.at++
	}
	return p.text[from:p.at]
}

// word reads up to a blank or an operator.
func (p *conditionReader) word() string {
	from := p.at
	for p.at < len(p.text) && strings.IndexByte(" \t<>=", p.text[p.at]) < 0 {
		p.at++
	}
	return p.text[from:p.at]
}

func (p *conditionReader) operator(c *Condition) error {
	p.blanks()
	from := p.at
	switch c.op = p.take("<>="); c.op {
	case ">", ">=", "<", "<=":
		return nil
	}
	return p.fail(from, "want >, >=, < or <=")
}

func (p *conditionReader) value(c *Condition) error {
	p.blanks()
	sign := 1.0
	if p.at < len(p.text) && (p.text[p.at] == '+' || p.text[p.at] == '-') {
		c.difference = true
		if p.text[p.at] == '-' {
			sign = -1
		}
		p.at++
	}
	from := p.at
	v, ok := parseDecimal(p.take("0123456789."), 6)
	if !ok {
		return p.fail(from, "want a number as 5 or 0.5, with at most six decimals")
	}
	c.number = sign * float64(v) / 1e6
	p.blanks()
	return p.unit(c)
}

func (p *conditionReader) unit(c *Condition) error {
	from := p.at
	c.unit = strings.ToLower(strings.TrimRight(p.text[p.at:], " \t"))
	if at := strings.IndexAny(c.unit, " \t"); at >= 0 {
		c.unit = c.unit[:at]
	}
	p.at += len(c.unit)
	want := map[string]string{unitTime: "ms", unitRate: "fps", unitCount: "/min"}[c.Metric.Unit()]
	switch c.unit {
	case "%":
		c.difference = true
	case want:
		if want == "ms" {
			c.number *= 1e6
		}
	case "ms", "fps", "/min":
		return p.fail(from, c.Metric.String()+" is not in "+c.unit+": want "+want+" or %")
	default:
		p.at = from
		return p.fail(from, "want a unit: "+want+" or %")
	}
	return nil
}

// A Held says whether a condition holds, and by which numbers.
type Held struct {
	Condition Condition
	// Name is the new side's.
	Name  string
	Holds bool
	// Judged is false where a sure condition has no interval, or one in percent no base: it does not hold.
	Judged bool
	// Text says it in one line with the numbers.
	Text string
}

// Judge tells whether the condition holds for a comparison. It panics where the comparison lacks the
// metric.
func (c Condition) Judge(of *Comparison) Held {
	for i := range of.Differences {
		if d := &of.Differences[i]; d.Metric == c.Metric {
			return c.judge(of.Name, d)
		}
	}
	panic("tactus: condition " + c.Text + ": the comparison has no " + c.Metric.String())
}

func (c Condition) judge(name string, d *Difference) Held {
	h := Held{Condition: c, Name: name}
	by, write := d.New, c.Metric.Format
	switch {
	case c.unit == "%":
		by = Interval{d.Ratio.Value * 100, d.Ratio.Low * 100, d.Ratio.High * 100}
		write = func(v float64) string { return percentage(v / 100) }
	case c.difference:
		by = d.Change
		write = c.Metric.signed
	}
	known := !math.IsNaN(by.Low)
	ratio := c.unit != "%" || d.Base.Value > 0
	h.Judged = ratio && (known || !c.Sure)
	switch {
	case !ratio:
		h.Text = "not judged: the base is 0, so that no percentage is defined"
		return h
	case !h.Judged:
		h.Text = "not judged: not enough data: " + d.Why
		return h
	case c.Sure:
		h.Holds = c.passes(by.Low) && c.passes(by.High)
	default:
		h.Holds = c.passes(by.Value)
	}
	h.Text = "does not hold: "
	if h.Holds {
		h.Text = "holds: "
	}
	h.Text += c.Metric.String() + " is " + write(by.Value)
	if known {
		h.Text += ", 95 % interval " + write(by.Low) + " to " + write(by.High)
	} else {
		h.Text += ", no interval: " + d.Why
	}
	return h
}

func (c Condition) passes(v float64) bool {
	switch c.op {
	case ">":
		return v > c.number
	case ">=":
		return v >= c.number
	case "<":
		return v < c.number
	}
	return v <= c.number
}

// String returns the condition as ParseCondition reads it.
func (c Condition) String() string {
	number, sign := c.number, ""
	if c.unit == "ms" {
		number /= 1e6
	}
	if c.difference && number >= 0 {
		sign = "+"
	}
	text := c.Metric.String() + " " + c.op + " " + sign + strconv.FormatFloat(number, 'f', -1, 64) + c.unit
	if c.Sure {
		text = "sure " + text
	}
	return text
}
