package natives

import (
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/tactus-go/tactus/replay"
)

// Build returns the build of this process, as far as Go wrote it down. version is the program's own.
func Build(version string) replay.Build {
	b := replay.Build{Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH, Version: version}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Module, b.Sum = info.Main.Path, info.Main.Sum
	dirty := ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "GO"+strings.ToUpper(runtime.GOARCH), s.Key == "GOARM", strings.HasPrefix(s.Key, "GOMIPS"),
			s.Key == "GOPPC64":
			b.Level = s.Value
		case s.Key == "vcs.revision" && b.Sum == "":
			b.Sum = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = "+dirty"
		}
	}
	b.Sum += dirty
	return b
}
