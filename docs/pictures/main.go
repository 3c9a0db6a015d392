// Draws the pictures of docs/concepts from runs of the engine and of games/jump. It takes the folder
// to write to, ../concepts/pictures where none is given.
package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// folder is where the pictures are kept, seen from this one.
const folder = "../concepts/pictures"

// pictures are all there are, by file name.
var pictures = []struct {
	name string
	draw func() ([]byte, error)
}{
	{"jump.svg", drawJump},
	{"steps.svg", drawSteps},
	{"alpha.svg", drawAlpha},
	{"position.svg", drawPosition},
	{"spiral.svg", drawSpiral},
	{"jitter.svg", drawJitter},
	{"beat.svg", drawBeat},
}

func main() {
	to := folder
	if len(os.Args) > 1 {
		to = os.Args[1]
	}
	for _, p := range pictures {
		text, err := p.draw()
		if err == nil {
			err = os.WriteFile(filepath.Join(to, p.name), text, 0o644)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
