// Package wasmrunner judges recordings for a verification service: those of modules on the very module
// that they name, which nobody has to trust, and those of the reference games natively, or on the
// module that the tenant has chosen for them.
//
// A [Runner] gets modules out of the service's store, compiles each once, and keeps some of them
// ready. Whatever a recording or a module holds comes to a verdict; an error is only what another
// worker, or a later time, may do better: a module that is not in the store, a store that does not
// answer.
//
// Concurrency: safe.
// Determinism: not safe inside a tick; its verdicts are those of the modules, which are.
// Allocation: some for each recording.
package wasmrunner
