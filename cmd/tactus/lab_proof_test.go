package main

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	download "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/lab/island"
	"github.com/tactus-go/tactus/replay"
)

// text reads a text of the page by its name.
func (b *browser) text(t *testing.T, name string) string {
	t.Helper()
	return value[string](t, b, `document.querySelector('[data-figure="`+name+`"]').textContent`)
}

// says waits until a text of the page has words in it.
func (b *browser) says(t *testing.T, name, words string) {
	t.Helper()
	b.until(t, fmt.Sprintf(`document.querySelector('[data-figure="%s"]').textContent.includes(%q)`, name, words))
}

// rowsOf returns the cells of a part's first table, row by row.
func rowsOf(t *testing.T, b *browser, part string) [][]string {
	t.Helper()
	return value[[][]string](t, b, `[...document.querySelector("`+part+` tbody").rows].map(r =>
		[...r.cells].map(c => c.textContent))`)
}

// hold presses a key of the page, or lets it go.
func (b *browser) hold(t *testing.T, key string, down bool) {
	t.Helper()
	kind := input.DispatchKeyEventTypeKeyUp
	if down {
		kind = input.DispatchKeyEventTypeRawKeyDown
	}
	call(t, b, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: kind, Key: key})
}

// playIsland plays by the keyboard: from the start to the right, and then to the left.
func playIsland(t *testing.T, b *browser) {
	t.Helper()
	b.do(t, chromedp.Focus(`[data-game]`))
	if tick := value[int](t, b, `labScene.get("tick")`); tick != 0 {
		t.Errorf("the game is at tick %d before anybody played", tick)
	}
	b.hold(t, "ArrowRight", true)
	b.until(t, `labScene.get("velX") > 20`)
	b.hold(t, "ArrowRight", false)
	b.hold(t, "a", true)
	b.until(t, `labScene.get("velX") < -20`)
	b.hold(t, "a", false)
	b.until(t, `labScene.get("tick") > 130`)
	b.says(t, "mode", "You play.")
	b.save(t, "lab-proof-played")
}

