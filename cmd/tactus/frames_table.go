package main

import "github.com/tactus-go/tactus/framelog/report"

func (f *framesReport) follow(c *console, config report.Config) error { return nil }

func (f *framesReport) writeMatrix(c *console, runs []*logRun, config report.Config) error {
	return nil
}

func (f *framesReport) writeTable(c *console, runs []*logRun, config report.Config) error { return nil }

func writeReports(c *console, runs []*logRun, config report.Config) error { return nil }
