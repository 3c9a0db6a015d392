package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const twins = "../../framelog/testdata/twins/"

// logFolder returns a folder with copies of twins under other names.
func logFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, twin := range files {
		data, err := os.ReadFile(twins + twin)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func contains(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in:\n%s", want, text)
		}
	}
}

func TestAFileOfAFolderThatIsNoLogIsPassedOverAndANamedOneFails(t *testing.T) {
	folder := logFolder(t, map[string]string{
		"a.csv": "thousand-frames.csv", "notes.txt": "prose.txt", ".hidden.csv": "prose.txt",
	})
	code, out, stderr := try(t, "frames", "report", "--table", folder)
	if code != exitGood {
		t.Errorf("exit code %d for a folder with a text in it", code)
	}
	contains(t, out, "a.csv", "1,000")
	contains(t, stderr, "notes.txt:1:", "no numbers")
	if strings.Contains(stderr, "hidden") {
		t.Errorf("a hidden file was read: %s", stderr)
	}
	code, out, _ = try(t, "frames", "report", "--table", folder, filepath.Join(folder, "notes.txt"))
	if code != exitUsage {
		t.Errorf("exit code %d for a text that was named", code)
	}
	contains(t, out, "a.csv")
	folder = logFolder(t, map[string]string{"notes.txt": "prose.txt"})
	if code, _, _ = try(t, "frames", "report", folder); code != exitUsage {
		t.Errorf("exit code %d for a folder without a log", code)
	}
}

func TestPatternsAreExpandedByTheTool(t *testing.T) {
	folder := logFolder(t, map[string]string{
		"run_1.csv": "thousand-frames.csv", "run_2.csv": "few-frames.csv", "other.csv": "prose.txt",
	})
	code, out, stderr := try(t, "frames", "report", "--table", filepath.Join(folder, "run_*.csv"))
	if code != exitGood || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	contains(t, out, "run_1.csv", "run_2.csv")
	code, _, stderr = try(t, "frames", "report", filepath.Join(folder, "none_*.csv"))
	if code != exitUsage {
		t.Errorf("exit code %d for a pattern of nothing", code)
	}
	contains(t, stderr, "none_*.csv: no file has such a name")
}

func TestEachFileIsReadOnce(t *testing.T) {
	folder := logFolder(t, map[string]string{"a.csv": "few-frames.csv"})
	path := filepath.Join(folder, "a.csv")
	names, brought, _, err := expand([]string{path, folder, filepath.Join(folder, "*.csv")})
	if err != nil || !slices.Equal(names, []string{path}) || brought[path] {
		t.Errorf("%v, brought %v, %v", names, brought, err)
	}
}

func TestWhatALogHasNotIsSaid(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--process", "none.exe", twins + "presentmon-1.10-streams.csv"}, "no stream of 'none.exe'; there are: "},
		{[]string{"--scene", "level9", twins + "tactus-frames.csv"}, `has the tag 'level9'; there are: menu, quay, "night"`},
		{[]string{"--scene", "level9", twins + "few-frames.csv"}, "no frame has a tag, so none has 'level9'"},
		{[]string{"--from", "1h", twins + "few-frames.csv"}, "no frame is left of it: from 1h0m0s"},
		{[]string{"--from", "2s", "--to", "1s", twins + "few-frames.csv"}, "--from 2s --to 1s is no part of a log"},
		{[]string{"--side", "display", twins + "few-frames.csv"}, "the log has no display intervals"},
		{[]string{"--column", "none", twins + "few-frames.csv"}, "a column 'none', which --column names; it has '"},
		{[]string{"--low", "worst", twins + "few-frames.csv"}, "--low: low rule \"worst\" is none"},
		{[]string{"--hitch", "5", twins + "few-frames.csv"}, "--hitch:"},
		{[]string{"--slowest", "0", twins + "few-frames.csv"}, "--slowest is 0: want 1 to 1000"},
		{[]string{"--group-by", "9", twins + "few-frames.csv"}, "--group-by 9: the name of "},
		{[]string{"--follow", twins, twins}, "--follow shows the report of one log"},
		{[]string{t.TempDir()}, "a folder without files"},
		{[]string{"gone.csv"}, "gone.csv: no such file or directory"},
		{[]string{twins + "empty.csv"}, "an empty file"},
		{[]string{twins + "screenshot.png"}, "a PNG picture"},
		{[]string{twins + "FrameView_Summary.csv"}, "give the ..._Log.csv of the run"},
	} {
		code, _, stderr := try(t, append([]string{"frames", "report"}, c.args...)...)
		if code != exitUsage {
			t.Errorf("%v: exit code %d", c.args, code)
		}
		contains(t, stderr, c.want)
	}
}

func TestTheStreamThatIsNamedIsTaken(t *testing.T) {
	_, first, _ := try(t, "frames", "report", twins+"presentmon-same-name.csv")
	_, list, _ := strings.Cut(first, "streams, * is that of the figures")
	process := ""
	for line := range strings.Lines(list) {
		if _, rest, ok := strings.Cut(line, ", process "); ok && !strings.HasPrefix(line, "*") {
			process, _, _ = strings.Cut(rest, ",")
		}
	}
	code, out, stderr := try(t, "frames", "report", "--process", process, twins+"presentmon-same-name.csv")
	if code != exitGood {
		t.Fatal(stderr)
	}
	contains(t, out, "process "+process)
	if strings.Contains(first, "stream       Harbour.exe, process "+process) {
		t.Error("the stream was the default already: the test shows nothing")
	}
}

func TestStandardInputIsALog(t *testing.T) {
	data, err := os.ReadFile(twins + "thousand-frames.csv")
	if err != nil {
		t.Fatal(err)
	}
	var out, stderr strings.Builder
	c := &console{ctx: t.Context(), stdin: strings.NewReader(string(data)), stdout: &out, stderr: &stderr}
	if code := runOn(c, []string{"frames", "report", "-"}); code != exitGood {
		t.Fatalf("exit code %d: %s", code, stderr.String())
	}
	contains(t, out.String(), "-: home-made table", "1,000")
}
