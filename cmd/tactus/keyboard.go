package main

import (
	"sync"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/input"
)

// keyDecay is after how long a key counts as let go where the terminal does not tell. A key that is
// held repeats, after a delay of its own, every 30 to 40 ms: so this is long enough to bridge three
// repeats, and short enough that a tap is one.
const keyDecay = 150 * time.Millisecond

// codesMax bounds the codes of a game's keys.
const codesMax = 16

// A keyboard turns a terminal's key events into the loop's. Terminals tell of a key that goes down,
// and over and over while it is held; of one that goes up only where they speak the kitty keyboard
// protocol. Without, a key goes up keyDecay after its last event.
//
// The screen's goroutine presses and releases, the loop's goroutine calls decay.
type keyboard struct {
	push func(input.Event) bool

	mu       sync.Mutex
	releases bool // the terminal tells of keys that go up
	down     [codesMax]bool
	until    [codesMax]tactus.Instant
}

// tells notes that the terminal tells of keys that go up.
func (k *keyboard) tells() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.releases = true
}

// press takes a key's event, a repeat too.
func (k *keyboard) press(code input.Code, at tactus.Instant) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.until[code] = at.Add(keyDecay)
	if !k.down[code] {
		k.down[code] = true
		k.push(input.Event{At: at, Code: code, Kind: input.Press})
	}
}

// release takes a key that goes up.
func (k *keyboard) release(code input.Code, at tactus.Instant) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.releases = true
	if k.down[code] {
		k.down[code] = false
		k.push(input.Event{At: at, Code: code, Kind: input.Release})
	}
}

// decay lets go of the keys whose time is over.
func (k *keyboard) decay(now tactus.Instant, events *input.Buffer) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.releases {
		return
	}
	for code := range k.down {
		if k.down[code] && now >= k.until[code] {
			k.down[code] = false
			events.Push(input.Event{At: k.until[code], Code: input.Code(code), Kind: input.Release})
		}
	}
}

// letGo forgets what is down; the loop's buffer is told by its own means.
func (k *keyboard) letGo() {
	k.mu.Lock()
	defer k.mu.Unlock()
	clear(k.down[:])
}
