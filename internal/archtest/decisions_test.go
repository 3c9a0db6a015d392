//go:build !wasm

package archtest

import (
	"strings"
	"testing"
)

func TestEachDecisionHasAQuestionADateAndAStatus(t *testing.T) { holds(t, decisionRule) }

func TestEachDocumentHasOneTitle(t *testing.T) { holds(t, headingRule) }

const decision = "# Why is time an argument?\n\nDate: 2025-06-01\nStatus: accepted\n\nBecause.\n"

func TestADecisionWithoutItsFormIsCaught(t *testing.T) {
	const page = "docs/decisions/0001-time.md"
	finds(t, decisionRule, sources{
		page:                        decision,
		"docs/decisions/0002-x.md":  strings.Replace(decision, "accepted", "superseded by [0001](0001-time.md)", 1),
		"docs/decisions/0003-y.md":  "# Why?\n\n- **Date:** 2025-06-01\n- **Status:** accepted\n",
		"docs/decisions/README.md":  "# Decisions\n",
		"docs/concepts/no-dates.md": "# Steps\n",
	})
	for _, c := range []struct{ from, to, want string }{
		{"argument?", "argument", `the first heading is not a question: want "# Why ...?"`},
		{"# Why", "## Why", `the first heading is not a question: want "# Why ...?"`},
		{"Date: 2025-06-01", "In June", `below the title there is no line "Date: YYYY-MM-DD"`},
		{"Status: accepted", "Status: maybe",
			`below the title there is no line "Status: accepted" or "Status: superseded by NNNN"`},
		{"Status: accepted", "Status: superseded",
			`below the title there is no line "Status: accepted" or "Status: superseded by NNNN"`},
	} {
		finds(t, decisionRule, sources{page: replaceOnce(t, decision, c.from, c.to)}, page+": "+c.want)
	}
	finds(t, decisionRule, sources{page: decision, "docs/decisions/0001-x.md": decision},
		"docs/decisions/0001-x.md: "+page+" has the same number")
	finds(t, decisionRule, sources{"docs/decisions/Time.md": decision},
		"docs/decisions/Time.md: the name is not NNNN-title.md in lower case")
}

func TestADocumentWithTwoTitlesIsCaught(t *testing.T) {
	const fence = "```"
	finds(t, headingRule, sources{"docs/a.md": "# One\n\n## Two\n" + fence + "sh\n# a comment\n" + fence + "\n"})
	finds(t, headingRule, sources{"docs/a.md": "# One\n\n# Two\n"}, "docs/a.md: 2 headings with a single #: want one")
	finds(t, headingRule, sources{"docs/a.md": "One\n"}, "docs/a.md: 0 headings with a single #: want one")
}

// replaceOnce changes text, and fails where there is nothing to change.
func replaceOnce(t *testing.T, text, from, to string) string {
	t.Helper()
	if !strings.Contains(text, from) {
		t.Fatalf("%q is not in the text", from)
	}
	return strings.Replace(text, from, to, 1)
}
