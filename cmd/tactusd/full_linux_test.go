package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/tactus-go/tactus/verify"
)

// TestAFullDiskIsSaidAndNothingThatWasTakenIsLost fills the disk of a service while jobs wait, looks at
// its answers, makes room, and starts it anew where it ends, as a service manager does.
func TestAFullDiskIsSaidAndNothingThatWasTakenIsLost(t *testing.T) {
	long(t)
	if os.Geteuid() != 0 {
		t.Skip("NOT RUN: only root can mount a disk that is small enough to be full")
	}
	disk := newSmallDisk(t, 96)
	data := disk.store()
	args := []string{"--tenant-bytes", "16777216", "--queue-bytes", "1048576", "--disk-free", "8388608", "--drain", "1s",
		"--workers", "2", "--lease", "1s"}
	p := startProcess(t, data, args...)
	s := &try{t: t, data: data, address: p.address}
	token := s.token("acme")
	all, long := accepted{jobs: map[verify.Digest]bool{}}, still(t, 8_000_000)
	sent := 0
	send := func() int {
		sent++
		return s.sendTo(&all, token, long, sent)
	}
	for range 12 {
		if status := send(); status != http.StatusAccepted {
			t.Fatalf("status %d while there is room", status)
		}
	}
	free := disk.fill()
	<-time.After(diskLookEvery)
	for n := range 10 {
		begun := time.Now()
		if status := send(); status != http.StatusInsufficientStorage || time.Since(begun) > 10*time.Second {
			t.Errorf("upload %d on a full disk: status %d after %v", n, status, time.Since(begun))
		}
	}
	if got := s.call("", "GET", "/healthz", nil, ""); got.status != http.StatusOK {
		t.Errorf("healthz: %d", got.status)
	}
	<-time.After(2 * time.Second) // in which workers want to write
	free()
	ended, restarts := make(chan error, 1), 0
	watch := func() { ended <- p.wait() }
	go watch()
	restart := func() {
		restarts++
		p = startProcess(t, data, args...)
		s.address = p.address
		s.ready()
		go watch()
	}
	for status, end := 0, time.Now().Add(patience); status != http.StatusAccepted; {
		select {
		case err := <-ended:
			t.Logf("it ended by itself when there was room: %v", err)
			restart()
		case <-time.After(200 * time.Millisecond):
		}
		if status = send(); time.Now().After(end) {
			t.Fatalf("status %d a minute after there is room", status)
		}
	}
	for end := time.Now().Add(2 * patience); !s.allDecided(token, all.jobs); {
		select {
		case <-ended: // while jobs were still waiting for their verdicts
			restart()
		case <-time.After(200 * time.Millisecond):
		}
		if time.Now().After(end) {
			t.Fatal("not all jobs are decided two minutes after there is room")
		}
	}
	if restarts == 0 {
		select {
		case <-ended: // a store that is ill ends its service after a while
			restart()
		case <-time.After(4 * diskWatchEvery):
		}
	}
	s.holdTo(token, all.jobs)
	t.Logf("%d jobs were taken, %d restarts", len(all.jobs), restarts)
}

// allDecided reports whether the service is there and has all verdicts.
func (s *try) allDecided(token string, jobs map[verify.Digest]bool) bool {
	for id := range jobs {
		got, err := http.DefaultClient.Do(s.request(token, "GET", "/v1/verdicts/"+id.String(), nil, ""))
		if err != nil {
			return false
		}
		var v taken
		err = json.NewDecoder(got.Body).Decode(&v)
		got.Body.Close()
		if err != nil || v.Status != "decided" {
			return false
		}
	}
	return true
}

// sendTo sends a recording under a number of its own and notes the job; 0 where nobody answers.
func (s *try) sendTo(all *accepted, token string, recording []byte, n int) int {
	s.t.Helper()
	r := s.request(token, "POST", "/v1/recordings", bytes.NewReader(recording), octets)
	r.Header.Set("Tactus-Run", strconv.Itoa(n))
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		return 0
	}
	defer got.Body.Close()
	var state taken
	if err := json.NewDecoder(got.Body).Decode(&state); err == nil && got.StatusCode == http.StatusAccepted {
		all.jobs[state.Job] = true
	}
	return got.StatusCode
}
