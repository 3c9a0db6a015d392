package main

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/tactus-go/tactus/framelog/compare/record"
	"github.com/tactus-go/tactus/framelog/report"
)

// chooseLogs gives files to the page as its button does, and waits until they are shown.
func chooseLogs(t *testing.T, b *browser, files ...string) {
	t.Helper()
	for i, f := range files {
		abs, err := filepath.Abs(f)
		if err != nil {
			t.Fatal(err)
		}
		files[i] = abs
	}
	value[bool](t, b, `performance.clearMarks("tactus-frames") || true`)
	b.do(t, chromedp.SetUploadFiles(`#frames-file`, files))
	b.until(t, `document.querySelector(".busy").hidden && document.querySelector(".chosen .logfile")`)
}

// drawnLogs waits until the charts of the last logs are there.
func drawnLogs(t *testing.T, b *browser) {
	t.Helper()
	b.until(t, `performance.getEntriesByName("tactus-frames").length > 0`)
}

// dropLogs drops files anywhere on the page, as a hand does.
func dropLogs(t *testing.T, b *browser, files map[string][]byte) {
	t.Helper()
	var parts []string
	for name, data := range files {
		parts = append(parts, fmt.Sprintf(`[%q, %q]`, name, base64.StdEncoding.EncodeToString(data)))
	}
	value[bool](t, b, `(() => {
		performance.clearMarks("tactus-frames");
		const data = new DataTransfer();
		for (const [name, text] of [`+strings.Join(parts, ",")+`])
			data.items.add(new File([Uint8Array.from(atob(text), c => c.charCodeAt(0))], name));
		const at = document.querySelector("main h1");
		const event = kind => new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data });
		at.dispatchEvent(event("dragover"));
		const marked = document.querySelector(".logdrop").classList.contains("over");
		const taken = !at.dispatchEvent(event("drop"));
		return marked && taken;
	})()`)
	b.until(t, `document.querySelector(".busy").hidden && document.querySelector(".chosen .logfile")`)
}

