// Command floats measures where the same Go source gives different bits. "floats values" writes the
// values of every series as this build computes them; "floats table NAME=FILE..." compares such files
// with the first and writes the table of docs/concepts/why-floats-differ.md. measure.sh does both for
// every build that can run.
package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
)

// count is how many values each series has.
const count = 20_000

func main() {
	if err := command(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "floats:", err)
		os.Exit(2)
	}
}

func command(args []string, w io.Writer) error {
	switch {
	case len(args) == 1 && args[0] == "values":
		return writeValues(w)
	case len(args) > 2 && args[0] == "table":
		return writeTable(w, args[1:])
	}
	return fmt.Errorf("want values, or table NAME=FILE NAME=FILE..., not %q", args)
}

// writeValues writes each series: its name, a line end, and its values, eight bytes each.
func writeValues(w io.Writer) error {
	b := bufio.NewWriter(w)
	for i, s := range allSeries {
		fmt.Fprintln(b, s.name)
		r := rand.New(rand.NewPCG(2026, uint64(i)))
		for range count {
			if err := binary.Write(b, binary.LittleEndian, s.value(r)); err != nil {
				return err
			}
		}
	}
	return b.Flush()
}
