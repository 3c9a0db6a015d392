package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

var labPages = strings.Fields("jump spiral spring tunnel proof frames trouble machine")

// turn goes to another page of the lab.
func (b *browser) turn(t *testing.T, name string) {
	t.Helper()
	_ = value[string](t, b, `location.hash = "#`+name+`"`)
	b.until(t, `document.querySelector("main.page-`+name+` h1")`)
}

func TestEveryPageOfTheLabMovesAndFitsWithoutComplaintsOrRequests(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#machine", 1280, 900, false)
	for _, name := range labPages {
		b.do(t, chromedp.EmulateViewport(1280, 900))
		b.turn(t, name)
		if words := value[string](t, b, `document.querySelector("main h1").textContent`); words == "" {
			t.Errorf("%s: the page has no heading", name)
		}
		if unnamed := value[string](t, b, unnamedKeys); unnamed != "" {
			t.Errorf("%s: these texts are missing: %s", name, unnamed)
		}
		if value[bool](t, b, `Boolean(globalThis.labScene?.slots.has("time"))`) {
			b.until(t, `labScene.get("time") > 0.1`)
		}
		b.do(t, chromedp.EmulateViewport(360, 800))
		if wide := value[float64](t, b, `document.documentElement.scrollWidth - innerWidth`); wide > 0 {
			t.Errorf("%s: %v pixels wider than a phone: %s", name, wide, value[string](t, b, widest))
		}
	}
	b.own(t, address)
}

// widest names what is wider than the page.
const widest = `[...document.querySelectorAll("main *")].filter(e => e.getBoundingClientRect().right > innerWidth + 1 &&
	!e.closest(".scroll")).slice(0, 3).map(e => e.outerHTML.slice(0, 120)).join("\n")`

// unnamedKeys finds keys that stand where a text should: a word, a dot, a word.
const unnamedKeys = `(() => {
	const labels = [...document.querySelectorAll("[aria-label]")].map(e => e.getAttribute("aria-label"));
	const parts = ["control", "choice", "action", "figure", "lane", "about", "try", "look", "unit", "help", "lesson",
		"question", "answer", "way", "part", "error", "notice", "nav"];
	const key = new RegExp("\\b[a-z]+\\.(?:" + parts.join("|") + ")\\.[A-Za-z0-9]+", "g");
	return [...new Set((document.body.innerText + " " + labels.join(" ")).match(key) || [])].join(" ");
})()`

func TestEveryLanguageOfTheLabHasEveryText(t *testing.T) {
	t.Parallel()
	b, _ := openLab(t, "#jump", 1280, 900, false)
	got := value[string](t, b, `import("./js/text.js").then(({ languages: { en, zh } }) => {
		const a = Object.keys(en), b = Object.keys(zh), out = [];
		const same = new Set(["FrameView", "CapFrameX", "MangoHud", "alpha"]); // the same in every language
		for (const k of a) if (!(k in zh)) out.push("no Chinese: " + k);
		for (const k of b) if (!(k in en)) out.push("no English: " + k);
		const names = s => (s.match(/\{\w+\}/g) || []).sort().join();
		for (const k of a) {
			const english = en[k], chinese = zh[k];
			if (chinese !== undefined && names(english) !== names(chinese)) out.push("other names in " + k);
			if (english === chinese && /[a-z]{4}/.test(english) && !same.has(english)) out.push("not translated: " + k);
		}
		return a.length + "\n" + out.join("\n");
	})`, chromedp.EvalAwaitPromise)
	count, rest, _ := strings.Cut(got, "\n")
	if count == "0" || rest != "" {
		t.Errorf("%s texts: %s", count, rest)
	}
}

func TestThePagesSpeakTheChosenLanguage(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#jump?v=1&fps=12", 1280, 900, false)
	b.do(t, chromedp.Click(`#language button[lang="zh-CN"]`))
	got := value[string](t, b, `document.documentElement.lang + " " +
		/[\u4e00-\u9fff]/.test(document.querySelector("main").innerText)`)
	if got != "zh-CN true" {
		t.Errorf("after the choice of Chinese: %s", got)
	}
	if got := value[float64](t, b, `labScene.values.fps`); got != 12 {
		t.Errorf("the choice of a language lost the settings: %v fps", got)
	}
	if got := value[string](t, b, `document.activeElement.lang`); got != "zh-CN" {
		t.Errorf("the choice of a language lost the focus: it is on %q", got)
	}
	b.do(t, chromedp.Navigate(address+"/#spiral"), chromedp.Reload())
	b.until(t, `document.documentElement.lang === "zh-CN"`)
}

