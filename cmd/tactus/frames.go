package main

// framesCommand holds the commands that read frame-time logs, each in a file of its own.
type framesCommand struct {
	Report  framesReport  `cmd:"" help:"Say what logs hold: figures with their rules, hitches, warnings."`
	Compare framesCompare `cmd:"" help:"Compare runs: what changed, how sure that is, and a verdict."`
	Plot    framesPlot    `cmd:"" help:"Draw logs, as PNG, SVG or one interactive HTML page."`
	Convert framesConvert `cmd:"" help:"Write logs as tactus CSV, JSON or a Chrome trace."`
}
