package main

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"
)

// A pen is what a character is drawn with. The zero value is the terminal's own text.
type pen uint8

const (
	penText pen = iota
	penDim      // what explains
	penHead     // names
	penGood
	penWarn
	penBad
	penWrong // the body of a lane that goes wrong
	penRight // the body of a lane that goes right
	penGuess // the body of a lane that guesses
	penMark
	pens
)

// inks are the pens' beginning and end as the terminal wants them, taken from lipgloss once, since a
// picture has a hundred strokes. The colours are the sixteen that every theme defines, so that they
// suit light and dark ones; the screen's profile takes them out where there are none.
var inks = func() (inks [pens]struct{ begin, end string }) {
	const probe = "x"
	for p, style := range map[pen]lipgloss.Style{
		penDim:   ink(lipgloss.BrightBlack),
		penHead:  lipgloss.NewStyle().Bold(true),
		penGood:  ink(lipgloss.Green),
		penWarn:  ink(lipgloss.Yellow),
		penBad:   ink(lipgloss.Red).Bold(true),
		penWrong: ink(lipgloss.Red),
		penRight: ink(lipgloss.Green),
		penGuess: ink(lipgloss.Blue),
		penMark:  ink(lipgloss.Cyan),
	} {
		inks[p].begin, inks[p].end, _ = strings.Cut(style.Render(probe), probe)
	}
	return inks
}()

func ink(c color.Color) lipgloss.Style { return lipgloss.NewStyle().Foreground(c) }
