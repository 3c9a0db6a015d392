package island

import (
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/tactus-go/tactus/replay"
)

// ThisBuild is what recordings made by this process say of it.
func ThisBuild() replay.Build {
	b := replay.Build{Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return b
	}
	b.Module, b.Version, b.Sum = info.Main.Path, info.Main.Version, info.Main.Sum
	dirty := ""
	for _, s := range info.Settings {
		switch s.Key {
		case "GO" + strings.ToUpper(runtime.GOARCH), "GOARM", "GOMIPS", "GOMIPS64", "GOPPC64":
			b.Level = s.Value
		case "vcs.revision":
			if b.Sum == "" {
				b.Sum = s.Value
			}
		case "vcs.modified":
			if s.Value == "true" {
				dirty = "+dirty"
			}
		}
	}
	b.Sum += dirty
	return b
}
