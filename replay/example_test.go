package replay_test

import (
	"bytes"
	"fmt"

	"github.com/tactus-go/tactus/replay"
)

// Shows a run that is recorded, read back and judged.
func ExampleVerify() {
	header := islandHeader()
	game, err := newIsland(&header)
	if err != nil {
		fmt.Println(err)
		return
	}
	var file bytes.Buffer
	recorder, err := replay.Record(&file, header, game)
	if err != nil {
		fmt.Println(err)
		return
	}
	for tick := range 100 {
		recorder.Step([]byte{byte(1 - 2*(tick/20%2))})
	}
	if err := recorder.Close(replay.Claim{Result: islandResult(game)}); err != nil {
		fmt.Println(err)
		return
	}
	recording, err := replay.Read(&file)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(recording.Claim().Result))
	fmt.Println(replay.Verify(recording, islandHost(), replay.Options{}))
	// Output:
	// 100|-131|5050|18|100|323|3492529440
	// verdict: ok
	// 100 ticks and 4 hashes compared
}
