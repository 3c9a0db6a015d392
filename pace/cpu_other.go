//go:build !unix && !windows

package pace

import "time"

// processorTime has nobody to ask in a WebAssembly host.
func processorTime() (time.Duration, bool) { return 0, false }
