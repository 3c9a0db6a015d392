package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/framelog"
	"github.com/tactus-go/tactus/framelog/convert"
)

// convertRuns makes empty logs, as load gives them: what is written is tested beside the writers.
func convertRuns(t *testing.T, paths ...string) (runs []*logRun) {
	t.Helper()
	for _, path := range paths {
		if path != "-" {
			if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte("the log"), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		stream := &framelog.Stream{}
		log := &framelog.Log{Name: path, Streams: []*framelog.Stream{stream}}
		runs = append(runs, &logRun{path: path, log: log, stream: stream})
	}
	return runs
}

func convertOn(f framesConvert, runs []*logRun) (out string, err error) {
	var stdout bytes.Buffer
	c := &console{ctx: context.Background(), stdin: strings.NewReader(""), stdout: &stdout, stderr: io.Discard}
	err = f.convert(c, runs)
	return stdout.String(), err
}

func TestConvertNamesItsFilesAfterTheLogs(t *testing.T) {
	for _, c := range []struct {
		log, as string
		gzip    bool
		want    string
	}{
		{"run.csv", "csv", false, "run.tactus.csv"},
		{"run.csv", "json", false, "run.tactus.json"},
		{"run.csv", "trace", true, "run.trace.json.gz"},
		{"run.csv.gz", "trace", false, "run.trace.json"},
		{"run.tactus.csv", "trace", false, "run.trace.json"},
		{"run.1.hml", "csv", false, "run.1.tactus.csv"},
		{".csv", "csv", false, ".csv.tactus.csv"},
		{"run", "csv", false, "run.tactus.csv"},
	} {
		dir := t.TempDir()
		out, err := convertOn(framesConvert{As: c.as, Gzip: c.gzip}, convertRuns(t, filepath.Join(dir, c.log)))
		if err != nil {
			t.Errorf("%s as %s: %v", c.log, c.as, err)
		}
		if _, err := os.Stat(filepath.Join(dir, c.want)); err != nil || !strings.Contains(out, c.want+": 0 frames from ") {
			t.Errorf("%s as %s: %v, said %q", c.log, c.as, err, out)
		}
		if left, _ := os.ReadDir(dir); len(left) != 2 {
			t.Errorf("%s as %s left %v", c.log, c.as, left)
		}
	}
}

func TestConvertNeverOverwritesALog(t *testing.T) {
	dir := t.TempDir()
	own, other := filepath.Join(dir, "a.tactus.csv"), filepath.Join(dir, "b.csv")
	link := filepath.Join(dir, "link.json")
	runs := convertRuns(t, own, other)
	if err := os.Link(other, link); err != nil {
		t.Fatal(err)
	}
	for name, f := range map[string]framesConvert{
		"by default": {As: "csv"}, "by name": {As: "csv", Out: own}, "by link": {As: "json", Out: link},
		"another's": {As: "json", Out: dir + "/../" + filepath.Base(dir) + "/b.csv"},
	} {
		those := runs[:1]
		if strings.HasSuffix(name, "link") || strings.HasSuffix(name, "another's") {
			those = runs[1:]
		}
		if _, err := convertOn(f, those); err == nil || !strings.Contains(err.Error(), "would overwrite the log") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := convertOn(framesConvert{As: "csv"}, runs); err == nil {
		t.Error("two, one of which would overwrite itself: no error")
	}
	names, _ := os.ReadDir(dir)
	for _, file := range names {
		if text, err := os.ReadFile(filepath.Join(dir, file.Name())); err != nil || string(text) != "the log" {
			t.Errorf("%s: %v, %q", file.Name(), err, text)
		}
	}
	if len(names) != 3 {
		t.Errorf("left %v", names)
	}
}

func TestConvertOfSeveralLogsNeedsAFolder(t *testing.T) {
	dir := t.TempDir()
	runs := convertRuns(t, filepath.Join(dir, "one", "a.csv"), filepath.Join(dir, "two", "b.csv"))
	for _, out := range []string{"-", filepath.Join(dir, "all.json")} {
		if _, err := convertOn(framesConvert{As: "json", Out: out}, runs); err == nil ||
			!strings.Contains(err.Error(), "do not fit") {
			t.Errorf("-o %s: %v", out, err)
		}
	}
	out := filepath.Join(dir, "made", "here") + "/"
	if _, err := convertOn(framesConvert{As: "json", Out: out}, runs); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a.tactus.json", "b.tactus.json"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
	same := convertRuns(t, filepath.Join(dir, "one", "a.csv"), filepath.Join(dir, "two", "a.csv"))
	if _, err := convertOn(framesConvert{As: "csv", Out: out}, same); err == nil ||
		!strings.Contains(err.Error(), "would both become") {
		t.Errorf("two of one name: %v", err)
	}
}

func TestConvertWritesToStandardOutput(t *testing.T) {
	runs := convertRuns(t, "-")
	out, err := convertOn(framesConvert{As: "csv", Out: "-"}, runs)
	if lines := strings.Split(out, "\n"); err != nil || len(lines) != 3 || lines[1] != convert.CSVHeader {
		t.Errorf("%v: %q", err, out)
	}
	packed, err := convertOn(framesConvert{As: "csv", Out: "-", Gzip: true}, runs)
	z, zErr := gzip.NewReader(strings.NewReader(packed))
	if err != nil || zErr != nil {
		t.Fatal(err, zErr)
	}
	if plain, err := io.ReadAll(z); err != nil || string(plain) != out {
		t.Errorf("%v: %q", err, plain)
	}
	if again, _ := convertOn(framesConvert{As: "csv", Out: "-", Gzip: true}, runs); again != packed {
		t.Error("the same log gave other bytes")
	}
	if _, err := convertOn(framesConvert{As: "csv"}, runs); err == nil || !strings.Contains(err.Error(), "-o FILE") {
		t.Errorf("standard input without -o: %v", err)
	}
}

func TestConvertLeavesNoPartOfAFile(t *testing.T) {
	dir := t.TempDir()
	runs := convertRuns(t, filepath.Join(dir, "a.csv"))
	target := filepath.Join(dir, "folder.json")
	f := framesConvert{As: "json", Out: target}
	if err := os.Mkdir(target+".part", 0o777); err != nil { // a part that another run is writing
		t.Fatal(err)
	}
	if _, err := convertOn(f, runs); err == nil {
		t.Error("no error")
	}
	if _, err := os.Stat(target); err == nil {
		t.Error("the file is there")
	}
}

func TestVersionSaysVersionCommitAndGo(t *testing.T) {
	var stdout, stderr bytes.Buffer
	code := run([]string{"--version"}, strings.NewReader(""), &stdout, &stderr)
	words := strings.Fields(stdout.String())
	if code != exitGood || len(words) < 6 || words[0] != "tactus" || !slices.Contains(words, "commit") ||
		!strings.Contains(stdout.String(), " go1.") {
		t.Errorf("%d: %q, %q", code, stdout.String(), stderr.String())
	}
}
