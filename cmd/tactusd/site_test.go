package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// A browser is a page in a real Chromium, and what it complained of.
type browser struct {
	ctx  context.Context
	mu   sync.Mutex
	said []string // console, exceptions, violations of the policy
	sent []string // requests
}

// newBrowser starts a Chromium. Without one the test says loudly that it did not run; with
// TACTUS_BROWSER=required that is a failure.
func newBrowser(t testing.TB, width, height int64, dark bool) *browser {
	found := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			found = path
			break
		}
	}
	if found == "" {
		const words = "NO BROWSER: the page was not tested. Install chromium, or set TACTUS_BROWSER=required to fail"
		if os.Getenv("TACTUS_BROWSER") == "required" {
			t.Fatal(words)
		}
		t.Skip(words)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(found), chromedp.NoSandbox,
		chromedp.DisableGPU, chromedp.Flag("hide-scrollbars", false))
	alloc, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, end := chromedp.NewContext(alloc)
	t.Cleanup(end)
	b := &browser{}
	if err := chromedp.Listen(ctx, b.hear); err != nil {
		t.Fatal(err)
	}
	ctx, late := context.WithTimeout(ctx, 90*time.Second)
	t.Cleanup(late)
	b.ctx = ctx
	scheme := "light"
	if dark {
		scheme = "dark"
	}
	call(t, b, network.Enable, network.EnableParams{})
	call(t, b, log.Enable, cdp.Empty{})
	call(t, b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
		Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
	b.do(t, chromedp.EmulateViewport(width, height))
	return b
}

func (b *browser) hear(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		for _, a := range e.Args {
			b.said = append(b.said, "console: "+string(a.Value))
		}
	case *runtime.EventExceptionThrown:
		b.said = append(b.said, "exception: "+e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		b.said = append(b.said, string(e.Entry.Source)+": "+e.Entry.Text)
	case *network.EventRequestWillBeSent:
		b.sent = append(b.sent, e.Request.URL)
	}
}

func (b *browser) do(t testing.TB, actions ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		t.Fatal(err)
	}
}

func call[P, R any](t testing.TB, b *browser, command cdp.Command[P, R], params P) {
	t.Helper()
	if _, err := chromedp.Call(b.ctx, command, params); err != nil {
		t.Fatal(err)
	}
}

// value evaluates an expression in the page.
func value[T any](t testing.TB, b *browser, expression string) T {
	t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// until waits for what an expression says.
func (b *browser) until(t testing.TB, expression string) {
	t.Helper()
	for end := time.Now().Add(patience / 3); !value[bool](t, b, "Boolean("+expression+")"); {
		<-time.After(30 * time.Millisecond)
		if time.Now().After(end) {
			t.Fatalf("it does not come to %s; the page has: %s", expression, value[string](t, b, "document.body.innerText"))
		}
	}
}

// save writes a picture of the page into the folder that TACTUS_SCREENSHOTS names.
func (b *browser) save(t *testing.T, name string) {
	t.Helper()
	folder := os.Getenv("TACTUS_SCREENSHOTS")
	if folder == "" {
		return
	}
	picture, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "tactusd-"+name+".png"), picture, 0o644); err != nil {
		t.Fatal(err)
	}
}

// clean fails where the page complained, or asked for anything but the service.
func (b *browser) clean(t *testing.T, address string, expected ...string) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.said {
		known := false
		for _, e := range expected {
			known = known || strings.Contains(s, e)
		}
		if !known {
			t.Errorf("the browser said: %s", s)
		}
	}
	for _, u := range b.sent {
		if !strings.HasPrefix(u, address) && !strings.HasPrefix(u, "about:") {
			t.Errorf("the page asked for %s", u)
		}
	}
}

