package main

import (
	"fmt"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/heapprofiler"
	"github.com/chromedp/chromedp"
)

// moduleMax is how heavy each of the lab's modules may be, gzipped, in bytes.
const moduleMax = 1_500_000

func TestTheLabsModulesAreLight(t *testing.T) {
	site, err := labBuilt()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{labEngine, labLogs} {
		n := len(site.files[name].zipped())
		t.Logf("%s has %d bytes gzipped", name, n)
		if n == 0 || n > moduleMax {
			t.Errorf("%s has %d bytes gzipped: want at most %d", name, n, moduleMax)
		}
	}
}

// drawScript draws so many frames of the page that is shown, as on a display of 60 Hz, and lets the
// browser paint after each hundred. It returns the milliseconds of script that a frame took.
const drawScript = `(async frames => {
	let now = performance.now() + 1000, spent = 0;
	for (let i = 0; i < frames; i += 100) {
		const begin = performance.now();
		for (let k = 0; k < 100; k++) labFrame(now += 1000 / 60);
		spent += performance.now() - begin;
		await new Promise(done => setTimeout(done));
	}
	return spent / frames;
})`

func (b *browser) draw(t testing.TB, frames int) (msPerFrame float64) {
	return value[float64](t, b, fmt.Sprintf("%s(%d)", drawScript, frames), chromedp.EvalAwaitPromise)
}

// heap returns the bytes that the page's scripts hold after a collection, and the module's memory.
func (b *browser) heap(t testing.TB) (scripts, module int64) {
	call(t, b, heapprofiler.CollectGarbage, cdp.Empty{})
	return int64(value[float64](t, b, `performance.memory.usedJSHeapSize`)),
		int64(value[float64](t, b, `labScene.engine.memory.buffer.byteLength`))
}

// growthMax is how much more a page may hold after ten minutes, in bytes: a garbage collection leaves a
// little here and there.
const growthMax = 300_000

func TestAPageHoldsNoMoreAfterTenMinutes(t *testing.T) {
	frames := 36_000
	if testing.Short() {
		frames = 3_600
	}
	for _, name := range []string{"jump", "spiral"} {
		b, _ := openLab(t, "#"+name, 1280, 900, false)
		b.draw(t, 1800)
		scripts, module := b.heap(t)
		b.draw(t, frames)
		scriptsAfter, moduleAfter := b.heap(t)
		if grown := scriptsAfter - scripts; grown > growthMax {
			t.Errorf("%s: after %d frames the scripts hold %d bytes more", name, frames, grown)
		}
		if moduleAfter != module {
			t.Errorf("%s: after %d frames the module has %d bytes, before %d", name, frames, moduleAfter, module)
		}
		t.Logf("%s: %d bytes of scripts before, %d after; module %d", name, scripts, scriptsAfter, moduleAfter)
	}
}

// BenchmarkLabFrame is the script of one frame of a page, with all that it draws.
func BenchmarkLabFrame(b *testing.B) {
	for _, name := range []string{"jump", "jump?v=1&fps=240", "spiral", "spring", "tunnel", "machine"} {
		b.Run(name, func(b *testing.B) {
			page, _ := openLab(b, "#"+name, 1280, 900, false)
			page.draw(b, 600)
			b.ResetTimer()
			ms := page.draw(b, max(b.N/100*100, 100))
			b.ReportMetric(ms, "ms/frame")
			b.ReportMetric(0, "ns/op") // of the remote call: it says nothing
		})
	}
}

// BenchmarkLabStart is the time from the navigation to the first frame in which something has moved, the
// second time that a browser sees the lab.
func BenchmarkLabStart(b *testing.B) {
	page, address := openLab(b, "#jump", 1280, 900, false)
	page.until(b, `labScene.get("time") > 0.05`)
	total := 0.0
	for range b.N {
		page.do(b, chromedp.Navigate("about:blank"), chromedp.Navigate(address+"/#jump"))
		total += value[float64](b, page, `new Promise(done => {
			const look = () => globalThis.labScene?.get("time") > 0 ? done(performance.now()) : setTimeout(look, 4);
			look();
		})`, chromedp.EvalAwaitPromise)
	}
	b.ReportMetric(total/float64(b.N), "ms/start")
	b.ReportMetric(0, "ns/op")
}
