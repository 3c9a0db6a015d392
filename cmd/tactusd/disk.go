package main

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// A disk is where the embedded server keeps everything. Uploads leave some of it free, so that what was
// accepted can be decided: a server that cannot write says nothing, for as long as a client waits.
type disk struct {
	folder string
	leave  int64
	health func() error

	mu     sync.Mutex
	looked time.Time
	full   bool
}

// diskLookEvery is how long the free bytes are believed.
const diskLookEvery = time.Second

// room reports whether there is room for uploads; nil always has some.
func (d *disk) room() bool {
	if d == nil || d.leave == 0 {
		return true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if now := time.Now(); now.Sub(d.looked) >= diskLookEvery {
		d.looked = now
		free, known := freeBytes(d.folder)
		d.full = known && free < d.leave
	}
	return !d.full
}

// diskWatchEvery is how often a server is asked whether it is well.
const diskWatchEvery = 5 * time.Second

// startNeeds is what a store needs to be started anew.
const startNeeds = 16 << 20

// watch returns an error where the server cannot write any more although there is room: only a new start
// helps then, which is the service manager's to do.
func (d *disk) watch(ctx context.Context) error {
	if d == nil {
		return nil
	}
	tick := time.NewTicker(diskWatchEvery)
	defer tick.Stop()
	for ill := false; ; { // once may be a passing thing, as a start is
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil
		}
		if free, known := freeBytes(d.folder); known && free < max(d.leave, startNeeds) {
			continue
		}
		err := d.health()
		if err != nil && ill {
			return fmt.Errorf("tactus: there is room again, and the store has to be started anew: %w", err)
		}
		ill = err != nil
	}
}
