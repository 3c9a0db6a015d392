package mergeisland_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/games/mergeisland"
)

func TestTheConfigFileIsThePublishedOne(t *testing.T) {
	want := mergeisland.Config{Seed: 20261012, StepMs: 16, Accel: 3, FrictionNum: 15, FrictionDen: 16,
		MaxStepsPerFrame: 8, RNGMultiplier: 1103515245, RNGIncrement: 12345,
		Note: "All integers: times in whole ms, speeds in whole units a tick, friction as a fraction. " +
			"One file for every consumer."}
	if got := mergeisland.DefaultConfig(); got != want {
		t.Errorf("config %+v, want %+v", got, want)
	}
	file, err := os.ReadFile("merge-island.json")
	if err != nil {
		t.Fatal(err)
	}
	if string(file) != mergeisland.ConfigFile() {
		t.Error("the embedded file is not the one in the folder")
	}
}

// edited returns the config file with one text replaced.
func edited(t *testing.T, old, replacement string) string {
	t.Helper()
	file := mergeisland.ConfigFile()
	if strings.Count(file, old) != 1 {
		t.Fatalf("%q is not in the file once", old)
	}
	return strings.Replace(file, old, replacement, 1)
}

func TestAConfigErrorNamesFileFieldValueAndWhatIsAllowed(t *testing.T) {
	for _, v := range []struct{ what, text, field, value, want string }{
		{"missing", edited(t, `"accel": 3,`, ``), "accel", "missing", "a whole number from 1 to 10000"},
		{"missing game", edited(t, `"game": "merge-island",`, ``), "game", "missing", `"merge-island"`},
		{"empty object", `{}`, "version", "missing", "1"},
		{"unknown", edited(t, `"accel"`, `"speed"`), "speed", "unknown", "one of version, game, seed, stepMs, " +
			"accel, frictionNum, frictionDen, maxStepsPerFrame, rngMultiplier, rngIncrement, note"},
		{"another case", edited(t, `"seed"`, `"Seed"`), "Seed", "unknown", "one of version,"},
		{"twice", edited(t, `"accel": 3,`, `"accel": 3, "accel": 3,`), "accel", "given twice", "it once"},
		{"twice escaped", edited(t, `"accel": 3,`, `"accel": 3, "acce\u006c": 3,`), "accel", "given twice", "it once"},
		{"a text", edited(t, `"accel": 3`, `"accel": "3"`), "accel", `"3"`, "a whole number from 1 to 10000"},
		{"a fraction", edited(t, `"stepMs": 16`, `"stepMs": 16.0`), "stepMs", "16.0", "a whole number from 1 to 1000"},
		{"an exponent", edited(t, `"stepMs": 16`, `"stepMs": 1e1`), "stepMs", "1e1", "a whole number from 1 to 1000"},
		{"null", edited(t, `"seed": 20261012`, `"seed": null`), "seed", "null", "a whole number from 0 to 4294967295"},
		{"a list", edited(t, `"seed": 20261012`, `"seed": [1]`), "seed", "[1]", "a whole number from 0 to 4294967295"},
		{"too low", edited(t, `"seed": 20261012`, `"seed": -1`), "seed", "-1", "a whole number from 0 to 4294967295"},
		{"too high", edited(t, `"seed": 20261012`, `"seed": 4294967296`), "seed", "4294967296", "a whole number"},
		{"far too high", edited(t, `"seed": 20261012`, `"seed": 99999999999999999999`), "seed",
			"99999999999999999999", "a whole number"},
		{"no step", edited(t, `"stepMs": 16`, `"stepMs": 0`), "stepMs", "0", "a whole number from 1 to 1000"},
		{"no friction", edited(t, `"frictionDen": 16`, `"frictionDen": 0`), "frictionDen", "0",
			"a whole number from 1 to 1000000"},
		{"speeding friction", edited(t, `"frictionNum": 15`, `"frictionNum": 17`), "frictionNum", "17",
			"at most frictionDen, 16"},
		{"no cap", edited(t, `"maxStepsPerFrame": 8`, `"maxStepsPerFrame": 0`), "maxStepsPerFrame", "0",
			"a whole number from 1 to 10000"},
		{"another version", edited(t, `"version": 1`, `"version": 2`), "version", "2", "1"},
		{"another game", edited(t, `"merge-island"`, `"jump"`), "game", `"jump"`, `"merge-island"`},
		{"no game", edited(t, `"merge-island"`, `null`), "game", "null", `"merge-island"`},
		{"a note that is no text", edited(t, `"note": "All`, `"note": 5, "x": "All`), "note", "5", "a text"},
		{"no note text", edited(t, `"note": "All`, `"note": null, "x": "All`), "note", "null", "a text"},
		{"a long value", edited(t, `"accel": 3`, `"accel": "`+strings.Repeat("é", 50)+`"`), "accel",
			`"` + strings.Repeat("é", 19) + "...", "a whole number from 1 to 10000"},
		{"nothing", ``, "the file", "not JSON", "one JSON object"},
		{"a list of fields", `[1]`, "the file", "[1]", "one JSON object"},
		{"a number", `1`, "the file", "1", "one JSON object"},
		{"cut off", mergeisland.ConfigFile()[:200], "the file", "not JSON", "one JSON object"},
		{"more after it", mergeisland.ConfigFile() + "{}", "the file", "not JSON", "one JSON object"},
		{"a byte order mark", "\ufeff" + mergeisland.ConfigFile(), "the file", "not JSON", "one JSON object"},
		{"another encoding", edited(t, `All integers`, "\xff"), "the file", "not UTF-8", "one JSON object"},
		{"too large", mergeisland.ConfigFile() + strings.Repeat(" ", mergeisland.FileMax), "the file",
			"65883 bytes long", "at most 65536"},
		{"too deep", strings.Repeat("[", 20_000), "the file", "not JSON", "one JSON object"},
	} {
		_, err := mergeisland.ParseConfig("a.json", []byte(v.text))
		var file *mergeisland.FileError
		var bad *tactus.ConfigError
		if !errors.As(err, &file) || !errors.As(err, &bad) {
			t.Errorf("%s: error %v", v.what, err)
			continue
		}
		if file.File != "a.json" || bad.Field != v.field || bad.Value != v.value || !strings.HasPrefix(bad.Want, v.want) {
			t.Errorf("%s: %v", v.what, err)
		}
		if text := "tactus: a.json: " + v.field + " is " + v.value + ": want " + bad.Want; err.Error() != text {
			t.Errorf("%s: %v, want %s", v.what, err, text)
		}
	}
}

