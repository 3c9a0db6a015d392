package main

import (
	"runtime"
	"runtime/debug"
)

// Set by the release script with the linker's flag -X. Another build says of itself what Go wrote into
// it.
var releaseVersion, releaseCommit string

// version returns the tool's version: that of the release, or of the module that was installed, or
// "(devel)" for one that was built from a working tree.
func version() string {
	if releaseVersion != "" {
		return releaseVersion
	}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}

// versionText is what --version prints: version, commit, Go version, system.
func versionText() string {
	commit := releaseCommit
	if commit == "" {
		commit = builtFrom()
	}
	return "tactus " + version() + ", commit " + commit + ", " + runtime.Version() + ", " +
		runtime.GOOS + "/" + runtime.GOARCH
}

// builtFrom returns the commit of a build from a working tree, as far as Go wrote it down.
func builtFrom() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	commit, changed := "unknown", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " with changes"
		}
	}
	return commit + changed
}
