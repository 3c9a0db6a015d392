package natsbus_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/adapters/natsbus"
	"github.com/tactus-go/tactus/adapters/natsbus/embedded"
)

var (
	kills = flag.Int("kills", 30, "how often the kill test kills the process")
	seed  = flag.Uint64("seed", 1, "seed of the kill test")
)

// childDir names the folder that a child of the kill test serves.
const childDir = "TACTUS_NATSBUS_CHILD_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		if err := serve(dir, os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

var killConfig = natsbus.Config{Lease: time.Second, Attempts: 1000}

// serve is the process that is killed: a server, a bus, submitters and workers. It reads numbers of
// jobs, and writes "accepted N" after a job was submitted, "decided N" after a verdict of its own was
// stored.
func serve(dir string, in io.Reader, out io.Writer) error {
	s, err := embedded.Start(embedded.Config{Dir: dir})
	if err != nil {
		return err
	}
	nc, err := s.Connect()
	if err != nil {
		return err
	}
	b, err := natsbus.Open(context.Background(), nc, killConfig)
	if err != nil {
		return err
	}
	var mu sync.Mutex
	say := func(word string, n int) {
		mu.Lock()
		defer mu.Unlock()
		fmt.Fprintln(out, word, n) // one write, so that a line is whole or not there
	}
	for range 2 {
		go work(context.Background(), b, func(n int) { say("decided", n) })
	}
	numbers := make(chan int)
	for range 4 {
		go func() {
			for n := range numbers {
				j, err := newJob(killTenant(n), n)
				if err == nil {
					_, err = b.Submit(context.Background(), j)
				}
				if err != nil {
					fmt.Fprintln(os.Stderr, "submit:", err)
					os.Exit(1)
				}
				say("accepted", n)
			}
		}()
	}
	say("ready", 0)
	for {
		var n int
		if _, err := fmt.Fscan(in, &n); err != nil {
			return nil // the parent is gone
		}
		numbers <- n
	}
}

func killTenant(n int) string { return []string{"one", "two", "three"}[n%3] }

// work decides jobs, and tells of each verdict of its own that was stored.
func work(ctx context.Context, b *natsbus.Bus, decided func(n int)) {
	for {
		l, err := b.Take(ctx)
		if err != nil {
			return
		}
		own := verdict(int(l.Job.ID[0]))
		own.Worker, own.Attempt = fmt.Sprint("process ", os.Getpid()), l.Attempt
		stored, err := b.Finish(ctx, l, own)
		if err == nil && stored.Attempt == own.Attempt && stored.Worker == own.Worker {
			decided(int(l.Job.Run))
		}
	}
}

// A killed is what the parent knows.
type killed struct {
	accepted, decided map[int]int
	next              int
}

// round starts a process, sends it what was not accepted yet and new numbers, half of them twice, and
// kills it.
func (k *killed) round(t *testing.T, dir string, r *rand.Rand) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childDir+"="+dir)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	k.next += 60
	var numbers strings.Builder
	for n := range k.next {
		for range 1 + n%2 { // half of them twice
			if k.accepted[n] == 0 {
				fmt.Fprintln(&numbers, n)
			}
		}
	}
	after := r.IntN(150)                                    // lines, or
	moment := time.Duration(r.IntN(400)) * time.Millisecond // whichever is first; the start takes some time too
	spin := time.Duration(r.IntN(1000)) * time.Microsecond  // within the work that follows a line
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.WriteString(in, numbers.String()) }() // it may be killed before it has read them
	timer := time.AfterFunc(moment, func() { _ = cmd.Process.Kill() })
	defer timer.Stop()
	lines := bufio.NewScanner(out)
	for count := 0; lines.Scan(); count++ {
		var word string
		var n int
		if _, err := fmt.Sscan(lines.Text(), &word, &n); err != nil {
			t.Fatalf("line %q: %v", lines.Text(), err)
		}
		switch word {
		case "accepted":
			k.accepted[n]++
		case "decided":
			k.decided[n]++
		}
		if count == after {
			time.AfterFunc(spin, func() { _ = cmd.Process.Kill() })
		}
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.Exited() {
		t.Fatalf("the process ended by itself: %v", err)
	}
}

