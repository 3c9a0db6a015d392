package main

import (
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"html"
	"io"

	"github.com/tactus-go/tactus/framelog/page"
)

//go:embed vendored/uplot/uPlot.iife.min.js
var uplotScript string

//go:embed vendored/uplot/uPlot.min.css
var uplotStyle string

//go:embed vendored/uplot/LICENSE
var uplotLicense string

//go:embed page/frames.js
var pageScript string

//go:embed page/frames.css
var pageStyle string

// writePage writes a picture as one page of HTML that needs nothing else. Its policy lets no request
// out, and runs the two scripts by their hashes alone: whatever a log's texts hold is never run.
func (p *plotPicture) writePage(w io.Writer) error {
	// The encoder escapes <, > and &, so that no text ends the element.
	data, err := json.Marshal(p.series.Page(page.Options{Title: p.title, Kind: p.kind, Log: p.log}))
	if err != nil {
		return err
	}
	style := uplotStyle + "\n" + pageStyle
	policy := "default-src 'none'; base-uri 'none'; form-action 'none'; script-src " + hashOf(uplotScript) + " " +
		hashOf(pageScript) + "; style-src " + hashOf(style)
	_, err = fmt.Fprintf(w, pageText, policy, html.EscapeString(p.heading()), style, uplotLicense, data,
		uplotScript, pageScript)
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
<p id="status" role="status" aria-live="polite"></p>
<noscript><p>This page draws its charts with the scripts that it holds; they are switched off here.</p></noscript>
<script type="application/json" id="data">%s</script>
<script>%s</script>
<script>%s</script>
</body>
</html>
`
