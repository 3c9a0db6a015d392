//go:build !wasm

package archtest

import (
	"strings"
	"testing"
)

func TestFunctionsFitOnAScreen(t *testing.T) { holds(t, functionLengthRule) }

func TestLinesFitSideBySide(t *testing.T) { holds(t, lineWidthRule) }

func TestALongFunctionIsCaught(t *testing.T) {
	long := func(lines int) string { return "func f() {\n" + strings.Repeat("\n", lines-2) + "}\n" }
	finds(t, functionLengthRule, sources{
		"a.go": "package beat\n" + long(70), "a_test.go": "package beat\n" + long(500),
	})
	finds(t, functionLengthRule, sources{"a.go": "package beat\n\n" + long(71)},
		"a.go:3: f has 71 lines, at most 70: take a part out and name it")
}

func TestAWideLineIsCaught(t *testing.T) {
	code := func(columns int) string { return "var s = `" + strings.Repeat("é", columns-10) + "`\n" }
	comment := func(columns int) string { return "\t// " + strings.Repeat("é", columns-4) + "\n" }
	finds(t, lineWidthRule, sources{"a.go": "package beat\n" + code(120) + comment(105)})
	finds(t, lineWidthRule, sources{"a_test.go": "package beat\n\t// Output:\n" + comment(200)})
	finds(t, lineWidthRule, sources{"a_test.go": "package beat\n\t// Output: x\n" + code(20) + comment(200)},
		"a_test.go:4: 200 columns of comment, at most 105: break the line")
	finds(t, lineWidthRule, sources{"a_test.go": "package beat\n" + code(121) + comment(106)},
		"a_test.go:2: 121 columns of code, at most 120: break the line",
		"a_test.go:3: 106 columns of comment, at most 105: break the line")
}
