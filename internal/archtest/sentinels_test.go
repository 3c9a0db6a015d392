//go:build !wasm

package archtest

import "testing"

func TestEverySentinelErrorHasATextOfItsOwn(t *testing.T) { holds(t, sentinelRule) }

func TestTwoSentinelErrorsOfOneTextAreCaught(t *testing.T) {
	const errA = "package beat\nimport \"errors\"\nvar ErrA = errors.New(\"tactus: a\")\n"
	finds(t, sentinelRule, sources{
		"a.go":      errA + "func f() error { return errors.New(\"tactus: a\") }\n",
		"a_test.go": "package beat\nimport \"errors\"\nvar errTest = errors.New(\"tactus: a\")\n",
	})
	finds(t, sentinelRule, sources{
		"a.go": errA,
		"part/a.go": "package part\nimport \"fmt\"\n" +
			"var (\nErrB = fmt.Errorf(\"tactus: b\")\nerrC = fmt.Errorf(`tactus: a`)\n)\n",
	}, "part/a.go:5: the error text \"tactus: a\" is that of a.go:3: give it its own")
}
