package prove

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/sim"
)

// A Verdict is what a proof comes to.
type Verdict string

const (
	// Equal: every tick of every run had one state.
	Equal Verdict = "equal"
	// Different: some run had another state at some tick.
	Different Verdict = "different"
	// Vacuous: nothing was proven, for the reason given.
	Vacuous Verdict = "vacuous"
)

// A Report is the result of a proof. As JSON it is what tactus prove --json prints.
type Report struct {
	Game      string      `json:"game"`
	Schedules []Row       `json:"schedules"`
	Compared  Compared    `json:"compared"`
	Verdict   Verdict     `json:"verdict"`
	Reason    string      `json:"reason,omitempty"` // of a vacuous verdict
	First     *Divergence `json:"first,omitempty"`  // the earliest of the rows'
}

// Compared counts what the verdict rests on.
type Compared struct {
	// Ticks is the length of the reference run.
	Ticks int `json:"ticks"`
	// Hashes is the number of state hashes held to the reference's, over all runs.
	Hashes int `json:"hashes"`
}

// A Row is one run.
type Row struct {
	Name       string        `json:"name"`
	Frames     int           `json:"frames"` // 0 where there were none: a run without the engine
	Steps      int           `json:"steps"`
	StepsMin   int64         `json:"steps_per_frame_min"`
	StepsMean  float64       `json:"steps_per_frame_mean"`
	StepsMax   int64         `json:"steps_per_frame_max"`
	Dropped    time.Duration `json:"dropped_ns"` // game time
	Clamped    time.Duration `json:"clamped_ns"` // real time
	Summary    string        `json:"summary"`
	Equal      bool          `json:"equal"`
	Divergence *Divergence   `json:"divergence,omitempty"`
}

// A Divergence is where two runs of one game first differed.
type Divergence struct {
	// Schedule is the run that differed from the reference.
	Schedule string `json:"schedule"`
	// Tick is the first tick that left another state.
	Tick tactus.Tick `json:"tick"`
	// Fields are those that differed, A being the reference's value and B the run's. They are empty
	// where the hash alone differs, since it writes something that is no state.
	Fields []sim.Difference `json:"fields"`
	// Unknown says that the reference's fields at that tick are not known: the run was too long to
	// keep them, and what the game saves does not bring its state back.
	Unknown bool `json:"unknown,omitempty"`
	// Healed says that the states were equal again at the end: comparing only there would miss it.
	Healed bool `json:"healed"`
}

// String says where, what and what to do.
func (d *Divergence) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "first difference at tick %d, under %q", d.Tick, d.Schedule)
	for i, f := range d.Fields {
		if i == fieldsShown {
			fmt.Fprintf(&b, "\n  and %d fields more", len(d.Fields)-i)
			break
		}
		fmt.Fprintf(&b, "\n  %s: %s in the plain run, %s here", f.Name, f.A, f.B)
	}
	switch {
	case d.Unknown:
		b.WriteString("\n  its fields are not known: so far into the run only what Save writes is kept, and Load does not" +
			" bring that state back")
	case len(d.Fields) == 0:
		b.WriteString("\n  no field differs: Hash writes something that is no state, or fields in no fixed order")
	}
	if d.Healed {
		b.WriteString("\n  it healed: the last states are equal again")
	}
	return b.String()
}

const (
	fieldsShown = 8
	othersShown = 3
)

// WriteJSON writes the report as indented JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// WriteText writes the report as a table, then the differences and the verdict.
func (r *Report) WriteText(w io.Writer) error {
	var b bytes.Buffer // which takes everything, so that the one write to w has the one error
	t := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "schedule\tframes\tsteps\tper frame\tdropped\tsummary\tequal")
	for _, row := range r.Schedules {
		frames, per := "-", "-"
		if row.Frames > 0 {
			frames = fmt.Sprint(row.Frames)
			per = fmt.Sprintf("%d/%.2f/%d", row.StepsMin, row.StepsMean, row.StepsMax)
		}
		equal := "yes"
		if !row.Equal {
			equal = "NO"
		}
		fmt.Fprintf(t, "%s\t%s\t%d\t%s\t%s\t%s\t%s\n",
			row.Name, frames, row.Steps, per, row.lost(), row.Summary, equal)
	}
	t.Flush()
	fmt.Fprintf(&b, "\nper frame: steps, min/mean/max\n%d ticks and %d hashes compared\n\n",
		r.Compared.Ticks, r.Compared.Hashes)
	for _, row := range r.Schedules {
		if row.Equal && (row.Dropped > 0 || row.Clamped > 0) {
			fmt.Fprintf(&b, "%q lost time to a cap or the clamp; its ticks match one by one all the same\n", row.Name)
		}
	}
	fmt.Fprintln(&b, r)
	_, err := w.Write(b.Bytes())
	return err
}

// String returns the verdict in a few lines: the earliest difference where there is one, which other
// runs differed, and what that means.
func (r *Report) String() string {
	if r.First == nil {
		return r.conclusion()
	}
	text := r.First.String()
	if others := r.others(); len(others) > 0 {
		text += "\n  also different: " + strings.Join(others, "; ")
	}
	return text + "\n" + r.conclusion()
}

// others names the runs that differed beside the first, the first few of them.
func (r *Report) others() (names []string) {
	more := 0
	for _, row := range r.Schedules {
		switch {
		case row.Divergence == nil || row.Name == r.First.Schedule:
		case len(names) == othersShown:
			more++
		default:
			names = append(names, fmt.Sprintf("%s (tick %d)", row.Name, row.Divergence.Tick))
		}
	}
	if more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return names
}

// lost says what a run lost of its time.
func (row *Row) lost() string {
	switch {
	case row.Dropped == 0 && row.Clamped == 0:
		return "0"
	case row.Clamped == 0:
		return row.Dropped.String()
	case row.Dropped == 0:
		return row.Clamped.String() + " clamped"
	}
	return row.Dropped.String() + " + " + row.Clamped.String() + " clamped"
}

// conclusion is the verdict in one line.
func (r *Report) conclusion() string {
	switch r.Verdict {
	case Equal:
		return "verdict: equal. " + r.Game + " came out the same, tick by tick, under every schedule"
	case Vacuous:
		return "verdict: vacuous. Nothing is proven: " + r.Reason
	}
	return fmt.Sprintf("verdict: different. %s depends on more than its ticks' inputs, from tick %d on",
		r.Game, r.First.Tick)
}