func TestAnExperimentIsLinkedByItsAddress(t *testing.T) {
	t.Parallel()
	b, _ := openLab(t, "#jump?v=1&fps=12&jitter=on&method=verlet&steps=30", 1280, 900, false)
	if got := value[string](t, b, `JSON.stringify(labScene.values)`); !strings.Contains(got, `"fps":12`) ||
		!strings.Contains(got, `"jitter":1`) || !strings.Contains(got, `"method":2`) || !strings.Contains(got, `"steps":30`) {
		t.Errorf("the settings are %s", got)
	}
	b.do(t, chromedp.Click(`[data-try="beat"]`))
	if got := value[string](t, b, `location.hash`); got != "#jump?v=1&fps=40" {
		t.Errorf("the address is %s", got)
	}
}

func TestWhatAnAddressAsksForIsPassedOverOrShownAsItIs(t *testing.T) {
	t.Parallel()
	b, _ := openLab(t, "#jump?v=1&steps=-1&fps=12.6", 1280, 900, false)
	b.until(t, `document.querySelector("#notices p")`)
	if got := value[string](t, b, `labScene.values.steps + " " + labScene.values.fps`); got != "60 13" {
		t.Errorf("steps out of range and a rate between two are %s, want 60 13", got)
	}
	b.turn(t, "spiral")
	if said := value[string](t, b, `document.querySelector("#notices").innerText`); said != "" {
		t.Errorf("on another page it still says %q", said)
	}
}

func TestAddressesOfOtherLabsAreToldAndNeverABlankPage(t *testing.T) {
	t.Parallel()
	b, root := openLab(t, "#jump", 1280, 900, false)
	for address, want := range map[string]string{
		"#jump?v=9&fps=12&warp=3":             "newer lab",
		"#jump?v=1&fps=1000000":               "fps=1000000",
		"#jump?v=1&method=magic":              "method=magic",
		"#jump?v=1&fps=":                      "fps=",
		"#jump?v=1&" + longText:               "passed over",
		"#nowhere":                            "no page nowhere",
		"#__proto__":                          "no page __proto__",
		"#%E0%A4%A?x":                         "no page",
		"#jump?v=1&fps=<img src=x onerror=1>": "fps=<img",
	} {
		b.do(t, chromedp.Navigate("about:blank"), chromedp.Navigate(root+"/"+address))
		b.until(t, `document.querySelector("#notices p")`)
		if said := value[string](t, b, `document.querySelector("#notices").innerText`); !strings.Contains(said, want) {
			t.Errorf("%.40s: it says %q, want %q in it", address, said, want)
		}
		if value[int](t, b, `document.querySelectorAll("main canvas").length`) == 0 {
			t.Errorf("%.40s: nothing is shown", address)
		}
	}
}

var longText = strings.Repeat("a", 5000) + "=1"

// broken serves the lab with one thing wrong.
func broken(t *testing.T, wrong func(w http.ResponseWriter, r *http.Request) bool) *httptest.Server {
	t.Helper()
	site, err := labBuilt()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !wrong(w, r) {
			site.ServeHTTP(w, r)
		}
	}))
	t.Cleanup(server.Close)
	return server
}

func TestWhatIsMissingOrDamagedIsSaidInASentence(t *testing.T) {
	t.Parallel()
	site, err := labBuilt()
	if err != nil {
		t.Fatal(err)
	}
	bytesOf := func(change func(b []byte) []byte) func(w http.ResponseWriter) {
		return func(w http.ResponseWriter) {
			w.Header().Set("Content-Type", "application/wasm")
			_, _ = w.Write(change(append([]byte(nil), site.files[labEngine].data...)))
		}
	}
	for name, test := range map[string]struct {
		file, want string
		serve      func(w http.ResponseWriter)
	}{
		"no module":      {labEngine, "could not be loaded", func(w http.ResponseWriter) { http.NotFound(w, nil) }},
		"no digest":      {labDigest, "could not be loaded", func(w http.ResponseWriter) { http.NotFound(w, nil) }},
		"changed module": {labEngine, "hash does not match", bytesOf(func(b []byte) []byte { b[len(b)/2] ^= 1; return b })},
		"cut module":     {labEngine, "hash does not match", bytesOf(func(b []byte) []byte { return b[:len(b)/2] })},
	} {
		t.Run(name, func(t *testing.T) {
			server := broken(t, func(w http.ResponseWriter, r *http.Request) bool {
				if r.URL.Path != "/"+test.file {
					return false
				}
				test.serve(w)
				return true
			})
			b := newBrowser(t, 1000, 700, false)
			b.do(t, chromedp.Navigate(server.URL+"/#jump"))
			b.until(t, `document.querySelector("main .bad")`)
			if said := value[string](t, b, `document.querySelector("main").innerText`); !strings.Contains(said, test.want) {
				t.Errorf("it says %q, want %q in it", said, test.want)
			}
		})
	}
}