func readTwin(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(twins + name)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// rowsOfPage reads the table of figures: name, values by column, rule.
func rowsOfPage(t *testing.T, b *browser) [][]string {
	t.Helper()
	return value[[][]string](t, b, `[...document.querySelectorAll(".figuresTable tbody tr")].map(r =>
		[r.dataset.row].concat([...r.cells].slice(1).map(c => c.textContent)))`)
}

// toolReport is what the tool says of a log, for programs and in words.
func toolReport(t *testing.T, path string, flags ...string) (report.Report, string) {
	t.Helper()
	code, out, errs := try(t, append([]string{"frames", "report", "--json", path}, flags...)...)
	if code != exitGood {
		t.Fatal(errs)
	}
	var all framesJSON
	if err := json.Unmarshal([]byte(out), &all); err != nil {
		t.Fatal(err)
	}
	_, text, _ := try(t, append([]string{"frames", "report", path}, flags...)...)
	return *all.Files[filepath.Base(path)], text
}

// equalFigures fails where the page's figures are not those that the tool prints.
func equalFigures(t *testing.T, b *browser, path string, flags ...string) {
	t.Helper()
	r, text := toolReport(t, path, flags...)
	rows := rowsOfPage(t, b)
	if len(rows) != 13 {
		t.Fatalf("%s: the page has %d figures, want 13", path, len(rows))
	}
	for _, row := range rows {
		for _, cell := range row[1:] {
			if !strings.Contains(text, cell) {
				t.Errorf("%s: the page says %s of %s, and the tool nowhere", path, cell, row[0])
			}
		}
	}
	if want := fmt.Sprintf("%.3f ms", r.Default.P99MS); rows[7][0] != "p99 frame time" || rows[7][1] != want {
		t.Errorf("%s: %v, want p99 %s", path, rows[7], want)
	}
	for _, h := range r.Hitches {
		got := value[[]string](t, b, fmt.Sprintf(`[...document.querySelector('[data-hitch="%s"]').cells].slice(1).map(c =>
			c.textContent.replaceAll(",", ""))`, h.Threshold))
		want := []string{strconv.Itoa(h.Frames), strconv.Itoa(h.Events), fmt.Sprintf("%.3f s", h.TimeS)}
		if strings.Join(got, " ") != strings.Join(want, " ") {
			t.Errorf("%s: hitches over %s are %v, want %v", path, h.Threshold, got, want)
		}
	}
	warned := value[[]string](t, b, `[...document.querySelectorAll(".origin .warnings li")].map(l => l.textContent)`)
	for _, w := range r.Warnings {
		if w.Code != "skipped" && !strings.Contains(strings.Join(warned, "\n"), w.Text) {
			t.Errorf("%s: the page does not warn of %q", path, w.Text)
		}
	}
}

func TestTheLabShowsTheFiguresOfTheToolForLogsThatAreChosenAndDropped(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#frames", 1280, 1000, false)
	for i, name := range []string{"presentmon-2.3.1-frametype.csv", "mangohud-0.8.csv", "tactus-frames.csv",
		"gzip-home.csv.gz"} {
		if i%2 == 0 {
			chooseLogs(t, b, twins+name)
		} else {
			dropLogs(t, b, map[string][]byte{name: readTwin(t, name)})
		}
		drawnLogs(t, b)
		equalFigures(t, b, twins+name)
		if n := value[int](t, b, `document.querySelectorAll(".charts canvas").length`); n < 3 {
			t.Errorf("%s: %d charts", name, n)
		}
		b.do(t, chromedp.Click(`[data-remove="0"]`))
		b.until(t, `!document.querySelector(".chosen .logfile") && !document.querySelector(".charts canvas")`)
	}
	b.own(t, address)
}

func TestTheLabLooksAtALogAsItsSettingsSay(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#frames?v=1&side=display&low=frameview", 1280, 1000, false)
	path := twins + "presentmon-2.3.1-frametype.csv"
	chooseLogs(t, b, path)
	drawnLogs(t, b)
	equalFigures(t, b, path, "--side", "display", "--low", "frameview")
	from := `document.querySelector('[data-set="from"]')`
	value[bool](t, b, from+`.value = "0.05", performance.clearMarks("tactus-frames"), `+
		from+`.dispatchEvent(new Event("change"))`)
	drawnLogs(t, b)
	equalFigures(t, b, path, "--side", "display", "--low", "frameview", "--from", "50ms")
	if hash := value[string](t, b, `location.hash`); hash != "#frames?v=1&side=display&low=frameview&from=0.05" {
		t.Errorf("the address is %s", hash)
	}
	b.do(t, chromedp.Click(`[data-remove="0"]`), chromedp.Navigate(address+"/#frames"))
	b.do(t, chromedp.Reload())
	b.until(t, `document.querySelector(".logdrop")`)
	path = twins + "presentmon-same-name.csv"
	chooseLogs(t, b, path)
	drawnLogs(t, b)
	other := value[string](t, b, `(() => {
		const list = document.querySelector("[data-stream]");
		list.value = [...list.options].find(o => !o.selected).value;
		performance.clearMarks("tactus-frames");
		list.dispatchEvent(new Event("change"));
		return list.value;
	})()`)
	drawnLogs(t, b)
	equalFigures(t, b, path, "--process", other)
	b.own(t, address)
}

func TestTheLabComparesTwoLogsAsTheToolDoes(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#frames?v=1&sample=pair", 1280, 1000, false)
	drawnLogs(t, b)
	if verdict := value[string](t, b, `document.querySelector("[data-verdict]").dataset.verdict`); verdict != "better" {
		t.Errorf("the second sample is %q, want better", verdict)
	}
	base, other := twins+"thousand-frames.csv", twins+"tactus-frames.csv"
	chooseLogs(t, b, base, other)
	drawnLogs(t, b)
	code, out, errs := try(t, "frames", "compare", "--json", base, other)
	if code != exitGood {
		t.Fatal(errs)
	}
	_, text, _ := try(t, "frames", "compare", base, other)
	var r record.Comparison
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	for _, d := range r.New[0].Differences {
		cells := value[[]string](t, b, fmt.Sprintf(`[...document.querySelector('[data-metric="%s"]').cells].map(c =>
			c.textContent)`, d.Metric))
		if !strings.HasPrefix(cells[4], d.Verdict) {
			t.Errorf("%s: the page says %q, the tool %q", d.Metric, cells[4], d.Verdict)
		}
		for _, cell := range cells[1:4] {
			if !strings.Contains(text, cell) {
				t.Errorf("%s: the page says %s, and the tool nowhere", d.Metric, cell)
			}
		}
	}
	for _, w := range r.Warnings {
		said := value[string](t, b, `document.querySelector(".comparison").textContent`)
		if !strings.Contains(said, strings.ReplaceAll(w.Text, twins, "")) {
			t.Errorf("the page does not warn of %q", w.Text)
		}
	}
	b.do(t, chromedp.Click(`[data-act="swap"]`))
	b.until(t, `document.querySelector(".chosen h2").textContent.includes("tactus-frames.csv") &&
		document.querySelector(".busy").hidden`)
	b.own(t, address)
}

func TestTheLabSaysInASentenceWhyAFileIsNotShown(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#frames", 1280, 1000, false)
	huge := filepath.Join(t.TempDir(), "huge.csv")
	if err := os.WriteFile(huge, []byte("frame_ms\n16\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := os.Truncate(huge, 2<<30); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		twins + "screenshot.png": "a PNG picture, not a frame-time log", twins + "empty.csv": "an empty file",
		twins + "prose.txt": "prose.txt:1:", twins + "cut-off-number.csv": "",
		huge: "2048 MB, and this page reads logs of up to 512 MB",
	} {
		chooseLogs(t, b, path)
		said := value[string](t, b, `[...document.querySelectorAll(".chosen .notice")].map(n => n.textContent).join("|")`)
		if !strings.Contains(said, want) || (want == "") != (said == "") || strings.Contains(said, "tactus: ") {
			t.Errorf("%s: the page says %q, want %q", path, said, want)
		}
		b.do(t, chromedp.Click(`[data-remove="0"]`))
	}
	dropLogs(t, b, map[string][]byte{"a.csv": readTwin(t, "few-frames.csv"), "b.csv": readTwin(t, "few-frames.csv"),
		"c.csv": readTwin(t, "few-frames.csv")})
	if said := value[string](t, b, `document.getElementById("notices").textContent`); !strings.Contains(said,
		"Two logs are shown at most. 1 more were left out.") {
		t.Errorf("of three logs at once the page says %q", said)
	}
	b.own(t, address)
}

// longLog writes a log of so many bytes, as a game of some hours makes it.
func longLog(t *testing.T, size int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "long.csv")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(file)
	n, at := 0, 0.0
	for i := 0; n < size; i++ {
		ms := 6.9 + float64(i*7919%100)/200
		if i%50_000 == 777 {
			ms = 120
		}
		if i == 0 {
			n, _ = w.WriteString("frame,time_s,frame_ms,steps,alpha,sim_ms,dropped_ms,scene\n")
		}
		more, err := fmt.Fprintf(w, "%d,%.9f,%.6f,%d,%.6f,0.412000,0.000000,harbour\n", i, at, ms, i%2, 0.25)
		if err != nil {
			t.Fatal(err)
		}
		n, at = n+more, at+ms/1000
	}
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := file.Close(); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestALongLogNeverFreezesTheLab(t *testing.T) {
	size := 60 << 20
	if testing.Short() {
		size = 6 << 20
		t.Logf("-short: a log of %d MB, not of 60", size>>20)
	}
	b, address := openLab(t, "#frames", 1280, 1000, false)
	path := longLog(t, size)
	// Tasks are as long as a clock says, also while the machine does something else; work is what scripts
	// and the layout of one frame took.
	told := value[bool](t, b, `(() => {
		window.tasks = [], window.work = [];
		const watch = (type, take) =>
			new PerformanceObserver(l => l.getEntries().forEach(take)).observe({ type, buffered: false });
		watch("longtask", e => tasks.push(e.duration));
		watch("long-animation-frame", e => work.push(...e.scripts.map(s => s.duration),
			e.styleAndLayoutStart ? e.startTime + e.duration - e.styleAndLayoutStart : 0));
		return PerformanceObserver.supportedEntryTypes.includes("long-animation-frame");
	})()`)
	if !told {
		t.Fatal("this browser does not tell of long frames: nothing would be measured")
	}
	// awake reads files until the page had no long work, three times at most: a busy machine makes any work
	// long now and then, what is wrong with a page does so every time.
	awake := func(what, shown string, files ...string) {
		t.Helper()
		longest := 0.0
		for range 3 {
			value[bool](t, b, `performance.clearMarks("tactus-frames") || Boolean(tasks.length = work.length = 0) || true`)
			begin := time.Now()
			b.do(t, chromedp.SetUploadFiles(`#frames-file`, files))
			b.until(t, `!document.querySelector(".busy").hidden`)
			drawnLogs(t, b)
			took := time.Since(begin)
			b.until(t, shown)
			value[bool](t, b, `Boolean(window.ready = performance.now())`)
			b.until(t, `performance.now() > ready + 500`) // a task is told of when it has ended
			longest = value[float64](t, b, `Math.max(0, ...work)`)
			t.Logf("%s took %.1f s; the page's longest work %.0f ms, its longest task %.0f ms", what, took.Seconds(),
				longest, value[float64](t, b, `Math.max(0, ...tasks)`))
			if longest <= 100 {
				return
			}
		}
		t.Errorf("%s: the page worked for %.0f ms, want at most 100", what, longest)
	}
	awake(fmt.Sprintf("a log of %d MB", size>>20), `document.querySelectorAll(".charts .u-wrap").length === 3`, path)
	equalFigures(t, b, path)
	awake("comparing it with itself", `document.querySelectorAll(".charts .u-wrap").length === 4`, path, path)
	if verdict := value[string](t, b, `document.querySelector("[data-verdict]").dataset.verdict`); verdict != "same" {
		t.Errorf("a log is %q than itself", verdict)
	}
	b.own(t, address)
}

func TestReadingCanBeCancelled(t *testing.T) {
	b, address := openLab(t, "#frames", 1280, 1000, false)
	b.do(t, chromedp.SetUploadFiles(`#frames-file`, []string{longLog(t, 20<<20)}))
	b.until(t, `!document.querySelector(".busy").hidden`)
	b.do(t, chromedp.Click(`.busy button`))
	b.until(t, `document.querySelector(".busy").hidden && !document.querySelector(".chosen .logfile")`)
	chooseLogs(t, b, twins+"few-frames.csv")
	drawnLogs(t, b)
	b.own(t, address)
}

func TestTheLabsTroubleshootingLinksToWhatShowsIt(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#trouble", 1280, 1000, false)
	links := value[[]string](t, b, `[...document.querySelectorAll("table.trouble a")].map(a => a.getAttribute("href"))`)
	if len(links) < 12 {
		t.Fatalf("%d rows, want at least 12", len(links))
	}
	for _, link := range links {
		b.do(t, chromedp.Navigate("about:blank"), chromedp.Navigate(address+"/"+link))
		b.until(t, `document.querySelector("main h1, main .bad")`)
		page, _, _ := strings.Cut(strings.TrimPrefix(link, "#"), "?")
		said := value[string](t, b, `document.getElementById("notices").textContent`)
		if shown := value[string](t, b, `document.querySelector("main").className`); shown != "page-"+page || said != "" {
			t.Errorf("%s leads to %s, which says %q", link, shown, said)
		}
	}
	b.do(t, chromedp.Navigate("about:blank"), chromedp.Navigate(address+"/#trouble?v=1&find=wall"))
	b.until(t, `document.querySelectorAll("table.trouble tbody tr:not([hidden])").length === 1`)
	b.own(t, address)
}

func TestTheLabsFramesFitEveryWidthInEveryLanguage(t *testing.T) {
	t.Parallel()
	for _, width := range []int64{360, 1280, 2560} {
		for _, dark := range []bool{false, true} {
			b, address := openLab(t, "#frames", width, 1000, dark)
			shown := func(name string) {
				t.Helper()
				if over := value[int64](t, b, `document.documentElement.scrollWidth`); over > width {
					t.Errorf("%s: at %d pixels the page is %d wide", name, width, over)
				}
				b.save(t, fmt.Sprintf("frames-%s-%d-%v", name, width, dark))
			}
			shown("empty")
			b.do(t, chromedp.Click(`[data-sample="before"]`))
			drawnLogs(t, b)
			shown("one")
			value[bool](t, b, `performance.clearMarks("tactus-frames") || true`)
			b.do(t, chromedp.Click(`[data-sample="pair"]`))
			drawnLogs(t, b)
			shown("pair")
			value[bool](t, b, `performance.clearMarks("tactus-frames") || true`)
			b.do(t, chromedp.Click(`button[lang="zh-CN"]`))
			drawnLogs(t, b)
			shown("pair-zh")
			b.do(t, chromedp.Navigate(address+"/#trouble"))
			b.until(t, `document.querySelector("table.trouble")`)
			shown("trouble-zh")
			b.do(t, chromedp.Click(`button[lang="en"]`))
			b.until(t, `document.documentElement.lang === "en"`)
			shown("trouble")
			files := []string{twins + "screenshot.png", twins + "presentmon-2.3.1-frametype.csv"}
			b.do(t, chromedp.Navigate(address+"/#frames"))
			b.until(t, `document.querySelector(".logdrop")`)
			chooseLogs(t, b, files...)
			drawnLogs(t, b)
			shown("refused")
			b.own(t, address)
		}
	}
}

func TestTheLabsFramesNeedNoMouse(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#frames", 1280, 1000, false)
	// reach presses tab until what is focused is wanted.
	reach := func(wanted string) {
		t.Helper()
		for range 60 {
			if value[bool](t, b, `document.activeElement.matches('`+wanted+`')`) {
				return
			}
			b.do(t, chromedp.KeyEvent("\t"))
		}
		t.Fatalf("60 times tab do not lead to %s", wanted)
	}
	reach(`[data-sample="before"]`)
	b.do(t, chromedp.KeyEvent("\r"))
	drawnLogs(t, b)
	reach(`[data-set="low"]`)
	value[bool](t, b, `performance.clearMarks("tactus-frames") || true`)
	b.do(t, chromedp.KeyEvent("FrameView"))
	drawnLogs(t, b)
	if got := value[string](t, b, `location.hash`); got != "#frames?v=1&sample=before&low=frameview" {
		t.Errorf("the address is %s", got)
	}
	reach("#frames-in")
	b.do(t, chromedp.KeyEvent("\r"))
	b.until(t, `document.querySelector(".charts .shown").textContent.startsWith("Shown: ")`)
	reach(".charts tbody button")
	b.do(t, chromedp.KeyEvent(" "))
	unnamed := value[[]string](t, b, `["button", "select", "input:not([hidden])", "progress", "[role=img]",
		"[role=region]"].flatMap(kind => [...document.querySelectorAll("main " + kind)])
		.filter(e => !(e.ariaLabel || e.textContent.trim() || e.labels?.length)).map(e => e.outerHTML.slice(0, 120))`)
	if len(unnamed) > 0 {
		t.Errorf("a screen reader finds no name for %v", unnamed)
	}
	value[bool](t, b, `performance.clearMarks("tactus-frames") || true`)
	b.do(t, chromedp.Focus(`[data-remove="0"]`), chromedp.KeyEvent("\r"))
	b.until(t, `!document.querySelector(".chosen .logfile") && document.activeElement.matches("button.main")`)
	b.own(t, address)
}

func TestTheLabShowsEveryToolsLogOrSaysWhyNot(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#frames", 1280, 1000, false)
	files, err := filepath.Glob(twins + "*")
	if err != nil {
		t.Fatal(err)
	}
	shown, refused := 0, 0
	for _, path := range files {
		chooseLogs(t, b, path)
		b.until(t, `document.querySelector(".chosen .notice") || document.querySelector(".results .origin")`)
		said := value[string](t, b, `document.querySelector(".chosen .notice")?.textContent || ""`)
		code, _, errs := try(t, "frames", "report", path)
		switch {
		case code == exitGood && said == "":
			shown++
		case code != exitGood && said != "":
			refused++
			_, why, _ := strings.Cut(strings.TrimSpace(errs), filepath.Base(path))
			if !strings.Contains(said, why) {
				t.Errorf("%s: the page says %q, the tool %q", path, said, errs)
			}
		default:
			t.Errorf("%s: the tool exits with %d, and the page says %q", path, code, said)
		}
		b.do(t, chromedp.Click(`[data-remove="0"]`))
	}
	t.Logf("%d logs are shown, %d refused", shown, refused)
	if shown < 80 || refused < 10 {
		t.Errorf("of %d files %d are shown and %d refused", len(files), shown, refused)
	}
	b.own(t, address)
}

func TestTheLabSaysWhenItsReaderOfLogsCannotBeLoaded(t *testing.T) {
	t.Parallel()
	b := newBrowser(t, 1280, 1000, false)
	made, err := labBuilt()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasPrefix(r.URL.Path, "/logs.") {
			http.NotFound(w, r)
			return
		}
		made.ServeHTTP(w, r)
	}))
	defer server.Close()
	b.do(t, chromedp.Navigate(server.URL+"/#frames"))
	b.until(t, `document.querySelector(".logdrop")`)
	value[bool](t, b, `document.querySelector('[data-sample="before"]').click() || true`)
	b.until(t, `document.querySelector(".results .notice.bad")`)
	if said := value[string](t, b, `document.querySelector(".results").textContent`); !strings.Contains(said,
		"The engine could not be loaded") {
		t.Errorf("the page says %q", said)
	}
}
