package main

import (
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/replay"
)

// reference is a recording of merge-island, and the module that runs it.
func reference(t *testing.T) (*replay.Recording, []byte) {
	t.Helper()
	binary, err := goGuest()
	if err != nil {
		t.Fatal(err)
	}
	rec, err := readRecording(kept + "reference.tactus")
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
