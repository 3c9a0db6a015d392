package logtwin

import (
	"strings"
	"time"
)

// capFrameXTwins are those of CapFrameX: PresentMon's columns under a block, and JSON.
func capFrameXTwins() []Twin {
	game := chain{"Harbour", "7710", "0x0000029A5884FF18", 0, each(37), false}
	rows := game.presents(play(51, 44, 12*milli, micro))
	l := layout{columns14, windows, 3, 6, "0.000"}
	block := strings.Join([]string{"//GameName=Harbour", "//ProcessName=Harbour.exe",
		"//CreationDate=2019-11-02", "//Processor=Nine Core, 3.6 GHz", "//GPU=Graphite 20",
		"//Comment=a=b, c", ""}, windows)
	one, several := play(52, 90, 16*milli, 100), play(53, 60, 16*milli, 100)
	want, bare := runWant(one, 31), plain("ms", several)
	third := play(54, 50, 17*milli, 100)
	runs := runWant(one, 31).warn("streams")
	runs.Streams, runs.Rows = 3, len(one)+len(several)+len(third)
	return []Twin{
		{"CapFrameX-Harbour.exe.csv", "CapFrameX", l.write(block, rows), wantOf(rows)},
		{"CapFrameX-ignore.csv", "CapFrameX", l.write("//Ignore=true"+windows, rows[:20]), wantOf(rows[:20])},
		{"CapFrameX-Harbour.exe.json", "CapFrameX", record(jsonRun(one, 31, 0)), want},
		{"CapFrameX-runs.json", "CapFrameX", record(jsonRun(one, 31, 0), jsonRun(several, 0, 0),
			jsonRun(third, 7, 0)), runs},
		{"CapFrameX-missing-arrays.json", "CapFrameX", record(bareRun(several)), bare},
	}
}

// runWant is a run of which every n-th frame was dropped.
func runWant(frames []int64, n int) Want {
	w := plain("ms", frames)
	w.Dropped = 0
	shown, total := shownOf(frames, n)
	for _, ns := range shown {
		if ns == 0 {
			w.Dropped++
		} else {
			w.Display++
		}
	}
	w.DisplaySum = time.Duration(total)
	return w
}

// shownOf returns the display intervals where every n-th frame is dropped, none where n is 0.
func shownOf(frames []int64, n int) (shown []int64, total int64) {
	late := int64(0)
	for i, ns := range frames {
		late += ns
		if n > 0 && i%n == n-1 {
			shown = append(shown, 0)
			continue
		}
		shown = append(shown, late+sway(i))
		total += late + sway(i)
		late = -sway(i)
	}
	return shown, total
}

func record(runs ...string) []byte {
	info := `{"Hash":"0123456789abcdef","Info":{"AppVersion":"1.7.0.4","Id":"a1","Processor":"Nine Core",` +
		`"GameName":"Harbour \"II\", demo","ProcessName":"Harbour.exe","CreationDate":"2022-12-14T21:34:30.93Z",` +
		`"OS":null,"GPU":"Graphite 20","Comment":"MsBetweenPresents","IsAggregated":` + yes(len(runs) > 1) + `},`
	return []byte(info + `"Runs":[` + strings.Join(runs, ",") + `]}`)
}

func yes(is bool) string {
	if is {
		return "true"
	}
	return "false"
}

// jsonRun is a run with its own clock from 0, and sensors that hold arrays too.
func jsonRun(frames []int64, drop int, from int64) string {
	shown, _ := shownOf(frames, drop)
	dropped, zero := make([]string, len(frames)), make([]string, len(frames))
	for i := range frames {
		dropped[i], zero[i] = yes(shown[i] == 0), "0"
	}
	return `{"Hash":"fe","PresentMonRuntime":"DXGI","CaptureData":{"TimeInSeconds":` +
		array(clocks(from, frames)[:len(frames)], sec) + `,"MsBetweenPresents":` + array(frames, milli) +
		`,"MsBetweenDisplayChange":` + array(shown, milli) + `,"MsUntilDisplayed":[],"QPCTime":null,` +
		`"PresentMode":` + list(zero) + `,"Dropped":` + list(dropped) + `,"PcLatency":null},` +
		`"SensorData2":{"BetweenMeasureTimes":{"Name":"Time","Type":"Time","Values":[0.25,0.25]}}}`
}

// bareRun lacks arrays, holds empty ones, and null where one could be.
func bareRun(frames []int64) string {
	return `{"Hash":null,"SensorData2":null,"CaptureData":{"MsBetweenDisplayChange":null,"Dropped":[],` +
		`"MsBetweenPresents":` + array(frames, milli) + `}}`
}

func array(values []int64, unit int64) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = short(v, unit)
	}
	return list(texts)
}

func list(texts []string) string { return "[" + strings.Join(texts, ",") + "]" }
