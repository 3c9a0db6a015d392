package replay

import (
	"crypto/sha256"
	"fmt"
	"strings"
)

// A Build is what decides the results of native code beside its source. Float results differ between
// processors and between values of GOAMD64, so a difference between two builds accuses nobody.
type Build struct {
	Go      string // version: "go1.26.8"
	OS      string // GOOS
	Arch    string // GOARCH
	Level   string // GOAMD64, GOARM64 or what Arch has; may be empty
	Module  string // path of the main module
	Version string // of the module
	Sum     string // of the module, or its revision, with "+dirty" where the tree was changed
}

var buildLines = [...]string{"go", "os", "arch", "level", "module", "version", "sum"}

func (b *Build) values() [len(buildLines)]*string {
	return [...]*string{&b.Go, &b.OS, &b.Arch, &b.Level, &b.Module, &b.Version, &b.Sum}
}

// String returns the canonical text that recordings hold: a line for each field, name=value.
func (b Build) String() string {
	var text strings.Builder
	for i, v := range b.values() {
		text.WriteString(buildLines[i] + "=" + *v + "\n")
	}
	return text.String()
}

// Hash returns the SHA-256 of the canonical text.
func (b Build) Hash() [32]byte { return sha256.Sum256([]byte(b.String())) }

// parseBuild reads what String writes, or says what is wrong with it and at which byte.
func parseBuild(text string) (b Build, at int, reason string) {
	rest := text
	for i, v := range b.values() {
		at = len(text) - len(rest)
		line, after, ended := strings.Cut(rest, "\n")
		value, named := strings.CutPrefix(line, buildLines[i]+"=")
		if !ended || !named {
			return b, at, fmt.Sprintf("want the line %s=value", buildLines[i])
		}
		if strings.ContainsFunc(value, func(r rune) bool { return r < 0x20 || r > 0x7e }) {
			return b, at, "want printable ASCII"
		}
		*v, rest = value, after
	}
	if rest != "" {
		return b, len(text) - len(rest), "more than the seven lines"
	}
	return b, 0, ""
}

// check returns what keeps the build out of a recording, or "".
func (b Build) check() string {
	text := b.String()
	if len(text) > buildMax {
		return fmt.Sprintf("%d bytes: want at most %d", len(text), buildMax)
	}
	back, _, reason := parseBuild(text)
	if reason == "" && back != b {
		reason = "a value with a line end"
	}
	return reason
}
