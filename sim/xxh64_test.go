package sim_test

import (
	"encoding/binary"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/tactus-go/tactus/sim"
)

// TestXXH64GivesThePublishedHashes holds vectors that the authors of XXH64 and of its bindings
// publish, all with seed 0.
func TestXXH64GivesThePublishedHashes(t *testing.T) {
	for _, v := range []struct {
		text string
		want uint64
	}{
		{"", 0xef46db3751d8e999},
		{"a", 0xd24ec4f1a98c6e5b},
		{"abc", 0x44bc2cf5ad770999},
		{"Nobody inspects the spammish repetition", 0xfbcea83c8a378bf1}, // 39 bytes: one block and a rest
	} {
		if got := sim.XXH64([]byte(v.text)); got != v.want {
			t.Errorf("XXH64(%q) = %016x, want %016x", v.text, got, v.want)
		}
	}
}

// TestXXH64EqualsTheSlowReference compares all lengths around the block size with a version that
// works on whole numbers of any size and cuts them to 64 bits, as the specification is written.
func TestXXH64EqualsTheSlowReference(t *testing.T) {
	const seed = 20261012
	random := rand.New(rand.NewPCG(seed, 0))
	for length := range 140 {
		data := make([]byte, length)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		if got, want := sim.XXH64(data), slowXXH64(data); got != want {
			t.Fatalf("seed %d: XXH64 of %d bytes = %016x, want %016x", seed, length, got, want)
		}
	}
}

// TestXXH64DoesNotDependOnThePortions cuts one text at every pair of places.
func TestXXH64DoesNotDependOnThePortions(t *testing.T) {
	data := make([]byte, 100)
	for i := range data {
		data[i] = byte(i * 37)
	}
	want := sim.XXH64(data)
	for i := range data {
		for j := i; j < len(data); j++ {
			if got := sim.XXH64(data[:i], data[i:j], data[j:]); got != want {
				t.Fatalf("cut at %d and %d: %016x, want %016x", i, j, got, want)
			}
		}
	}
}

// slowXXH64 follows the text of the specification, step by step.
func slowXXH64(data []byte) uint64 {
	var (
		p1   = hexInt("9E3779B185EBCA87")
		p2   = hexInt("C2B2AE3D27D4EB4F")
		p3   = hexInt("165667B19E3779F9")
		p4   = hexInt("85EBCA77C2B2AE63")
		p5   = hexInt("27D4EB2F165667C5")
		rest = data
		acc  *big.Int
	)
	round := func(a, word *big.Int) *big.Int { return mul(rotate(add(a, mul(word, p2)), 31), p1) }
	if len(data) >= 32 {
		lanes := []*big.Int{add(p1, p2), p2, big.NewInt(0), sub(big.NewInt(0), p1)}
		for len(rest) >= 32 {
			for i := range lanes {
				lanes[i] = round(lanes[i], little(rest[8*i:8*i+8]))
			}
			rest = rest[32:]
		}
		acc = add(add(rotate(lanes[0], 1), rotate(lanes[1], 7)), add(rotate(lanes[2], 12), rotate(lanes[3], 18)))
		for _, lane := range lanes {
			acc = add(mul(xor(acc, round(big.NewInt(0), lane)), p1), p4)
		}
	} else {
		acc = p5
	}
	acc = add(acc, big.NewInt(int64(len(data))))
	for len(rest) >= 8 {
		acc = add(mul(rotate(xor(acc, round(big.NewInt(0), little(rest[:8]))), 27), p1), p4)
		rest = rest[8:]
	}
	if len(rest) >= 4 {
		acc = add(mul(rotate(xor(acc, mul(little(rest[:4]), p1)), 23), p2), p3)
		rest = rest[4:]
	}
	for _, b := range rest {
		acc = mul(rotate(xor(acc, mul(big.NewInt(int64(b)), p5)), 11), p1)
	}
	acc = mul(xor(acc, shift(acc, 33)), p2)
	acc = mul(xor(acc, shift(acc, 29)), p3)
	return xor(acc, shift(acc, 32)).Uint64()
}

func hexInt(s string) *big.Int {
	n, ok := new(big.Int).SetString(s, 16)
	if !ok {
		panic(s)
	}
	return n
}

func cut(n *big.Int) *big.Int { return n.And(n, hexInt("FFFFFFFFFFFFFFFF")) }

func add(a, b *big.Int) *big.Int { return cut(new(big.Int).Add(a, b)) }

func sub(a, b *big.Int) *big.Int { return cut(new(big.Int).Sub(a, b)) }

func mul(a, b *big.Int) *big.Int { return cut(new(big.Int).Mul(a, b)) }

func xor(a, b *big.Int) *big.Int { return new(big.Int).Xor(a, b) }

func shift(a *big.Int, n uint) *big.Int { return new(big.Int).Rsh(a, n) }

func rotate(a *big.Int, n uint) *big.Int {
	return new(big.Int).Or(cut(new(big.Int).Lsh(a, n)), shift(a, 64-n))
}

func little(b []byte) *big.Int {
	if len(b) == 4 {
		return new(big.Int).SetUint64(uint64(binary.LittleEndian.Uint32(b)))
	}
	return new(big.Int).SetUint64(binary.LittleEndian.Uint64(b))
}
