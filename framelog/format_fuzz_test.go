package framelog_test

import (
	"bytes"
	"compress/gzip"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/internal/logtwin"
)

// seedTwins adds the twins whose format has the word.
func seedTwins(f *testing.F, word string) {
	f.Helper()
	n := 0
	for _, twin := range logtwin.All() {
		if strings.Contains(strings.ToLower(twin.Format+" "+twin.Name), word) {
			f.Add(twin.Data[:min(len(twin.Data), 8000)])
			n++
		}
	}
	if n == 0 {
		f.Fatalf("no twin of %q", word)
	}
}

func fuzzBytes(f *testing.F) {
	f.Helper()
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 0 && len(data) < 1<<14 {
			checkRead(t, data, fuzzOptions)
		}
	})
}

func FuzzCapFrameXJSON(f *testing.F) {
	seedTwins(f, "capframex")
	for _, s := range []string{capture(`"MsBetweenPresents":[16.7,null,"x",{},[],1e999,-0.0,true],"Dropped":[true]`),
		`[{"Runs":[{"CaptureData":{"MsBetweenPresents":[1]}}]}]`, `{"Runs":{}}`, `{"Runs":[[]],"Info":[]}`,
		`{"Info":{"a":1,"b":null}`,
		`{"Runs":[{"CaptureData":{"TimeInSeconds":[1e300,-1e300,9e9],"MsBetweenPresents":[1,2,3]}}]}`} {
		f.Add([]byte(s))
	}
	fuzzBytes(f)
}

func FuzzAndroid(f *testing.F) {
	seedTwins(f, "gfxinfo")
	f.Add([]byte("---PROFILEDATA---\nFlags,IntendedVsync,FrameCompleted,FrameDeadline,\n" +
		"0,9223372036854775807,-9223372036854775807,1,\n"))
	f.Add([]byte("---PROFILEDATA---\n---PROFILEDATA---\na/b\n---PROFILEDATA---\nFrameCompleted\n1\n"))
	fuzzBytes(f)
}

func FuzzAfterburner(f *testing.F) {
	seedTwins(f, "afterburner")
	f.Add([]byte("00,24-10-2025 15:41:23,x\n2,24-10-2025 15:41:23,Framerate\n80,24-10-2025 15:41:23,60\n02,24-10-2025 " +
		"15:41:23\n80,,\n7,x\n"))
	fuzzBytes(f)
}

func FuzzMangoHud(f *testing.F) {
	seedTwins(f, "mangohud")
	f.Add([]byte("v1\n0.8\n----SYSTEM INFO----\nos,cpu,gpu,ram,kernel,driver\n\n----FRAME " +
		"METRICS----\nfps,elapsed\n1,2\n"))
	f.Add([]byte("60,1,2,100\n60,1,2,200\n"))
	fuzzBytes(f)
}

func FuzzUTF16(f *testing.F) {
	for _, twin := range logtwin.All()[:20] {
		f.Add(twin.Data[:min(len(twin.Data), 2000)], true, true)
	}
	f.Add([]byte("\x00\xd8\n\x00\x00\xdc\x00"), true, false)
	f.Fuzz(func(t *testing.T, data []byte, little, mark bool) {
		if len(data) == 0 || len(data) > 1<<12 {
			return
		}
		var wide []byte
		if mark && little {
			wide = append(wide, 0xff, 0xfe)
		} else if mark {
			wide = append(wide, 0xfe, 0xff)
		}
		for _, c := range data {
			if little {
				wide = append(wide, c, 0)
			} else {
				wide = append(wide, 0, c)
			}
		}
		checkRead(t, wide, fuzzOptions)
		if mark {
			checkRead(t, append(wide[:2:2], data...), fuzzOptions)
		}
	})
}

func FuzzGzip(f *testing.F) {
	for _, twin := range logtwin.All()[:20] {
		f.Add(twin.Data[:min(len(twin.Data), 2000)], uint16(0), byte(0))
		f.Add(twin.Data[:min(len(twin.Data), 2000)], uint16(100), byte(0))
		f.Add(twin.Data[:min(len(twin.Data), 2000)], uint16(100), byte(7))
	}
	f.Fuzz(func(t *testing.T, data []byte, at uint16, change byte) {
		if len(data) > 1<<12 {
			return
		}
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		z.Write(data)
		z.Close()
		zipped := b.Bytes()
		if i := int(at) % len(zipped); change != 0 {
			zipped[i] ^= change
		} else if at != 0 {
			zipped = zipped[:i+1]
		}
		checkRead(t, zipped, fuzzOptions)
		checkRead(t, append(zipped, zipped...), fuzzOptions)
	})
}
