package main

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"
	"io/fs"

	"github.com/tactus-go/tactus/framelog/page"
	"github.com/tactus-go/tactus/lab"
)

//go:embed page/frames.css
var pageStyle string

// pageStart begins the drawing, behind the script that the lab draws with too.
const pageStart = `
window.tactusPlot = drawFrames(document.getElementById("main"),
  JSON.parse(document.getElementById("data").textContent), uPlot);
`

// A pageParts holds the files that a page and the lab share.
type pageParts struct{ uplot, script, style, license string }

// partsOfPage reads them out of the lab's site.
func partsOfPage() pageParts {
	read := func(name string) string {
		text, err := fs.ReadFile(lab.Site(), name)
		if err != nil {
			panic(err) // the site was put together without its charts
		}
		return string(text)
	}
	return pageParts{
		uplot:   read("vendored/uplot/uPlot.iife.min.js"),
		script:  read("js/frameplot.js") + pageStart,
		style:   read("vendored/uplot/uPlot.min.css") + "\n" + pageStyle + read("frameplot.css"),
		license: read("vendored/uplot/LICENSE"),
	}
}

// writePage writes a picture as one page of HTML that needs nothing else. Its policy lets no request
// out, and runs the two scripts by their hashes alone: whatever a log's texts hold is never run.
func (p *plotPicture) writePage(w io.Writer) error {
	// The encoder escapes <, > and &, so that no text ends the element.
	data, err := json.Marshal(p.series.Page(page.Options{Title: p.title, Kind: p.kind, Log: p.log}))
	if err != nil {
		return err
	}
	parts := partsOfPage()
	policy := "default-src 'none'; base-uri 'none'; form-action 'none'; script-src " + hashOf(parts.uplot) + " " +
		hashOf(parts.script) + "; style-src " + hashOf(parts.style)
	_, err = fmt.Fprintf(w, pageText, policy, html.EscapeString(p.heading()), parts.style, parts.license, data,
		parts.uplot, parts.script)
	return err
}

// hashOf names a script or style in a policy.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

const pageText = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="%s">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>%s</style>
</head>
<body>
<!-- The charts are drawn by uPlot 1.6.32, under this licence:
%s-->
<main id="main"></main>
<noscript><p>This page draws its charts with the scripts that it holds; they are switched off here.</p></noscript>
<script type="application/json" id="data">%s</script>
<script>%s</script>
<script type="module">%s</script>
</body>
</html>
`
