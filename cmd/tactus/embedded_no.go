//go:build !embedded

package main

// embeddedLab returns the lab's module and loader of a release: this build is none.
func embeddedLab() (engine, loader []byte, ok bool) { return nil, nil, false }
