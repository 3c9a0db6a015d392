package main

import (
	"bytes"
	"crypto/sha256"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/replay"
)

// reference is a recording of merge-island, and the module that runs it.
func reference(t *testing.T) (*replay.Recording, []byte) {
	t.Helper()
	binary, err := goGuest()
	if err != nil {
		t.Fatal(err)
	}
	rec, err := (&console{ctx: t.Context()}).readRecording(kept + "reference.tactus")
	if err != nil {
		t.Fatal(err)
	}
	return rec, binary
}

func TestARecordingOnAModuleSaysWhereThereIsNoNode(t *testing.T) {
	_, binary := reference(t)
	withoutNode(t)
	file := writeFile(t, "guest.wasm", string(binary))
	code, out, _ := try(t, "prove", kept+"reference.tactus", "--module", file)
	if code != exitGood || !strings.Contains(out, "\n  not run: module in Node: there is no node command\n") {
		t.Errorf("exit %d:\n%s", code, out)
	}
}

func TestANodeThatIsLostInARecordingIsAnErrorAndNoVerdict(t *testing.T) {
	good := *needNode(t)
	rec, binary := reference(t)
	for _, c := range []struct {
		name, script string
		wait         time.Duration
		want         string
	}{
		{"as it is", nodeScript, nodeWait, ""},
		{"dies at the start", `console.error("last words"); process.exit(3)`, nodeWait, "wrote last: last words"},
		{"dies in tick 3", strings.Replace(nodeScript, "this.tick++;",
			`if (this.tick++ === 3n) { console.error("so far"); process.exit(4); }`, 1), nodeWait,
			"exit status 4; it wrote last: so far"},
		{"hangs in tick 3", strings.Replace(nodeScript, "this.tick++;", `for (this.tick++; this.tick === 3n; );`, 1),
			2 * time.Second, "no answer within 2s"},
	} {
		node := good
		node.script, node.wait = c.script, c.wait
		v := &nodeVerifier{node: &node, ctx: t.Context(), game: rec.Header.Game, binary: binary}
		verdict, err := v.verify(rec, replay.Options{OtherModule: true})
		switch {
		case c.want == "" && (err != nil || verdict.Outcome != replay.OK):
			t.Errorf("%s: %v, %v", c.name, verdict, err)
		case c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)):
			t.Errorf("%s: %v; want %q", c.name, err, c.want)
		}
	}
}

// oneTickInNode is a recording of one tick of a module, made in Node, with a claim about its end.
func oneTickInNode(t *testing.T, binary []byte, over bool) *replay.Recording {
	t.Helper()
	h := replay.Header{Game: "outside", Kind: replay.Module, Hash: sha256.Sum256(binary), Players: 1, RateNum: 125,
		RateDen: 2, Limits: replay.Limits{FuelSchedule: 1, Fuel: 1_000_000, Depth: 1000, Pages: 1024}}
	limits, config, err := wazerohost.RunOf(&h)
	if err != nil {
		t.Fatal(err)
	}
	run := startNode(t, binary, limits, &config)
	var out bytes.Buffer
	w, err := replay.NewWriter(&out, h, func(b []byte) ([]byte, error) { return append(b, run.state...), nil })
	if err != nil {
		t.Fatal(err)
	}
	blob, err := inputBlob([]byte{7})
	if err == nil {
		err = run.Step(blob)
	}
	if err == nil {
		err = w.Tick(blob)
	}
	if err == nil {
		err = w.Close(replay.Claim{Finished: over})
	}
	if err != nil {
		t.Fatal(err)
	}
	rec, err := replay.Read(&out)
	if err != nil {
		t.Fatal(err)
	}
	return rec
}

func TestAFalseFinishedFlagIsAClaimInNodeToo(t *testing.T) {
	node := needNode(t)
	const good, last = "36000041000b0500", "36000041010b0500" // the end of tm_step: status 0, or 1 for the last tick
	goesOn, ends := module(t, outsideModule), module(t, strings.Replace(outsideModule, good, last, 1))
	if bytes.Equal(goesOn, ends) {
		t.Fatal("the module has no such end of tm_step")
	}
	for _, c := range []struct {
		binary  []byte
		claimed bool
		want    replay.Outcome
	}{
		{goesOn, false, replay.OK}, {ends, true, replay.OK},
		{goesOn, true, replay.ClaimWrong}, {ends, false, replay.ClaimWrong},
	} {
		v := &nodeVerifier{node: node, ctx: t.Context(), game: "outside", binary: c.binary}
		got, err := v.verify(oneTickInNode(t, c.binary, c.claimed), replay.Options{})
		if err != nil || got.Outcome != c.want ||
			c.want == replay.ClaimWrong && (len(got.Fields) != 1 || got.Fields[0].Name != "finished") {
			t.Errorf("ends %v, claimed %v: %v, %v; want %v", bytes.Equal(c.binary, ends), c.claimed, got, err, c.want)
		}
	}
}
