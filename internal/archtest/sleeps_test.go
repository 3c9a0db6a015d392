//go:build !wasm

package archtest

import "testing"

func TestNoTestSleeps(t *testing.T) { holds(t, sleepRule) }

func TestASleepInATestIsCaught(t *testing.T) {
	sleeping := "package beat\nimport clock \"time\"\nfunc f() { clock.Sleep(1) }\n"
	finds(t, sleepRule, sources{
		"a.go": sleeping,
		"a_test.go": "package beat\nimport \"time\"\n" +
			"var clock struct{ Sleep func() }\nvar d time.Duration\nfunc g() { clock.Sleep() }\n",
		"b_test.go": "package beat\nimport (\n\"testing/synctest\"\n\"time\"\n)\n" +
			"func h() { synctest.Wait(); time.Sleep(1) }\n",
	})
	finds(t, sleepRule, sources{"a_test.go": sleeping},
		"a_test.go:3: a test sleeps: move a scripted clock, or use testing/synctest")
}
