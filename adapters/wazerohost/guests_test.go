package wazerohost_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// built keeps the modules that tests have built, by the name of their file.
var built = map[string][]byte{}

// build runs a compiler once for all tests; the arguments are those before the output file's name.
func build(t testing.TB, name string, env []string, command ...string) []byte {
	t.Helper()
	if binary, ok := built[name]; ok {
		return binary
	}
	file := filepath.Join(filepath.Dir(cacheDir), name)
	c := exec.Command(command[0], append(command[1:len(command):len(command)], "-o", file)...)
	c.Env = append(os.Environ(), env...)
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("%s does not build: %v\n%s", name, err, out)
	}
	binary, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	built[name] = binary
	return binary
}

// goParticles is the simulation particles as a Go module. It is built inside its folder, since go takes
// no flag after a package's name.
func goParticles(t testing.TB) []byte {
	t.Helper()
	return build(t, "particles-go.wasm", []string{"GOOS=wasip1", "GOARCH=wasm", "GOWORK=off", "GOFLAGS="},
		"go", "-C", "../../examples/guests/go-particles", "build", "-buildmode=c-shared")
}

// cModule compiles a game in C. Where no compiler for it is at hand it says so and skips.
func cModule(t testing.TB, name, source string) []byte {
	t.Helper()
	for _, tool := range []string{"clang", "wasm-ld"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("NOT RUN: no %s, so there is no module in C", tool)
		}
	}
	return build(t, name, nil, "clang", "--target=wasm32-unknown-unknown", "-std=c11", "-O2", "-Wall", "-Wextra",
		"-Wpedantic", "-Werror", "-nostdlib", "-ffreestanding", "-fvisibility=hidden", "-I", "../../sdk/c",
		"-Wl,--no-entry", "-Wl,--strip-all", "-Wl,--stack-first", "-Wl,-z,stack-size=16384",
		"-Wl,--initial-memory=327680", "-Wl,--max-memory=327680", source)
}

func cParticles(t testing.TB) []byte {
	t.Helper()
	return cModule(t, "particles-c.wasm", "../../examples/guests/c-particles/particles.c")
}

func cIsland(t testing.TB) []byte {
	t.Helper()
	return cModule(t, "mergeisland-c.wasm", "../../examples/guests/c-mergeisland/island.c")
}
