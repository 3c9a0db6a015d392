package main

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
// TACTUS_BROWSER=required that is a failure. TACTUS_BROWSER=off leaves these tests out, for a run with
// the race detector: the goroutines of a page are the browser's.
func newBrowser(t testing.TB, width, height int64, dark bool) *browser {
	if os.Getenv("TACTUS_BROWSER") == "off" {
		t.Skip("LEFT OUT: TACTUS_BROWSER=off")
	}
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
func value[T any](t testing.TB, b *browser, expression string, options ...chromedp.EvaluateOption) T {
	t.Helper()
	v, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression, options...))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// save writes a picture of the page into the folder that TACTUS_SCREENSHOTS names, for people to
// look at.
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
	if err := os.WriteFile(filepath.Join(folder, "page-"+name+".png"), picture, 0o644); err != nil {
		t.Fatal(err)
	}
}

// clean fails where the page complained, or asked for anything but itself.
func (b *browser) clean(t *testing.T, address string) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.said) > 0 {
		t.Errorf("the browser said: %s", strings.Join(b.said, "\n"))
	}
	other := func(u string) bool { return u != address && !strings.HasPrefix(u, "about:") }
	if i := slices.IndexFunc(b.sent, other); i >= 0 {
		t.Errorf("the page asked for %s", b.sent[i])
	}
}
