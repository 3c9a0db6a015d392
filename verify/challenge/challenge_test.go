package challenge_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/challenge"
)

var noon = time.Date(2026, 11, 30, 12, 0, 0, 0, time.UTC)

func given(t testing.TB) challenge.Challenge {
	t.Helper()
	c, err := challenge.New(challenge.Challenge{Tenant: "acme", Player: "ann", Game: "jump", Seed: &[2]uint64{1, 2},
		Module: verify.DigestOf([]byte("module")), Config: verify.DigestOf([]byte("config"))}, noon, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func ring(t testing.TB, keys ...challenge.Key) *challenge.Keyring {
	t.Helper()
	r, err := challenge.NewKeyring(keys...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func sign(t testing.TB, r *challenge.Keyring, c challenge.Challenge) string {
	t.Helper()
	text, err := r.Sign(c)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestWhatWasSignedIsReadAndNothingElse(t *testing.T) {
	r := ring(t, challenge.NewKey())
	c := given(t)
	text := sign(t, r, c)
	got, err := r.Parse(text)
	if err != nil || asJSON(t, got) != asJSON(t, c) {
		t.Fatalf("%v, %v: want %v", got, err, c)
	}
	for i := range len(text) {
		for _, b := range []byte{text[i] ^ 1, 'A', '.', 0} {
			changed := text[:i] + string(rune(b)) + text[i+1:]
			if _, err := r.Parse(changed); err == nil && changed != text {
				t.Fatalf("byte %d changed to %q: it is read all the same", i, b)
			}
		}
	}
	for i := range len(text) {
		if _, err := r.Parse(text[:i]); err == nil {
			t.Fatalf("cut at byte %d: it is read all the same", i)
		}
	}
}

func TestAKeyIsChangedWithoutLosingWhatTheOldOneSigned(t *testing.T) {
	old, fresh := challenge.NewKey(), challenge.NewKey()
	before := sign(t, ring(t, old), given(t))
	both := ring(t, fresh, old)
	if _, err := both.Parse(before); err != nil {
		t.Errorf("the old key's challenge: %v", err)
	}
	after := sign(t, both, given(t))
	if _, err := ring(t, fresh).Parse(after); err != nil {
		t.Errorf("the fresh key does not sign: %v", err)
	}
	if _, err := ring(t, fresh).Parse(before); !errors.Is(err, challenge.ErrForged) {
		t.Errorf("a key that was taken away: %v", err)
	}
	imposter := old
	imposter.ID = fresh.ID
	if _, err := both.Parse(sign(t, ring(t, imposter), given(t))); !errors.Is(err, challenge.ErrForged) {
		t.Errorf("another key of the same name: %v", err)
	}
}

func TestAKeyringRefusesKeysThatProtectNothing(t *testing.T) {
	k := challenge.NewKey()
	for name, keys := range map[string][]challenge.Key{
		"none": nil, "twice": {k, k}, "short": {{ID: "a", Secret: make([]byte, 31)}}, "nameless": {{Secret: k.Secret}},
	} {
		if _, err := challenge.NewKeyring(keys...); err == nil {
			t.Errorf("%s: it is taken", name)
		}
	}
}

func TestAChallengeThatCannotBeIsNotGiven(t *testing.T) {
	ok := given(t)
	for name, change := range map[string]func(c *challenge.Challenge){
		"tenant":    func(c *challenge.Challenge) { c.Tenant = "../x" },
		"no player": func(c *challenge.Challenge) { c.Player = "" },
		"player":    func(c *challenge.Challenge) { c.Player = strings.Repeat("x", 129) },
		"no game":   func(c *challenge.Challenge) { c.Game = "" },
		"end":       func(c *challenge.Challenge) { c.Expires = c.Issued },
		"id":        func(c *challenge.Challenge) { c.ID = "1" },
	} {
		c := ok
		change(&c)
		if _, err := ring(t, challenge.NewKey()).Sign(c); err == nil {
			t.Errorf("%s: it is signed", name)
		}
	}
	for _, life := range []time.Duration{0, -1, 32 * 24 * time.Hour} {
		if _, err := challenge.New(ok, noon, life); err == nil {
			t.Errorf("a life of %v is given", life)
		}
	}
}

// answer is one that is right: 30 s of ticks, 40 s after the challenge.
func answer() challenge.Answer {
	return challenge.Answer{Tenant: "acme", Player: "ann", Module: verify.DigestOf([]byte("module")), Ticks: 1800,
		Header:   &replay.Header{Game: "jump", Seed: [2]uint64{1, 2}, Config: []byte("config"), RateNum: 60, RateDen: 1},
		Received: noon.Add(40 * time.Second)}
}

func TestEachWrongAnswerIsCalledWhatItIs(t *testing.T) {
	c := given(t)
	for _, w := range []struct {
		name   string
		change func(a *challenge.Answer)
		want   replay.Outcome
	}{
		{"right", func(*challenge.Answer) {}, ""},
		{"player", func(a *challenge.Answer) { a.Player = "bob" }, verify.Stolen},
		{"nobody", func(a *challenge.Answer) { a.Player = "" }, verify.Stolen},
		{"tenant", func(a *challenge.Answer) { a.Tenant = "other" }, verify.Stolen},
		{"game", func(a *challenge.Answer) { a.Header.Game = "spring" }, verify.Stolen},
		{"seed", func(a *challenge.Answer) { a.Header.Seed[1]++ }, verify.Stolen},
		{"module", func(a *challenge.Answer) { a.Module[0]++ }, verify.Stolen},
		{"no module", func(a *challenge.Answer) { a.Module = verify.Digest{} }, verify.Stolen},
		{"config", func(a *challenge.Answer) { a.Header.Config = nil }, verify.Stolen},
		{"before it was given", func(a *challenge.Answer) { a.Received = noon.Add(-3 * time.Second) }, verify.Stolen},
		{"at its end", func(a *challenge.Answer) { a.Received = noon.Add(time.Hour) }, ""},
		{"after its end", func(a *challenge.Answer) { a.Received = noon.Add(time.Hour + 1) }, verify.Expired},
		{"as many ticks as fit", func(a *challenge.Answer) { a.Ticks = 42 * 60 }, ""},
		{"one tick more", func(a *challenge.Answer) { a.Ticks = 42*60 + 1 }, verify.TooFast},
	} {
		a := answer()
		w.change(&a)
		got, reason := c.Check(a, challenge.Pace{Slack: 2 * time.Second})
		if got != w.want || (reason == "") != (got == "") {
			t.Errorf("%s: %q, %q: want %q", w.name, got, reason, w.want)
		}
	}
	free := challenge.Challenge{Tenant: "acme", Player: "ann", Game: "jump", Issued: noon, Expires: noon.Add(time.Hour)}
	a := answer()
	a.Header.Seed, a.Module, a.Header.Config = [2]uint64{9, 9}, verify.Digest{}, nil
	if got, reason := free.Check(a, challenge.Pace{}); got != "" {
		t.Errorf("what is left to the player: %s, %s", got, reason)
	}
}

// TestTicksFitExactlyAsLongAsTimeHasPassed holds the bound to fractions of any size.
func TestTicksFitExactlyAsLongAsTimeHasPassed(t *testing.T) {
	seed := rand.Uint64()
	r := rand.New(rand.NewPCG(seed, 1))
	for range 20_000 {
		c := challenge.Challenge{Tenant: "acme", Player: "ann", Game: "jump", Issued: noon, Expires: noon.Add(1 << 62)}
		a := answer()
		a.Header.RateNum, a.Header.RateDen = 1+r.Uint32()>>r.IntN(32), 1+r.Uint32()>>r.IntN(32)
		passed, slack := time.Duration(r.Int64N(1<<40)), time.Duration(r.Int64N(1<<34))
		a.Received = noon.Add(passed)
		span := new(big.Int).SetInt64(int64(passed + slack))
		per := new(big.Int).Mul(big.NewInt(int64(a.Header.RateDen)), big.NewInt(int64(time.Second)))
		most, rest := new(big.Int).QuoRem(span.Mul(span, big.NewInt(int64(a.Header.RateNum))), per, new(big.Int))
		if rest.Sign() > 0 {
			most.Add(most, big.NewInt(1))
		}
		if !most.IsInt64() {
			continue
		}
		for more, want := range map[int64]replay.Outcome{0: "", 1: verify.TooFast} {
			a.Ticks = tactus.Tick(most.Int64() + more)
			if got, reason := c.Check(a, challenge.Pace{Slack: slack}); got != want {
				t.Fatalf("seed %d: %v and %v at %d/%d: %d ticks: %q, %s", seed, passed, slack, a.Header.RateNum,
					a.Header.RateDen, a.Ticks, got, reason)
			}
		}
	}
}

func TestAScaleMakesRoomForFasterGames(t *testing.T) {
	c, a := given(t), answer()
	a.Ticks = 3 * 40 * 60
	if got, _ := c.Check(a, challenge.Pace{Scale: 3}); got != "" {
		t.Errorf("three times as fast, which is allowed: %s", got)
	}
	if got, _ := c.Check(a, challenge.Pace{Scale: 2.9}); got != verify.TooFast {
		t.Errorf("faster than allowed: %q", got)
	}
}

func TestOneJobAnswersAChallengeHoweverManyTry(t *testing.T) {
	var uses challenge.MemoryUses
	c := given(t)
	var all sync.WaitGroup
	firsts := make([]verify.Digest, 50)
	for i := range firsts {
		all.Go(func() {
			first, err := uses.Use(t.Context(), c, verify.DigestOf([]byte{byte(i)}))
			if err != nil {
				t.Error(err)
			}
			firsts[i] = first
		})
	}
	all.Wait()
	for _, f := range firsts {
		if f != firsts[0] {
			t.Fatal("two jobs were first")
		}
	}
	if again, _ := uses.Use(t.Context(), c, firsts[0]); again != firsts[0] {
		t.Error("the job that was first is not, the second time")
	}
}

func FuzzParse(f *testing.F) {
	r, err := challenge.NewKeyring(challenge.Key{ID: "k", Secret: bytes.Repeat([]byte{7}, 32)})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(sign(f, r, given(f)))
	f.Add("tc1.." + base64.RawURLEncoding.EncodeToString(make([]byte, 32)))
	f.Add("tc1.e30.AAAA")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := r.Parse(text)
		if err != nil {
			if !strings.HasPrefix(err.Error(), "tactus: ") {
				t.Errorf("the error is %v", err)
			}
			return
		}
		again, err := r.Sign(c)
		if err != nil {
			t.Fatalf("what was read cannot be signed: %v", err)
		}
		if got, err := r.Parse(again); err != nil || asJSON(t, got) != asJSON(t, c) {
			t.Fatalf("%v, %v", got, err)
		}
	})
}
