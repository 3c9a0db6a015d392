package replay_test

import (
	"bytes"
	"math/rand/v2"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/replay"
)

// What went wrong in public with other replays, each as the promise that it does not here.

// TestARecordingIsOkAgainAndAgainBesideAnother plays two recordings in turns of random length, from the
// beginning whenever one is over, and judges them in between, all in this process.
func TestARecordingIsOkAgainAndAgainBesideAnother(t *testing.T) {
	const seed, rounds = 20261130, 400
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	tapes := [2]tape{played(700, 21), played(1100, 22)}
	var recs [2]*replay.Recording
	var hosts, judges [2]*replay.SimHost
	var players [2]*replay.Player
	for i := range tapes {
		recs[i], hosts[i], judges[i] = read(t, tapes[i].record(t)), islandHost(), islandHost()
		players[i] = must(replay.NewPlayer(recs[i], hosts[i]))
	}
	ends := [2]int{}
	for range rounds {
		i := rng.IntN(2)
		p := players[i]
		if _, err := p.Run(tactus.Tick(1 + rng.IntN(150))); err != nil {
			t.Fatal(err)
		}
		if p.Position() < recs[i].Ticks() {
			continue
		}
		ends[i]++
		if got, want := must(hosts[i].Result()), recs[i].Claim().Result; !bytes.Equal(got, want) {
			t.Fatalf("end %d of recording %d: %s, want %s", ends[i], i, got, want)
		}
		if v := replay.Verify(recs[i], judges[i], replay.Options{}); v.Outcome != replay.OK {
			t.Fatalf("end %d of recording %d: %s", ends[i], i, v)
		}
		if err := p.Seek(0); err != nil {
			t.Fatal(err)
		}
	}
	if ends[0] < 5 || ends[1] < 5 {
		t.Errorf("the recordings ended %d times: want each 5 times and more", ends)
	}
}

// TestBothSidesOfADifferenceStillHaveTheLastStateThatIsEqual asks for it after the difference is found.
func TestBothSidesOfADifferenceStillHaveTheLastStateThatIsEqual(t *testing.T) {
	p := played(5000, 23)
	p.header.Checkpoint = 300
	host := faultyHost(3210, func(g *island) { g.s[5] += 5 })
	a, b := read(t, p.record(t)), recordOn(t, p, must(host.New(&p.header)))
	c := diff(t, a, b, islandHost(), host)
	if c.Same || c.Tick != 3210 || c.Agreed < 0 {
		t.Fatalf("%+v", c)
	}
	var images [2][3][]byte
	for i, side := range []struct {
		rec  *replay.Recording
		host replay.Host
	}{{a, islandHost()}, {b, host}} {
		player := must(replay.NewPlayer(side.rec, side.host))
		for k, ticks := range []tactus.Tick{c.Agreed + 1, c.Tick, c.Tick + 1} {
			if err := player.Seek(ticks); err != nil {
				t.Fatal(err)
			}
			images[i][k] = must(side.host.Save(nil))
		}
	}
	for k, equal := range []bool{true, true, false} {
		if bytes.Equal(images[0][k], images[1][k]) != equal {
			t.Errorf("state %d: %x and %x; want them equal: %v", k, images[0][k], images[1][k], equal)
		}
	}
}

// TestRecordingsOfOtherIntervalsAreComparedAtTicksThatBothHave has plain hashes each 42 and each 60
// ticks, which meet each 420.
func TestRecordingsOfOtherIntervalsAreComparedAtTicksThatBothHave(t *testing.T) {
	p := played(2600, 24)
	q := p
	p.header.Plain, p.header.Chain, q.header.Plain, q.header.Chain = 42, 420, 60, 600
	a := read(t, p.record(t))
	if c := diff(t, a, read(t, q.record(t)), islandHost(), islandHost()); c.Tick != -1 || c.Agreed != 2599 {
		t.Errorf("equal runs: %+v", c)
	}
	host := faultyHost(1000, func(g *island) { g.s[5]++ })
	b := recordOn(t, q, must(host.New(&q.header)))
	if c := diff(t, a, b, islandHost(), host); c.Tick != 1000 || c.Agreed != 839 {
		t.Errorf("a fault at tick 1000: %+v", c)
	}
}

func TestAFaultLateInALongRunIsFoundAsAnEarlyOneIs(t *testing.T) {
	data := played(36_000, 25).record(t)
	for _, at := range []int64{100, 10_000, 35_900} {
		v := judge(t, data, faultyHost(at, func(g *island) { g.s[1]++ }))
		if v.Outcome != replay.Diverged || int64(v.Tick) < at || int64(v.Tick) >= at+60 {
			t.Errorf("a fault at tick %d: %s", at, v)
		}
	}
}

func TestALastHashThatIsWrongIsFound(t *testing.T) {
	f := takeApart(played(700, 26).record(t))
	f.rng = rand.New(rand.NewPCG(1, 1))
	last := func(p *parts) bool { return p.flags&2 != 0 }
	inSegment(last, func(_ *forger, p *parts) { p.plain[7] ^= 1 })(f)
	v := judge(t, f.putTogether(), islandHost())
	if v.Outcome != replay.Diverged || v.Tick != 699 {
		t.Error(v)
	}
}
