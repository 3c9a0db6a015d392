package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/prove"
	"github.com/tactus-go/tactus/sim"
)

// moduleFlags are those of tactus prove that only a module has.
type moduleFlags struct {
	Input   *string      `help:"Of a module: inputs of player 0, a line of hex bytes for each tick." placeholder:"FILE"`
	Rate    *tactus.Rate `help:"Of a module: steps per second; by default the first that it takes." placeholder:"HZ"`
	RunSeed *uint64      `help:"Of a module: seed of the run, by default that of merge-island.json." placeholder:"N"`
	Native  *string      `help:"Of a module: the native game to hold it to: mergeisland." placeholder:"GAME"`
}

// set reports whether one of the flags is given.
func (f *moduleFlags) set() bool {
	return f.Input != nil || f.Rate != nil || f.RunSeed != nil || f.Native != nil
}

// moduleEnd is what the names of modules end in.
const moduleEnd = ".wasm"

// moduleVerdict is the whole answer about a module. As JSON it is what prove module.wasm --json prints.
type moduleVerdict struct {
	Module      string             `json:"module"`
	Rate        string             `json:"rate_hz"`
	Seed        uint64             `json:"seed"`
	Conformance *wazerohost.Report `json:"conformance"`
	Schedules   *prove.Report      `json:"schedules,omitempty"`
	Hosts       *prove.HostReport  `json:"hosts,omitempty"`
	NotRun      []string           `json:"not_run"` // hosts, and why not
	Verdict     string             `json:"verdict"` // ok, or what it is not
	Reason      string             `json:"reason,omitempty"`
}

const (
	scheduleTicks = 100 // of a run with made-up inputs: what the reference games have
	modulePlayers = 1
)

// moduleProof is a proof in the making.
type moduleProof struct {
	flags  *proveCommand
	binary []byte
	config abi.Config
	inputs [][]byte // of player 0; nil where none are given
	dir    string   // compiled code, for the length of the proof; "" keeps none
	ctx    context.Context
	budget *wazerohost.Budget // of the whole proof
	recent [2]io.Closer       // the games of the schedules that may still be used
	c      *console
}

func (p *proveCommand) runModule(c *console, s *subject) error {
	m, err := p.newModuleProof(c, s)
	if err != nil {
		return err
	}
	m.c, m.ctx, m.budget = c, c.ctx, wazerohost.NewBudget(c.ctx, p.MaxFuel)
	if m.dir, err = os.MkdirTemp("", "tactus-prove"); err != nil {
		c.noCache(err)
	}
	defer os.RemoveAll(m.dir) // which does nothing where there is none
	progress := newProgress(c)
	v := m.prove(progress)
	progress.done()
	if p.JSON {
		err = c.writeJSON(v)
	} else {
		_, err = c.stdout.Write(v.text())
	}
	if err == nil && v.Verdict == notRun && c.ctx.Err() != nil {
		return c.interrupted()
	}
	if err == nil && v.Verdict != "ok" {
		return errNo
	}
	return err
}

func (p *proveCommand) newModuleProof(c *console, module io.Reader) (*moduleProof, error) {
	m := &moduleProof{flags: p, config: abi.Config{SeedLo: uint64(mergeisland.DefaultConfig().Seed),
		Players: modulePlayers}}
	var err error
	if m.binary, err = readAll(p.Game, module); err != nil {
		return nil, err
	}
	if p.Config != nil {
		if m.config.Game, err = c.readFile(*p.Config); err != nil {
			return nil, err
		}
	}
	if p.RunSeed != nil {
		m.config.SeedLo = *p.RunSeed
	}
	if p.Native != nil && *p.Native != "mergeisland" {
		return nil, fmt.Errorf("--native %s: the native game that modules are held to is mergeisland", *p.Native)
	}
	if p.Input != nil {
		if m.inputs, err = readInputs(c, *p.Input); err != nil {
			return nil, err
		}
	}
	return m, nil
}

