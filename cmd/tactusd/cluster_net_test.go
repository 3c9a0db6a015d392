//go:build linux

package main

import (
	"fmt"
	"os/exec"
	"strings"
	"testing"
	"time"
)

// wires are a network for three servers: a namespace for each, a wire between each two, and one from
// each to where clients are, so that each can be cut by itself. The test's own namespace is where the
// clients are; with it all is gone.
type wires struct{ t *testing.T }

func newWires(t *testing.T) *wires {
	t.Helper()
	w := &wires{t}
	for n := range 3 {
		w.ip("netns add s%d", n)
		w.ip("-n s%d link set lo up", n)
	}
	w.ip("link add clients type bridge")
	w.ip("addr add 10.77.3.254/24 dev clients")
	w.ip("link set clients up")
	for n := range 3 {
		w.wire(fmt.Sprint("c", n), "clients", n, w.address(n, 3))
	}
	for _, p := range [][2]int{{0, 1}, {0, 2}, {1, 2}} {
		bridge := w.between(p[0], p[1])
		w.ip("link add %s type bridge", bridge)
		w.ip("link set %s up", bridge)
		for i, n := range p {
			w.wire(fmt.Sprint(bridge, i), bridge, n, w.address(n, p[1-i]))
		}
	}
	return w
}

func (w *wires) ip(format string, args ...any) {
	w.t.Helper()
	text := fmt.Sprintf(format, args...)
	if out, err := exec.Command("ip", strings.Fields(text)...).CombinedOutput(); err != nil {
		w.t.Fatalf("ip %s: %v: %s", text, err, out)
	}
}

// wire lays a wire from a bridge to a server.
func (w *wires) wire(name, bridge string, server int, address string) {
	w.t.Helper()
	w.ip("link add %s type veth peer name e-%s netns s%d", name, name, server)
	w.ip("link set %s master %s up", name, bridge)
	w.ip("-n s%d addr add %s/24 dev e-%s", server, address, name)
	w.ip("-n s%d link set e-%s up", server, name)
}

// address is that of a server on the wire to another, or to clients, which are 3. To itself it is all.
func (w *wires) address(server, of int) string {
	switch {
	case of == server:
		return "0.0.0.0"
	case of == 3:
		return fmt.Sprintf("10.77.3.%d", server+1)
	}
	return fmt.Sprintf("10.77.%d.%d", server+of-1, server+1)
}

func (w *wires) between(a, b int) string { return fmt.Sprintf("w%d%d", min(a, b), max(a, b)) }

// cut takes the wire between two servers away: what is sent is lost, and nobody is told.
func (w *wires) cut(a, b int) { w.set("down", a, b) }

// mend puts it back.
func (w *wires) mend(a, b int) { w.set("up", a, b) }

func (w *wires) set(state string, a, b int) {
	w.t.Helper()
	for i := range 2 {
		w.ip("link set %s%d %s", w.between(a, b), i, state)
	}
}

// clients takes the wire to the clients away, or puts it back.
func (w *wires) clients(server int, state string) {
	w.t.Helper()
	w.ip("link set c%d %s", server, state)
}

// cutFor is how long a cut lasts: servers choose another leader within ten seconds.
const cutFor = 11 * time.Second

// cutWires cuts the leader of the queue from one other server, then from both while clients still reach
// it, and then the leader of the verdicts from all.
func cutWires(t *testing.T, e *essay) {
	w := newWires(t)
	c, a := e.begin(t, layout{hosts: w.address, inside: func(server int) []string {
		return []string{"ip", "netns", "exec", fmt.Sprint("s", server)}
	}})
	cuts := []struct {
		stream  string
		others  int
		clients bool
	}{{busPrefix + "_jobs", 1, false}, {busPrefix + "_jobs", 2, false}, {"KV_" + busPrefix + "_verdicts", 2, true}}
	for i, part := range e.rounds(len(cuts)) {
		cut := cuts[i%len(cuts)]
		c.during(a, part, cutFor, func() {
			_ = pause(t.Context(), e.within(200*time.Millisecond, 1500*time.Millisecond))
			n := c.leader(cut.stream)
			others := []int{(n + 1) % 3, (n + 2) % 3}[:cut.others]
			for _, other := range others {
				w.cut(n, other)
			}
			if cut.clients {
				w.clients(n, "down")
			}
			t.Logf("server %d, which leads %s, is cut from %v, from clients: %v", n, cut.stream, others, cut.clients)
			_ = pause(t.Context(), cutFor)
			for _, other := range others {
				w.mend(n, other)
			}
			if cut.clients {
				w.clients(n, "up")
			}
		})
	}
	c.hold(a, e.want)
	a.clear("503")
}
