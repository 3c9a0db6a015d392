//go:build !embedded

package main

import "embed"

// embedded is empty: this build is no release, and what would be in it is built by the Go at hand.
var embedded embed.FS
