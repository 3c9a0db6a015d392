package wazerohost_test

import (
	"bytes"
	"testing"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/guest/abi"
)

// blob is the input of one player.
func blob(t testing.TB, input ...byte) []byte {
	t.Helper()
	var ins []abi.Input
	if len(input) > 0 {
		ins = append(ins, abi.Input{Bytes: input})
	}
	b, err := abi.AppendInput(nil, ins...)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestTheGoGuestSavesWhatTheNativeGameDoesAtEveryTick(t *testing.T) {
	for _, interpreter := range []bool{false, true} {
		i := newInstance(t, newHost(t, goGuest, wazerohost.Options{Interpreter: interpreter}), islandConfig())
		game, err := mergeisland.New(mergeisland.DefaultConfig())
		if err != nil {
			t.Fatal(err)
		}
		var most uint64
		for tick, move := range mergeisland.ReferenceMoves() {
			game.Step(mergeisland.Input(move))
			if _, err := i.Step(blob(t, byte(move))); err != nil {
				t.Fatal(err)
			}
			most = max(most, i.FuelUsed())
			image, err := i.Save(nil)
			if err != nil {
				t.Fatal(err)
			}
			if want := game.Save(nil); !bytes.Equal(image, want) {
				t.Fatalf("tick %d: state\n%x, native\n%x", tick, image, want)
			}
		}
		result, err := i.Result(nil)
		if want := "100|-131|5050|18|100|323|3492529440"; err != nil || string(result) != want {
			t.Errorf("result %q, error %v; want %q", result, err, want)
		}
		t.Logf("interpreter %v: a tick costs up to %d", interpreter, most)
	}
}
