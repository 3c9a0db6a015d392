package page

// A Data is what a page's script draws. Its JSON names, and those of its parts, are what the script
// reads; texts of logs in it are as they were, and no HTML.
type Data struct {
	Title       string    `json:"title"`
	Parts       []string  `json:"parts"`
	Length      float64   `json:"length"` // seconds
	Log         bool      `json:"log"`
	Plain       bool      `json:"plain"` // labels of time axes are numbers
	Usual       float64   `json:"usual"` // ms, the top of an axis that cuts long frames
	Series      []Series  `json:"series"`
	BinRule     string    `json:"binRule"`
	Rows        string    `json:"rows"`
	Edges       []float64 `json:"edges"` // ms
	Percentiles Curve     `json:"percentiles"`
	Steps       []Steps   `json:"steps"`
	StepsMax    int       `json:"stepsMax"`
	Figures     []Figure  `json:"figures"`
}

// A Series is one line.
type Series struct {
	Name      string     `json:"name"`
	Number    int        `json:"number"`
	About     string     `json:"about"`
	Sampled   string     `json:"sampled,omitempty"`
	TimeLabel string     `json:"timeLabel"`
	Counted   bool       `json:"counted"` // the time axis counts samples
	TimeRule  string     `json:"timeRule"`
	HitchRule string     `json:"hitchRule"`
	Data      Frames     `json:"data"`
	Bands     []Band     `json:"bands,omitempty"`
	Hitches   []Hitch    `json:"hitches"` // all that are marked
	Listed    []Hitch    `json:"listed"`  // the longest
	Shares    []*float64 `json:"shares"`  // %, by bin, and 0 at the last edge
	Curve     []*float64 `json:"curve"`   // ms, by percentile
}

// A Band is a stretch with one tag, from and to in seconds.
type Band struct {
	From float64 `json:"from"`
	To   float64 `json:"to"`
	Tag  string  `json:"tag"`
	Kind int     `json:"kind"`
}

// A Hitch is one event; only those that are listed have more than a place.
type Hitch struct {
	At      float64 `json:"at"`                // s
	Length  float64 `json:"length"`            // s
	Longest float64 `json:"longest,omitempty"` // ms
	Frames  int     `json:"frames,omitempty"`
	Over    string  `json:"over,omitempty"`
	Tag     string  `json:"tag,omitempty"`
	Line    int     `json:"line,omitempty"`
}

// A Curve is the axis of all percentile curves.
type Curve struct {
	X    []float64 `json:"x"`
	Log  bool      `json:"log"`
	Rule string    `json:"rule"`
}

// A Steps says how many steps the frames of a log ran, by share of 1 and in words.
type Steps struct {
	Name   string    `json:"name"`
	Number int       `json:"number"`
	Shares []float64 `json:"shares"`
	Words  []string  `json:"words"`
}

// A Figure is a row of the table of figures: a value for each line, and the rule.
type Figure struct {
	Name   string   `json:"name"`
	Values []string `json:"values"`
	Rule   string   `json:"rule"`
}

// A Frames is the frames of a line: numbers in base64, little-endian. Where Shortest
// and Lengths are missing, every number is a frame. Elsewhere it is a bin of frames, and one whose
// longest is 0 is time in which there is none.
type Frames struct {
	Unit     int64  `json:"unit"`    // nanoseconds
	Longest  string `json:"longest"` // 32 bits each
	Shortest string `json:"shortest,omitempty"`
	Lengths  string `json:"lengths,omitempty"` // 64-bit floats, nanoseconds
}
