//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// A smallDisk is a file system of its own in memory.
type smallDisk struct {
	t   *testing.T
	dir string
}

// newSmallDisk makes one of some MiB. It is gone with the test's namespace.
func newSmallDisk(t *testing.T, size int) *smallDisk {
	t.Helper()
	d := &smallDisk{t, t.TempDir()}
	option := fmt.Sprintf("size=%dm", size)
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", option, "tmpfs", d.dir).CombinedOutput(); err != nil {
		t.Fatalf("mount: %v: %s", err, out)
	}
	t.Cleanup(func() {
		// The server may still be ending: what is mounted lazily goes then.
		if out, err := exec.Command("umount", "-l", d.dir).CombinedOutput(); err != nil {
			t.Errorf("umount: %v: %s", err, out)
		}
	})
	return d
}

func (d *smallDisk) store() string { return filepath.Join(d.dir, "store") }

// fill takes all the room that there is, and what becomes free until it is told to stop.
func (d *smallDisk) fill() (free func()) {
	d.t.Helper()
	f, err := os.Create(filepath.Join(d.dir, "filler"))
	if err != nil {
		d.t.Fatal(err)
	}
	over, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for piece := make([]byte, 64<<10); ; {
			for {
				if _, err := f.Write(piece); err != nil {
					break // there is no room: the rest of a piece was written
				}
			}
			select {
			case <-time.After(20 * time.Millisecond):
			case <-over:
				return
			}
		}
	}()
	return func() {
		close(over)
		<-done
		f.Close()
		if err := os.Remove(f.Name()); err != nil {
			d.t.Fatal(err)
		}
	}
}

// diskMiB has room for what ten thousand jobs leave.
const diskMiB = 1024

// fullDisks fills the disk of a server that follows, then of the one that leads the queue, and then of
// two, after which nothing can be accepted. A server whose disk was full takes no part until it is
// started again, which is what an operator does once there is room.
func fullDisks(t *testing.T, e *essay) {
	var disks [3]*smallDisk
	for n := range disks {
		disks[n] = newSmallDisk(t, diskMiB)
	}
	c, a := e.begin(t, layout{store: func(server int) string { return disks[server].store() }})
	harms := [][]int{{1}, {0}, {0, 1}} // 0 is the leader, 1 the next
	for i, part := range e.rounds(len(harms)) {
		which := harms[i%len(harms)]
		c.during(a, part, 8*time.Second, func() {
			_ = pause(t.Context(), e.within(200*time.Millisecond, 1500*time.Millisecond))
			leader := c.leader(busPrefix + "_jobs")
			full := slices.Compact([]int{(leader + which[0]) % 3, (leader + which[len(which)-1]) % 3})
			c.fillDisks(&disks, full, func() {
				t.Logf("the disks of %v are full; server %d leads the queue", full, leader)
				before := a.refusals()
				if _ = pause(t.Context(), 4*time.Second); len(which) == 2 {
					c.until("something is refused", func() bool { return a.refusals() > before })
				}
			})
		})
	}
	c.hold(a, e.want)
	t.Logf("refused while there was no room: %v, tried again by clients: %v", a.refused, a.again)
	if a.clear("503", "507"); a.refusals() == 0 {
		t.Error("nothing was refused, with two of three disks full: this shows nothing")
	}
}

// fillDisks does something while disks of servers are full, and then starts these servers anew.
func (c *cluster) fillDisks(disks *[3]*smallDisk, full []int, do func()) {
	c.t.Helper()
	var frees []func()
	for _, n := range full {
		frees = append(frees, disks[n].fill())
	}
	for _, n := range full {
		c.until(fmt.Sprintf("server %d says that it has no room", n), func() bool {
			return !answers(c.monitor[n] + "/healthz")
		})
	}
	do()
	for _, free := range frees {
		free()
	}
	for _, n := range full {
		c.servers[n].stop()
		c.servers[n].start(c.t)
	}
}
