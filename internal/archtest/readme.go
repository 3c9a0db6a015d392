package archtest

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// translations lists the pages that say the same in two languages.
var translations = [][2]string{
	{"README.md", "README.zh-CN.md"},
	{"docs/concepts/time.md", "docs/concepts/time.zh-CN.md"},
	{"docs/guides/deterministic-game.md", "docs/guides/deterministic-game.zh-CN.md"},
	{"docs/guides/first-game.md", "docs/guides/first-game.zh-CN.md"},
	{"docs/reference/troubleshooting.md", "docs/reference/troubleshooting.zh-CN.md"},
}

// translationRule compares what needs no translation, section by section: the number and depth of
// headings, the fenced blocks without their comments, and the figures in text and tables. Within a
// section figures may come in another order, as the words around them do.
func translationRule(pairs [][2]string) rule {
	return func(t *tree) (r report) {
		pages, err := t.pages()
		if err != nil {
			r.add("*.md", "%v", err)
		}
		for _, pair := range pairs {
			var both [2]*page
			for i, name := range pair {
				at := slices.IndexFunc(pages, func(p *page) bool { return p.path == name })
				if at < 0 {
					r.add(name, "missing: %s and %s are both needed", pair[0], pair[1])
					continue
				}
				both[i] = pages[at]
			}
			if both[0] != nil && both[1] != nil {
				r.seen++
				compare(&r, both[0], both[1])
			}
		}
		return r
	}
}

func compare(r *report, a, b *page) {
	if len(a.sections) != len(b.sections) {
		r.add(b.path, "%d headings, and %s has %d", len(b.sections)-1, a.path, len(a.sections)-1)
		return
	}
	for i := range a.sections {
		one, other := &a.sections[i], &b.sections[i]
		where := b.path + ":" + strconv.Itoa(max(1, other.line))
		if depth(one.heading) != depth(other.heading) {
			r.add(where, "the heading is of another depth than %q in %s", one.heading, a.path)
		}
		if left, right := commands(one), commands(other); !slices.Equal(left, right) {
			r.add(where, "the fenced blocks differ from those of %s: %q there, %q here", a.path, left, right)
		}
		if left, right := onlyIn(figures(one), figures(other)); len(left)+len(right) > 0 {
			r.add(where, "the figures differ from those of %s: only there %v, only here %v", a.path, left, right)
		}
	}
}

func depth(heading string) int { return len(heading) - len(strings.TrimLeft(heading, "#")) }

var blockComment = regexp.MustCompile(`(^|\s+)(#|//)\s.*$`)

// commands returns the fenced blocks of a section without comments and blank lines.
func commands(s *section) (all []string) {
	for _, block := range s.fences {
		var kept []string
		for _, line := range strings.Split(block, "\n") {
			if line = strings.TrimRight(blockComment.ReplaceAllString(line, ""), " \t"); line != "" {
				kept = append(kept, line)
			}
		}
		all = append(all, strings.Join(kept, "\n"))
	}
	return all
}

var (
	figure    = regexp.MustCompile(`\d+(?:[.,:/_]\d+)*`)
	thousands = regexp.MustCompile(`(\d),(\d{3})`)
)

// figures returns the numbers of a section, sorted, without thousands separators. What is in a link
// target is an address and no figure.
func figures(s *section) (all []string) {
	for _, line := range append([]string{s.heading}, s.prose...) {
		line = htmlTarget.ReplaceAllString(linkDef.ReplaceAllString(linkTarget.ReplaceAllString(line, "]"), ""), "")
		for _, number := range figure.FindAllString(line, -1) {
			for thousands.MatchString(number) {
				number = thousands.ReplaceAllString(number, "$1$2")
			}
			all = append(all, number)
		}
	}
	slices.Sort(all)
	return all
}

// onlyIn takes from each of two sorted lists what the other has too.
func onlyIn(a, b []string) (left, right []string) {
	for len(a) > 0 && len(b) > 0 {
		switch c := strings.Compare(a[0], b[0]); {
		case c < 0:
			left, a = append(left, a[0]), a[1:]
		case c > 0:
			right, b = append(right, b[0]), b[1:]
		default:
			a, b = a[1:], b[1:]
		}
	}
	return append(left, a...), append(right, b...)
}
