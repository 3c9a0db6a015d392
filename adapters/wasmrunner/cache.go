package wasmrunner

import (
	"slices"
	"sync"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/verify"
)

// A moduleKey names modules that are ready for the same recordings. The tenant is in it, so that nobody
// learns from the time that it takes which modules another tenant has.
type moduleKey struct {
	id     verify.Digest
	tenant string
	game   string
}

// A cache keeps modules that are ready and that nobody uses, those that were used last. Two workers
// with one module at the same time have one each: the second comes from the folder of compiled code.
type cache struct {
	most int

	mu     sync.Mutex
	idle   []entry // the one that was used last is the last
	closed bool
}

type entry struct {
	key    moduleKey
	module *wazerohost.Verifier
}

// take returns a module for one user, nil where none is ready.
func (c *cache) take(key moduleKey) *wazerohost.Verifier {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, e := range slices.Backward(c.idle) {
		if e.key == key {
			c.idle = slices.Delete(c.idle, i, i+1)
			return e.module
		}
	}
	return nil
}

// put gives a module back, and frees the one that was unused for longest where there are too many.
func (c *cache) put(key moduleKey, m *wazerohost.Verifier) {
	c.mu.Lock()
	out := m
	if !c.closed {
		out = nil
		c.idle = append(c.idle, entry{key, m})
		if len(c.idle) > c.most {
			out = c.idle[0].module
			c.idle = slices.Delete(c.idle, 0, 1)
		}
	}
	c.mu.Unlock()
	if out != nil {
		_ = out.Close() // which frees memory, and has nothing to lose
	}
}

// close frees all.
func (c *cache) close() {
	c.mu.Lock()
	idle := c.idle
	c.idle, c.closed = nil, true
	c.mu.Unlock()
	for _, e := range idle {
		_ = e.module.Close()
	}
}
