package logs

import (
	"github.com/tactus-go/tactus/framelog/compare/record"
	"github.com/tactus-go/tactus/framelog/page"
	"github.com/tactus-go/tactus/framelog/report"
)

// An Answer is what a page shows of an Ask.
type Answer struct {
	Logs       []Log       `json:"logs"`       // of the files, by place
	Plots      *page.Data  `json:"plots"`      // of those that hold frames; nil where none does
	Comparison *Comparison `json:"comparison"` // nil where there are no two logs with frames
}

// A Log is what one file holds.
type Log struct {
	Name string `json:"name"`
	// Problem says why there is no report: one of "large" and "refused", with a sentence that names file
	// and line where there is one.
	Problem string `json:"problem,omitempty"`
	Text    string `json:"text,omitempty"`
	// Report is what tactus frames report --json has of the file; Rows are its figures as that prints
	// them, none of a log without frames.
	Report *report.Report `json:"report,omitempty"`
	Rows   []report.Row   `json:"rows,omitempty"`
	// Streams are those that can be chosen, also where the chosen one gave no report.
	Streams []Stream `json:"streams"`
	// Display says that there are intervals between pictures on the screen, in the log before any cut.
	Display bool `json:"display"`
}

// A Stream can be chosen among those of a log.
type Stream struct {
	Choice string `json:"choice"` // what File.Stream takes
	Name   string `json:"name"`
	Rows   int    `json:"rows"`
	Chosen bool   `json:"chosen"`
}

// A Comparison is what tactus frames compare --json has, and each difference as it prints it.
type Comparison struct {
	*record.Comparison
	Lines []Line `json:"lines"`
	// Problem says why two logs could not be compared; all else is then missing.
	Problem string `json:"problem,omitempty"`
}

// A Line is one metric in words.
type Line struct {
	Metric     string `json:"metric"`
	Label      string `json:"label"`
	Base       string `json:"base"`
	New        string `json:"new"`
	Difference string `json:"difference"`
	Interval   string `json:"interval"` // of the difference, 95 %
	// Verdict is one of those of package compare, and Why what it rests on where that needs words.
	Verdict string `json:"verdict"`
	Why     string `json:"why,omitempty"`
}

// A Progress says how far an answer is.
type Progress struct {
	Part  string `json:"part"` // read, draw or compare
	File  int    `json:"file"` // place of the log that is read
	Done  int64  `json:"done"` // bytes, or resamples
	Total int64  `json:"total"`
	Rows  int    `json:"rows"`
}
