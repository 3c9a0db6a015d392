//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// pipe makes a named pipe. Whoever still waits for its other end is let go when the test is over.
func pipe(t *testing.T, name string) string {
	t.Helper()
	name = filepath.Join(t.TempDir(), name)
	if err := syscall.Mkfifo(name, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if f, err := os.OpenFile(name, os.O_RDWR|syscall.O_NONBLOCK, 0); err == nil {
			f.Close()
		}
	})
	return name
}

// feed writes a file's bytes into a pipe, once somebody reads it, as a shell's <(cat file) does.
func feed(t *testing.T, name, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	fed := pipe(t, name)
	go func() {
		if f, err := os.OpenFile(fed, os.O_WRONLY, 0); err == nil {
			f.Write(data)
			f.Close()
		}
	}()
	return fed
}

// readers are command lines with a file in each place where one is read: FILE.
func readers(t *testing.T) [][]string {
	module := moduleFile(t, nil)
	return [][]string{
		{"prove", "--cases", "FILE"},
		{"prove", "mergeisland", "--config", "FILE"},
		{"prove", module, "--config", "FILE"},
		{"prove", module, "--input", "FILE"},
		{"prove", kept + "reference.tactus", "--module", "FILE"},
		{"prove", "FILE"},
		{"run", "mergeisland", "--config", "FILE"},
		{"replay", "info", "FILE"},
		{"replay", "diff", kept + "reference.tactus", "FILE"},
		{"replay", "trim", "FILE", "-o", filepath.Join(t.TempDir(), "new.tactus")},
		{"frames", "report", "FILE"},
		{"frames", "report", "--follow", "FILE"},
		{"frames", "compare", "FILE", "../../framelog/testdata/none.csv"},
		{"frames", "plot", "FILE", "-o", filepath.Join(t.TempDir(), "new.svg")},
		{"frames", "convert", "--as", "csv", "FILE", "-o", filepath.Join(t.TempDir(), "new.csv")},
	}
}

func TestAPipeThatNobodyWritesToIsGivenUpWhenInterrupted(t *testing.T) {
	withoutNode(t)
	ctx, stop := context.WithCancel(t.Context())
	stop()
	for _, name := range []string{"pipe", "pipe.tactus", "pipe.wasm"} {
		for _, args := range readers(t) {
			for i := range args {
				if args[i] == "FILE" {
					args[i] = pipe(t, name)
				}
			}
			var stdout, stderr bytes.Buffer
			code := make(chan int, 1)
			go func() {
				code <- runOn(&console{ctx: ctx, stdin: strings.NewReader(""), stdout: &stdout, stderr: &stderr}, args)
			}()
			select {
			case got := <-code:
				interrupted := strings.Contains(stderr.String(), "tactus: interrupted\n")
				if got != exitNo || !interrupted && !strings.Contains(stderr.String(), "no figures yet") {
					t.Errorf("%q: exit %d, %s%s", args, got, &stdout, &stderr)
				}
			case <-time.After(30 * time.Second):
				t.Fatalf("%q still waits", args)
			}
		}
	}
}

func TestAPipeThatNeverGivesIsGivenUpWhenInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	name := pipe(t, "pipe")
	silent, err := os.OpenFile(name, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	r, err := (&console{ctx: ctx}).open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	stop()
	if _, err := io.ReadAll(r); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func TestStandardInputThatNeverGivesIsGivenUpWhenInterrupted(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	stdin, out := io.Pipe()
	defer out.Close()
	var stderr bytes.Buffer
	code := runOn(&console{ctx: ctx, stdin: stdin, stdout: io.Discard, stderr: &stderr}, []string{"frames", "report", "-"})
	if code != exitNo || stderr.String() != "tactus: interrupted\n" {
		t.Errorf("exit %d: %s", code, &stderr)
	}
}

func TestAPipeIsReadAsTheFileThatComesThroughIt(t *testing.T) {
	withoutNode(t)
	config, inputs := "../../games/mergeisland/merge-island.json", writeFile(t, "inputs", strings.Repeat("01\n", 100))
	log := writeFile(t, "log.csv", "frametime_ms\n"+strings.Repeat("16.7\n", 100))
	module := moduleFile(t, nil)
	for _, c := range []struct {
		file string
		args []string
	}{
		{handedCases, []string{"prove", "--cases", "FILE"}},
		{config, []string{"prove", "mergeisland", "--config", "FILE"}},
		{config, []string{"run", "mergeisland", "--plain", "--config", "FILE",
			"--record", filepath.Join(t.TempDir(), "new.tactus")}},
		{inputs, []string{"prove", module, "--input", "FILE"}},
		{kept + "reference.tactus", []string{"replay", "info", "FILE"}},
		{log, []string{"frames", "report", "FILE"}},
	} {
		var said [2]string
		for i, file := range []string{c.file, feed(t, filepath.Base(c.file), c.file)} {
			args := append([]string{}, c.args...)
			for k := range args {
				args[k] = strings.Replace(args[k], "FILE", file, 1)
				if i == 1 {
					args[k] = strings.Replace(args[k], "new.tactus", "piped.tactus", 1)
				}
			}
			code, out, stderr := try(t, args...)
			if code != exitGood {
				t.Errorf("%q: exit %d, %s%s", args, code, out, stderr)
			}
			said[i] = strings.ReplaceAll(out, file, "FILE")
		}
		if said[0] != said[1] {
			t.Errorf("%q: another answer through a pipe:\n%s\n%s", c.args, said[0], said[1])
		}
	}
}

func TestFollowOfANamedPipeEndsWithItsWriter(t *testing.T) {
	log := writeFile(t, "log.csv", "frametime_ms\n"+strings.Repeat("16.7\n", 100))
	code, out, stderr := tryOn(t.Context(), "frames", "report", "--follow", feed(t, "log.csv", log))
	if code != exitGood || !strings.Contains(out, "100 frames") {
		t.Errorf("exit %d: %s%s", code, out, stderr)
	}
}
