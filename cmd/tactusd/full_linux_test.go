package main

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// smallDisk mounts a disk of so many bytes, which only root can.
func smallDisk(t *testing.T, size string) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skipf("NOT RUN: no disk can be mounted here, so none is full: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	return dir
}

// fillUp writes a file until there is no room for one more byte.
func fillUp(t *testing.T, name string) {
	t.Helper()
	f, err := os.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for chunk := make([]byte, 1<<20); len(chunk) > 0; {
		if _, err := f.Write(chunk); err != nil {
			chunk = chunk[:len(chunk)/2]
		}
	}
}

// TestAFullDiskIsSaidAndNothingThatWasTakenIsLost fills the disk of a service while a client sends, looks
// at its answers, makes room, and sends on.
func TestAFullDiskIsSaidAndNothingThatWasTakenIsLost(t *testing.T) {
	disk := smallDisk(t, "96m")
	ballast := filepath.Join(disk, "ballast")
	data := filepath.Join(disk, "data")
	args := []string{"--tenant-bytes", "16777216", "--queue-bytes", "1048576"}
	p := startProcess(t, data, args...)
	s := &try{t: t, data: data, address: p.address}
	token := s.token("acme")
	all := accepted{jobs: map[verify.Digest]bool{}}
	sent := 0
	send := func() int {
		t.Helper()
		sent++
		got := s.post(token, distinct(t, header(nil), 3000, sent))
		if got.status == http.StatusAccepted || got.status == http.StatusOK {
			var state taken
			if err := json.Unmarshal(got.body, &state); err != nil {
				t.Fatal(err)
			}
			all.jobs[state.Job] = true
		} else if kind := got.problem(); kind != "storage" && kind != "unavailable" {
			t.Errorf("upload %d: status %d: %s", sent, got.status, got.body)
		}
		return got.status
	}
	for range 50 {
		if status := send(); status != http.StatusAccepted {
			t.Fatalf("status %d while there is room", status)
		}
	}
	fillUp(t, ballast)
	refused := map[int]int{}
	for n := 0; n < 400 && refused[507]+refused[503] < 20; n++ {
		refused[send()]++
	}
	t.Logf("on the full disk: %v", refused)
	if refused[507]+refused[503] < 20 {
		t.Errorf("a full disk refuses nothing: %v", refused)
	}
	if got := s.call("", "GET", "/healthz", nil, ""); got.status != http.StatusOK {
		t.Errorf("healthz: %d", got.status)
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	restarted := s.recover(send)
	t.Logf("it recovers by itself: %v", !restarted)
	if restarted {
		p.kill()
		s.address = startProcess(t, data, args...).address
		s.ready()
		if status := send(); status != http.StatusAccepted {
			t.Errorf("status %d after a restart with room", status)
		}
	}
	s.holdTo(token, all.jobs)
	if v := s.verdict(token, s.post(token, distinct(t, header(nil), 100, 1))); v.Outcome != replay.OK {
		t.Errorf("%+v", v)
	}
}

// recover waits until an upload is taken again; true where that needs a restart.
func (s *try) recover(send func() int) (restart bool) {
	s.t.Helper()
	for end := time.Now().Add(patience / 2); time.Now().Before(end); {
		if send() == http.StatusAccepted {
			return false
		}
		<-time.After(200 * time.Millisecond)
	}
	return true
}

