package main

import (
	"fmt"
	"iter"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/prove"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/sim"
)

// stateDiffers reports whether some host came to a state that is not the recording's.
func (r *recordingReport) stateDiffers() bool {
	for _, run := range r.Runs {
		if run.TickAfter != nil {
			return true
		}
	}
	return false
}

// bisect runs natively and on the module at once. A recording has hashes of some ticks only; two hosts
// have a state of each.
func (r *recordingReport) bisect(rec *replay.Recording, binary []byte) error {
	native, err := nativeHost(rec.Header.Game)
	if err != nil {
		return err
	}
	h := &rec.Header
	limits, config, err := wazerohost.RunOf(h)
	if err != nil {
		return err
	}
	module, err := wazerohost.New(binary, wazerohost.Options{CacheDir: compiledDir(), Limits: limits})
	if err != nil {
		return err
	}
	defer module.Close()
	return r.compareHosts(rec,
		prove.Host{Name: "native", New: func() (sim.Sim, error) {
			err := native.Init(h)
			return native.Sim(), err
		}},
		prove.Host{Name: "module", New: func() (sim.Sim, error) { return wazerohost.NewGame(module, config) }})
}

// compareHosts finds the first tick after which the two have different states. The report's tick and
// fields are then those.
func (r *recordingReport) compareHosts(rec *replay.Recording, native, module prove.Host) error {
	last := tactus.Tick(-1)
	for _, run := range r.Runs {
		if run.TickAfter != nil {
			last = max(last, run.Tick)
		}
	}
	next, stop := iter.Pull2(rec.Inputs())
	defer stop()
	input := func(tactus.Tick) []byte {
		_, in, _ := next()
		if rec.Header.Players <= 1 {
			in = replay.OwnInput(in)
		}
		return in
	}
	hosts, err := prove.Hosts(last+1, input, native, module)
	if err != nil {
		return err
	}
	r.Hosts = hosts
	if d := hosts.Hosts[1].Divergence; d != nil {
		r.place(d)
	} else if hosts.Verdict == prove.Equal {
		r.Reason += fmt.Sprintf("; native run and module are equal up to tick %d", last)
	}
	return nil
}

// place takes the tick and fields over. Where the native run is as recorded, it is what was wanted; else
// the module is.
func (r *recordingReport) place(d *prove.Divergence) {
	before := d.Tick - 1
	r.Tick, r.TickAfter = d.Tick, &before
	r.Reason += fmt.Sprintf("; native run and module first differ at tick %d", d.Tick)
	r.Fields = []replay.FieldDifference{}
	for _, f := range d.Fields {
		w := replay.FieldDifference{Name: f.Name, Want: f.A, Got: f.B}
		if r.Runs[0].Outcome != replay.OK {
			w.Want, w.Got = f.B, f.A
		}
		r.Fields = append(r.Fields, w)
	}
}
