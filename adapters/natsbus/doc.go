// Package natsbus is a verify.Bus, with its verdicts and its store, over NATS JetStream: on a laptop
// over the server of natsbus/embedded, in a cluster over that one's servers. It holds to what
// verify/verifytest asks of every bus.
//
// A job is a message of a work queue, whose subject ends in the job's id. That the queue takes no second
// message of a subject is what makes a job one job: it holds for as long as the job is undecided, over
// restarts too, where JetStream's own message ids are forgotten after some time, and with a restart.
// After that the verdict stands in the way. Verdicts and attempts are records of a key-value bucket,
// written only over the revision that the writer knows: a verdict is never written over. The order is
// always the same: the verdict is stored, then the message is acknowledged, so that a crash between the
// two leaves a message whose next reader finds the verdict and clears it away. Attempts are counted in
// the record, before the job is handed to a worker, because JetStream's count reaches the disk later,
// and a recording that brings down the process would come again for ever. The first attempt alone is not
// written down where it is known to be the first: of a job that came while this bus was there, and that
// neither JetStream nor this bus has handed out before.
//
// A job that is decided at the first attempt costs three writes: its message, its verdict, its ack. Its
// recording, which is put before, is one more where it is short. Submit waits for the first, a worker
// for the others, one after another; a server that syncs each write makes that some milliseconds on a
// slow disk. Where jobs are short beside it, more workers than cores keep the cores busy. Blobs are kept
// until Sweep deletes them.
//
// What is made, for the prefix P and a tenant T:
//
//	stream P_jobs        work queue, subjects P.jobs.T.ID, and a durable consumer T for each tenant
//	stream P_dead        dead letters, subjects P.dead.T.ID
//	bucket P_verdicts    verdicts and later attempts, keys T.ID, with their history
//	store  P_blobs_T     recordings and modules, names are their SHA-256
//	P.wake.T             messages without a stream: there is a job
//	P.decided.T.ID       messages without a stream: there is a verdict
//
// Concurrency: safe, where a type does not say otherwise.
// Determinism: not safe inside a tick; a bus reads clocks.
// Allocation: some for each job and each request.
package natsbus
