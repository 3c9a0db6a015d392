package page

// Options are what a page shows; the zero value is all of it.
type Options struct {
	Title string // "" is [Lines.Title]
	Kind  string // time, distribution, percentiles or steps alone; "" and "all" are all
	Log   bool   // frame times are on a logarithmic scale at first
}

// curvePoints is how finely a percentile curve is cut.
const curvePoints = 800

// Page returns what a page's script draws of the lines, of which there is at least one.
func (all Lines) Page(o Options) *Data {
	bins := all.Bins()
	d := &Data{Title: all.Title(), Length: all.Length().Seconds(), BinRule: all.BinRule(bins), StepsMax: StepsMax,
		Percentiles: Curve{Log: o.Log || all.Spread(), Rule: all.PercentileRule()}, Steps: []Steps{}}
	if o.Title != "" {
		d.Title = Plain(o.Title)
	}
	d.Rows, d.Plain = all.Rows(), d.Length < 600 || all.Numbered()
	d.Log, d.Usual = o.Log, all.Top()
	for _, k := range []string{"time", "distribution", "percentiles", "steps"} {
		if o.Kind == "" || o.Kind == "all" || o.Kind == k {
			d.Parts = append(d.Parts, k)
		}
	}
	for i := range bins.Count + 1 {
		d.Edges = append(d.Edges, inMillis(bins.Edge(i)))
	}
	end := all.PercentileEnd()
	for k := range curvePoints + 1 {
		d.Percentiles.X = append(d.Percentiles.X, end*float64(k)/curvePoints)
	}
	for i, l := range all {
		s := l.series(bins, d.Percentiles.X)
		s.TimeRule, s.TimeLabel = l.TimeRule(i == 0, false), l.TimeLabel(all.Length())
		d.Series = append(d.Series, s)
	}
	for _, l := range all.WithEngine() {
		d.Steps = append(d.Steps, newSteps(l))
	}
	d.Figures = all.figures()
	return d
}

func (l *Line) series(b Bins, xs []float64) Series {
	out := Series{Name: l.Name, Number: l.Number, About: l.About(), Data: l.pack(), HitchRule: l.hitchWords(),
		Counted: l.counted()}
	if l.Sampled() {
		out.Sampled = SampledWords
	}
	for _, s := range l.Stretches {
		out.Bands = append(out.Bands, Band{s.From.Seconds(), s.To.Seconds(), Plain(s.Tag), s.Kind})
	}
	shares, _, _ := b.Shares(l)
	for _, v := range shares {
		percent := 100 * v
		out.Shares = append(out.Shares, &percent)
	}
	none := 0.0 // at the last edge, so that the last bin is as wide as the others
	out.Shares = append(out.Shares, &none)
	out.Curve = l.curve(xs)
	out.Hitches, out.Listed = l.pageHitches()
	return out
}