func TestAScriptThatIsMissingIsSaidInASentence(t *testing.T) {
	t.Parallel()
	for _, file := range []string{"/wasm_exec.js", "/js/main.js", "/texts/zh.js"} {
		server := broken(t, func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path != file {
				return false
			}
			http.NotFound(w, r)
			return true
		})
		b := newBrowser(t, 1000, 700, false)
		b.do(t, chromedp.Navigate(server.URL+"/#jump"))
		b.until(t, `!document.querySelector("#loading").checkVisibility()`)
		if said := value[string](t, b, `document.body.innerText`); !strings.Contains(said, "scripts could not be loaded") {
			t.Errorf("without %s it says %q", file, said)
		}
	}
}

func TestABrowserWithoutWebAssemblyOrStorageIsTold(t *testing.T) {
	t.Parallel()
	server := broken(t, func(http.ResponseWriter, *http.Request) bool { return false })
	const blocked = `Object.defineProperty(globalThis, "localStorage",
		{ get() { throw new DOMException("blocked", "SecurityError"); } })`
	for script, want := range map[string]string{`delete globalThis.WebAssembly`: "has no WebAssembly", blocked: ""} {
		b := newBrowser(t, 1000, 700, false)
		call(t, b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		b.do(t, chromedp.Navigate(server.URL+"/#jump"))
		b.until(t, `document.querySelector("main h1, main .bad")`)
		said := value[string](t, b, `document.querySelector("main").innerText`)
		if want != "" && !strings.Contains(said, want) {
			t.Errorf("%s: it says %q", script, said)
		}
		if want == "" {
			b.until(t, `labScene.get("time") > 0.2`)
			b.do(t, chromedp.Click(`#language button[lang="zh-CN"]`))
			b.until(t, `document.documentElement.lang === "zh-CN"`)
			b.own(t, server.URL)
		}
	}
}

func TestAHiddenTabStandsStillAndDoesNotBurst(t *testing.T) {
	b, _ := openLab(t, "#jump?v=1&screen=on", 1280, 900, false)
	b.until(t, `labScene.get("time") > 0.5`)
	got := value[string](t, b, `new Promise(done => {
		Object.defineProperty(document, "hidden", { value: true, configurable: true });
		document.dispatchEvent(new Event("visibilitychange"));
		const raf = requestAnimationFrame, before = labScene.get("time"), tick = labScene.get("tick");
		globalThis.requestAnimationFrame = () => 0; // a hidden page draws nothing
		setTimeout(() => {
			globalThis.requestAnimationFrame = raf;
			const frozen = labScene.get("time") - before;
			Object.defineProperty(document, "hidden", { value: false, configurable: true });
			labScene.frame(performance.now());
			labScene.frame(performance.now() + 17);
			done([frozen < 0.05, labScene.get("tick") - tick < 6].join());
		}, 1500);
	})`, chromedp.EvalAwaitPromise)
	if got != "true,true" {
		t.Errorf("stands still, does not burst: %s", got)
	}
}

// TestEveryPageIsWalkedByKeyboardAlone goes through everything that takes the focus, and uses it.
func TestEveryPageIsWalkedByKeyboardAlone(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#trouble", 1280, 900, false)
	for _, name := range []string{"jump", "spiral", "spring", "tunnel", "machine"} {
		b.turn(t, name)
		wanted := value[int](t, b, `[...document.querySelectorAll("a[href], button, input, select, summary")].filter(e =>
			e.checkVisibility() && !e.disabled).length`)
		seen := value[int](t, b, `(globalThis.walked = new Set(), document.activeElement.blur(), 0)`)
		for range wanted + 5 {
			b.do(t, chromedp.KeyEvent("\t"))
			seen = value[int](t, b, `(walked.add(document.activeElement), walked.delete(document.body), walked.size)`)
		}
		if seen < wanted {
			t.Errorf("%s: %d of %d things take the focus", name, seen, wanted)
		}
		unlabelled := value[string](t, b, `[...document.querySelectorAll("button, input, select, canvas")].filter(e =>
			!(e.textContent.trim() || e.getAttribute("aria-label") || e.labels?.length)).map(e =>
			e.outerHTML.slice(0, 80)).join("\n")`)
		if unlabelled != "" {
			t.Errorf("%s: without a label: %s", name, unlabelled)
		}
		ring := value[string](t, b, `(document.querySelector("main button").focus(),
			getComputedStyle(document.activeElement).outlineStyle)`)
		if ring == "none" {
			t.Errorf("%s: what has the focus does not show it", name)
		}
	}
	b.own(t, address)
	b.turn(t, "jump")
	b.do(t, chromedp.KeyEvent(" "))
	b.until(t, `labScene.get("paused") === 1`)
	held := value[float64](t, b, `(document.body.dispatchEvent(
		new KeyboardEvent("keydown", { key: " ", repeat: true, bubbles: true })),
		labScene.frame(performance.now()), labScene.get("paused"))`)
	if held != 1 {
		t.Error("space that is held ends the pause")
	}
	tick := value[float64](t, b, `labScene.get("tick")`)
	b.do(t, chromedp.KeyEvent("."))
	b.until(t, fmt.Sprintf(`labScene.get("tick") === %v`, tick+1))
	b.do(t, chromedp.KeyEvent(" "), chromedp.KeyEvent("h"))
	b.until(t, `labScene.get("clamped") > 0.2`)
	b.do(t, chromedp.Focus("main input[type=range]"), chromedp.KeyEvent(kb.ArrowLeft))
	b.until(t, `labScene.values.fps === 59 && location.hash.includes("fps=59")`)
}

func TestMotionBeginsPausedWhereASystemAsksForLess(t *testing.T) {
	t.Parallel()
	server := broken(t, func(http.ResponseWriter, *http.Request) bool { return false })
	b := newBrowser(t, 1000, 700, false)
	call(t, b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: "reduce"}}})
	for _, name := range []string{"jump", "spiral", "spring", "tunnel"} {
		b.do(t, chromedp.Navigate("about:blank"), chromedp.Navigate(server.URL+"/#"+name))
		b.until(t, `labScene.get("paused") === 1`)
		b.do(t, chromedp.KeyEvent(" "))
		b.until(t, `labScene.get("time") > 0.1`)
	}
}

