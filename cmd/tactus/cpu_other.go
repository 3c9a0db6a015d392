//go:build !unix && !windows

package main

import "time"

// processorTime has nobody to ask here.
func processorTime() (time.Duration, bool) { return 0, false }
