// Package wasmbin reads WebAssembly binaries from strangers, refuses what TM/1 does not allow, and
// injects the fuel and depth counters of FUEL.md. ABI.md, section 8, is the list of what is refused.
//
// [Parse] checks structure, limits, indices and instructions, each length before it is used. It does
// not check the types of operands: an engine does that with what [Module.Inject] returns, and the
// injected code leaves every body as well or badly typed as it was.
//
// Concurrency: safe; a Module is never changed after Parse.
// Determinism: safe inside a tick.
// Allocation: allocates in Parse in proportion to the binary, in Inject the new binary.
package wasmbin
