package wazerohost

import (
	"context"
	"crypto/sha256"
	"sync"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"

	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
)

// Options are how a module is run. None of them changes what it computes, but the limits and the
// profile, which can end or refuse it.
type Options struct {
	Limits Limits
	// Profile is what the module may use: wasmbin.Float by default.
	Profile wasmbin.Profile
	// Interpreter runs the module without compiling it: some 20 times slower, and ready at once.
	Interpreter bool
	// CacheDir keeps compiled code in a folder, from which it is there in milliseconds. Whoever can
	// write there can run code in this process. "" keeps none.
	CacheDir string
	// Budget bounds what all instances cost together, and may be that of other hosts too; nil is none.
	Budget *Budget
	// Ceiling is what a [Verifier] allows, whatever a recording says.
	Ceiling Ceiling
}

// A Host is one module, validated and compiled, ready to be instantiated. Close frees it.
type Host struct {
	sum     [32]byte
	limits  Limits
	budget  *Budget // nil for none
	cost    uint64  // of an instruction, in the budget
	module  *wasmbin.Module
	runtime wazero.Runtime
	cache   wazero.CompilationCache // nil without a folder
	code    wazero.CompiledModule
	noCache error // why the folder of compiled code is not used

	mu     sync.Mutex
	closed bool
	open   map[*Instance]struct{}
}

// New makes a module ready. The errors are a [*wasmbin.Error] for what TM/1 does not allow, and
// whatever the engine says of a module that is not well typed. binary must not be changed while the
// Host is used.
func New(binary []byte, options Options) (*Host, error) {
	limits, err := options.Limits.filled()
	if err != nil {
		return nil, err
	}
	module, err := wasmbin.Parse(binary, options.Profile)
	if err != nil {
		return nil, err
	}
	injected, err := module.Inject(limits.Pages)
	if err != nil {
		return nil, err
	}
	h := &Host{sum: sha256.Sum256(binary), limits: limits, budget: options.Budget, cost: 1, module: module,
		open: map[*Instance]struct{}{}}
	if options.Interpreter {
		h.cost = interpretedCost
	}
	if err := h.compile(injected, options); err != nil {
		h.Close()
		return nil, err
	}
	return h, nil
}

// compile makes the code. A folder that cannot be used, or that holds what is no code, only costs the
// time that it would have saved.
func (h *Host) compile(injected []byte, options Options) error {
	if options.CacheDir == "" || options.Interpreter {
		return h.compileWith(injected, options)
	}
	cache, failed := wazero.NewCompilationCacheWithDir(options.CacheDir)
	if failed == nil {
		h.cache = cache
		if failed = h.compileWith(injected, options); failed == nil {
			return nil
		}
		h.free()
	}
	err := h.compileWith(injected, options)
	if err == nil {
		h.noCache = failed
	}
	return err
}

// free lets go of code, engine and folder.
func (h *Host) free() (err error) {
	ctx := context.Background()
	if h.runtime != nil {
		err = h.runtime.Close(ctx)
	}
	if h.cache != nil {
		if e := h.cache.Close(ctx); err == nil {
			err = e
		}
	}
	h.runtime, h.cache, h.code = nil, nil, nil
	return err
}

// CacheError says why the folder of compiled code was not used, nil where it was or where there is none.
func (h *Host) CacheError() error { return h.noCache }

// compileWith compiles, into the cache where there is one.
func (h *Host) compileWith(injected []byte, options Options) (err error) {
	ctx := context.Background()
	config := wazero.NewRuntimeConfigCompiler()
	if options.Interpreter {
		config = wazero.NewRuntimeConfigInterpreter()
	}
	config = config.WithCoreFeatures(api.CoreFeaturesV2).WithMemoryLimitPages(h.limits.Pages).WithDebugInfoEnabled(false)
	if h.cache != nil {
		config = config.WithCompilationCache(h.cache)
	}
	h.runtime = wazero.NewRuntimeWithConfig(ctx, config)
	if err := h.offer(ctx); err != nil {
		return err
	}
	h.code, err = h.runtime.CompileModule(ctx, injected)
	return err
}

// SHA256 identifies the module: it is that of the binary that was given to New.
func (h *Host) SHA256() [32]byte { return h.sum }

// Limits returns the limits with their defaults.
func (h *Host) Limits() Limits { return h.limits }

// Close ends all instances and frees the code. It can be called twice.
func (h *Host) Close() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil
	}
	h.closed = true
	for i := range h.open {
		i.drop(false) // it may run: nobody says that a host is closed by the goroutine of its instances
	}
	h.module = nil
	return h.free()
}
