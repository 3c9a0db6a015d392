package logtwin

import (
	"encoding/binary"
	"strings"
)

const (
	gfxNew = "Flags,FrameTimelineVsyncId,IntendedVsync,Vsync,InputEventId,HandleInputStart,AnimationStart," +
		"PerformTraversalsStart,DrawStart,FrameDeadline,FrameInterval,FrameStartTime,SyncQueued,SyncStart," +
		"IssueDrawCommandsStart,SwapBuffers,FrameCompleted,DequeueBufferDuration,QueueBufferDuration," +
		"GpuCompleted,"
	gfxOld = "Flags,IntendedVsync,Vsync,OldestInputEvent,NewestInputEvent,HandleInputStart,AnimationStart," +
		"PerformTraversalsStart,DrawStart,SyncQueued,SyncStart,IssueDrawCommandsStart,SwapBuffers," +
		"FrameCompleted,"
	vsync = 16_666_666
)

// A gfx is a dump of Android's frame statistics.
type gfx struct {
	*sheet
	clock int64
}

func newGfx(end string) *gfx {
	g := &gfx{newSheet(end, ""), 314_846 * sec}
	g.lines("Applications Graphics Acceleration Info:", "Uptime: 314859701 Realtime: 1420190210", "",
		"** Graphics info for pid 31667 [org.example.quay] **", "", "Stats since: 314846275543381ns",
		"Total frames rendered: 516", "Janky frames: 113 (21.90%)", "50th percentile: 10ms",
		"HISTOGRAM: 5ms=114 6ms=60 7ms=31", "")
	return g
}

// window writes a block. Every flag-th frame has flags and does not count; none where flag is 0.
func (g *gfx) window(name, header string, lengths []int64, flag int) {
	g.lines("Window: org.example.quay/org.example.quay."+name, "Stats since: 314846275543381ns",
		"---PROFILEDATA---", header)
	for i, ns := range lengths {
		var b strings.Builder
		for _, column := range strings.Split(strings.TrimSuffix(header, ","), ",") {
			b.WriteString(g.cell(column, ns, flag > 0 && i%flag == flag-1) + ",")
		}
		g.lines(b.String())
		g.clock += vsync + ns%micro
	}
	g.lines("---PROFILEDATA---", "")
}

func (g *gfx) cell(column string, ns int64, flagged bool) string {
	switch column {
	case "Flags":
		return map[bool]string{true: "1", false: "0"}[flagged]
	case "FrameTimelineVsyncId":
		return "27432918"
	case "IntendedVsync", "Vsync":
		return whole(g.clock)
	case "InputEventId", "OldestInputEvent", "NewestInputEvent":
		return "0"
	case "FrameDeadline":
		return whole(g.clock + vsync)
	case "FrameInterval":
		return whole(vsync)
	case "FrameCompleted":
		return whole(g.clock + ns)
	case "DequeueBufferDuration", "QueueBufferDuration":
		return "21302"
	}
	return whole(g.clock + ns/3)
}

func (g *gfx) finish() string {
	g.lines("View hierarchy:", "", "  org.example.quay/org.example.quay.Main/android.view.ViewRootImpl@a1",
		"  42 views, 51.2 kB of render nodes", "", "Total ViewRootImpl : 1")
	return string(g.bytes())
}

// mobileTwins are Android's dumps and a headset's logger.
func mobileTwins() []Twin {
	lengths, other := play(111, 30, 10*milli, 1), play(112, 12, 12*milli, 1)
	one := newGfx(unix)
	one.window("Main", gfxNew, lengths, 0)
	want := plain("ns", lengths)
	text := one.finish()
	two := newGfx(unix)
	two.window("Main", gfxNew, lengths[:24], 8)
	two.window("Dialog", gfxOld, other, 0)
	var kept []int64
	for i, ns := range lengths[:24] {
		if i%8 != 7 {
			kept = append(kept, ns)
		}
	}
	windowed := plain("ns", kept).warn("streams")
	windowed.Rows, windowed.Skipped, windowed.Streams = 24+len(other), 3, 2
	old := newGfx(windows)
	old.window("Main", gfxOld, other, 0)
	return []Twin{
		{"android-framestats.txt", "Android framestats", []byte(text), want},
		{"android-framestats-windows.txt", "Android framestats", []byte(two.finish()), windowed},
		{"android-framestats-powershell.txt", "Android framestats",
			utf16Bytes(old.finish(), binary.LittleEndian), plain("ns", other)},
		{"android-gfxinfo.txt", "Android gfxinfo without framestats", []byte(newGfx(unix).finish()),
			Want{Refused: "framestats", Summary: true}},
		steamTwin(),
	}
}

// steamTwin is a running clock beside a rate that is smoothed and whole.
func steamTwin() Twin {
	frames := play(113, 140, 11*milli, 10*micro)
	s := newSheet(windows, ", ")
	s.row("FPS", "SystemTimeInMs", "ReprojectedFrames", "DroppedFrames")
	for _, at := range clocks(5_000*sec, frames) {
		s.row("90", ms(at, 2), "0", "0")
	}
	return Twin{"VRFPSLogger.csv", "SteamVR logger", s.bytes(), steamWant(frames)}
}

func steamWant(frames []int64) Want {
	w := differences("ms", frames)
	w.Dropped = Unsaid
	return w
}