// islandFile is a native recording of 700 ticks, by a game that gives itself so many points after tick
// 250.
func islandFile(t *testing.T, points byte) string {
	t.Helper()
	game := must(mergeisland.New(mergeisland.DefaultConfig()))
	var out bytes.Buffer
	r := must(replay.Record(&out, island.Header(thisBuild(), false), game))
	for tick := range 700 {
		r.Step(mergeisland.Input(int8(tick / 50 % 2)))
		if tick == 250 && points > 0 {
			image := game.Save(nil)
			image[5*8] += points
			if err := game.Load(image); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := r.Close(island.Claim(game, 0)); err != nil {
		t.Fatal(err)
	}
	return writeFile(t, fmt.Sprintf("native-%d.tactus", points), out.String())
}

// drop drops a file onto the page.
func (b *browser) drop(t *testing.T, file string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	value[bool](t, b, `(() => {
		const data = Uint8Array.from(atob("`+base64.StdEncoding.EncodeToString(data)+`"), c => c.charCodeAt(0));
		const carried = new DataTransfer();
		carried.items.add(new File([data], "`+filepath.Base(file)+`"));
		const event = new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true });
		return document.querySelector("main").dispatchEvent(event);
	})()`)
}

func TestTheToolAndThePageRecordTheIslandUnderOneHeader(t *testing.T) {
	flags := gameFlags{Game: island.Game}
	tool, err := flags.header(must(flags.scenario(nil)))
	if err != nil {
		t.Fatal(err)
	}
	if page := island.Header(thisBuild(), true); !reflect.DeepEqual(tool, page) {
		t.Errorf("the tool's is %+v\nthe page's is %+v", tool, page)
	}
}

func TestEveryDigestInTheBrowserIsTheGoldenOne(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#proof", 1280, 1000, false)
	b.until(t, `document.querySelectorAll("#runs tbody tr").length >= 31`)
	want := fmt.Sprintf("%016x", mergeisland.GoldenHash)
	rows := rowsOf(t, b, "#runs")
	if len(rows) != 21 {
		t.Errorf("%d runs, want 21", len(rows))
	}
	for _, row := range rows {
		if row[0] != "✓" || row[2] != want || row[3] != want {
			t.Errorf("%q: %s, hash %s beside %s", row[1], row[0], row[2], row[3])
		}
	}
	if got := b.text(t, "verdict"); !strings.Contains(got, "All 21 runs") || !strings.Contains(got, "2,100 hashes") {
		t.Errorf("it says %q", got)
	}
	if got := b.text(t, "published"); !strings.Contains(got, "10 of 10") || !strings.Contains(got, "100 of 100") {
		t.Errorf("of the published runs it says %q", got)
	}
	b.do(t, chromedp.Click(`#play [data-act="pause"]`)) // which lets the reference run go, on this screen's frames
	b.says(t, "mode", "its hash is the golden one")
	if got := b.text(t, "hash"); got != want {
		t.Errorf("after the reference run on the screen's frames the hash is %s, want %s", got, want)
	}
	b.own(t, address)
}

func TestWhatIsPlayedInTheBrowserIsProvenByTheTool(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#proof?v=1&schedule=on", 1280, 1000, false)
	dir, on, done := t.TempDir(), true, make(chan string, 1)
	if err := chromedp.Listen(b.ctx, func(event any) {
		if e, ok := event.(*download.EventDownloadProgress); ok && e.State == download.DownloadProgressStateCompleted {
			done <- e.FilePath
		}
	}); err != nil {
		t.Fatal(err)
	}
	call(t, b, download.SetDownloadBehavior, download.SetDownloadBehaviorParams{
		Behavior: download.SetDownloadBehaviorBehaviorAllow, DownloadPath: dir, EventsEnabled: &on})
	playIsland(t, b)
	b.do(t, chromedp.Click(`[data-take="download"]`))
	select {
	case <-done:
	case <-b.ctx.Done():
		t.Fatal("no download")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.tactus"))
	if err != nil || len(files) != 1 {
		t.Fatalf("%v, %v", files, err)
	}
	code, out, errs := try(t, "prove", files[0])
	for _, words := range []string{"verdict: ok", "js/wasm", "they agree", "on native: ok"} {
		if code != exitGood || !strings.Contains(out, words) {
			t.Errorf("exit %d, no %q in\n%s%s", code, words, out, errs)
		}
	}
	_, out, _ = try(t, "replay", "info", files[0])
	if !strings.Contains(out, "mergeisland, native") || strings.Contains(out, "frames  0") {
		t.Errorf("of itself it says\n%s", out)
	}
	b.do(t, chromedp.Click(`[data-take="verify"]`)) // the same one, in the page
	b.says(t, "judged", "Verified.")
	b.own(t, address)
}

func TestWhatAVisitorHasMadeStaysOverALanguageAndAPage(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#proof", 1280, 1000, false)
	b.drop(t, islandFile(t, 0))
	b.says(t, "judged", "native-0.tactus: Verified.")
	playIsland(t, b)
	b.do(t, chromedp.Click(`#language button[lang="zh-CN"]`), chromedp.Click(`#language button[lang="en"]`))
	b.turn(t, "jump")
	b.turn(t, "proof")
	b.says(t, "judged", "native-0.tactus: Verified.")
	b.until(t, `!document.querySelector("main option[value=played]").disabled`)
	b.own(t, address)
}

func TestARecordingThatIsDroppedIsVerifiedOrItsTicksAndFieldNamed(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#proof", 1280, 1000, false)
	b.drop(t, islandFile(t, 0))
	b.says(t, "judged", "native-0.tactus: Verified.")
	if got := b.text(t, "words"); !strings.Contains(got, "700 ticks and") || !strings.Contains(got, "they agree") {
		t.Errorf("the words are %q", got)
	}
	b.drop(t, islandFile(t, 5))
	b.says(t, "judged", "native-5.tactus: It was made by another build of the game, which comes out differently")
	if got := b.text(t, "words"); !strings.Contains(got, "between tick 240 and tick 299") {
		t.Errorf("the words are %q", got)
	}
	rows := rowsOf(t, b, "#verify")
	if len(rows) != 1 || rows[0][0] != "score" || rows[0][1] == rows[0][2] {
		t.Errorf("the fields are %v", rows)
	}
	b.save(t, "lab-proof-forged")
	b.own(t, address)
}

func TestWhatIsNoRecordingIsRefusedInASentence(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#proof", 1280, 1000, false)
	whole, err := os.ReadFile(islandFile(t, 0))
	if err != nil {
		t.Fatal(err)
	}
	jump := filepath.Join(t.TempDir(), "jump.tactus")
	code, out, errs := try(t, "run", "jump", "--plain", "--fps", "240", "--scale", "8", "--record", jump)
	if code != exitGood {
		t.Fatal(code, out, errs)
	}
	for file, want := range map[string]string{
		writeFile(t, "empty.tactus", ""):                         "This is no whole recording",
		writeFile(t, "log.csv", "Application,MsBetweenPresents"): "This is no whole recording",
		writeFile(t, "cut.tactus", string(whole[:900])):          "This is no whole recording",
		jump: "It is of another game",
	} {
		b.drop(t, file)
		b.says(t, "judged", filepath.Base(file)+": "+want)
	}
	value[bool](t, b, `(() => {
		const carried = new DataTransfer();
		const part = new Uint8Array(1 << 20);
		carried.items.add(new File(Array(1024).fill(part), "huge.tactus"));
		const event = new DragEvent("drop", { dataTransfer: carried, bubbles: true, cancelable: true });
		return document.querySelector("main").dispatchEvent(event);
	})()`)
	b.says(t, "judged", "huge.tactus is no recording: those have at most 64 MB.")
	b.drop(t, islandFile(t, 0)) // and the page lives
	b.says(t, "judged", "Verified.")
	b.own(t, address)
}

func TestAChangedInputPartsTheRunsFromItsTickOn(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#proof?v=1&tick=57&input=none", 1280, 1000, false)
	b.says(t, "parted", "The input of tick 57 was right and is none. The first tick that differs is 57")
	rows := rowsOf(t, b, "#change")
	if len(rows) != 2 || rows[0][0] != "posX" || rows[1][0] != "velX" {
		t.Errorf("the fields are %v", rows)
	}
	b.drop(t, islandFile(t, 0))
	b.says(t, "judged", "Verified.")
	b.do(t, chromedp.SetValue(`[data-control="source"]`, "dropped"))
	value[bool](t, b, `document.querySelector('[data-control="source"]').dispatchEvent(new Event("change"))`)
	b.says(t, "parted", "The input of tick 57 was right and is none. The first tick that differs is 57")
	b.do(t, chromedp.SetValue(`[data-control="tick"]`, "700"))
	value[bool](t, b, `document.querySelector('[data-control="tick"]').dispatchEvent(new Event("input"))`)
	b.says(t, "parted", "want a whole number from 0 to 699")
	b.own(t, address)
}

func TestAnAddressOfProofThatIsWrongIsPassedOver(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#proof?v=1&tick=x&input=up&speed=99&left=on", 1280, 1000, false)
	b.until(t, `document.querySelector("#notices").textContent.includes("speed=99, tick=x, input=up, left")`)
	b.says(t, "parted", "The input of tick 30 was left and is right")
	b.own(t, address)
}

// TestProofIsWalkedByTheKeyboardAlone goes through the page with Tab, and does each thing by keys.
func TestProofIsWalkedByTheKeyboardAlone(t *testing.T) {
	t.Parallel()
	b, address := openLab(t, "#proof", 1280, 1000, false)
	b.until(t, `document.querySelectorAll("#runs tbody tr").length >= 31`)
	to := func(selector string) {
		t.Helper()
		for range 80 {
			if value[bool](t, b, fmt.Sprintf(`document.activeElement?.matches(%q) ?? false`, selector)) {
				return
			}
			b.do(t, chromedp.KeyEvent(kb.Tab))
		}
		t.Fatalf("Tab does not come to %s", selector)
	}
	to(`[data-act="again"]`)
	b.do(t, chromedp.KeyEvent(kb.Enter))
	b.says(t, "verdict", "All 21 runs")
	to(`[data-game]`)
	b.do(t, chromedp.KeyEvent("d"))
	b.until(t, `labScene.get("taken") === 1 && labScene.get("tick") > 10`)
	to(`[data-push="left"]`)
	b.do(t, chromedp.KeyEvent(kb.Enter))
	b.until(t, `labScene.get("posX") < 0 || labScene.get("velX") < 0`)
	to(`[data-take="verify"]`)
	b.do(t, chromedp.KeyEvent(kb.Enter))
	b.says(t, "judged", "Verified.")
	to(`[data-act="choose"]`)
	to(`[data-control="source"]`)
	to(`[data-control="tick"]`)
	b.do(t, chromedp.KeyEvent(kb.ArrowUp))
	b.says(t, "parted", "The input of tick 31")
	to(`[data-control="look"]`)
	before := b.text(t, "look")
	b.do(t, chromedp.KeyEvent(kb.ArrowRight))
	if after := b.text(t, "look"); after == before {
		t.Errorf("the slider by keys: %q stays", after)
	}
	if at := value[string](t, b, `location.hash`); at != "#proof?v=1&tick=31" {
		t.Errorf("the address is %s", at)
	}
	b.own(t, address)
}
