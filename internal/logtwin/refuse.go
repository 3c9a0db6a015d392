package logtwin

import "strings"

// refusedTwins are files that stand beside frame logs and are none.
func refusedTwins() []Twin {
	text := func(end string, lines ...string) []byte { return []byte(strings.Join(lines, end) + end) }
	nvidia := newSheet(windows, ",")
	nvidia.lines("Timestamp,FPS,99(%) FPS,Render Latency(MSec),Average PC Latency(MSec),GPU Utilization(%)," +
		"GPU Clock(MHz),CPU Utilization(%)")
	for i := range 40 {
		nvidia.row("10:11:"+padded(int64(i), 2), count(110+i%9), count(80+i%5), "8.4", "21.7", "97", "2640", "31")
	}
	return []Twin{
		{"empty.csv", "nothing", nil, refused("empty")},
		{"blank.csv", "nothing", []byte(windows + windows), refused("empty")},
		{"screenshot.png", "PNG", []byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR\x00\x00\x07\x80\x00\x00\x04\x38"),
			refused("PNG")},
		{"hwinfo.csv", "HWiNFO", hwInfo(), refused("HWiNFO")},
		{"pmcap-Harbour-250608-090503-stats.csv", "PresentMon window", text(unix,
			"application,duration,total frames,fps avg,fps 99%,fps 95%,fps 90%,fps min,fps max",
			"Harbour.exe,61.0281,8020,131.415,98.2,104.7,110.3,41.5,211.9"),
			Want{Refused: "statistics", Summary: true}},
		{"mangohud_summary.csv", "MangoHud", text(unix, "0.1% Min FPS,1% Min FPS,97% Percentile FPS,"+
			"Average FPS,GPU Load,CPU Load,Average Frame Time,Average GPU Temp,Peak Memory Used",
			"48.2,61.7,118.3,91.4,84.1,21.6,10.94,54,4.93264",
			"47.9,60.2,117.5,90.8,84.9,21.1,11.01,55,4.93264"), summary()},
		{"FrameView_Summary.csv", "FrameView", text(windows, "TimeStamp,Application,GPU,CPU,Resolution,"+
			"Runtime,Time (ms),Avg FPS,0.1% Low FPS,1% Low FPS,1% FPS,Min FPS,Max FPS,,GPU0Util(%)",
			"2024-04-02T101112,Harbour.exe,Graphite 20,Nine Core,2560x1440,D3D12,30.12,45.4,31.2,36.9,38.0,"+
				"28.8,61.7,,99"), summary()},
		{"nvidia-app.csv", "NVIDIA App", nvidia.bytes(), refused("NVIDIA")},
		{"perf_summary.csv", "OCAT", []byte(bom + string(text(windows, "File,Application Name,Compositor,"+
			"Date and Time,Average FPS (Application),Average frame time (ms) (Application),"+
			"95th-percentile frame time (ms) (Application),99th-percentile frame time (ms) (Application),"+
			"Missed frames (Application)", "OCAT-Harbour.exe-2019-03-02T101112,Harbour.exe,DWM,"+
			"20190302-101112,98.557,10.146,11.651,12.654,0"))), summary()},
		{"header-only.csv", "PresentMon 1.6", []byte(columns14 + windows), refused("rows")},
		{"prose.txt", "text", text(unix, "Dear diary,", "today the game ran well, mostly.", "16.6 of ten."),
			refused("frame times")},
	}
}

// hwInfo has units in its headers, a row each few seconds, and its headers once more before the names
// of the sensors. Nothing in it is a frame.
func hwInfo() []byte {
	names := []string{"Date", "Time"}
	for i := range 40 {
		names = append(names, `"Core `+count(i)+` Clock [MHz]"`)
	}
	names = append(names, `"Total CPU Usage [%]"`, `"GPU Thermal Limit [Yes/No]"`, `"Frame Buffer [MB]"`)
	s := newSheet(windows, ",")
	s.row(names...)
	for i := range 6 {
		cells := []string{"2.3.2021", "10:11:" + padded(int64(i*5/2), 2) + ".123"}
		for k := 2; k < len(names); k++ {
			cells = append(cells, decimal(int64(36_000+(i*k)%700), 10, 1))
		}
		s.row(cells...)
	}
	s.row(names...)
	sensors := []string{"", ""}
	for range len(names) - 2 {
		sensors = append(sensors, "CPU [#0]: Nine Core")
	}
	s.row(sensors...)
	return s.bytes()
}
