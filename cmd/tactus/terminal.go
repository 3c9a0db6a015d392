package main

import (
	"runtime"
	"strings"

	"github.com/charmbracelet/x/term"
)

// isTerminal reports whether v is a terminal and not a file, a pipe, a buffer or a null device.
func isTerminal(v any) bool {
	f, ok := v.(term.File)
	return ok && term.IsTerminal(f.Fd())
}

// terminalWidth returns a terminal's columns, 80 where it does not say.
func terminalWidth(v any) int {
	if f, ok := v.(term.File); ok {
		if columns, _, err := term.GetSize(f.Fd()); err == nil && columns > 0 {
			return columns
		}
	}
	return 80
}

// hasScreen reports whether a game can be played on the console: input and both outputs are a terminal
// that has a size and can move its cursor.
func (c *console) hasScreen() bool {
	if !isTerminal(c.stdin) || !isTerminal(c.stdout) || !isTerminal(c.stderr) || c.getenv("TERM") == "dumb" {
		return false
	}
	width, height, err := term.GetSize(c.stdout.(term.File).Fd())
	return err == nil && width > 0 && height > 0
}

// getenv returns an environment variable; a test's console has none.
func (c *console) getenv(name string) string {
	if c.env == nil {
		return ""
	}
	return c.env(name)
}

// plainText reports whether the locale's characters are ASCII only. Which variable counts is POSIX's
// order; Windows has no such variables and shows UTF-8.
func (c *console) plainText() bool {
	if runtime.GOOS == "windows" {
		return false
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if locale := c.getenv(name); locale != "" {
			charset := strings.ToLower(strings.ReplaceAll(locale, "-", ""))
			return !strings.Contains(charset, "utf8")
		}
	}
	return true
}

// noColour reports whether the user wants none: https://no-color.org counts any text as a yes.
func (c *console) noColour() bool { return c.getenv("NO_COLOR") != "" }
