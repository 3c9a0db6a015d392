package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/prove"
	"github.com/tactus-go/tactus/sim"
)

// outsideModule is a TM/1 module whose state of 256 bytes is what the host tells it in each tick: the
// clock at 8, 99 random bytes at 16, then what fd_write, poll_oneoff, args_sizes_get and fd_close say,
// to good arguments and to such as are outside the memory or over a limit; the input at 252.
const outsideModule = "" +
	"0061736d0100000001460c60037f7e7f017f60027f7f017f60047f7f7f7f017f60047f7f7f7f017f60027f7f017f60017f01" +
	"7f6000017f60027f7f017f60017f017f60017f017f6000017f60017f017f02de010616776173695f736e617073686f745f70" +
	"726576696577310e636c6f636b5f74696d655f676574000016776173695f736e617073686f745f70726576696577310a7261" +
	"6e646f6d5f676574000116776173695f736e617073686f745f70726576696577310866645f7772697465000216776173695f" +
	"736e617073686f745f70726576696577310b706f6c6c5f6f6e656f6666000316776173695f736e617073686f745f70726576" +
	"696577310e617267735f73697a65735f676574000416776173695f736e617073686f745f70726576696577310866645f636c" +
	"6f73650005030706060708090a0b050301000507440706746d5f616269000606746d5f627566000707746d5f696e69740008" +
	"07746d5f73746570000907746d5f73617665000a07746d5f6c6f6164000b066d656d6f727902000ab802060600418080040b" +
	"17002001418080044b047f410005200041016a4110740b0b040041000b86020041004100290080800c42017c370080800c41" +
	"fc800c410042004188800c10003600004180810c4190800c41e30010013600004184810c417f410210013600004188810c41" +
	"0041818004100136000041c000410536000041c40041ac02360000418c810c410141c00041014190810c1002360000419481" +
	"0c410341c00041014190810c10023600004198810c410141c0004181084190810c1002360000419c810c4188800c41a0810c" +
	"410241e0810c100336000041e4810c410041a0810c41c10041e0810c100336000041e8810c41ec810c41f0810c1004360000" +
	"41f4810c417c41f0810c100436000041f8810c4101100536000041fc810c4100280088800836000041000b05004180020b04" +
	"0041000b"

// withoutNode hides every command.
func withoutNode(t *testing.T) { t.Setenv("PATH", t.TempDir()) }

// needNode returns the Node at hand.
func needNode(t *testing.T) *nodeCommand {
	t.Helper()
	node, err := findNode()
	if err != nil {
		t.Skip("NO NODE: the host in Node was not tested. Install nodejs")
	}
	return node
}

// goGuest is the module of merge-island, built once for all tests.
var goGuest = sync.OnceValues(func() ([]byte, error) {
	_, binary, err := guestOf(&console{ctx: context.Background(), stderr: io.Discard}, "mergeisland")
	return binary, err
})

