package main

import (
	"math"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

// paintedScript counts the colours of the first chart.
const paintedScript = `(() => {
	const canvas = document.querySelector("#time0 canvas"), c = canvas.getContext("2d");
	const seen = new Set(new Uint32Array(c.getImageData(0, 0, canvas.width, canvas.height).data.buffer));
	return seen.size;
})()`

func TestThePageLoadsWithoutComplaintsOrRequests(t *testing.T) {
	t.Parallel()
	for name, run := range map[string]*logRun{"evil": evil(t), "million": million(t)} {
		t.Run(name, func(t *testing.T) {
			b := newBrowser(t, 1000, 900, false)
			address := pageFile(t, plotOf(t, "all", run))
			b.do(t, chromedp.Navigate(address))
			if n := value[int](t, b, paintedScript); n < 5 {
				t.Errorf("the chart has %d colours: nothing is painted", n)
			}
			if n := value[int](t, b, `document.querySelectorAll("script").length`); n != 3 {
				t.Errorf("the page has %d scripts, want the 3 that were written", n)
			}
			if title := value[string](t, b, `document.title`); title != plotOf(t, "all", run).heading() {
				t.Errorf("the title is %q", title)
			}
			b.clean(t, address)
		})
	}
}

func TestThePageRunsNothingThatItsPolicyDoesNotName(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, 1000, 900, false)
	b.do(t, chromedp.Navigate(pageFile(t, plotOf(t, "all", evil(t)))))
	got := value[string](t, b, `(() => {
		const s = document.createElement("script"); s.textContent = "window.ran = 1"; document.body.append(s);
		return String(window.ran);
	})()`)
	if got != "undefined" {
		t.Errorf("a script that was put in ran: %s", got)
	}
	tags := value[string](t, b, `[...document.querySelectorAll("td.prose")].map(e => e.textContent).join("\n")`)
	if !strings.Contains(tags, "<img src=x onerror=alert(2)>") {
		t.Errorf("the tag is not in the table as it is: %s", tags)
	}
}

func TestAHitchAmongAMillionIsPaintedInThePage(t *testing.T) {
	t.Parallel()
	run := million(t)
	b := newBrowser(t, 1000, 900, false)
	b.do(t, chromedp.Navigate(pageFile(t, plotOf(t, "time", run))))
	highest := value[[]float64](t, b, `(() => {
		const u = tactusPlot.state.charts[0], c = u.ctx, box = u.bbox;
		const y = Math.round(u.valToPos(150, "y", true)), line = c.getImageData(box.left, y, box.width, 1).data, hits = [];
		for (let x = 0; x < box.width; x++) if (line[4 * x] < 100 && line[4 * x + 2] > 120) hits.push(x / box.width);
		return hits;
	})()`)
	if len(highest) == 0 {
		t.Fatal("at 150 ms nothing is painted")
	}
	for _, x := range highest {
		if want := hitchAt(run); x < want-0.005 || x > want+0.005 {
			t.Errorf("painted at %v of the width, the hitch is at %v", x, want)
		}
	}
}

func TestThePageZoomsByDragButtonAndHitch(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, 1000, 900, false)
	b.do(t, chromedp.Navigate(pageFile(t, plotOf(t, "all", million(t)))))
	span := func() float64 { return value[float64](t, b, `tactusPlot.state.to - tactusPlot.state.from`) }
	whole := span()
	box := value[[]float64](t, b, `(() => {
		const r = document.querySelector("#time0 .u-over").getBoundingClientRect();
		return [r.left, r.top];
	})()`)
	b.do(t, chromedp.DragAndDropXY(box[0]+100, box[1]+50, box[0]+300, box[1]+60, 5))
	if got := span(); got > whole/2 || got < whole/10 {
		t.Errorf("after a drag over 200 pixels %v of %v s are shown", got, whole)
	}
	b.do(t, chromedp.Click("#whole"))
	if got := span(); got != whole {
		t.Errorf("after Whole log %v of %v s are shown", got, whole)
	}
	b.do(t, chromedp.Focus("#in"), chromedp.KeyEvent("\r"))
	if got := span(); math.Abs(got-whole/2) > 1e-6 {
		t.Errorf("after Zoom in by the keyboard %v of %v s are shown", got, whole)
	}
	b.do(t, chromedp.Click(`tbody button`))
	if got := span(); got > 3 {
		t.Errorf("after a click on the hitch %v s are shown", got)
	}
	if got := value[float64](t, b, `Math.max(...tactusPlot.state.charts[0].data[1])`); got < 199.9 || got > 200.1 {
		t.Errorf("there the longest frame is %v ms, want 200", got)
	}
	b.save(t, "zoomed")
	const twice = `dispatchEvent(new MouseEvent("dblclick", { bubbles: true }))`
	value[bool](t, b, `document.querySelector("#time0 .u-over").`+twice)
	if got := span(); got != whole {
		t.Errorf("after a double click %v of %v s are shown", got, whole)
	}
}

