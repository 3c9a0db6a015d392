package archtest

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

const onePath = "a path of one machine: write it relative to the root folder"

// bannedWords must be in no text that people write. The patterns are put together from pieces, so
// that this file passes.
var bannedWords = []struct {
	pattern *regexp.Regexp
	use     string
}{
	{regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME)\b`), "finish it, or leave it out"},
	{regexp.MustCompile("(^|[\\s\"'`(=:])/(home|Users|root|work)/[\\w.-]"), onePath},
	{regexp.MustCompile(`\b[A-Z]:\\Users\\`), onePath},
}

// writtenTexts are the endings of texts that people write; testdata and the frame-time logs of
// other machines are what they are.
var writtenTexts = []string{".c", ".css", ".go", ".h", ".html", ".js", ".md", ".mod", ".py", ".rs", ".sh",
	".ts", ".work", ".yml"}

// wordRule checks all texts for words and paths that must not be in them.
func wordRule(t *tree) (r report) {
	for _, p := range t.texts {
		if slices.Contains(strings.Split(p, "/"), "testdata") ||
			!slices.Contains(writtenTexts, path.Ext(p)) && !strings.HasPrefix(p, ".ci/") {
			continue
		}
		r.seen++
		text, err := fs.ReadFile(t.fsys, p)
		if err != nil {
			r.add(p, "%v", err)
		}
		number := 0
		for line := range strings.Lines(string(text)) {
			number++
			for _, banned := range bannedWords {
				if word := banned.pattern.FindString(line); word != "" {
					r.add(fmt.Sprintf("%s:%d", p, number), "%q: %s", strings.TrimSpace(word), banned.use)
				}
			}
		}
	}
	return r
}
