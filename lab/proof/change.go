package proof

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strconv"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/lab/island"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// shownTicks is how many ticks of both runs are drawn: all of the reference run, and of a longer one
// those around the change, a quarter of them before it.
const shownTicks = 400

// rowsMax is how many ticks are listed before the first that differs, with it.
const rowsMax = 6

// A Parted is a run, and the same run with the input of one tick changed.
type Parted struct {
	Ticks tactus.Tick `json:"ticks"` // of the run
	Was   int         `json:"was"`   // the input there
	From  tactus.Tick `json:"from"`  // the first tick that is drawn
	// Comparison is what replay.Diff says of the two recordings.
	Comparison *replay.Comparison `json:"comparison"`
	Text       string             `json:"text"` // of it
}

// Change runs a recording, nil for the reference run, once as it is and once with another input at one
// tick. The points are three numbers a tick, little-endian floats: the tick, and where the island is
// after it in the run and in the changed run.
func Change(file []byte, tick tactus.Tick, move int, build replay.Build) (Parted, []byte, error) {
	if move < -1 || move > 1 {
		return Parted{}, nil, fmt.Errorf("tactus: the input %d: want -1, 0 or 1", move)
	}
	if file == nil {
		reference, err := referenceFile(build)
		if err != nil {
			return Parted{}, nil, err
		}
		file = reference
	}
	a, err := readOne(file)
	if err != nil {
		return Parted{}, nil, err
	}
	if tick < 0 || tick >= a.Ticks() {
		return Parted{}, nil, fmt.Errorf("tactus: tick %d: the run has the ticks 0 to %d", tick, a.Ticks()-1)
	}
	p := Parted{Ticks: a.Ticks(), From: max(0, min(tick-shownTicks/4, a.Ticks()-shownTicks))}
	changed, err := p.changed(a, tick, move, build)
	if err != nil {
		return Parted{}, nil, err
	}
	b, err := readOne(changed)
	if err != nil {
		return Parted{}, nil, err
	}
	if p.Comparison, err = replay.Diff(a, b, island.Host(build), island.Host(build)); err != nil {
		return Parted{}, nil, err
	}
	p.Comparison.Rows = p.Comparison.Rows[max(0, len(p.Comparison.Rows)-rowsMax):]
	p.Text = p.Comparison.String()
	points, err := p.points(a, b, build)
	return p, points, err
}

// readOne reads a recording of the game that has a tick.
func readOne(file []byte) (*replay.Recording, error) {
	rec, err := replay.Read(bytes.NewReader(file))
	switch {
	case rec == nil || rec.Header.Game == "":
		return nil, err
	case rec.Header.Game != island.Game:
		return nil, fmt.Errorf("tactus: the recording is of %s, and this is %s", rec.Header.Game, island.Game)
	case rec.Header.Players != 1:
		return nil, errors.New("tactus: the recording has several players, and the island has one")
	case rec.Ticks() == 0:
		return nil, errors.New("tactus: the recording has no whole tick")
	}
	return rec, nil
}

// referenceFile records the reference run with a hash for each tick, so that the tick at which a changed
// run leaves it is found by hashes alone.
func referenceFile(build replay.Build) ([]byte, error) {
	scenario := mergeisland.Scenario()
	h := island.Header(build, false)
	h.Plain, h.Checkpoint = 1, 0
	return record(h, scenario.New(), func(step func(input []byte)) {
		for tick := range scenario.Ticks {
			step(scenario.Input(tick))
		}
	})
}

// changed records the run again, with one input changed, as natively as this process is.
func (p *Parted) changed(a *replay.Recording, at tactus.Tick, move int, build replay.Build) ([]byte, error) {
	host := island.Host(build)
	if err := host.Init(&a.Header); err != nil {
		return nil, err
	}
	h := a.Header
	h.Kind, h.Build, h.Flags = replay.Native, build, h.Flags&^replay.FlagSchedule
	return record(h, host.Sim(), func(step func(input []byte)) {
		for tick, input := range a.Inputs() {
			own := replay.OwnInput(input)
			if tick == at {
				p.Was = moveOf(own)
				own = mergeisland.Input(int8(move))
			}
			step(own)
		}
	})
}

// moveOf reads an input as the game does.
func moveOf(own []byte) int {
	if len(own) != 1 {
		return 0
	}
	if move := int(int8(own[0])); move == -1 || move == 1 {
		return move
	}
	return 0
}

// record records a run of a game from tick 0.
func record(h replay.Header, game sim.Sim, play func(step func(input []byte))) ([]byte, error) {
	var out bytes.Buffer
	r, err := replay.Record(&out, h, game)
	if err != nil {
		return nil, err
	}
	play(r.Step)
	if err := r.Close(island.Claim(game, 0)); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// points runs both and says where the island is after each tick that is drawn.
func (p *Parted) points(a, b *replay.Recording, build replay.Build) ([]byte, error) {
	hosts := [2]*replay.SimHost{island.Host(build), island.Host(build)}
	var players [2]*replay.Player
	for i, rec := range []*replay.Recording{a, b} {
		player, err := replay.NewPlayer(rec, hosts[i])
		if err == nil {
			err = player.Seek(p.From)
		}
		if err != nil {
			return nil, err
		}
		players[i] = player
	}
	var out []byte
	number := func(v float64) { out = binary.LittleEndian.AppendUint64(out, math.Float64bits(v)) }
	for tick := p.From; tick < min(p.From+shownTicks, p.Ticks); tick++ {
		number(float64(tick))
		for i, player := range players {
			if _, err := player.Run(1); err != nil {
				return nil, err
			}
			game, ok := sim.StateOf[mergeisland.Game](hosts[i].Sim())
			if !ok {
				return nil, errors.New("tactus: the host runs " + strconv.Quote(hosts[i].Game))
			}
			number(float64(game.State().PosX))
		}
	}
	return out, nil
}
