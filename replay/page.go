package replay

import (
	"bytes"
	enc "encoding/hex"
	"fmt"
	"html"
	"io"

	"github.com/tactus-go/tactus/sim"
)

func hex(b []byte) string { return enc.EncodeToString(b) }

const pageHead = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Two recordings</title><style>
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem }
table { border-collapse: collapse; margin: 1rem 0 }
th, td { text-align: left; padding: .15rem .8rem; border-bottom: 1px solid #8884; vertical-align: top }
td { font-family: ui-monospace, monospace; overflow-wrap: anywhere }
td:first-child { min-width: 10ch }
h1, th { overflow-wrap: anywhere }
p { white-space: pre-line; overflow-wrap: anywhere }
@media (max-width: 45rem) { th, td { padding: .15rem .3rem; font-size: .8rem } }
.differs td { background: #d932 }
@media (prefers-color-scheme: dark) { body { background: #111; color: #ddd } }
</style></head><body>
`

// WriteHTML writes the comparison as one page that needs nothing else. The names are what the two
// recordings are called.
func (c *Comparison) WriteHTML(w io.Writer, nameA, nameB string) error {
	var b bytes.Buffer
	b.WriteString(pageHead)
	e := html.EscapeString
	fmt.Fprintf(&b, "<h1>%s against %s</h1>\n<p>%s</p>\n", e(nameA), e(nameB), e(c.String()))
	table(&b, "Header", nameA, nameB, c.Headers)
	table(&b, "Fields", nameA, nameB, c.Fields)
	if len(c.Rows) > 0 {
		fmt.Fprintf(&b, "<h2>The last %d ticks</h2>\n<table><tr><th>tick</th><th>input of %s</th><th>input of %s</th>"+
			"<th>hash of %s</th><th>hash of %s</th></tr>\n", len(c.Rows), e(nameA), e(nameB), e(nameA), e(nameB))
	}
	for _, r := range c.Rows {
		class := ""
		if r.HashA != r.HashB || r.InputA != r.InputB {
			class = ` class="differs"`
		}
		fmt.Fprintf(&b, "<tr%s><td>%d</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n",
			class, r.Tick, e(r.InputA), e(r.InputB), e(r.HashA), e(r.HashB))
	}
	if len(c.Rows) > 0 {
		b.WriteString("</table>\n")
	}
	b.WriteString("</body></html>\n")
	_, err := w.Write(b.Bytes())
	return err
}

// table writes differences, nothing where there are none.
func table(b *bytes.Buffer, title, nameA, nameB string, rows []sim.Difference) {
	if len(rows) == 0 {
		return
	}
	e := html.EscapeString
	fmt.Fprintf(b, "<h2>%s</h2>\n<table><tr><th>name</th><th>%s</th><th>%s</th></tr>\n", title, e(nameA), e(nameB))
	for _, d := range rows {
		fmt.Fprintf(b, "<tr><td>%s</td><td>%s</td><td>%s</td></tr>\n", e(d.Name), e(d.A), e(d.B))
	}
	b.WriteString("</table>\n")
}

// String says in a few lines where the two differ.
func (c *Comparison) String() string {
	var b bytes.Buffer
	switch {
	case c.Same:
		fmt.Fprintf(&b, "the same: %d ticks", c.TicksA)
	case c.Tick >= 0:
		fmt.Fprintf(&b, "first different state after tick %d, found with %d probes of chained hashes", c.Tick, c.Probes)
	default:
		b.WriteString(c.Reason)
	}
	if c.Input >= 0 {
		fmt.Fprintf(&b, "\nfirst different input: tick %d", c.Input)
	}
	for i, d := range c.Fields {
		if i == fieldsShown {
			fmt.Fprintf(&b, "\n  and %d fields more", len(c.Fields)-i)
			break
		}
		b.WriteString("\n  " + d.String())
	}
	return b.String()
}
