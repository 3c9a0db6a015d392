package wasmrunner_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/tactus-go/tactus/adapters/wasmrunner"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// TestWhatWasUsedLastStaysWithinTheBound uses modules' folders in a random order, and looks which are
// left: a number of those that were used last, and as many as fit.
func TestWhatWasUsedLastStaysWithinTheBound(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 5))
	for range 50 {
		dir := t.TempDir()
		n := 1 + r.IntN(8)
		sizes := map[string]int64{}
		var order []string // by use, the last one last
		for i, which := range r.Perm(n) {
			folder := wasmrunner.ModuleDir(dir, "acme", verify.DigestOf([]byte{byte(which)}))
			if err := os.WriteFile(filepath.Join(folder, "code"), make([]byte, r.IntN(1000)), 0o600); err != nil {
				t.Fatal(err)
			}
			at := time.Unix(1_700_000_000+int64(i), 0)
			if err := os.Chtimes(folder, at, at); err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(filepath.Join(folder, "code"))
			if err != nil {
				t.Fatal(err)
			}
			sizes[folder], order = info.Size(), append(order, folder)
		}
		most := r.Int64N(4000)
		left, err := wasmrunner.Trim(dir, most)
		if err != nil || left > most {
			t.Fatalf("%d bytes are left, %v: want at most %d", left, err, most)
		}
		var kept int64
		gone := false
		for i := len(order) - 1; i >= 0; i-- {
			_, err := os.Stat(order[i])
			if err == nil && gone {
				t.Errorf("folder %d stays, and one that was used later is gone", i)
			}
			if err != nil && !gone && kept+sizes[order[i]] <= most {
				t.Errorf("folder %d is gone, and would have fitted", i)
			}
			if gone = gone || err != nil; !gone {
				kept += sizes[order[i]]
			}
		}
		if kept != left {
			t.Errorf("%d bytes are left: Trim says %d", kept, left)
		}
	}
}

// TestWhatATenantHasCompiledIsNotAnothers: by how long a check takes nobody learns which modules another
// tenant has.
func TestWhatATenantHasCompiledIsNotAnothers(t *testing.T) {
	dir, id := t.TempDir(), verify.DigestOf([]byte("a module"))
	if wasmrunner.ModuleDir(dir, "acme", id) == wasmrunner.ModuleDir(dir, "other", id) {
		t.Error("two tenants have one folder")
	}
	if wasmrunner.ModuleDir("", "acme", id) != "" {
		t.Error("there is a folder where there is to be none")
	}
}

// newBounded makes a runner that keeps one module in memory, and so many bytes of code in a folder.
func newBounded(t *testing.T, most int64) (r *wasmrunner.Runner, store *verify.Memory, dir string) {
	t.Helper()
	store, err := verify.NewMemory(verify.MemoryConfig{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(store.Close)
	dir = t.TempDir()
	r, err = wasmrunner.New(wasmrunner.Config{Store: store, CacheDir: dir, CacheMax: most, Modules: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r, store, dir
}

// TestAModuleThatIsCompiledForManyLimitsStaysWithinTheBound judges recordings on one module that differ
// in their limits of memory, for each of which it is compiled anew.
func TestAModuleThatIsCompiledForManyLimitsStaysWithinTheBound(t *testing.T) {
	if testing.Short() {
		t.Skip("with the race detector it compiles for a minute and a half")
	}
	const most = 40 << 20
	r, store, dir := newBounded(t, most)
	id, err := store.Put(t.Context(), "acme", goGuest)
	if err != nil {
		t.Fatal(err)
	}
	var one int64 // bytes of code
	for n := range 4 {
		h := header(goGuest)
		h.Limits.Pages = uint32(100 + n)
		v, _, err := r.Run(t.Context(), verify.Job{Tenant: "acme", Recording: id}, record(t, h, 10, honest), alive)
		if err != nil || v.Outcome != replay.OK {
			t.Fatalf("%+v, %v", v, err)
		}
		left, err := wasmrunner.Trim(dir, 1<<40)
		if err != nil || left > most {
			t.Fatalf("after %d limits there are %d bytes of compiled code, %v: want at most %d", n+1, left, err, most)
		}
		if n == 0 {
			one = left
		}
	}
	if 4*one <= most || r.Loaded() != 1 {
		t.Errorf("%d bytes of code for a limit, %d modules: this shows nothing", one, r.Loaded())
	}
}

// TestTheFolderOfCompiledCodeStaysWithinItsBound judges on module after module.
func TestTheFolderOfCompiledCodeStaysWithinItsBound(t *testing.T) {
	const most = 40 << 20
	r, store, dir := newBounded(t, most)
	for n := range 3 {
		// A custom section makes another module of the same code.
		module := append(append([]byte{}, goGuest...), 0, 2, 1, byte('a'+n))
		id, err := store.Put(t.Context(), "acme", module)
		if err != nil {
			t.Fatal(err)
		}
		j := verify.Job{Tenant: "acme", Recording: id}
		v, _, err := r.Run(t.Context(), j, record(t, header(module), 100, honest), alive)
		if err != nil || v.Outcome != replay.OK {
			t.Fatalf("%+v, %v", v, err)
		}
		left, err := wasmrunner.Trim(dir, 1<<40)
		t.Log(fmt.Sprint(n+1, " modules: ", left, " bytes"))
		if err != nil || left == 0 || left > most {
			t.Errorf("%d bytes of compiled code, %v: want some, and at most %d", left, err, most)
		}
	}
}
