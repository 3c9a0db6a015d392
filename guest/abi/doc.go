// Package abi is TM/1, the border between a simulation module and its host: names, status codes,
// limits, and the blobs that cross. ABI.md is its specification.
//
// A host writes a [Config] and the [Input] of each tick and checks what comes back against the
// limits; a guest reads them. Both sides use this package, so a blob that one writes is the blob
// that the other reads, and every blob has one spelling: what is accepted is written back as it was.
//
// Concurrency: safe; the functions share nothing.
// Determinism: safe inside a tick.
// Allocation: none to read; writing appends to what it is given.
package abi
