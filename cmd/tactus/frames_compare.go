package main

import "errors"

type framesCompare struct {
	logFlags
	Logs []string `arg:"" name:"log" help:"Logs: files, folders, patterns, - for standard input."`
}

// Run is called by the flag parser.
func (f *framesCompare) Run(c *console) error { return errors.New("not yet") }