// module returns the bytes of a module in hexadecimal.
func module(t *testing.T, digits string) []byte {
	t.Helper()
	b, err := hex.DecodeString(digits)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

var nodeConfig = abi.Config{SeedLo: 20261012, SeedHi: 1 << 63, RateNum: 125, RateDen: 2, Players: 1}

// compiledHost makes a module ready in wazero, for the length of the test.
func compiledHost(t *testing.T, binary []byte, limits wazerohost.Limits) *wazerohost.Host {
	t.Helper()
	h, err := wazerohost.New(binary, wazerohost.Options{Limits: limits})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

// startNode starts a run in Node under the limits of a host, for the length of the test.
func startNode(t *testing.T, binary []byte, limits wazerohost.Limits, config *abi.Config) *nodeRun {
	t.Helper()
	// The context of a test ends before what is to be done after it.
	run, err := needNode(t).start(context.Background(), binary, limits, config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := run.Close(); err != nil {
			t.Errorf("Node ends with %v", err)
		}
	})
	return run
}

// sideBySide runs a module in wazero and a game in Node.
func sideBySide(t *testing.T, h *wazerohost.Host, config abi.Config, game sim.Sim, inputs [][]byte) *prove.HostReport {
	t.Helper()
	r, err := prove.Hosts(tactus.Tick(len(inputs)), sim.Script(inputs),
		prove.Host{Name: "wazero", New: func() (sim.Sim, error) { return wazerohost.NewGame(h, config) }},
		prove.Host{Name: "Node", New: func() (sim.Sim, error) { return game, nil }})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestProveRunsTheGoGuestInNodeTickByTick(t *testing.T) {
	needNode(t)
	binary, err := goGuest()
	if err != nil {
		t.Fatal(err)
	}
	file := writeFile(t, "guest.wasm", string(binary))
	code, out, stderr := try(t, "prove", file, "--native", "mergeisland", "--rate", "62.5", "--json")
	var v struct {
		Verdict string
		NotRun  []string `json:"not_run"`
		Hosts   struct {
			Hosts []struct {
				Name  string
				Ticks int
				Equal bool
			}
			Compared struct{ Ticks, States int }
		}
	}
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != exitGood || stderr != "" {
		t.Fatalf("exit %d, stderr %q, %v\n%s", code, stderr, err, out)
	}
	if v.Verdict != "ok" || v.NotRun == nil || len(v.NotRun) != 0 || len(v.Hosts.Hosts) != 4 ||
		v.Hosts.Compared.Ticks != 100 || v.Hosts.Compared.States != 300 {
		t.Fatalf("%+v", v)
	}
	if last := v.Hosts.Hosts[3]; last.Name != "Node" || last.Ticks != 100 || !last.Equal {
		t.Errorf("%+v; want Node, equal for 100 ticks", last)
	}
}

func TestProveSaysThatThereIsNoNodeCommand(t *testing.T) {
	withoutNode(t)
	file := moduleFile(t, nil)
	code, out, _ := try(t, "prove", file)
	if want := "\nNode                not run: there is no node command\n100 states of 100 ticks"; code != exitGood ||
		!strings.Contains(out, want) {
		t.Errorf("exit %d; want 0 and %q:\n%s", code, want, out)
	}
	code, out, _ = try(t, "prove", file, "--json")
	var v struct {
		Verdict string
		NotRun  []string `json:"not_run"`
	}
	if err := json.Unmarshal([]byte(out), &v); err != nil || code != exitGood || v.Verdict != "ok" ||
		!slices.Equal(v.NotRun, []string{"Node: there is no node command"}) {
		t.Errorf("exit %d, %v, %+v", code, err, v)
	}
}

// An altered game gets another input than the others in one tick.
type altered struct {
	nodeGame
	at, tick int
	input    []byte
}

func (a *altered) Step(input []byte) {
	if a.tick == a.at {
		input = a.input
	}
	a.tick++
	a.nodeGame.Step(input)
}

func TestAnInputThatOnlyNodeGetsIsNamedWithItsTickAndFields(t *testing.T) {
	needNode(t)
	binary, err := goGuest()
	if err != nil {
		t.Fatal(err)
	}
	config := abi.Config{SeedLo: uint64(mergeisland.DefaultConfig().Seed), RateNum: 125, RateDen: 2, Players: 1}
	h := compiledHost(t, binary, wazerohost.Limits{})
	moves := mergeisland.ReferenceMoves()
	inputs := make([][]byte, 40)
	for i := range inputs {
		inputs[i] = mergeisland.Input(moves[i])
	}
	const at = 17
	other := moves[at]
	for _, m := range moves {
		if !bytes.Equal(mergeisland.Input(m), inputs[at]) {
			other = m
		}
	}
	run := startNode(t, binary, h.Limits(), &config)
	r := sideBySide(t, h, config, &altered{nodeGame: nodeGame{run}, at: at, input: mergeisland.Input(other)}, inputs)
	d := r.Hosts[1].Divergence
	if r.Verdict != prove.Different || d == nil || d.Tick != at || len(d.Fields) == 0 {
		t.Fatalf("%v, %+v; want a difference at tick %d", r.Verdict, d, at)
	}
	for _, f := range d.Fields {
		if strings.HasPrefix(f.Name, "state[") || f.A == f.B {
			t.Errorf("%+v is no field of the game that differs", f)
		}
	}
	if reason := hostsReason(r); !strings.HasPrefix(reason, "Node differs from wazero at tick 17, ") {
		t.Error(reason)
	}
}

func TestNodeTellsAModuleWhatWazeroTellsIt(t *testing.T) {
	binary := module(t, outsideModule)
	h := compiledHost(t, binary, wazerohost.Limits{})
	run := startNode(t, binary, h.Limits(), &nodeConfig)
	inputs := make([][]byte, 400) // 39,600 random bytes, which are 39 keys
	for i := range inputs {
		inputs[i] = bytes.Repeat([]byte{byte(i)}, i%5)
	}
	if r := sideBySide(t, h, nodeConfig, nodeGame{run}, inputs); r.Verdict != prove.Equal ||
		r.Compared.States != len(inputs) {
		t.Fatalf("%s, %s", r.Verdict, hostsReason(r))
	}
	if clock := binary64(run.state[8:]); clock != 1_000_000_000+399*16_000_000 {
		t.Errorf("the clock is %d after 400 ticks", clock)
	}
	if random := run.state[16:115]; bytes.Count(random, []byte{0}) > 10 {
		t.Errorf("random bytes % x", random)
	}
}

func binary64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

func TestNodeStopsAtTheInstructionAtWhichWazeroDoes(t *testing.T) {
	binary := module(t, outsideModule)
	i, err := compiledHost(t, binary, wazerohost.Limits{}).NewInstance(nodeConfig)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := i.Step(nil); err != nil {
		t.Fatal(err)
	}
	limits := compiledHost(t, binary, wazerohost.Limits{Fuel: i.FuelUsed()}).Limits()
	empty, _ := inputBlob(nil)
	run := startNode(t, binary, limits, &nodeConfig)
	if err := run.Step(empty); err != nil {
		t.Errorf("with all its fuel: %v", err)
	}
	limits.Fuel--
	run = startNode(t, binary, limits, &nodeConfig)
	for range 2 { // and never again after it
		if err := run.Step(empty); err == nil || err.Error() != "tactus: limit hit: fuel: in Node" {
			t.Errorf("with 1 too little: %v", err)
		}
	}
}

func TestNodeGoesOnFromALoadedStateAndAfterARefusedOne(t *testing.T) {
	binary := module(t, counterModule)
	run := startNode(t, binary, compiledHost(t, binary, wazerohost.Limits{}).Limits(), &nodeConfig)
	game := nodeGame{run}
	start := game.Save(nil)
	game.Step([]byte{7})
	want := game.Save(nil)
	refusal, ok := errors.AsType[*nodeRefusal](game.Load([]byte("short")))
	if !ok || refusal.Error() != "tactus: Node: tm_load: status -3" || !bytes.Equal(game.Save(nil), want) {
		t.Fatalf("%v, state % x; want -3 and % x", refusal, game.Save(nil), want)
	}
	if err := game.Load(start); err != nil || !bytes.Equal(game.Save(nil), start) {
		t.Fatalf("%v, state % x; want % x", err, game.Save(nil), start)
	}
	if game.Step([]byte{7}); !bytes.Equal(game.Save(nil), want) || bytes.Equal(start, want) {
		t.Errorf("state % x; want % x", game.Save(nil), want)
	}
}

func TestNodeNamesTheFieldsOfAStateAsWazeroDoes(t *testing.T) {
	guest, err := goGuest()
	if err != nil {
		t.Fatal(err)
	}
	for _, binary := range [][]byte{guest, module(t, outsideModule)} { // with a schema, and without
		h := compiledHost(t, binary, wazerohost.Limits{})
		config := abi.Config{SeedLo: uint64(mergeisland.DefaultConfig().Seed), RateNum: 125, RateDen: 2, Players: 1}
		i, err := h.NewInstance(config)
		if err != nil {
			t.Fatal(err)
		}
		want, err := i.Fields()
		if err != nil || len(want) < 8 {
			t.Fatalf("%v, %d fields", err, len(want))
		}
		got := nodeGame{startNode(t, binary, h.Limits(), &config)}.Fields()
		if !slices.Equal(got, want) {
			t.Errorf("%v; want %v", got, want)
		}
	}
}

func TestANodeThatDiesOrHangsIsAnErrorWithItsLastLine(t *testing.T) {
	good := *needNode(t)
	binary := module(t, counterModule)
	limits := compiledHost(t, binary, wazerohost.Limits{}).Limits()
	for _, c := range []struct {
		name, script string
		wait         time.Duration
		want         string
	}{
		{"dies", `console.error("first\nlast words\n"); process.exit(3)`, nodeWait,
			"exit status 3; it wrote last: last words"},
		{"throws", `throw new Error("of no use")`, nodeWait, "exit status 1; it wrote last: Error: of no use"},
		{"ends at once", ``, nodeWait, "EOF, and it wrote nothing"},
		{"hangs", `setInterval(() => {}, 1e6)`, time.Second, "no answer within 1s"},
		{"answers too much", `process.stdout.write(Buffer.alloc(4, 255))`, nodeWait, "an answer of 4294967295 bytes"},
		{"ends within an answer", `process.stdout.write(Buffer.of(9, 0, 0, 0, 0))`, nodeWait, "unexpected EOF"},
	} {
		node := good
		node.script, node.wait = c.script, c.wait
		if _, err := node.start(t.Context(), binary, limits, &nodeConfig); err == nil ||
			!strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v; want %q", c.name, err, c.want)
		}
	}
}

func TestNodeIsEndedWithTheProgram(t *testing.T) {
	node := needNode(t)
	binary := module(t, counterModule)
	ctx, cancel := context.WithCancel(t.Context())
	run, err := node.start(ctx, binary, compiledHost(t, binary, wazerohost.Limits{}).Limits(), &nodeConfig)
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	err = run.command.Wait()
	if err == nil {
		t.Error("the process ends as if nothing had happened")
	}
	run.command = nil
}
