package archtest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A rule looks at the whole repository.
type rule func(*tree) report

// A report is what a rule found. seen counts what it compared (files, packages, links); a report
// that saw nothing is a failure.
type report struct {
	seen     int
	findings []string
}

// add notes a violation: "where: what is wrong: what to do".
func (r *report) add(where, format string, args ...any) {
	r.findings = append(r.findings, where+": "+fmt.Sprintf(format, args...))
}

// err returns nil where the rule looked at something and found nothing.
func (r report) err() error {
	lines := r.findings
	if r.seen == 0 {
		lines = append(slices.Clone(lines), "the rule looked at nothing, so it proves nothing")
	}
	if len(lines) == 0 {
		return nil
	}
	return errors.New(strings.Join(lines, "\n"))
}