// open opens the page and enters a token.
func (b *browser) open(t *testing.T, s *try, token string) (address string) {
	t.Helper()
	address = "http://" + s.address + "/"
	b.do(t, chromedp.Navigate(address))
	b.until(t, `document.querySelector("#token")`)
	b.do(t, chromedp.SendKeys("#token", token+"\r"))
	return address
}

func TestTheStatusPageShowsVerdictsAsTheyCome(t *testing.T) {
	s := start(t)
	token := s.token("acme")
	s.verdict(token, s.post(token, record(t, header(nil), 200, 0, nil)))
	b := newBrowser(t, 1200, 900, false)
	address := b.open(t, s, token)
	b.until(t, `document.querySelector("#decided")?.textContent === "1"`)
	lying := s.verdict(token, s.post(token, record(t, header(nil), 120, 1, []byte("<img src=x onerror=alert(1)>"))))
	b.until(t, `document.querySelector("#decided")?.textContent === "2"`)
	b.until(t, `document.querySelectorAll("#verdicts tbody tr").length === 2`)
	b.save(t, "all")
	b.do(t, chromedp.Click(`a[href="#v/`+lying.Job.String()+`"]`))
	b.until(t, `document.querySelector("#outcome")?.textContent === "claim wrong"`)
	if text := value[string](t, b, `document.querySelector("main").innerText`); !strings.Contains(text, "<img src=x") {
		t.Errorf("the claim is not on the verdict's page as it is: %s", text)
	}
	b.save(t, "verdict")
	_ = value[string](t, b, `import("/js/views.js").then((views) => document.querySelector("main").append(views.verdict({
		verdict: "diverged", tick: 60, tick_after: 0, reason: "", fields: [{ name: "x", want: "1", got: "2" }],
		fields_omitted: 262112, compared: { ticks: 0, hashes: 0 }, took_ns: 1, job: "", recording: "" }))), ""`)
	b.until(t, `document.querySelector("#omitted")?.textContent === "262,112 more differ."`)
	b.save(t, "wide")
	b.clean(t, address)
	kept := value[string](t, b, `JSON.stringify([localStorage.length, document.cookie, sessionStorage.length])`)
	if kept != `[0,"",1]` {
		t.Errorf("the page keeps %s", kept)
	}
	b.do(t, chromedp.Click("#leave"))
	b.until(t, `document.querySelector("#token") && sessionStorage.length === 0`)
}

func TestTheStatusPageFitsAPhoneInTheDark(t *testing.T) {
	s := start(t)
	token := s.token("acme")
	v := s.verdict(token, s.post(token, record(t, header(nil), 200, 0, []byte(strings.Repeat("long", 400)))))
	b := newBrowser(t, 360, 800, true)
	address := b.open(t, s, token)
	for _, page := range []string{`document.querySelector("#decided")`, `document.querySelector("#outcome")`} {
		b.until(t, page)
		if over := value[float64](t, b, `document.documentElement.scrollWidth - innerWidth`); over > 0 {
			t.Errorf("%s: %v pixels wider than a phone", page, over)
		}
		ground := value[string](t, b, `getComputedStyle(document.body).backgroundColor`)
		if ground == "rgb(255, 255, 255)" {
			t.Error("it is white in the dark")
		}
		b.save(t, "phone-"+page[24:28])
		_ = value[string](t, b, `location.hash = "#v/`+v.Job.String()+`"`)
	}
	b.clean(t, address)
}

func TestTheStatusPageSaysThatATokenIsUnknown(t *testing.T) {
	s := start(t)
	b := newBrowser(t, 800, 600, false)
	address := b.open(t, s, "tactus_nobody")
	b.until(t, `document.querySelector("[role=alert]")?.textContent.includes("does not know")`)
	if got := value[string](t, b, `(() => {
		const s = document.createElement("script"); s.textContent = "window.ran = 1"; document.body.append(s);
		return String(window.ran);
	})()`); got != "undefined" {
		t.Error("a script that was put in ran")
	}
	b.clean(t, address, "401", "Content Security Policy")
}
