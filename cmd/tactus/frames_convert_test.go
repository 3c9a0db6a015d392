package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
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
	runs[0].stream, runs[0].log.Streams = nil, nil // which no writer takes
	f := framesConvert{As: "json", Out: filepath.Join(dir, "a.json")}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("a log without a stream was written")
			}
		}()
		convertOn(f, runs)
	}()
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left %v", left)
	}
}

func TestConvertIsNotInTheWayOfItselfAfterAKill(t *testing.T) {
	dir := t.TempDir()
	runs := convertRuns(t, filepath.Join(dir, "a.csv"))
	target := filepath.Join(dir, "a.json")
	for _, part := range []string{target + ".part", fmt.Sprintf("%s.%d.part", target, os.Getpid())} {
		if err := os.WriteFile(part, []byte("half"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := convertOn(framesConvert{As: "json", Out: target}, runs); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(target); err != nil || !json.Valid(text) {
		t.Errorf("%v: %q", err, text)
	}
}

const convertTwins = "../../framelog/testdata/twins/"

func TestConvertRefusesASummaryAndConvertsTheRest(t *testing.T) {
	dir := t.TempDir()
	tool := func(args ...string) (int, string, string) {
		var stdout, stderr bytes.Buffer
		code := run(append([]string{"frames", "convert", "--as", "csv"}, args...), strings.NewReader(""), &stdout, &stderr)
		return code, stdout.String(), stderr.String()
	}
	target := filepath.Join(dir, "out.csv")
	for _, out := range []string{"-", target} {
		code, stdout, stderr := tool("-o", out, convertTwins+"Benchmark.txt")
		if code != exitUsage || stdout != "" || !strings.Contains(stderr, "holds figures and no frames") {
			t.Errorf("-o %s: %d, %q, %q", out, code, stdout, stderr)
		}
	}
	for _, name := range []string{"Benchmark.txt", "nvidia-app.csv", "all-equal.csv"} {
		text, err := os.ReadFile(convertTwins + name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	code, stdout, stderr := tool(dir)
	if code != exitGood || !strings.Contains(stdout, "all-equal.tactus.csv: ") ||
		!strings.Contains(stderr, "Benchmark.txt: ") {
		t.Errorf("%d, %q, %q", code, stdout, stderr)
	}
	if parts, _ := filepath.Glob(filepath.Join(dir, "*.part")); len(parts) > 0 {
		t.Errorf("left %v", parts)
	}
}

func TestConvertCompressesWhatEndsInGZ(t *testing.T) {
	dir := t.TempDir()
	target := filepath.Join(dir, "t.json.gz")
	runs := convertRuns(t, filepath.Join(dir, "a.csv"))
	if _, err := convertOn(framesConvert{As: "json", Out: target}, runs); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(target)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	z, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(z); err != nil || !json.Valid(text) {
		t.Errorf("%v: %q", err, text)
	}
}

func TestConvertSaysThatSamplesAreNone(t *testing.T) {
	for name, want := range map[string]string{"mangohud-sampled.csv": "holds samples and not frames",
		"android-framestats.txt": "holds frame LENGTHS", "all-equal.csv": ""} {
		var stdout, stderr bytes.Buffer
		code := run([]string{"frames", "convert", "--as", "csv", "-o", "-", convertTwins + name}, strings.NewReader(""),
			&stdout, &stderr)
		if code != exitGood || !strings.Contains(stderr.String(), want) || (want == "") != (stderr.Len() == 0) {
			t.Errorf("%s: %d, %q", name, code, stderr.String())
		}
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
