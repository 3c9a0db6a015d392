package natives_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify/natives"
)

func TestEveryReferenceGameIsRecordedAndVerified(t *testing.T) {
	build := natives.Build("v0")
	for _, name := range natives.Names() {
		host, err := natives.Host(name, build)
		if err != nil {
			t.Fatal(err)
		}
		h := replay.Header{Game: name, Build: build, RateNum: 60, RateDen: 1, Players: 1}
		if name == "mergeisland" {
			h.Config = []byte(mergeisland.ConfigFile())
			h.Seed = [2]uint64{uint64(mergeisland.DefaultConfig().Seed), 0}
		}
		if err := host.Init(&h); err != nil {
			t.Fatal(err)
		}
		var out bytes.Buffer
		r, err := replay.Record(&out, h, host.Sim())
		if err != nil {
			t.Fatal(err)
		}
		for range 130 {
			r.Step([]byte{1})
		}
		if err := r.Close(replay.Claim{Result: natives.Result(name, host.Sim())}); err != nil {
			t.Fatal(err)
		}
		rec, err := replay.Read(&out)
		if err != nil {
			t.Fatal(err)
		}
		if v := replay.Verify(rec, host, replay.Options{}); v.Outcome != replay.OK || v.Compared.Ticks != 130 {
			t.Errorf("%s: %v", name, v)
		}
	}
}

func TestAGameThatThereIsNotIsRefusedByName(t *testing.T) {
	if _, err := natives.Host("chess", replay.Build{}); err == nil || !strings.Contains(err.Error(), "mergeisland") {
		t.Error(err)
	}
}

func TestAHeaderThatAGameCannotPlayIsRefused(t *testing.T) {
	for name, h := range map[string]replay.Header{
		"jump":        {Config: []byte("x"), Players: 1},
		"spring":      {Seed: [2]uint64{1, 0}, Players: 1},
		"mergeisland": {Config: []byte(mergeisland.ConfigFile()), Seed: [2]uint64{7, 0}, Players: 1},
	} {
		host, err := natives.Host(name, replay.Build{})
		if err != nil {
			t.Fatal(err)
		}
		if err := host.Init(&h); err == nil {
			t.Errorf("%s plays what it has no place for", name)
		}
	}
}
