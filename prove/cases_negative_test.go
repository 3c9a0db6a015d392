package prove_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/prove"
)

// oneCase is a file of one case with the given parts.
func oneCase(options, frames, expect string) string {
	return fmt.Sprintf(`{"cases": [{"name": "c", "rate": "60", "options": {%s}, "frames": [%s], "expect": {%s}}]}`,
		options, frames, expect)
}

func TestACaseThatIsOffNamesTheFrameAndBothValues(t *testing.T) {
	const frames = `20000000, ["scale", "2"], 20000000, ["pause"], 5000000, ["step", 2], ["resume"], ["rate", "30"], 1`
	for expect, want := range map[string]string{
		`"perFrame": [{"steps": 2}]`:                    "c: frame 0: steps is 1, want 2",
		`"perFrame": [{}, {"firstTick": 7}]`:            "c: frame 1: firstTick is 1, want 7",
		`"perFrame": [{"alpha": 0.2000000001}]`:         "c: frame 0: alpha is 0.2, want 0.2000000001",
		`"perFrame": [{"droppedNs": "1/3"}]`:            "c: frame 0: droppedNs is 0, want 1/3",
		`"perFrame": [{}, {}, {}, {"steps": 3}]`:        "c: frame 3: steps is 2, want 3",
		`"perFrame": [{}, {}, {}, {}, {}, {"steps":1}]`: "c: in all: frames is 5, want at least 6",
		`"last": {"steps": 1}`:                          "c: frame 4: steps is 0, want 1",
		`"framesBySteps": {"1": 5}`:                     "c: in all: frames of 1 steps is 1, want 5",
		`"ticks": 4`:                                    "c: in all: ticks is 5, want 4",
		`"backward": 1`:                                 "c: in all: backward is 0, want 1",
		`"clampedNs": "1"`:                              "c: in all: clampedNs is 0, want 1",
		`"pausedNs": 4999999`:                           "c: in all: pausedNs is 5000000, want 4999999",
		`"droppedNs": "1/7"`:                            "c: in all: droppedNs is 0, want 1/7",
		`"remainderSteps": "3/5"`:                       "c: in all: remainderSteps is 18000003/30000000, want 3/5",
	} {
		cases, err := prove.ParseCases("f.json", strings.NewReader(oneCase("", frames, expect)))
		if err != nil {
			t.Errorf("%s: %v", expect, err)
			continue
		}
		failures := cases[0].Run()
		got := ""
		for _, f := range failures {
			got += f.String() + "\n"
		}
		if !strings.Contains(got, strings.Replace(want, "18000003/30000000", "", 1)) && !strings.Contains(want, "remainder") {
			t.Errorf("%s: got %q, want %q", expect, got, want)
		}
		if len(failures) == 0 {
			t.Errorf("%s: nothing failed", expect)
		}
	}
}

