package wazerohost_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/adapters/wazerohost/internal/asm"
)

func TestASnapshotIsCopiedBackWhileTheMemoryHasItsSizeAndElseLoadedIntoANewInstance(t *testing.T) {
	global := before(asm.Code(0x23, 0, asm.Const64(1), 0x7c, 0x24, 0))
	global.Globals = []byte{asm.I64}
	global = global.With("tm_save", asm.Code( // the state is a variable outside of the memory
		asm.Const32(0), 0x23, 0, asm.Mem(0x37, asm.StateAt), asm.Const32(8))).With("tm_load", asm.Code(
		asm.Const32(0), asm.Mem(0x29, asm.StateAt), 0x24, 0, asm.Const32(0)))
	for _, c := range []struct {
		name            string
		module          *asm.Module
		copied, rebuilt int
	}{
		{"memory only", asm.Counter(), 1, 0},
		{"memory that grows", before(asm.Code(asm.Const32(1), 0x40, 0, 0x1a)), 0, 1},
		{"a variable outside of memory", global, 0, 1},
	} {
		i := newInstance(t, newHost(t, c.module.Bytes(), wazerohost.Options{}), anyConfig)
		mustStep(t, i, 1)
		want := mustSave(t, i)
		s, err := i.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		mustStep(t, i, 2)
		next := mustSave(t, i)
		mustStep(t, i, 3)
		if err := i.Restore(s); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := mustSave(t, i); !bytes.Equal(got, want) || i.Tick() != 1 {
			t.Errorf("%s: tick %d, state %x; want 1, %x", c.name, i.Tick(), got, want)
		}
		mustStep(t, i, 2)
		if got := mustSave(t, i); !bytes.Equal(got, next) {
			t.Errorf("%s: it goes on to %x; want %x", c.name, got, next)
		}
		if s.Copied != c.copied || s.Rebuilt != c.rebuilt {
			t.Errorf("%s: %d copied, %d rebuilt; want %d, %d", c.name, s.Copied, s.Rebuilt, c.copied, c.rebuilt)
		}
	}
}

func TestTheGoGuestIsRestoredByCopy(t *testing.T) {
	i := newInstance(t, newHost(t, goGuest, wazerohost.Options{}), islandConfig())
	s, err := i.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	mustStep(t, i, 1)
	want := mustSave(t, i)
	for range 20 {
		mustStep(t, i, 255)
	}
	if err := i.Restore(s); err != nil {
		t.Fatal(err)
	}
	mustStep(t, i, 1)
	if got := mustSave(t, i); !bytes.Equal(got, want) || s.Copied != 1 {
		t.Errorf("state %x, copied %d; want %x, 1", got, s.Copied, want)
	}
}

func TestWhatIsClosedSaysSo(t *testing.T) {
	h := newHost(t, asm.Counter().Bytes(), wazerohost.Options{})
	i := newInstance(t, h, anyConfig)
	if err := errors.Join(i.Close(), i.Close()); err != nil {
		t.Error(err)
	}
	j := newInstance(t, h, anyConfig)
	if err := errors.Join(h.Close(), h.Close()); err != nil {
		t.Error(err)
	}
	for _, i := range []*wazerohost.Instance{i, j} {
		_, stepped := i.Step(nil)
		_, saved := i.Save(nil)
		_, asked := i.Result(nil)
		for _, err := range []error{stepped, saved, asked, i.Load(nil), i.Rebuild(nil), i.Init()} {
			if !errors.Is(err, wazerohost.ErrClosed) {
				t.Errorf("error %v; want ErrClosed", err)
			}
		}
	}
	if _, err := h.NewInstance(anyConfig); !errors.Is(err, wazerohost.ErrClosed) {
		t.Errorf("error %v; want ErrClosed", err)
	}
}

func TestStepAndSaveAllocateNothing(t *testing.T) {
	i := newInstance(t, newHost(t, asm.Counter().Bytes(), wazerohost.Options{}), anyConfig)
	input, image := blob(t, 1), make([]byte, 0, 64)
	if n := testing.AllocsPerRun(100, func() {
		if _, err := i.Step(input); err != nil {
			t.Fatal(err)
		}
		if _, err := i.Save(image[:0]); err != nil {
			t.Fatal(err)
		}
	}); n != 0 {
		t.Errorf("%v allocations a tick; want 0", n)
	}
}
