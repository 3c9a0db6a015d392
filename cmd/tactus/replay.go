package main

// replayCommand holds the commands that work on recordings, each in a file of its own.
type replayCommand struct {
	Info replayInfo `cmd:"" help:"Say what recordings say of themselves; nothing is proven."`
	Diff replayDiff `cmd:"" help:"Find the first tick and field in which two recordings differ."`
	Trim replayTrim `cmd:"" help:"Cut a recording, or make whole what a crash left."`
}
