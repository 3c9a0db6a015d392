//go:build !linux

package main

// systemClocks returns none: tactus.Monotonic reads the system's best already.
func systemClocks() []namedClock { return nil }
