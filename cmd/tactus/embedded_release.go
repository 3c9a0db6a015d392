//go:build embedded

package main

import "embed"

// embedded holds what a release brings along, made by .ci/release.sh.
//
//go:embed embedded
var embedded embed.FS
