package archtest

import (
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A page is a Markdown file, taken apart by lines: fenced code and the rest.
type page struct {
	path     string
	sections []section // what is before the first heading, then one for each heading
}

// A section is a heading with what is below it, up to the next heading of any depth.
type section struct {
	line    int    // of the heading; 0 for what is before the first
	heading string // with its signs: "## Install"
	prose   []string
	fences  []string // the contents of each fenced block, after its language and a line break
}

// pages returns the Markdown files of the repository, but for those that are test data.
func (t *tree) pages() (all []*page, err error) {
	for _, p := range t.texts {
		if path.Ext(p) != ".md" || slices.Contains(strings.Split(p, "/"), "testdata") {
			continue
		}
		text, err := fs.ReadFile(t.fsys, p)
		if err != nil {
			return nil, err
		}
		all = append(all, parsePage(p, string(text)))
	}
	return all, nil
}

var fenceStart = regexp.MustCompile("^ {0,3}(`{3,}|~{3,})\\s*(\\S*)")

// parsePage splits a page. An unclosed fence reaches to the end, as renderers have it.
func parsePage(p, text string) *page {
	result := &page{path: p, sections: []section{{}}}
	fence, block := "", ""
	for number, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		here := &result.sections[len(result.sections)-1]
		start := fenceStart.FindStringSubmatch(line)
		switch {
		case fence != "" && start != nil && start[2] == "" && strings.HasPrefix(start[1], fence):
			here.fences = append(here.fences, block)
			fence = ""
		case fence != "":
			block += line + "\n"
		case start != nil:
			fence, block = start[1], start[2]+"\n"
		case strings.HasPrefix(line, "#") && strings.HasPrefix(strings.TrimLeft(line, "#"), " "):
			result.sections = append(result.sections, section{line: number + 1, heading: line})
		default:
			here.prose = append(here.prose, line)
		}
	}
	if fence != "" {
		here := &result.sections[len(result.sections)-1]
		here.fences = append(here.fences, block)
	}
	return result
}

var (
	codeSpan   = regexp.MustCompile("`[^`]*`")
	linkTarget = regexp.MustCompile(`\]\(\s*<?([^)\s>]+)>?(?:\s+"[^"]*")?\s*\)`)
	linkDef    = regexp.MustCompile(`^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)>?`)
	htmlTarget = regexp.MustCompile(`\b(?:src|href|srcset)\s*=\s*["']([^"']+)["']`)
	scheme     = regexp.MustCompile(`^([a-z][a-z0-9+.-]*:|//)`)
)

// targets returns the relative link targets of the page, without code.
func (p *page) targets() (all []string) {
	for _, s := range p.sections {
		for _, line := range append([]string{s.heading}, s.prose...) {
			line = codeSpan.ReplaceAllString(line, "")
			for _, pattern := range []*regexp.Regexp{linkTarget, linkDef, htmlTarget} {
				for _, match := range pattern.FindAllStringSubmatch(line, -1) {
					if target := match[1]; !scheme.MatchString(target) && !strings.HasPrefix(target, "#") {
						all = append(all, target)
					}
				}
			}
		}
	}
	return all
}
