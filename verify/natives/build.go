package natives

import (
	"github.com/tactus-go/tactus/lab/island"
	"github.com/tactus-go/tactus/replay"
)

// Build returns the build of this process, as far as Go wrote it down. version is the program's own.
func Build(version string) replay.Build {
	b := island.ThisBuild()
	b.Version = version
	return b
}