func TestANoteIsFreeTextAndMayBeMissing(t *testing.T) {
	c, err := mergeisland.ParseConfig("a.json", []byte(edited(t, `"All integers:`, `"\u00e4 {\"accel\": 1}`)))
	if err != nil || !strings.HasPrefix(c.Note, `ä {"accel": 1}`) {
		t.Errorf("note %q, %v", c.Note, err)
	}
	without := mergeisland.ConfigFile()
	without = without[:strings.Index(without, `,
  "note"`)] + "}"
	if c, err := mergeisland.ParseConfig("a.json", []byte(without)); err != nil || c.Note != "" {
		t.Errorf("note %q, %v", c.Note, err)
	}
}

func TestNewAndScenarioOfRefuseWhatTheFileMayNotSay(t *testing.T) {
	for _, v := range []struct {
		edit func(c *mergeisland.Config)
		want string
	}{
		{func(c *mergeisland.Config) { c.Seed = 1 << 32 },
			"tactus: seed is 4294967296: want a whole number from 0 to 4294967295"},
		{func(c *mergeisland.Config) { c.FrictionDen = 0 },
			"tactus: frictionDen is 0: want a whole number from 1 to 1000000"},
		{func(c *mergeisland.Config) { c.FrictionNum = 17 }, "tactus: frictionNum is 17: want at most frictionDen, 16"},
		{func(c *mergeisland.Config) { *c = mergeisland.Config{} },
			"tactus: stepMs is 0: want a whole number from 1 to 1000"},
	} {
		c := mergeisland.DefaultConfig()
		v.edit(&c)
		_, err := mergeisland.New(c)
		_, err2 := mergeisland.ScenarioOf(c, 1, nil)
		for _, err := range []error{err, err2} {
			if err == nil || err.Error() != v.want {
				t.Errorf("error %v, want %s", err, v.want)
			}
		}
	}
}

// FuzzParseConfig gives arbitrary text: what is taken is a config that New takes, and what is not
// names the file.
func FuzzParseConfig(f *testing.F) {
	f.Add(mergeisland.ConfigFile())
	f.Add(strings.Replace(mergeisland.ConfigFile(), "16,", "16.0,", 1))
	f.Add(`{"version": 1, "version": 1}`)
	f.Add(`{"note": "\ud800"}`)
	f.Fuzz(func(t *testing.T, text string) {
		c, err := mergeisland.ParseConfig("a.json", []byte(text))
		if err == nil {
			g := newGame(t, c)
			for range 100 {
				g.Step(mergeisland.Input(-1))
			}
			return
		}
		var bad *mergeisland.FileError
		if !errors.As(err, &bad) || bad.File != "a.json" || len(bad.Err.Value) > 60 || c != (mergeisland.Config{}) {
			t.Errorf("config %+v, error %v", c, err)
		}
	})
}
