package stages_test

import (
	"hash/fnv"
	"math"
	"testing"

	"github.com/tactus-go/tactus/stages"
)

// A swarm is a game of many bodies in a square whose sides meet: bodies that overlap push each other
// apart, and all is slowed a little. Its step is cut into stages as the package comment says.
type swarm struct {
	now, next []body // read by the jobs of a stage, and written
	cellOf    []int32
	start     []int32 // of each cell in order, and the end of the last
	order     []int32 // bodies by cell, and by number within a cell

	energy   float64
	contacts int
	slots    []slot // one for each job
	steps    []stages.Stage
}

type body struct{ x, y, velX, velY float64 }

// A slot is what one job found.
type slot struct {
	energy   float64
	contacts int
}

const (
	swarmSide  = 48 // cells of size 1: four bodies in each
	swarmCells = swarmSide * swarmSide
	swarmJobs  = 64
)

func newSwarm(bodies int) *swarm {
	s := &swarm{
		now: make([]body, bodies), next: make([]body, bodies), cellOf: make([]int32, bodies),
		order: make([]int32, bodies), start: make([]int32, swarmCells+1), slots: make([]slot, swarmJobs),
	}
	state := uint64(1)
	random := func() float64 { // of the seed only
		state = state*6364136223846793005 + 1442695040888963407
		return float64(state>>11) / (1 << 53)
	}
	for i := range s.now {
		s.now[i] = body{random() * swarmSide, random() * swarmSide, random() - 0.5, random() - 0.5}
	}
	s.steps = []stages.Stage{
		{Jobs: swarmJobs, Run: s.locate},
		{Jobs: 1, Run: func(int) { s.sort() }},
		{Jobs: swarmJobs, Run: s.push},
		{Jobs: 1, Run: func(int) { s.finish() }},
	}
	return s
}

// locate finds the cell of each body of a range.
func (s *swarm) locate(job int) {
	first, end := stages.Range(len(s.now), swarmJobs, job)
	for i := first; i < end; i++ {
		s.cellOf[i] = int32(s.now[i].y)*swarmSide + int32(s.now[i].x)
	}
}

// sort puts the bodies in order of their cells.
func (s *swarm) sort() {
	clear(s.start)
	for _, c := range s.cellOf {
		s.start[c]++
	}
	sum := int32(0)
	for c, n := range s.start {
		s.start[c] = sum
		sum += n
	}
	for i, c := range s.cellOf { // leaves each start at the start of the next
		s.order[s.start[c]] = int32(i)
		s.start[c]++
	}
	copy(s.start[1:], s.start[:swarmCells])
	s.start[0] = 0
}

// push moves the bodies of a range of the order, so that a job's bodies are neighbours.
func (s *swarm) push(job int) {
	first, end := stages.Range(len(s.order), swarmJobs, job)
	var found slot
	for _, i := range s.order[first:end] {
		b := s.now[i]
		pushX, pushY := s.pushOf(i, &b, &found.contacts)
		b.velX = float64(b.velX*0.999) + float64(pushX*0.5)
		b.velY = float64(b.velY*0.999) + float64(pushY*0.5)
		b.x = wrap(b.x + float64(b.velX*0.05))
		b.y = wrap(b.y + float64(b.velY*0.05))
		found.energy += float64(b.velX*b.velX) + float64(b.velY*b.velY)
		s.next[i] = b
	}
	s.slots[job] = found
}

// pushOf sums what the bodies in the nine cells around do to one.
func (s *swarm) pushOf(self int32, b *body, contacts *int) (pushX, pushY float64) {
	cellX, cellY := int(b.x), int(b.y)
	for dy := swarmSide - 1; dy <= swarmSide+1; dy++ {
		for dx := swarmSide - 1; dx <= swarmSide+1; dx++ {
			c := (cellY+dy)%swarmSide*swarmSide + (cellX+dx)%swarmSide
			for _, other := range s.order[s.start[c]:s.start[c+1]] {
				x, y := nearest(b.x-s.now[other].x), nearest(b.y-s.now[other].y)
				square := float64(x*x) + float64(y*y)
				if square >= 0.25 || square == 0 || other == self {
					continue
				}
				distance := math.Sqrt(square)
				pushX += float64(x / distance * (0.5 - distance))
				pushY += float64(y / distance * (0.5 - distance))
				*contacts++
			}
		}
	}
	return pushX, pushY
}

// finish puts together what the jobs found, and makes the new state the current one.
func (s *swarm) finish() {
	total := stages.Reduce(s.slots, func(a, b slot) slot { return slot{a.energy + b.energy, a.contacts + b.contacts} })
	s.energy, s.contacts = total.energy, s.contacts+total.contacts
	s.now, s.next = s.next, s.now
}

func nearest(d float64) float64 {
	switch {
	case d > swarmSide/2:
		return d - swarmSide
	case d < -swarmSide/2:
		return d + swarmSide
	}
	return d
}

func wrap(v float64) float64 {
	switch {
	case v >= swarmSide:
		return v - swarmSide
	case v < 0:
		v += swarmSide
		if v >= swarmSide { // a tiny negative rounds up to it
			return 0
		}
	}
	return v
}

// stepAlone is a step without the package: the same work in plain loops.
func (s *swarm) stepAlone() {
	for job := range swarmJobs {
		s.locate(job)
	}
	s.sort()
	for job := range swarmJobs {
		s.push(job)
	}
	s.finish()
}

// hash is the whole state in 64 bits.
func (s *swarm) hash() uint64 {
	h := fnv.New64a()
	var text [8]byte
	word := func(v uint64) {
		for i := range text {
			text[i] = byte(v >> (8 * i))
		}
		h.Write(text[:])
	}
	for _, b := range s.now {
		word(math.Float64bits(b.x))
		word(math.Float64bits(b.y))
		word(math.Float64bits(b.velX))
		word(math.Float64bits(b.velY))
	}
	word(math.Float64bits(s.energy))
	word(uint64(s.contacts))
	return h.Sum64()
}

func newPool(t testing.TB, workers int) *stages.Pool {
	t.Helper()
	p, err := stages.NewPool(stages.PoolConfig{Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

// TestTheStateIsTheSameForAnyNumberOfWorkers steps 10,000 bodies with 1, 2 and 8 workers and with
// none. The hash at the end is the same on every processor too.
func TestTheStateIsTheSameForAnyNumberOfWorkers(t *testing.T) {
	const bodies, ticks = 10_000, 30
	alone := newSwarm(bodies)
	want := make([]uint64, ticks)
	for tick := range want {
		alone.stepAlone()
		want[tick] = alone.hash()
	}
	if got := want[ticks-1]; got != goldenSwarm {
		t.Errorf("hash %#x after %d ticks, want %#x", got, ticks, uint64(goldenSwarm))
	}
	for _, workers := range []int{1, 2, 3, 8} {
		s, pool := newSwarm(bodies), newPool(t, workers)
		for tick := range want {
			pool.Run(s.steps)
			if got := s.hash(); got != want[tick] {
				t.Fatalf("%d workers: hash %#x after tick %d, want %#x", workers, got, tick, want[tick])
			}
		}
	}
	t.Logf("hash %#x, energy %v, %d contacts", want[ticks-1], alone.energy, alone.contacts)
}

// goldenSwarm is the hash after 30 ticks. Never edit it to pass: a change is a different game.
const goldenSwarm = 0x148cb5f5388fe649
