package interp_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/tactus-go/tactus/interp"
)

func TestAVectorMixesEachComponentAsLerpDoes(t *testing.T) {
	r := random(t)
	for range 5_000 {
		p := interp.Vec3{X: wide(r), Y: wide(r), Z: wide(r)}
		c := interp.Vec3{X: wide(r), Y: wide(r), Z: wide(r)}
		for _, a := range append(alphas, -1, 2, math.NaN()) {
			want := interp.Vec3{
				X: interp.Lerp(p.X, c.X, a), Y: interp.Lerp(p.Y, c.Y, a), Z: interp.Lerp(p.Z, c.Z, a),
			}
			if got := interp.LerpVec3(p, c, a); got != want {
				t.Fatalf("LerpVec3(%v, %v, %g) = %v, want %v", p, c, a, got, want)
			}
			flat := interp.LerpVec2(interp.Vec2{X: p.X, Y: p.Y}, interp.Vec2{X: c.X, Y: c.Y}, a)
			if flat != (interp.Vec2{X: want.X, Y: want.Y}) {
				t.Fatalf("LerpVec2(%v, %v, %g) = %v, want %v", p, c, a, flat, want)
			}
		}
	}
}

func TestManyPairsGiveWhatOneByOneGives(t *testing.T) {
	flat, space := movingPairs(100)
	for _, a := range append(alphas, -1, 2, math.NaN()) {
		points, bodies := interp.LerpVec2s(nil, flat, a), interp.LerpVec3s(nil, space, a)
		if len(points) != len(flat) || len(bodies) != len(space) {
			t.Fatalf("lengths %d and %d, want %d", len(points), len(bodies), len(flat))
		}
		for i := range flat {
			if want := flat[i].At(a, interp.LerpVec2); points[i] != want {
				t.Fatalf("alpha %g: point %d is %v, want %v", a, i, points[i], want)
			}
			if want := space[i].At(a, interp.LerpVec3); bodies[i] != want {
				t.Fatalf("alpha %g: body %d is %v, want %v", a, i, bodies[i], want)
			}
		}
	}
}

func TestManyPairsUseDstFromItsStart(t *testing.T) {
	pairs := []interp.Pair[interp.Vec2]{interp.NewPair(interp.Vec2{X: 1}), interp.NewPair(interp.Vec2{X: 2})}
	for _, dst := range [][]interp.Vec2{nil, make([]interp.Vec2, 0, 2), make([]interp.Vec2, 1), make([]interp.Vec2, 9)} {
		got := interp.LerpVec2s(dst, pairs, 0.5)
		if len(got) != 2 || got[0].X != 1 || got[1].X != 2 {
			t.Errorf("dst of length %d, capacity %d: got %v", len(dst), cap(dst), got)
		}
		if cap(dst) >= 2 && &got[0] != &dst[:1][0] {
			t.Errorf("dst of capacity %d: not used", cap(dst))
		}
	}
	if got := interp.LerpVec2s(make([]interp.Vec2, 3), nil, 0.5); len(got) != 0 {
		t.Errorf("no pairs: got %v", got)
	}
}

func TestAFrameDoesNotAllocate(t *testing.T) {
	flat, space := movingPairs(16)
	points, bodies := make([]interp.Vec2, 16), make([]interp.Vec3, 16)
	number, turning := interp.NewPair(1.0), interp.NewPair(interp.Quat{X: 1})
	var sum float64
	got := testing.AllocsPerRun(100, func() {
		points = interp.LerpVec2s(points, flat, 0.3)
		bodies = interp.LerpVec3s(bodies, space, 0.3)
		number.Push(2)
		turning.Teleport(interp.Quat{Y: 1})
		sum += number.At(0.3, interp.Lerp) + number.At(0.3, interp.Angle) + number.At(0.3, interp.Scale)
		sum += turning.At(0.3, interp.Slerp).X + interp.Extrapolate(1, 2, 0.3)
	})
	if got != 0 {
		t.Errorf("%g allocations a frame, want 0", got)
	}
}

// movingPairs returns n things on a screen of 1,000 units, each on its way by under half a unit.
func movingPairs(n int) ([]interp.Pair[interp.Vec2], []interp.Pair[interp.Vec3]) {
	r := rand.New(rand.NewPCG(1, 2))
	flat, space := make([]interp.Pair[interp.Vec2], n), make([]interp.Pair[interp.Vec3], n)
	for i := range n {
		p := interp.Vec3{X: r.Float64() * 1000, Y: r.Float64() * 1000, Z: r.Float64() * 1000}
		c := interp.Vec3{X: p.X + r.Float64() - 0.5, Y: p.Y + r.Float64() - 0.5, Z: p.Z + r.Float64() - 0.5}
		space[i] = interp.Pair[interp.Vec3]{Previous: p, Current: c}
		flat[i] = interp.Pair[interp.Vec2]{
			Previous: interp.Vec2{X: p.X, Y: p.Y}, Current: interp.Vec2{X: c.X, Y: c.Y},
		}
	}
	return flat, space
}

// The bulk function is to cost at most 1.2 times the loop that one would write by hand, below.
func BenchmarkLerpVec2sOf10000(b *testing.B) {
	pairs, _ := movingPairs(10_000)
	points := make([]interp.Vec2, len(pairs))
	b.ReportAllocs()
	for b.Loop() {
		points = interp.LerpVec2s(points, pairs, 0.3)
	}
}

func BenchmarkHandWrittenLoopOf10000(b *testing.B) {
	pairs, _ := movingPairs(10_000)
	points := make([]interp.Vec2, len(pairs))
	alpha := 0.3
	b.ReportAllocs()
	for b.Loop() {
		points, rest := points[:len(pairs)], 1-alpha // the length spares a check of each index
		for i := range pairs {
			p := &pairs[i]
			points[i] = interp.Vec2{
				X: p.Previous.X*rest + p.Current.X*alpha, Y: p.Previous.Y*rest + p.Current.Y*alpha,
			}
		}
	}
}

func BenchmarkPairsOneByOneOf10000(b *testing.B) {
	pairs, _ := movingPairs(10_000)
	points := make([]interp.Vec2, len(pairs))
	b.ReportAllocs()
	for b.Loop() {
		for i := range pairs {
			points[i] = pairs[i].At(0.3, interp.LerpVec2)
		}
	}
}