// TestKilledAtAnyMomentAllAcceptedIsDecidedOnce kills the process with the server, the submitters and
// the workers in it again and again, and then compares what was accepted with what is decided.
func TestKilledAtAnyMomentAllAcceptedIsDecidedOnce(t *testing.T) {
	t.Parallel() // with the other long ones: they mostly wait
	t.Logf("%d kills with seed %d", *kills, *seed)
	r := rand.New(rand.NewPCG(*seed, 7))
	dir := t.TempDir()
	k := &killed{accepted: map[int]int{}, decided: map[int]int{}}
	for range *kills {
		k.round(t, dir, r)
	}
	before, told := len(k.accepted), len(k.decided)

	nc := connect(t, start(t, embedded.Config{Dir: dir}))
	b := open(t, nc, killConfig)
	ctx, stop := context.WithCancel(patience(t))
	var workers sync.WaitGroup
	var mu sync.Mutex
	for range 2 {
		workers.Go(func() {
			work(ctx, b, func(n int) {
				mu.Lock()
				defer mu.Unlock()
				k.decided[n]++
			})
		})
	}
	want := map[string]bool{} // all: what was not accepted is sent until it is
	for n := range k.next {
		j, err := newJob(killTenant(n), n)
		if err != nil {
			t.Fatal(err)
		}
		want[j.Tenant+"."+j.ID.String()] = true
		if k.accepted[n] == 0 {
			if _, err := b.Submit(ctx, j); err != nil {
				t.Fatal(err)
			}
		}
		if v, err := b.Wait(ctx, j.Tenant, j.ID); err != nil || v.Job != j.ID || v.Compared.Hashes != int(j.ID[0]) {
			t.Errorf("job %d, accepted %d times: %+v, %v", n, k.accepted[n], v, err)
		}
	}
	for stored(t, nc, "tactus_jobs") > 0 { // a verdict is told of before its job is taken out
		select {
		case <-time.After(10 * time.Millisecond):
		case <-ctx.Done():
			t.Fatalf("%d jobs are left in the queue", stored(t, nc, "tactus_jobs"))
		}
	}
	stop()
	workers.Wait()
	idle(t, b)
	for n, times := range k.decided {
		if times > 1 {
			t.Errorf("job %d was decided %d times", n, times)
		}
	}
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	checkDecided(t, js, want, func(key string) (int, int) { return history(t, nc, key) })
	t.Logf("%d jobs: processes that were killed accepted %d and told of %d verdicts, in %d answers",
		k.next, before, told, total(k.accepted))
	if before < *kills {
		t.Errorf("only %d jobs were accepted in %d rounds: this shows nothing", before, *kills)
	}
}

func total(counts map[int]int) (sum int) {
	for _, n := range counts {
		sum += n
	}
	return sum
}

// checkDecided compares the keys of all records with those that are wanted, each with one verdict.
func checkDecided(t *testing.T, js jetstream.JetStream, want map[string]bool, history func(string) (int, int)) {
	t.Helper()
	kv, err := js.KeyValue(patience(t), "tactus_verdicts")
	if err != nil {
		t.Fatal(err)
	}
	keys, err := kv.Keys(patience(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range keys {
		if !want[key] {
			t.Errorf("%s is decided, and was never accepted", key)
		}
		if verdicts, revisions := history(key); verdicts != 1 {
			t.Errorf("%s has %d verdicts in %d revisions", key, verdicts, revisions)
		}
	}
	if len(keys) != len(want) {
		t.Errorf("%d are decided: want %d", len(keys), len(want))
	}
}
