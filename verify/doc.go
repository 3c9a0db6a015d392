// Package verify is the work of a verification service, without its network: jobs, verdicts, a queue
// that loses nothing, and workers that run recordings again.
//
// A client's recording becomes a [Job], whose id is made of its content: the same recording of the same
// tenant is one job, however often it comes. A [Bus] keeps jobs until they have a verdict: it leases
// each to a [Worker], takes it back where the worker falls silent, and stores the first verdict and no
// other. [Memory] is such a bus within one process; adapters/natsbus is one over NATS JetStream, by the
// same conformance tests, which are in verify/verifytest.
//
// Concurrency: safe, where a type does not say otherwise.
// Determinism: not safe inside a tick; a service reads clocks.
// Allocation: some for each job.
package verify
