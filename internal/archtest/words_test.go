//go:build !wasm

package archtest

import "testing"

func TestNoTextHasABannedWord(t *testing.T) { holds(t, wordRule) }

func TestABannedWordIsCaught(t *testing.T) {
	const later, user, users = "TO" + "DO", "/ho" + "me/ann/beat", "C:" + `\Users\ann`
	finds(t, wordRule, sources{
		"a.go":           "package beat // a todo list, https://example.com/home/ann\n",
		"testdata/x.md":  later + "\n",
		"frames/log.csv": users + "\n",
	})
	finds(t, wordRule, sources{"a.go": "package beat\n\n// " + later + ": more\n"},
		`a.go:3: "`+later+`": finish it, or leave it out`)
	finds(t, wordRule, sources{"docs/x.md": "FIX" + "ME\n"},
		`docs/x.md:1: "FIX`+`ME": finish it, or leave it out`)
	finds(t, wordRule, sources{".ci/run": "cd " + user + "\n"},
		`.ci/run:1: "/ho`+`me/a": a path of one machine: write it relative to the root folder`)
	finds(t, wordRule, sources{"x.md": "see " + users + "\n"},
		`x.md:1: "C:\\Us`+`ers\\": a path of one machine: write it relative to the root folder`)
}
