package wasmrunner

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync/atomic"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// A Ceiling is what one recording of a tenant may cost. The zero value of each field is its default.
type Ceiling struct {
	Fuel  uint64      // of a tick, in instructions: 10^9
	Total uint64      // of the run, in instructions: 10^12
	Ticks tactus.Tick // of the recording: 2^24
}

// totalDefault is that of wazerohost.Ceiling: some 20 minutes of work.
const totalDefault = 1_000_000_000_000

// A Config sets up a [Runner].
type Config struct {
	// Store has the modules. It must be set.
	Store verify.Store
	// Native returns the host of a game that runs in this process, or an error where there is none, which
	// makes the verdict wrong module. nil is no game at all.
	Native func(game string) (replay.Host, error)
	// Ceiling says what a recording of a tenant may cost. nil is the defaults for all.
	Ceiling func(tenant string) Ceiling
	// CacheDir keeps compiled modules in a folder. Whoever can write there can run code in this process.
	// "" keeps none. Each module has a folder in it, as ModuleDir says.
	CacheDir string
	// CacheMax bounds the bytes of that folder: those go that were not used for longest. 0 is no bound.
	CacheMax int64
	// Modules is how many compiled modules are kept ready in memory. 0 is twice the processors and 8 more.
	Modules int
}

// A Runner is a [verify.Runner]. Close frees its modules.
type Runner struct {
	config  Config
	modules cache
	runs    atomic.Int64
}

// New makes a runner.
func New(c Config) (*Runner, error) {
	if c.Store == nil || c.Modules < 0 || c.CacheMax < 0 {
		return nil, fmt.Errorf("tactus: wasmrunner.Config: store %v, modules %d, folder of %d bytes: want a store, and "+
			"no number under 0", c.Store, c.Modules, c.CacheMax)
	}
	if c.Modules == 0 {
		c.Modules = 2*runtime.GOMAXPROCS(0) + 8
	}
	if c.Native == nil {
		c.Native = func(game string) (replay.Host, error) {
			return nil, fmt.Errorf("tactus: %.80q is no game that runs natively here", game)
		}
	}
	if c.Ceiling == nil {
		c.Ceiling = func(string) Ceiling { return Ceiling{} }
	}
	return &Runner{config: c, modules: cache{most: c.Modules}}, nil
}

// Close frees the modules that are ready. Runs that are under way free their own.
func (r *Runner) Close() { r.modules.close() }

// Loaded returns how often a module was made ready, from the store or from the folder.
func (r *Runner) Loaded() int64 { return r.runs.Load() }

// Run judges a recording. It does not panic.
func (r *Runner) Run(ctx context.Context, j verify.Job, recording []byte, beat func() error) (v replay.Verdict,
	fuel uint64, err error) {
	defer func() {
		if p := recover(); p != nil {
			v, fuel, err = replay.Verdict{}, 0, fmt.Errorf("tactus: the judge panicked: %v\n%.2000s", p, debug.Stack())
		}
	}()
	rec, err := replay.Read(bytes.NewReader(recording))
	if rec == nil {
		return replay.Verdict{}, 0, err
	}
	run := &run{ctx: ctx, job: j, rec: rec, beat: beat, ceiling: r.config.Ceiling(j.Tenant)}
	id := run.module()
	if id.IsZero() {
		return run.native(r.config.Native)
	}
	return r.onModule(run, id)
}

// A run is one recording that is being judged.
type run struct {
	ctx     context.Context
	job     verify.Job
	rec     *replay.Recording
	beat    func() error
	lost    error // what ended the run from outside
	ceiling Ceiling
}

// module returns the digest of the module to run on, zero for a native run. A recording without a
// header has no module, and needs none to be malformed.
func (u *run) module() verify.Digest {
	h := &u.rec.Header
	switch {
	case h.Game == "":
		return verify.Digest{}
	case !u.job.Module.IsZero():
		return u.job.Module
	case h.Kind == replay.Module:
		return verify.Digest(h.Hash)
	}
	return verify.Digest{}
}

