// Package embedded runs a NATS server with JetStream inside a program, so that a service needs nothing
// beside itself on one machine. Programs that only talk to a cluster do not import it, and do not carry
// the server.
//
// What it has answered for is on the disk: each write is synced before it is acknowledged, unless a test
// asks for speed instead. One folder belongs to one server at a time.
//
// Concurrency: safe.
// Determinism: not safe inside a tick.
// Allocation: allocates tens of megabytes, as a server does.
package embedded