// readInputs reads a file of inputs, a line a tick.
func readInputs(c *console, file string) ([][]byte, error) {
	data, err := c.readFile(file)
	if err != nil {
		return nil, err
	}
	inputs := [][]byte{}
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 2*abi.InputMax+1) // two digits a byte
	for lines.Scan() {
		input, err := hex.DecodeString(strings.TrimSpace(lines.Text()))
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w: want hexadecimal bytes, or nothing", file, len(inputs)+1, err)
		}
		if _, err := inputBlob(input); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, len(inputs)+1, err)
		}
		if len(inputs) == runTicks {
			return nil, fmt.Errorf("%s: over %d lines: a proof has no more ticks", file, runTicks)
		}
		inputs = append(inputs, input)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, len(inputs)+1, err)
	}
	if len(inputs) == 0 {
		return nil, fmt.Errorf("%s: no inputs: want a line for each tick", file)
	}
	return inputs, nil
}

// inputBlob is the input of player 0 as it crosses the border.
func inputBlob(input []byte) ([]byte, error) {
	if len(input) == 0 {
		return abi.AppendInput(nil)
	}
	return abi.AppendInput(nil, abi.Input{Bytes: input})
}

// prove tries the ten points and, where the module runs, the schedules and the hosts.
func (m *moduleProof) prove(progress *progress) *moduleVerdict {
	v := &moduleVerdict{Module: filepath.Base(m.flags.Game), Seed: m.config.SeedLo, Verdict: "failed",
		NotRun: []string{}}
	progress.show("%s: compiling", v.Module)
	rate, err := m.setRate()
	v.Rate = rate.String()
	if err == nil {
		progress.show("%s: the ten points", v.Module)
	}
	v.Conformance = wazerohost.Check(m.binary, m.checkOptions())
	for _, outcome := range []wazerohost.Outcome{wazerohost.Failed, wazerohost.NotRun} {
		for _, p := range v.Conformance.Points {
			if p.Outcome == outcome && v.Reason == "" {
				v.Reason = fmt.Sprintf("point %d, %s: %s", p.Number, p.Name, p.Evidence)
			}
		}
	}
	if v.Conformance.Ticks > 0 && m.budget.Err() == nil {
		if err := m.compare(v, rate, progress); err != nil && v.Reason == "" {
			v.Reason = err.Error()
		}
	}
	switch ended := m.budget.Err(); {
	case v.found():
	case ended != nil:
		v.Verdict, v.Reason = notRun, ended.Error()
		if m.ctx.Err() == nil {
			v.Reason += ": --max-fuel allows more"
		}
	case v.Reason == "" && v.Conformance.OK():
		v.Verdict = "ok"
		if lacks := m.flags.unstrict(v.NotRun); lacks != "" {
			v.Verdict, v.Reason = notRun, lacks
		}
	}
	return v
}

// found reports whether there is an answer, and it is no.
func (v *moduleVerdict) found() bool {
	for _, p := range v.Conformance.Points {
		if p.Outcome == wazerohost.Failed {
			return true
		}
	}
	return v.Schedules != nil && v.Schedules.Verdict == prove.Different ||
		v.Hosts != nil && v.Hosts.Verdict == prove.Different
}

func (m *moduleProof) checkOptions() wazerohost.CheckOptions {
	o := wazerohost.CheckOptions{Config: m.config, CacheDir: m.dir, Seed: 1, Budget: m.budget}
	if m.inputs != nil {
		o.Ticks = min(len(m.inputs), 100_000)
		o.Input = func(tick int) []byte {
			blob, _ := inputBlob(m.inputs[tick]) // which was checked when it was read
			return blob
		}
	}
	return o
}

// rates are tried in this order where none is given: a module may know one only.
var rates = []tactus.Rate{tactus.Hz(60), tactus.Ratio(125, 2), tactus.Hz(50), tactus.Hz(30), tactus.Hz(120),
	tactus.Hz(20),
	tactus.Hz(10)}