// options let the run say that it is alive, and end where nobody waits for it any more.
func (u *run) options() replay.Options {
	return replay.Options{OtherModule: !u.job.Module.IsZero(), TicksMax: u.ceiling.Ticks, Stop: func() error {
		if u.lost == nil {
			u.lost = u.ctx.Err()
		}
		if u.lost == nil {
			u.lost = u.beat()
		}
		return u.lost
	}}
}

// verdict is the verdict of a run that came to its own end.
func (u *run) verdict(host replay.Host) (replay.Verdict, error) {
	v := replay.Verify(u.rec, host, u.options())
	if u.lost != nil {
		return replay.Verdict{}, u.lost
	}
	if v.Fields == nil {
		v.Fields = []replay.FieldDifference{}
	}
	return v, nil
}

// native judges a recording in this process.
func (u *run) native(host func(game string) (replay.Host, error)) (replay.Verdict, uint64, error) {
	h, err := host(u.rec.Header.Game)
	if err != nil { // no game of this service's: the verdict says which the recording is of
		h = &replay.SimHost{Game: "none that this service knows"}
	}
	v, err := u.verdict(h)
	return v, 0, err
}

// onModule judges a recording on a module out of the store.
func (r *Runner) onModule(u *run, id verify.Digest) (replay.Verdict, uint64, error) {
	m, err := r.ready(u, id)
	if refused, ok := errors.AsType[*refusal](err); ok {
		return replay.Verdict{Outcome: replay.WrongModule, Tick: -1, Fields: []replay.FieldDifference{},
			Reason: refused.Error()}, 0, nil
	}
	if err != nil {
		return replay.Verdict{}, 0, err
	}
	total := u.ceiling.Total
	if total == 0 {
		total = totalDefault
	}
	budget := wazerohost.NewBudget(u.ctx, total)
	m.SetBudget(budget)
	m.SetCeiling(wazerohost.Ceiling{Fuel: u.ceiling.Fuel, Total: total})
	compiled := m.Compiled()
	v, err := u.verdict(m)
	if m.Compiled() > compiled { // for another limit of memory
		r.trim()
	}
	if err == nil {
		err = u.ctx.Err() // which ends a run by its budget too
	}
	if err != nil {
		_ = m.Close() // in the middle of a run, nothing is known of it
		return replay.Verdict{}, budget.Used(), err
	}
	r.modules.put(moduleKey{id, u.job.Tenant, u.rec.Header.Game}, m)
	return v, budget.Used(), nil
}

// A refusal is a module that TM/1 does not allow, or that does not compile: no worker can run it.
type refusal struct{ err error }

func (e *refusal) Error() string { return "the module cannot be run: " + e.err.Error() }

// ready returns a module that nobody uses.
func (r *Runner) ready(u *run, id verify.Digest) (*wazerohost.Verifier, error) {
	key := moduleKey{id, u.job.Tenant, u.rec.Header.Game}
	if m := r.modules.take(key); m != nil {
		return m, nil
	}
	binary, err := r.config.Store.Get(u.ctx, u.job.Tenant, id)
	if err != nil {
		return nil, fmt.Errorf("tactus: module %v: %w", id, err)
	}
	if err := u.beat(); err != nil { // compiling takes up to seconds
		return nil, err
	}
	limits, _, err := wazerohost.RunOf(&u.rec.Header)
	if err != nil {
		limits = wazerohost.Limits{} // which Init refuses, with a verdict
	}
	m, err := wazerohost.NewVerifier(key.game, binary, wazerohost.Options{Limits: limits,
		CacheDir: ModuleDir(r.config.CacheDir, u.job.Tenant, id)})
	if err != nil {
		return nil, &refusal{err}
	}
	r.trim()
	r.runs.Add(1)
	return m, nil
}

// trim holds the folder of compiled code to its bound, after something may have been added.
func (r *Runner) trim() {
	if r.config.CacheDir != "" && r.config.CacheMax > 0 {
		_, _ = Trim(r.config.CacheDir, r.config.CacheMax) // what cannot be deleted now may be the next time
	}
}
