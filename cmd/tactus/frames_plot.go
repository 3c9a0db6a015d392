package main

import "errors"

type framesPlot struct {
	logFlags
	Logs []string `arg:"" name:"log" help:"Logs: files, folders, patterns, - for standard input."`
}

// Run is called by the flag parser.
func (f *framesPlot) Run(c *console) error { return errors.New("not yet") }
