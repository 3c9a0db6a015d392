// Package proof is what the lab's page Proof asks for: merge-island under the schedules of package
// prove beside its golden values, a recording's verdict, and what one changed input does to a run.
//
// Every question is a call of its own that ends soon, so that a page can ask them one by one and stays
// awake. What takes long with a long recording, [Verify] and [Change], a page asks in a worker.
//
// Concurrency: safe; calls share nothing.
// Determinism: safe; one question has one answer.
// Allocation: allocates; it is no part of a frame.
package proof
