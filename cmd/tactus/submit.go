package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/client"
)

type submitCommand struct {
	Files     []string      `arg:"" name:"file" help:"Recordings."`
	Server    string        `help:"Address of the service." env:"TACTUS_SERVER" required:"" placeholder:"URL"`
	TokenFile string        `help:"File with the token; without it, the variable TACTUS_TOKEN has it." placeholder:"FILE"`
	Wait      bool          `help:"Wait for the verdicts, and exit with 0 only where all are ok."`
	JSON      bool          `name:"json" help:"Print the result as JSON, a list."`
	Parallel  int           `help:"Files at a time." default:"4"`
	Tries     int           `help:"How often a request that fails is made in all." default:"8"`
	Timeout   time.Duration `help:"End after so long; 0 is never." default:"0s"`
	Challenge string        `help:"Challenge that the recording answers; for one file." placeholder:"TEXT"`
	Player    string        `help:"Who played, as the challenge has it." placeholder:"NAME"`
	Module    string        `help:"Module to run them on, in place of the one that they name." placeholder:"SHA256"`
	Anew      uint32        `name:"run" help:"Counts up where the same recordings are to be judged anew."`
}

// Help is shown below the flags.
func (*submitCommand) Help() string {
	return `Sends recordings to a verification service, such as tactusd. A request that fails in a way that may pass is
made again, after a time that grows. A file that was sent before is not judged twice.

Examples:
  export TACTUS_SERVER=https://verify.example.com TACTUS_TOKEN=tactus_...
  tactus submit game.tactus
  tactus submit --wait --json *.tactus

Exit code: 0 all are taken, with --wait all are ok; 1 one is not; 2 wrong use, or a file that cannot be read.`
}

// A submitted file is one with what became of it.
type submitted struct {
	File    string          `json:"file"`
	Status  string          `json:"status"` // "waiting", "decided", "failed"
	Job     *verify.Digest  `json:"job,omitempty"`
	Verdict *verify.Verdict `json:"verdict,omitempty"`
	Error   string          `json:"error,omitempty"`
	Seconds float64         `json:"seconds"`
}

// good reports whether it is as it was wanted.
func (s *submitted) good(wait bool) bool {
	return s.Error == "" && (!wait || s.Verdict != nil && s.Verdict.Outcome == replay.OK)
}

// Run is called by the flag parser.
func (s *submitCommand) Run(c *console) error {
	job, files, err := s.prepare()
	if err != nil {
		return err
	}
	token, err := s.token(c)
	if err != nil {
		return err
	}
	p := newProgress(c)
	service, err := client.New(client.Config{Address: s.Server, Token: token, Tries: s.Tries})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(c.ctx)
	if s.Timeout > 0 {
		ctx, stop = context.WithTimeout(c.ctx, s.Timeout)
	}
	defer stop()
	results := s.submitAll(ctx, service, job, files, p)
	p.done()
	if s.JSON {
		err = c.writeJSON(results)
	} else {
		err = s.summary(c.stdout, results)
	}
	for i := range results {
		if err == nil && !results[i].good(s.Wait) {
			return errNo
		}
	}
	return err
}

// prepare reads the flags and looks whether the files are there, before anything is sent.
func (s *submitCommand) prepare() (job client.Recording, files []string, err error) {
	job = client.Recording{Challenge: s.Challenge, Player: s.Player, Run: s.Anew}
	switch {
	case s.Parallel < 1 || s.Parallel > 64:
		return job, nil, fmt.Errorf("--parallel %d: want 1 to 64", s.Parallel)
	case s.Tries < 1:
		return job, nil, fmt.Errorf("--tries %d: want 1 or more", s.Tries)
	case s.Timeout < 0:
		return job, nil, fmt.Errorf("--timeout %v: want 0 or more", s.Timeout)
	case s.Challenge != "" && len(s.Files) != 1:
		return job, nil, errors.New("--challenge: a challenge has one answer: name one file")
	}
	if s.Module != "" {
		if job.Module, err = verify.ParseDigest(s.Module); err != nil {
			return job, nil, fmt.Errorf("--module: %w", err)
		}
	}
	for _, name := range s.Files {
		if info, err := os.Stat(name); err != nil {
			return job, nil, err
		} else if !info.Mode().IsRegular() {
			return job, nil, fmt.Errorf("%s: want a file", name)
		}
	}
	return job, s.Files, nil
}

// token reads the token, which is no flag, so that it stands in no list of processes.
func (s *submitCommand) token(c *console) (string, error) {
	token := os.Getenv("TACTUS_TOKEN")
	if s.TokenFile != "" {
		data, err := c.readFile(s.TokenFile)
		if err != nil {
			return "", err
		}
		token = string(data)
	}
	if token = strings.TrimSpace(token); token == "" {
		return "", errors.New("no token: set TACTUS_TOKEN, or name a file with --token-file")
	}
	return token, nil
}

// submitAll sends the files, some at a time. The results are in the order of the files.
func (s *submitCommand) submitAll(ctx context.Context, service *client.Client, job client.Recording, files []string,
	p *progress) []submitted {
	results := make([]submitted, len(files))
	next := make(chan int)
	var mu sync.Mutex
	done, good := 0, 0
	var all sync.WaitGroup
	for range min(s.Parallel, len(files)) {
		all.Go(func() {
			for i := range next {
				results[i] = s.submit(ctx, p.c, service, job, files[i])
				mu.Lock()
				done++
				if results[i].good(s.Wait) {
					good++
				}
				p.show("%d of %d files, %d good", done, len(files), good)
				mu.Unlock()
			}
		})
	}
	for i := range files {
		next <- i
	}
	close(next)
	all.Wait()
	return results
}

// submit sends a file, and waits for its verdict where that is wanted.
func (s *submitCommand) submit(ctx context.Context, c *console, service *client.Client, job client.Recording,
	name string) (r submitted) {
	begun := time.Now()
	r = submitted{File: name, Status: "failed"}
	defer func() { r.Seconds = time.Since(begun).Seconds() }()
	state, err := client.State{}, ctx.Err()
	if err == nil {
		job.Data, err = c.readFile(name)
	}
	if err == nil {
		state, err = service.Submit(ctx, job)
	}
	if err == nil {
		r.Status, r.Job, r.Verdict = "waiting", &state.Job, state.Verdict
		if s.Wait && r.Verdict == nil {
			r.Verdict, err = service.Wait(ctx, state.Job)
		}
	}
	if r.Verdict != nil {
		r.Status = "decided"
	}
	if err != nil {
		r.Error = trimmed(err)
	}
	return r
}

// summary prints a line for each file and one for all.
func (s *submitCommand) summary(w io.Writer, results []submitted) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	counts := map[string]int{}
	for i := range results {
		r := &results[i]
		text, reason := r.Status, r.Error
		if r.Verdict != nil {
			text, reason = string(r.Verdict.Outcome), r.Verdict.Reason
		}
		counts[text]++
		job := "-"
		if r.Job != nil {
			job = r.Job.String()[:12]
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", r.File, text, job, reason)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%d %s", counts[name], name))
	}
	_, err := fmt.Fprintf(w, "%d files: %s\n", len(results), strings.Join(parts, ", "))
	return err
}