// setRate puts a rate that the module takes into the config.
func (m *moduleProof) setRate() (tactus.Rate, error) {
	try := rates
	if m.flags.Rate != nil {
		try = []tactus.Rate{*m.flags.Rate}
	}
	h, err := m.host(false)
	if err == nil {
		defer h.Close()
	}
	for _, rate := range try {
		r := rate.Rat()
		m.config.RateNum, m.config.RateDen = uint32(r.Num().Uint64()), uint32(r.Denom().Uint64())
		if err != nil {
			return rate, err
		}
		i, refused := h.NewInstance(m.config)
		if refused == nil {
			return rate, i.Close()
		}
		if !errors.Is(refused, abi.Unsupported) {
			return rate, refused
		}
	}
	return try[len(try)-1], errors.New("the module takes none of the rates")
}

func (m *moduleProof) host(interpreter bool) (*wazerohost.Host, error) {
	h, err := wazerohost.New(m.binary,
		wazerohost.Options{Interpreter: interpreter, CacheDir: m.dir, Budget: m.budget})
	if err == nil {
		m.c.noCache(h.CacheError())
	}
	return h, err
}

// compare runs the schedules on the module, and the module on all hosts.
func (m *moduleProof) compare(v *moduleVerdict, rate tactus.Rate, progress *progress) (err error) {
	defer func() {
		if r := recover(); r != nil { // what goes wrong in a guest is a panic of its Sim
			err = fmt.Errorf("%v", r)
		}
	}()
	compiled, err := m.host(false)
	if err != nil {
		return err
	}
	defer compiled.Close()
	interpreted, err := m.host(true)
	if err != nil {
		return err
	}
	defer interpreted.Close()
	sc := m.scenario(v.Module, rate, compiled)
	v.Schedules, err = prove.Run(sc, prove.Schedules(1), func(row prove.Row) {
		progress.show("%s: %s", v.Module,
			row.Name)
	})
	if err != nil {
		return err
	}
	if v.Schedules.Verdict != prove.Equal {
		v.Reason = "under the schedules: " + v.Schedules.String()
	}
	progress.show("%s: hosts", v.Module)
	return m.onHosts(v, sc, compiled, interpreted)
}

// onHosts runs the module side by side on all hosts that are at hand, and says which are not.
func (m *moduleProof) onHosts(v *moduleVerdict, sc sim.Scenario, compiled, interpreted *wazerohost.Host) error {
	hosts := []prove.Host{m.on("wazero compiler", compiled), m.on("wazero interpreter", interpreted)}
	if m.flags.Native != nil {
		hosts = append([]prove.Host{{Name: "native", New: m.native}}, hosts...)
	}
	node, err := findNode()
	if err != nil {
		v.NotRun = append(v.NotRun, nodeName+": "+err.Error())
	} else {
		var run *nodeRun
		defer func() {
			if run != nil {
				_ = run.Close() // which only says how a process ended whose answers are all in
			}
		}()
		hosts = append(hosts, prove.Host{Name: nodeName, New: func() (_ sim.Sim, err error) {
			run, err = node.start(m.ctx, m.binary, compiled.Limits(), &m.config)
			return nodeGame{run}, err
		}})
	}
	v.Hosts, err = prove.Hosts(sc.Ticks, func(tick tactus.Tick) []byte {
		if err := m.budget.Err(); err != nil { // which neither the native game nor Node would notice
			panic(err)
		}
		return sc.Input(tick)
	}, hosts...)
	if err == nil && v.Hosts.Verdict != prove.Equal && v.Reason == "" {
		v.Reason = "on the hosts: " + hostsReason(v.Hosts)
	}
	return err
}

// nodeName is what reports call the host that is Node.
const nodeName = "Node"

