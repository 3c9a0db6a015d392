package main

import "errors"

type framesReport struct {
	logFlags
	Logs []string `arg:"" name:"log" help:"Logs: files, folders, patterns, - for standard input."`
}

// Run is called by the flag parser.
func (f *framesReport) Run(c *console) error { return errors.New("not yet") }
