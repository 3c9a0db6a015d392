//go:build !wasm

package archtest

import "testing"

func TestEveryTestThatAPageNamesIsThere(t *testing.T) { holds(t, promiseRule) }

func TestATestThatIsNotThereIsCaught(t *testing.T) {
	code := sources{
		"a.go":           "package beat\nfunc TestHelper() {}\n",
		"a_test.go":      "package beat\nimport \"testing\"\nfunc TestBeat(*testing.T) {}\nfunc FuzzBeat(*testing.F) {}\n",
		"in/p/b_test.go": "package p_test\nfunc TestP() {}\ntype x int\nfunc (x) TestX() {}\n",
		"docs/a.md":      "| 1 | `beat.TestBeat`, `in/p.TestP` |\n`beat.FuzzBeat` and TestGone, `TestGone`, `a/b.Testing`\n",
		"README.md":      "`beat.TestGone`\n",
	}
	finds(t, promiseRule, code)
	for name, want := range map[string]string{
		"`beat.TestGone`": "TestGone in beat", "`in/p.TestBeat`": "TestBeat in in/p",
		"`beat.TestHelper`": "TestHelper in beat", "`in/p.TestX`": "TestX in in/p",
		"`beat.BenchmarkBeat`": "BenchmarkBeat in beat",
	} {
		code["docs/a.md"] = "| 2 | " + name + " |\n"
		finds(t, promiseRule, code, "docs/a.md: there is no test "+want+": name the one that holds it")
	}
}
