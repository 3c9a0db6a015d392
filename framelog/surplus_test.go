package framelog_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/tactus-go/tactus/framelog"
)

func TestDecimalCommasBetweenCommasAreRefused(t *testing.T) {
	const want = "tactus: log:3: 19 of 20 rows have more fields than the header names, first this one; decimal commas in a " +
		"comma-separated file?: write the file with points for decimals, or with ';' between fields"
	mustRefuse(t, strings.NewReader("frame,ms\n"+strings.Repeat("1,16,7\n", 20)), framelog.Options{}, want)
	mustRefuse(t, strings.NewReader("Application,ProcessID,Dropped,TimeInSeconds,MsBetweenPresents,MsInPresentAPI\n"+
		strings.Repeat("a.exe,1,0,1,234,16,667,0,12\n", 20)), framelog.Options{}, want)
}

func TestAFewRowsWithMoreFieldsAreLeftOutAndCounted(t *testing.T) {
	for _, workers := range []int{1, 3} {
		var text strings.Builder
		text.WriteString("Application,MsBetweenPresents,MsInPresentAPI\n")
		for i := range 60_000 {
			name := "a.exe"
			if i%20_000 == 19_999 {
				name = "a, the game.exe"
			}
			fmt.Fprintf(&text, "%s,10,1\n", name)
		}
		l := read(t, text.String(), framelog.Options{Workers: workers})
		wantSkip(t, l, framelog.Skip{Reason: "more fields than the header names", Count: 3, Line: 20_001})
		same(t, "frames", l.Stream().Count(framelog.Present), 59_997)
	}
}

func TestWhatMayStandBehindTheLastColumn(t *testing.T) {
	l := read(t, "Application,MsBetweenPresents,Motherboard,Processor,GPU\na,10,\"B, C\",P,one,two,three\n"+
		strings.Repeat("a,10\na,10,,,,,,\na,10,\"x, y\",z,\"q,q\"\n", 20), framelog.Options{})
	same(t, "skipped", l.SkippedRows(), 0)
	same(t, "sum", total(l.Stream(), framelog.Present), 610*time.Millisecond)
}
