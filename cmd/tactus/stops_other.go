//go:build !unix

package main

import "context"

// watchStops has nothing to watch: no shell stops a process here.
func watchStops(context.Context, *live) (end func()) { return func() {} }
