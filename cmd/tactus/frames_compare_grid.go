package main

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// alignTable writes a table with blanks between its columns.
func alignTable(b *strings.Builder, g grid) {
	widths := make([]int, len(g.words))
	for _, row := range g.rows {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell))
		}
	}
	for _, row := range g.rows {
		line := ""
		for i, cell := range row {
			blanks := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
			if g.words[i] {
				line += cell + blanks + "  "
			} else {
				line += blanks + cell + "  "
			}
		}
		fmt.Fprintln(b, strings.TrimRight(line, " "))
	}
}

// markdownTable writes a table as Markdown, its numbers right-aligned.
func markdownTable(b *strings.Builder, g grid) {
	for i, row := range g.rows {
		for _, cell := range row {
			fmt.Fprintf(b, "| %s ", markdownText(cell))
		}
		fmt.Fprintln(b, "|")
		if i > 0 {
			continue
		}
		for _, words := range g.words {
			if words {
				b.WriteString("|---")
			} else {
				b.WriteString("|--:")
			}
		}
		fmt.Fprintln(b, "|")
	}
}

// markdownText keeps a text from being read as Markdown.
func markdownText(text string) string {
	b := &strings.Builder{}
	for _, r := range text {
		if strings.ContainsRune("\\`*_[]<>|#", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}