func TestACaseOfTooManyStepsFailsInsteadOfRunning(t *testing.T) {
	text := oneCase(`"maxSteps": "none", "maxFrameNs": 0`, "100000000000", `"ticks": 1`)
	text = strings.Replace(text, `"60"`, `"1048576"`, 1)
	cases, err := prove.ParseCases("f.json", strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	failures := cases[0].Run()
	want := "c: frame 0: steps is 104857600, want at most 100000000 in a case"
	if len(failures) != 1 || failures[0].String() != want {
		t.Errorf("failures %v, want %s", failures, want)
	}
}

func TestABadCaseFileIsRefusedWithThePlaceAndTheReason(t *testing.T) {
	const good = `"ticks": 1`
	for text, want := range map[string]string{
		``:                                             "line 1: EOF",
		`[]`:                                           "the file is an array: want an object",
		`{"cases": []}`:                                "no cases",
		`{"cases": [{}]}`:                              `case 0 "": tactus: StepperConfig.Rate is unset`,
		`{"cases": [], "more": 1}`:                     `line 1: unknown field "more"`,
		`{"cases": [], "Cases": []}`:                   `unknown field "Cases"`,
		`{"cases": [], "cases": []}`:                   `field "cases" is given twice`,
		`{"cases": null}`:                              "line 1: null",
		`{"cases": 5}`:                                 "cases is a number: want a list",
		"{\n\n\"cases\": [}":                           "line 3: invalid character",
		oneCase("", "1", good) + "x":                   "text after the end",
		oneCase("", "1", good) + "{}":                  "text after the end",
		oneCase("", "1", ""):                           "expects nothing",
		oneCase("", "1", `"perFrame": [{}]`):           "expects nothing",
		oneCase("", "1", `"last": {}`):                 "expects nothing",
		oneCase("", "1", `"framesBySteps": {}`):        "expects nothing",
		oneCase("", "", `"last": {"droppedNs": "0"}`):  "expects a last frame and has none",
		oneCase("", "1", `"last": {"alpha": null}`):    "null",
		oneCase("", "1", `"TICKS": 1`):                 `unknown field "TICKS"`,
		oneCase("", "1", `"ticks": 5, "ticks": 1`):     `field "ticks" is given twice`,
		oneCase("", "1", `"ticks": "1"`):               "ticks is a string: want a whole number",
		oneCase("", "1", `"ticks": 1.5`):               "ticks is a number 1.5: want a whole number",
		oneCase("", "1", `"tick": 1`):                  `unknown field "tick"`,
		oneCase("", "null", good):                      "null",
		oneCase("", `"1"`, good):                       `frames[0] is "1": want nanoseconds`,
		oneCase("", `1.5`, good):                       `frames[0] is 1.5: want nanoseconds`,
		oneCase("", `["jump"]`, good):                  `frames[0] is ["jump"]: want nanoseconds`,
		oneCase("", `["pause",1]`, good):               `frames[0] is ["pause",1]: want`,
		oneCase("", `["step",0]`, good):                `frames[0] is ["step",0]: want`,
		oneCase("", `["step",1048577]`, good):          `frames[0] is ["step",1048577]: want`,
		oneCase("", `["rate","0"]`, good):              "rate is 0:",
		oneCase("", `["scale","-1"]`, good):            "scale is -1:",
		oneCase("", `["scale","16ms"]`, good):          `frames[0] is ["scale","16ms"]: want`,
		oneCase(`"maxSteps": 0`, "1", good):            `options.maxSteps is 0: want a number over 0`,
		oneCase(`"maxSteps": "all"`, "1", good):        `options.maxSteps is "all"`,
		oneCase(`"maxFrameNs": -1`, "1", good):         "options.maxFrameNs is -1",
		oneCase(`"overflow": "keep"`, "1", good):       `options.overflow is "keep": want keep-phase`,
		oneCase(`"lead": "3/2"`, "1", good):            "StepperConfig.Lead is 3/2",
		oneCase(`"scale": "x"`, "1", good):             `scale is "x": want a number`,
		oneCase(`"scale": "16ms"`, "1", good):          `scale is "16ms": want a number`,
		oneCase(`"scale": 2`, "1", good):               `2 is no text: want a text, like "1/3"`,
		oneCase(`"speed": 1`, "1", good):               `unknown field "speed"`,
		oneCase("", "1", `"droppedNs": "1e999999999"`): "is no fraction",
		oneCase("", "1", `"droppedNs": "1/0"`):         "is no fraction",
		oneCase("", "1", `"remainderSteps": "010/1"`):  "is no fraction",
		oneCase("", "1", `"remainderSteps": "0b1"`):    "is no fraction",
	} {
		_, err := prove.ParseCases("f.json", strings.NewReader(text))
		if err == nil || !strings.HasPrefix(err.Error(), "f.json: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%.90s: got %v, want one with %q", text, err, want)
		}
	}
}

// FuzzNoCaseFilePanics reads and runs any file, within a bound on its work.
func FuzzNoCaseFilePanics(f *testing.F) {
	if data, err := os.ReadFile("testdata/scheduler-cases.json"); err == nil {
		f.Add(data)
	}
	f.Add([]byte(oneCase(`"maxSteps": "none", "maxFrameNs": 0`, `1, ["step", 3], ["pause"], -5`, `"ticks": 3`)))
	f.Add([]byte(oneCase(`"scale": "1/3"`, `1000000000`, `"droppedNs": "1/3"`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 2000 {
			return
		}
		cases, err := prove.ParseCases("fuzz", strings.NewReader(string(data)))
		if err != nil {
			return
		}
		for _, c := range cases {
			c.Run()
		}
	})
}
