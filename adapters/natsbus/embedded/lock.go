package embedded

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
)

// lockName is the file that a running server holds. The system lets go of it however the process ends.
const lockName = "tactus.lock"

// lock makes a folder this server's, or refuses where it is that of another that runs.
func lock(dir string) (unlock func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("tactus: embedded.Start: %w", err)
	}
	f, err := hold(filepath.Join(dir, lockName))
	if err != nil {
		return nil, fmt.Errorf("tactus: embedded.Start: another server runs in %s, or may: %w", dir, err)
	}
	return sync.OnceFunc(func() { _ = f.Close() }), nil // nothing was written to it
}