func TestTheSpiralDiesWithoutProtectionAndSaysWhy(t *testing.T) {
	t.Parallel()
	b, _ := openLab(t, "#spiral", 1280, 900, false)
	b.do(t, chromedp.Click(`[data-try="death"]`))
	b.until(t, `labScene.get("dead") === 1`)
	b.until(t, `document.querySelector('[data-figure="verdict"]').textContent.startsWith("Dead")`)
	said := value[string](t, b, `document.querySelector('[data-figure="verdict"]').textContent`)
	for _, want := range []string{"60 steps", "25.0 ms", "1.50 s"} {
		if !strings.Contains(said, want) {
			t.Errorf("it says %q, want %q in it", said, want)
		}
	}
	b.do(t, chromedp.Click(`[data-try="cap"]`))
	b.until(t, `labScene.get("droppedCap") > 1 && labScene.get("dead") === 0`)
}

func TestShotsAndSpringsShowTheirNumbers(t *testing.T) {
	t.Parallel()
	b, _ := openLab(t, "#tunnel?v=1&speed=2", 1280, 900, false)
	b.until(t, `labScene.get("continuous.stopped") >= 6 && labScene.get("discrete.through") >= 3`)
	if n := value[float64](t, b, `labScene.get("continuous.through")`); n != 0 {
		t.Errorf("%v shots got through where the way is looked at", n)
	}
	b, _ = openLab(t, "#spring", 1280, 900, false)
	b.do(t, chromedp.Click(`[data-try="blow"]`))
	b.until(t, `labScene.get("explicit.lost") === 1 && labScene.get("fixed.lost") === 0`)
	b.until(t, `document.querySelector('[data-figure="explicit.far"]').textContent === "∞"`)
}
