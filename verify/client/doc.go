// Package client speaks to a verification service, such as tactusd: it sends recordings and modules,
// asks for challenges, and waits for verdicts.
//
// Every call can be made again, since the same recording is one job however often it is sent. So a
// call that fails in a way that may pass is made again, after a time that grows, with some chance in
// it, and no sooner than the service asks for, but for waits of over a minute. A [*Problem] is what the
// service says for good.
//
// Concurrency: safe.
// Determinism: not safe inside a tick; it speaks to a network.
// Allocation: some for each call.
package client
