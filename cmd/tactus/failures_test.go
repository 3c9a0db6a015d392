package main

import (
	"bytes"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// What went wrong in public with other games, each as the promise that it does not here.

// TestAHundredProcessesOfOneSeedSayTheSameBytes runs the tool in processes of its own, since what
// differs from one to the next, as the order of a map does, may stay as it is within one.
func TestAHundredProcessesOfOneSeedSayTheSameBytes(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	processes := 100
	if testing.Short() { // with the race detector each takes a second
		processes = 10
	}
	t.Logf("%d processes", processes)
	var first []byte
	for process := range processes {
		tool := exec.CommandContext(t.Context(), self, "prove", "mergeisland", "--seed", "7", "--json")
		tool.Env = append(os.Environ(), "TACTUS_AS_TOOL=1")
		said, err := tool.Output()
		if err != nil {
			t.Fatalf("process %d: %v\n%s", process, err, said)
		}
		if first == nil {
			first = said
		}
		if !bytes.Equal(said, first) {
			t.Fatalf("process %d says\n%s\nand the first\n%s", process, said, first)
		}
	}
	if !bytes.Contains(first, []byte("100|-131|5050|18|100|323|3492529440")) {
		t.Errorf("the summary is not in\n%s", first)
	}
}

// TestGoldenBitsStayWithoutInliningWithoutOptimisationAndWithoutFMA runs the tests of the packages that
// compute with floats in other builds than that of these tests.
func TestGoldenBitsStayWithoutInliningWithoutOptimisationAndWithoutFMA(t *testing.T) {
	needGo(t)
	const all = "-gcflags=github.com/tactus-go/tactus/...="
	for _, c := range []struct{ name, flag, debug string }{
		{"without inlining", all + "-l", ""},
		{"without optimisation", all + "-N -l", ""},
		{"without FMA", all, "cpu.fma=off"},
	} {
		golden := exec.CommandContext(t.Context(), "go", "test", "-count=1", "-v", c.flag,
			"-run", "^(TestBitsAreTheSameOnEveryBuildAndProcessor|TestTheHashesAreTheGoldenOnes)$",
			"github.com/tactus-go/tactus/detmath", "github.com/tactus-go/tactus/games/jump",
			"github.com/tactus-go/tactus/games/spring", "github.com/tactus-go/tactus/games/tunnel")
		golden.Env = append(os.Environ(), "GOFLAGS=", "GODEBUG="+c.debug)
		said, err := golden.CombinedOutput()
		if passed := strings.Count(string(said), "--- PASS: "); err != nil || passed != 4 {
			t.Errorf("%s: %d tests passed, want 4; %v\n%s", c.name, passed, err, said)
		}
	}
}
