package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"strings"
)

// A build is the values of one build, by series.
type build struct {
	name   string
	values [][]uint64
}

// readBuild reads NAME=FILE; the file must hold every series whole.
func readBuild(arg string) (build, error) {
	cut := strings.LastIndexByte(arg, '=') // names may have one too
	if cut < 0 {
		return build{}, fmt.Errorf("%q: want NAME=FILE", arg)
	}
	name, path := arg[:cut], arg[cut+1:]
	f, err := os.Open(path)
	if err != nil {
		return build{}, err
	}
	defer f.Close()
	b, in := build{name: name}, bufio.NewReader(f)
	for _, s := range allSeries {
		line, err := in.ReadString('\n')
		if err != nil || line != s.name+"\n" {
			return build{}, fmt.Errorf("%s: want the series %s, not %q", path, s.name, line)
		}
		values := make([]uint64, count)
		if err := binary.Read(in, binary.LittleEndian, values); err != nil {
			return build{}, fmt.Errorf("%s: %s: %w", path, s.name, err)
		}
		b.values = append(b.values, values)
	}
	return b, nil
}

// writeTable writes for each series how many values differ from those of the first build.
func writeTable(w io.Writer, args []string) error {
	builds := []build{}
	for _, arg := range args {
		b, err := readBuild(arg)
		if err != nil {
			return err
		}
		builds = append(builds, b)
	}
	fmt.Fprint(w, "| expression |")
	for _, b := range builds[1:] {
		fmt.Fprintf(w, " %s |", b.name)
	}
	fmt.Fprintln(w, "\n|---|"+strings.Repeat("---|", len(builds)-1))
	for i, s := range allSeries {
		fmt.Fprintf(w, "| %s |", s.name)
		for _, b := range builds[1:] {
			fmt.Fprintf(w, " %d |", differing(builds[0].values[i], b.values[i]))
		}
		fmt.Fprintln(w)
	}
	return nil
}

func differing(a, b []uint64) (n int) {
	for i := range a {
		if a[i] != b[i] {
			n++
		}
	}
	return n
}
