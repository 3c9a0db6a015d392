// Shows a save of an old release brought into a new one by replaying it under the old rules.
package main

import (
	"bytes"
	"fmt"
)

const ticks = 600

func run() error {
	old, save, err := playOld(ticks)
	if err != nil {
		return err
	}
	fmt.Printf("release 1:                tick %d, gold %d, shafts %d\n", old.Tick, old.Gold, old.Shafts)

	other := start(newest, 5)
	for tick := range int64(ticks) {
		other.Step(digs(tick))
	}
	fmt.Printf("replayed under new rules: tick %d, gold %d, shafts %d\n", other.Tick, other.Gold, other.Shafts)

	mine, err := Migrate(bytes.NewReader(save))
	if err != nil {
		return err
	}
	fmt.Printf("replayed under old rules: tick %d, gold %d, shafts %d, best %d\n",
		mine.Tick, mine.Gold, mine.Shafts, mine.Best)
	return nil
}

func main() {
	if err := run(); err != nil {
		panic(err)
	}
}
