package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"text/tabwriter"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/pace"
)

type benchCommand struct {
	Rounds  int           `help:"Rounds; each figure is the median of them." default:"5"`
	Time    time.Duration `help:"How long a method waits in a round." default:"1s" placeholder:"TIME"`
	Hz      []tactus.Rate `name:"hz" help:"Frame rates to wait at." default:"60,144,240" placeholder:"RATE,..."`
	Only    string        `help:"One part alone: pacing, clocks or paths." enum:",pacing,clocks,paths" default:""`
	Busy    bool          `help:"Compute on every processor meanwhile: what is missed, and how soon it is over."`
	Picture string        `help:"Draw the wake-up errors, as .svg or .png." placeholder:"FILE"`
	JSON    bool          `name:"json" help:"Print the result as JSON."`
}

// Help is the long text of tactus bench --help.
func (*benchCommand) Help() string {
	return `Measures what this machine's timers and clocks can do, and what the engine's own paths cost, each
beside its baseline. Methods are interleaved in rounds and each figure is the median of the rounds, since
machines are shared and noisy: compare within one run, on a machine that does nothing else.

Examples:
  tactus bench
  tactus bench --only pacing --hz 60,240 --rounds 9 --picture pacing.svg
  tactus bench --only pacing --busy
  tactus bench --json > bench.json

An interrupt ends it with the rounds that are whole.

Exit code: 0 measured, 1 interrupted before anything was, 2 wrong use.`
}

const (
	benchRoundsMax = 100
	benchTimeMax   = time.Minute
)

// benchReport is what bench --json prints.
type benchReport struct {
	Machine string        `json:"machine"`
	Date    string        `json:"date"`
	Rounds  int           `json:"rounds"`
	Pacing  []pacingRow   `json:"pacing"`
	Clocks  []clockRow    `json:"clocks"`
	Paths   []pathRow     `json:"paths"`
	Elapsed time.Duration `json:"elapsed_ns"`
}

// pacingRow is one way to wait at one rate.
type pacingRow struct {
	Method     string  `json:"method"`
	Rate       string  `json:"rate"` // exactly
	Hz         float64 `json:"hz"`
	P50        float64 `json:"p50_us"`
	P99        float64 `json:"p99_us"`
	Max        float64 `json:"max_us"`
	CPUPercent float64 `json:"cpu_percent"`  // of one core; -1 where the system does not tell
	Missed     int     `json:"missed"`       // frames, in all rounds
	Recovered  float64 `json:"recovered_us"` // the largest of the rounds; -1 without --busy
	Timer      string  `json:"timer,omitempty"`
}

// Run is called by the flag parser.
func (b *benchCommand) Run(c *console) error {
	if err := b.check(); err != nil {
		return err
	}
	start := time.Now()
	r := benchReport{Machine: machine(), Date: start.Format(time.DateOnly), Rounds: b.Rounds,
		Pacing: []pacingRow{}, Clocks: []clockRow{}, Paths: []pathRow{}}
	p := newProgress(c)
	defer p.done()
	var err error
	if b.wants("pacing") {
		r.Pacing, r.Rounds, err = b.pacing(c, p)
	}
	if err != nil || c.ctx.Err() != nil {
		p.done()
		fmt.Fprintf(c.stderr, "tactus: interrupted after %d of %d rounds\n", r.Rounds, b.Rounds)
		if r.Rounds == 0 {
			return errNo
		}
		return r.write(c, b.JSON)
	}
	if b.wants("clocks") {
		p.show("clocks")
		r.Clocks = measureClocks()
	}
	if b.wants("paths") {
		r.Paths = measurePaths(b.Rounds, func(name string) { p.show("path: %s", name) })
	}
	p.done()
	r.Elapsed = time.Since(start)
	if b.Picture != "" {
		if err := drawPacing(b.Picture, &r); err != nil {
			return err
		}
	}
	return r.write(c, b.JSON)
}

// write prints the report.
func (r *benchReport) write(c *console, asJSON bool) error {
	if asJSON {
		return c.writeJSON(r)
	}
	return r.writeText(c.stdout)
}

func (b *benchCommand) wants(part string) bool { return b.Only == "" || b.Only == part }

func (b *benchCommand) check() error {
	switch {
	case b.Rounds < 1 || b.Rounds > benchRoundsMax:
		return fmt.Errorf("--rounds is %d: want 1 to %d", b.Rounds, benchRoundsMax)
	case b.Time < 10*time.Millisecond || b.Time > benchTimeMax:
		return fmt.Errorf("--time is %v: want 10ms to %v", b.Time, benchTimeMax)
	case b.Picture != "" && !b.wants("pacing"):
		return fmt.Errorf("--picture draws the pacing, which --only %s leaves out", b.Only)
	}
	if len(b.Hz) == 0 {
		return errors.New("--hz is empty: want at least one frame rate")
	}
	for _, hz := range b.Hz {
		if err := hz.Check(); err != nil {
			return flagError("--hz", err)
		}
		if hz.TickAt(b.Time) < 1 {
			return fmt.Errorf("--time is %v: want at least a frame of %s Hz, %v", b.Time, hz, hz.Period())
		}
		if n := hz.TickAt(b.Time); n > pace.MeasureFramesMax {
			return fmt.Errorf("--time is %v: %d frames at %s Hz, and at most %d are kept", b.Time, n, hz, pace.MeasureFramesMax)
		}
	}
	if b.Picture != "" {
		return checkPicture(b.Picture)
	}
	return nil
}

