//go:build !wasm

package archtest

import "testing"

func TestEveryRelativeLinkLeadsSomewhere(t *testing.T) { holds(t, linkRule) }

func TestADeadLinkIsCaught(t *testing.T) {
	const fence = "```"
	finds(t, linkRule, sources{
		"README.md": "[a](docs/start.md#top) ![b](<docs/b%20c.png>) [c](https://example.com/x) [d](#here) [e](docs)\n" +
			"`[code](gone.md)` [f](docs/start.md \"title\") <img src=\"docs/start.md\"> [m](mailto:a@example.com)\n" +
			fence + "\n[code](gone.md)\n" + fence + "\n[ref]: docs/start.md\n",
		"docs/start.md":   "[up](../README.md)\n",
		"docs/b c.png":    "",
		"testdata/old.md": "[x](gone.md)\n",
	})
	for link, target := range map[string]string{
		"[a](gone.md)": "gone.md", "![a](x.png#b)": "x.png#b", "# [a](gone.md)": "gone.md",
		"[a]: gone.md": "gone.md", "<a href='gone.md'>": "gone.md", "[a](/docs/start.md)": "/docs/start.md",
		"[a](../../README.md)": "../../README.md",
	} {
		finds(t, linkRule, sources{"docs/start.md": link + "\n"},
			"docs/start.md: the link to \""+target+"\" leads nowhere")
	}
}
