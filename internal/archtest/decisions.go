package archtest

import (
	"path"
	"regexp"
	"slices"
	"strings"
)

const decisionFolder = "docs/decisions"

var (
	decisionName   = regexp.MustCompile(`^(\d{4})-[a-z0-9-]+\.md$`)
	decisionDate   = regexp.MustCompile(`^\W*Date\W+\d{4}-\d{2}-\d{2}\W*$`)
	decisionStatus = regexp.MustCompile(`^\W*Status\W+(accepted|superseded by .*\d{4}.*)\W*$`)
)

// decisionRule checks the form of the pages in docs/decisions: a number of its own, a question as
// the title, the lines Date and Status.
func decisionRule(t *tree) (r report) {
	pages, err := t.pages()
	if err != nil {
		r.add(decisionFolder, "%v", err)
	}
	numbers := map[string]string{}
	for _, p := range pages {
		name := path.Base(p.path)
		if path.Dir(p.path) != decisionFolder || name == "README.md" {
			continue
		}
		r.seen++
		number := decisionName.FindStringSubmatch(name)
		if number == nil {
			r.add(p.path, "the name is not NNNN-title.md in lower case")
			continue
		}
		if other := numbers[number[1]]; other != "" {
			r.add(p.path, "%s has the same number", other)
		}
		numbers[number[1]] = p.path
		checkDecision(&r, p)
	}
	return r
}

func checkDecision(r *report, p *page) {
	if len(p.sections) < 2 || depth(p.sections[1].heading) != 1 || !strings.HasSuffix(p.sections[1].heading, "?") {
		r.add(p.path, "the first heading is not a question: want \"# Why ...?\"")
		return
	}
	if !slices.ContainsFunc(p.sections[1].prose, decisionDate.MatchString) {
		r.add(p.path, "below the title there is no line \"Date: YYYY-MM-DD\"")
	}
	if !slices.ContainsFunc(p.sections[1].prose, decisionStatus.MatchString) {
		r.add(p.path, "below the title there is no line \"Status: accepted\" or \"Status: superseded by NNNN\"")
	}
}

// headingRule checks that each page under docs/ has one title.
func headingRule(t *tree) (r report) {
	pages, err := t.pages()
	if err != nil {
		r.add("docs", "%v", err)
	}
	for _, p := range pages {
		if !strings.HasPrefix(p.path, "docs/") {
			continue
		}
		r.seen++
		titles := 0
		for _, s := range p.sections {
			if depth(s.heading) == 1 {
				titles++
			}
		}
		if titles != 1 {
			r.add(p.path, "%d headings with a single #: want one", titles)
		}
	}
	return r
}