// pacing measures every method at every rate, round by round, so that a noisy moment hits all alike. It
// returns the rows of the whole rounds and their number, fewer than asked for where it is interrupted.
func (b *benchCommand) pacing(c *console, p *progress) ([]pacingRow, int, error) {
	methods := pace.Methods()
	seen := make([][]pace.Measurement, len(methods)*len(b.Hz))
	for round := range b.Rounds {
		for i := range seen {
			method, hz := methods[i%len(methods)], b.Hz[i/len(methods)]
			p.show("round %d of %d: %s at %s Hz", round+1, b.Rounds, method, hz)
			m, err := pace.Measure(c.ctx, pace.MeasureConfig{Method: method, Rate: hz, Duration: b.Time, Busy: b.Busy})
			if err != nil {
				return pacingRows(seen, round), round, err
			}
			seen[i] = append(seen[i], m)
		}
	}
	return pacingRows(seen, b.Rounds), b.Rounds, nil
}

// pacingRows sums up the first rounds of each method and rate.
func pacingRows(seen [][]pace.Measurement, rounds int) []pacingRow {
	if rounds == 0 {
		return []pacingRow{}
	}
	rows := make([]pacingRow, len(seen))
	for i, ms := range seen {
		ms = ms[:rounds]
		rows[i] = pacingRow{Method: ms[0].Method.String(), Rate: ms[0].Rate.String(), Hz: ms[0].Rate.Float(),
			Timer: ms[0].Timer, CPUPercent: -1, Recovered: -1}
		us := func(of func(m *pace.Measurement) time.Duration) float64 {
			return median(ms, func(m *pace.Measurement) float64 { return float64(of(m)) / 1e3 })
		}
		rows[i].P50 = us(func(m *pace.Measurement) time.Duration { return m.P50 })
		rows[i].P99 = us(func(m *pace.Measurement) time.Duration { return m.P99 })
		rows[i].Max = us(func(m *pace.Measurement) time.Duration { return m.Max })
		if ms[0].CPUKnown {
			rows[i].CPUPercent = median(ms, func(m *pace.Measurement) float64 { return m.CPUPercent })
		}
		for _, m := range ms {
			rows[i].Missed += m.Missed
			if m.Busy {
				rows[i].Recovered = max(rows[i].Recovered, float64(m.Recovered)/1e3)
			}
		}
	}
	return rows
}

// writeText writes the tables.
func (r *benchReport) writeText(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "%s, %s, medians of %d rounds\n", r.Machine, r.Date, r.Rounds)
	if len(r.Pacing) > 0 {
		fmt.Fprintln(t, "\nwaiting\thz\tlate p50 us\tp99 us\tmax us\tCPU %\tmissed\tafter us\ttimer")
		for _, p := range r.Pacing {
			cpu := "?"
			if p.CPUPercent >= 0 {
				cpu = fmt.Sprintf("%.2f", p.CPUPercent)
			}
			after := "-"
			if p.Recovered >= 0 {
				after = fmt.Sprintf("%.1f", p.Recovered)
			}
			fmt.Fprintf(t, "%s\t%s\t%.1f\t%.1f\t%.1f\t%s\t%d\t%s\t%s\n",
				p.Method, p.Rate, p.P50, p.P99, p.Max, cpu, p.Missed, after, p.Timer)
		}
	}
	if len(r.Clocks) > 0 {
		fmt.Fprintln(t, "\nclock\tsmallest step ns\ta reading ns\tsteps back")
		for _, c := range r.Clocks {
			fmt.Fprintf(t, "%s\t%d\t%.1f\t%d\n", c.Name, c.Step, c.Cost, c.Backward)
		}
	}
	if len(r.Paths) > 0 {
		fmt.Fprintln(t, "\npath\tns\tallocs\tbaseline\tbaseline ns\tratio")
		for _, p := range r.Paths {
			fmt.Fprintf(t, "%s\t%.1f\t%.0f\t%s\t%.1f\t%.2f\n", p.Name, p.NS, p.Allocs, p.Baseline, p.BaselineNS, p.Ratio)
		}
	}
	return t.Flush()
}

// machine says on what the figures were measured.
func machine() string {
	return fmt.Sprintf("%s/%s, %d CPUs, %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version())
}