func TestThePageFitsEveryWidth(t *testing.T) {
	t.Parallel()
	for _, width := range []int64{360, 1000, 1920} {
		b := newBrowser(t, width, 900, width == 1920)
		second := plotLog{frames: 900, median: 16.6, steps: true, scenes: []string{"menu", "boss"}}
		address := pageFile(t, plotOf(t, "all", evil(t), second.run(t, "second.csv")))
		b.do(t, chromedp.Navigate(address))
		if over := value[int64](t, b, `document.documentElement.scrollWidth`); over > width {
			t.Errorf("at %d pixels the page is %d wide", width, over)
		}
		b.save(t, "width-"+strconv.FormatInt(width, 10))
		b.clean(t, address)
	}
}

func TestALongFrameThatThePageCutsKeepsAnArrow(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, 1000, 900, false)
	address := pageFile(t, plotOf(t, "time", million(t)))
	b.do(t, chromedp.Navigate(address), chromedp.Click("#cut"))
	if top := value[float64](t, b, `tactusPlot.state.charts[0].scales.y.max`); top > 20 {
		t.Errorf("the axis goes up to %v ms", top)
	}
	painted := value[bool](t, b, `(() => {
		const u = tactusPlot.state.charts[0], k = u.data[1].findIndex(v => v > 100);
		const c = u.ctx.getImageData(Math.round(u.valToPos(u.data[0][k], "x", true)), u.bbox.top + 5, 1, 1).data;
		return c[0] > 130 && c[2] < 80;
	})()`)
	if !painted {
		t.Error("there is no arrow over the hitch")
	}
	b.save(t, "cut")
	b.do(t, chromedp.Click("#log"))
	if got := value[string](t, b, `document.getElementById("cut").getAttribute("aria-pressed")`); got != "false" {
		t.Errorf("on a logarithmic scale the cut is still on: %s", got)
	}
	b.save(t, "log")
	b.clean(t, address)
}

// TestTheChartsOfThePageMakeRoomForAScrollBar looks at a page that is only a little too high for its
// window, so that its scroll bar comes with its charts.
func TestTheChartsOfThePageMakeRoomForAScrollBar(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, 1000, 400, false)
	l := plotLog{frames: 3000, median: 16}
	address := pageFile(t, plotOf(t, "all", l.run(t, "a.csv")))
	b.do(t, chromedp.Navigate(address))
	high := value[int64](t, b, `document.documentElement.scrollHeight`)
	b.do(t, chromedp.EmulateViewport(1000, high-100), chromedp.Navigate(address))
	if bar := value[int](t, b, `innerWidth - document.documentElement.clientWidth`); bar == 0 {
		t.Fatal("the page has no scroll bar, so that this test tells nothing")
	}
	over := value[[]float64](t, b, `[...document.querySelectorAll(".chart")].map(c =>
		c.querySelector(".u-wrap").getBoundingClientRect().right - c.getBoundingClientRect().right)`)
	for i, by := range over {
		if by > 0.5 {
			t.Errorf("chart %d is %v pixels wider than its place", i, by)
		}
	}
	b.clean(t, address)
}

func TestTheLastBinOfThePageHasAWidth(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, 1900, 900, false)
	l := plotLog{frames: 3000, median: 16, odd: map[int]float64{}}
	for i := range 600 {
		l.odd[5*i] = 18
	}
	b.do(t, chromedp.Navigate(pageFile(t, plotOf(t, "distribution", l.run(t, "a.csv")))))
	painted := value[bool](t, b, `(() => {
		const u = tactusPlot.state.others[0], x = u.data[0], y = u.data[1], last = x.length - 2;
		const at = u.valToPos((x[last] + x[last + 1]) / 2, "x", true);
		const c = u.ctx.getImageData(Math.round(at), Math.round(u.valToPos(y[last] / 2, "y", true)), 1, 1).data;
		return y[last] > 10 && c[0] < 120 && c[2] > 150;
	})()`)
	if !painted {
		t.Error("the middle of the last bin is not painted")
	}
	b.save(t, "bins")
}
