//go:build !embedded

package main

// embeddedLab returns the lab's modules and loader of a release: this build is none.
func embeddedLab() (map[string][]byte, bool) { return nil, false }
