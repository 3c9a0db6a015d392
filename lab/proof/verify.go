package proof

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"

	"github.com/tactus-go/tactus/lab/island"
	"github.com/tactus-go/tactus/replay"
)

// FileMax is the longest recording, as package replay reads them: a page hands over one byte more at
// most, by which a longer file is known.
const FileMax = 64 << 20

// A Judged is a recording's verdict, and what the recording says of itself.
type Judged struct {
	replay.Verdict
	Text string `json:"text"` // the verdict as tactus prove prints it
	Info []Line `json:"info"` // none where there is no header
}

// A Line is one thing that a recording says, by the name of a text.
type Line struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// Verify runs a recording again in this process and says what came of it. It has no error: what is no
// recording has a verdict too.
func Verify(file []byte, build replay.Build) Judged {
	rec, err := replay.Read(bytes.NewReader(file))
	if rec == nil {
		return Judged{Verdict: replay.Verdict{Outcome: replay.Malformed, Tick: -1, Reason: err.Error()}, Text: err.Error()}
	}
	v := replay.Verify(rec, island.Host(build), replay.Options{})
	v.Reason = strings.Replace(v.Reason, "Options.TicksMax allows", "tactus prove --max-ticks allows", 1)
	return Judged{Verdict: v, Text: v.String(), Info: infoOf(rec.Info())}
}

// infoOf lists what a recording says of itself.
func infoOf(i replay.Info) []Line {
	if i.Game == "" {
		return []Line{{"bytes", strconv.FormatInt(i.Bytes, 10)}}
	}
	by := Line{"module", "SHA-256 " + i.Module}
	if b := i.Build; b != nil {
		by = Line{"build", fmt.Sprintf("%s %s/%s %s %s %s", b.Go, b.OS, b.Arch, b.Level, b.Module, b.Version)}
	}
	return []Line{
		{"game", i.Game + ", " + i.Kind},
		by,
		{"rate", i.Rate.String()},
		{"seed", strconv.FormatUint(i.Seed[0], 10)},
		{"ticks", fmt.Sprintf("%d (%v)", i.Ticks, i.GameTime)},
		{"changes", strconv.Itoa(i.Changes)},
		{"hashes", fmt.Sprintf("%d (%d / %d / %d)", i.Hashes, i.Plain, i.Chain, i.Checkpoint)},
		{"frames", strconv.FormatUint(i.Frames, 10)},
		{"bytes", strconv.FormatInt(i.Bytes, 10)},
		{"dropped", i.Dropped.String()},
		{"result", strconv.Quote(i.Result)},
	}
}
