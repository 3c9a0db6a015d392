//go:build ignore

// Inject writes modules with fuel and depth in them, as the Go host makes them, for a comparison with
// the bytes that the TypeScript SDK makes. Run it inside the module adapters: inject.go IN OUT [IN OUT ...]
package main

import (
	"log"
	"os"

	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
)

// pages is the memory limit of the ABI, which both sides use where none is asked for.
const pages = 1024

func main() {
	log.SetFlags(0)
	files := os.Args[1:]
	if len(files) == 0 || len(files)%2 != 0 {
		log.Fatal("usage: inject.go IN OUT [IN OUT ...]")
	}
	for ; len(files) > 0; files = files[2:] {
		bin, err := os.ReadFile(files[0])
		check(files[0], err)
		module, err := wasmbin.Parse(bin, wasmbin.Float)
		check(files[0], err)
		injected, err := module.Inject(pages)
		check(files[0], err)
		check(files[1], os.WriteFile(files[1], injected, 0o644))
	}
}

func check(file string, err error) {
	if err != nil {
		log.Fatalf("%s: %v", file, err)
	}
}