// scenario is the module's run. Without a file of inputs it has merge-island's.
func (m *moduleProof) scenario(name string, rate tactus.Rate, h *wazerohost.Host) sim.Scenario {
	inputs := m.inputs
	if inputs == nil {
		for _, move := range mergeisland.ReferenceMoves() {
			inputs = append(inputs, mergeisland.Input(move))
		}
		inputs = inputs[:scheduleTicks]
	}
	return sim.Scenario{Name: name, Stepper: tactus.StepperConfig{Rate: rate, Clamp: tactus.NoClamp},
		Ticks: tactus.Tick(len(inputs)), Input: sim.Script(inputs), New: func() sim.Sim {
			game, err := m.game(h)
			if err != nil {
				panic(err)
			}
			m.retire(game.Instance())
			return game
		}}
}

// retire frees the game before the last one. A proof makes hundreds and does not say when it is done
// with each, but goes on with the new one, or loads it with what the last one saves.
func (m *moduleProof) retire(next io.Closer) {
	if old := m.recent[0]; old != nil {
		_ = old.Close() // which never fails
	}
	m.recent = [2]io.Closer{m.recent[1], next}
}

func (m *moduleProof) game(h *wazerohost.Host) (*wazerohost.Game, error) {
	return wazerohost.NewGame(h, m.config)
}

func (m *moduleProof) on(name string, h *wazerohost.Host) prove.Host {
	return prove.Host{Name: name, New: func() (sim.Sim, error) { return m.game(h) }}
}

// native makes merge-island from the module's config, as the module does.
func (m *moduleProof) native() (sim.Sim, error) {
	config := mergeisland.DefaultConfig()
	if m.flags.Config != nil {
		var err error
		if config, err = mergeisland.ParseConfig(*m.flags.Config, m.config.Game); err != nil {
			return nil, err
		}
	}
	config.Seed = int64(m.config.SeedLo)
	return mergeisland.New(config)
}

// hostsReason says which host was the first to differ, and in what.
func hostsReason(r *prove.HostReport) string {
	for _, row := range r.Hosts {
		if d := row.Divergence; d != nil {
			text := fmt.Sprintf("%s differs from %s at tick %d", row.Name, r.Hosts[0].Name, d.Tick)
			for i, f := range d.Fields {
				if i == 8 {
					return text + fmt.Sprintf(", and %d fields more", len(d.Fields)-i)
				}
				text += ", " + f.String()
			}
			return text
		}
	}
	return r.Reason
}

// text is the verdict for people.
func (v *moduleVerdict) text() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "module %s, SHA-256 %s\n%s Hz, seed %d\n\n", v.Module, v.Conformance.SHA256, v.Rate, v.Seed)
	for _, p := range v.Conformance.Points {
		fmt.Fprintf(&b, "%2d  %-7s  %s\n             %s\n", p.Number, p.Outcome, p.Name, p.Evidence)
	}
	if v.Schedules != nil {
		b.WriteString("\n")
		_ = v.Schedules.WriteText(&b) // a buffer takes everything
	}
	if v.Hosts != nil {
		b.WriteString("\n")
		for _, row := range v.Hosts.Hosts {
			equal := "equal"
			if !row.Equal {
				equal = "NOT equal"
			}
			fmt.Fprintf(&b, "%-18s  %d ticks  %s\n", row.Name, row.Ticks, equal)
		}
		for _, not := range v.NotRun {
			host, why, _ := strings.Cut(not, ": ")
			fmt.Fprintf(&b, "%-18s  not run: %s\n", host, why)
		}
		fmt.Fprintf(&b, "%d states of %d ticks compared\n", v.Hosts.Compared.States, v.Hosts.Compared.Ticks)
	}
	fmt.Fprintf(&b, "\nverdict: %s", v.Verdict)
	if v.Reason != "" {
		fmt.Fprintf(&b, ". %s", v.Reason)
	}
	b.WriteString("\n")
	return b.Bytes()
}
