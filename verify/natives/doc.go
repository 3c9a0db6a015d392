// Package natives has the reference games as hosts that run natively, for programs that judge
// recordings: the tool and the service.
//
// Concurrency: safe; each host is for one goroutine at a time.
// Determinism: not safe inside a tick; it looks at the process.
// Allocation: some for each host.
package natives
