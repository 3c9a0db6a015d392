package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"

	"github.com/tactus-go/tactus/games/jump"
)

// labBuilt is the site with a module that is built of the tree as it is.
var labBuilt = sync.OnceValues(func() (*labSite, error) {
	var said bytes.Buffer
	return newLabSite(&console{ctx: context.Background(), stdout: &said, stderr: &said})
})

// openLab opens a page of the lab in a real Chromium, and returns what its address begins with.
func openLab(t testing.TB, page string, width, height int64, dark bool) (*browser, string) {
	t.Helper()
	b := newBrowser(t, width, height, dark)
	site, err := labBuilt()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(site)
	t.Cleanup(server.Close)
	b.do(t, chromedp.Navigate(server.URL+"/"+page))
	b.until(t, `document.querySelector("main h1, main .bad")`)
	return b, server.URL
}

// until waits, frame by frame, until an expression is true in the page.
func (b *browser) until(t testing.TB, condition string) {
	t.Helper()
	_, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool](`new Promise((done, late) => {
		const begin = performance.now();
		const look = () => {
			let met = false;
			try { met = Boolean(`+condition+`); } catch {}
			if (met) done(true);
			else if (performance.now() - begin > 30000) late(new Error("not within 30 s"));
			else setTimeout(look, 16);
		};
		look();
	})`, chromedp.EvalAwaitPromise))
	if err != nil {
		t.Fatalf("waiting for %s: %v\n%s", condition, err, value[string](t, b, `document.body.innerText.slice(0, 3000)`))
	}
}

// figure reads a number of the page by its name.
func (b *browser) figure(t *testing.T, name string) float64 {
	t.Helper()
	text := value[string](t, b, `document.querySelector('[data-figure="`+name+`"]').textContent`)
	var v float64
	if _, err := fmt.Sscanf(strings.ReplaceAll(text, ",", ""), "%g", &v); err != nil {
		t.Fatalf("figure %s is %q: %v", name, text, err)
	}
	return v
}

// own fails where the page complained, or asked for anything but what is below its address.
func (b *browser) own(t *testing.T, address string) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.said) > 0 {
		t.Errorf("the browser said: %s", strings.Join(b.said, "\n"))
	}
	if len(b.sent) == 0 {
		t.Error("no request was seen: nothing was checked")
	}
	for _, u := range b.sent {
		if !strings.HasPrefix(u, address+"/") && !strings.HasPrefix(u, "data:") && !strings.HasPrefix(u, "blob:"+address) {
			t.Errorf("the page asked for %s", u)
		}
	}
}

// jumped waits until every lane has jumped once since the page was set up.
const jumped = `["perFrame","variable","fixed","interpolated","extrapolated"].every(l =>
	/\d/.test(document.querySelector('[data-figure="' + l + '.peak"]').textContent))`

func TestEachExperimentOfJumpShowsWhatItSays(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#jump?v=1&speed=2", 1280, 1000, false)
	designed := jump.Peak(jump.ExplicitEuler, 1.0/60)
	for i, test := range []struct {
		name     string
		variable float64 // the peak of the variable lane by the formula; 0 where it varies
		pattern  string
	}{
		{"slow", jump.Peak(jump.ExplicitEuler, 1.0/12), "5,5,5,5,5,5"},
		{"beat", jump.Peak(jump.ExplicitEuler, 1.0/40), "1,2,1,2,1,2"},
		{"fast", jump.Peak(jump.ExplicitEuler, 1.0/144), "0,0,1,0,1,0"},
		{"jitter", 0, ""},
	} {
		b.do(t, chromedp.Click(fmt.Sprintf(`[data-try="%s"]`, test.name)))
		b.do(t, chromedp.Click(`[data-act="restart"]`))
		b.until(t, `document.querySelector('[data-figure="variable.peak"]').textContent === "–"`)
		b.until(t, jumped)
		if said := value[string](t, b, `document.querySelector(".look").textContent`); !strings.HasPrefix(said, "Look at") {
			t.Errorf("%s: it says %q", test.name, said)
		}
		for _, lane := range []string{"fixed", "interpolated"} {
			if got := b.figure(t, lane+".peak"); math.Abs(got-designed) > 0.0006 {
				t.Errorf("%s: the lane %s peaks at %v, designed %v", test.name, lane, got, designed)
			}
		}
		got := b.figure(t, "variable.peak")
		if test.variable > 0 && math.Abs(got-test.variable) > 0.0006 {
			t.Errorf("%s: the variable lane peaks at %v, by the formula %v", test.name, got, test.variable)
		}
		if test.pattern != "" {
			b.until(t, `labScene.view("pattern").slice(-6).join() === "`+test.pattern+`" ||
				labScene.view("pattern").slice(-7, -1).join() === "`+test.pattern+`"`)
		}
		if i == 0 && got < designed+0.3 {
			t.Errorf("at 12 fps the variable lane peaks at %v, not visibly above %v", got, designed)
		}
	}
	b.own(t, address)
}

func TestTheLabIsTheSameSiteWhenItIsExported(t *testing.T) {
	dir := t.TempDir()
	code, out, errs := try(t, "lab", "--export", dir)
	if code != exitGood || !strings.Contains(out, "files") {
		t.Fatalf("exit %d: %s%s", code, out, errs)
	}
	site, err := labBuilt()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range site.names() {
		data, err := os.ReadFile(dir + "/" + name)
		if err != nil || !bytes.Equal(data, site.files[name].data) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestThePagesOfTheLabAsPictures(t *testing.T) {
	if os.Getenv("TACTUS_SCREENSHOTS") == "" {
		t.Skip("TACTUS_SCREENSHOTS names no folder for pictures to look at")
	}
	for _, page := range strings.Fields("jump spiral spring tunnel proof frames trouble machine") {
		for _, width := range []int64{360, 1280, 2560} {
			for _, dark := range []bool{false, true} {
				if dark && width != 1280 {
					continue
				}
				t.Run(fmt.Sprintf("%s-%d-%v", page, width, dark), func(t *testing.T) {
					b, _ := openLab(t, "#"+page, width, 1000, dark)
					call(t, b, emulation.SetScrollbarsHidden, emulation.SetScrollbarsHiddenParams{Hidden: true})
					b.until(t, `performance.now() > 4000`)
					b.save(t, fmt.Sprintf("lab-%s-%d-%v", page, width, dark))
				})
			}
		}
	}
}
