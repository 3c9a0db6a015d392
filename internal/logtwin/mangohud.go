package logtwin

import "strings"

const (
	mangoSystem = "os,cpu,gpu,ram,kernel,driver"
	mangoValues = "Harbour Linux,Nine Core 3600,Graphite 20,32768000,6.1.0-h,Mesa 23.1"
	mangoLoads  = ",cpu_load,gpu_load,cpu_temp,gpu_temp,gpu_core_clock,gpu_mem_clock,gpu_vram_used"
)

// A mango is what a version of MangoHud writes.
type mango struct {
	before  []string // lines before the names of the columns
	columns string   // "" where they have no names
	order   string   // of the columns, where they have none
	clock   int64    // the unit of elapsed in ns
	micros  bool     // frametime is whole microseconds
}

// write returns a log whose rows are frames. Elapsed is read at a frame's end.
func (m mango) write(frames []int64, from int64) []byte {
	s := newSheet(unix, ",")
	s.lines(m.before...)
	if m.columns != "" {
		s.lines(m.columns)
	}
	for i, ns := range frames {
		from += ns
		s.row(m.cells(ns, from, i)...)
	}
	return s.bytes()
}

func (m mango) cells(ns, elapsed int64, i int) []string {
	names := strings.Split(m.columns+m.order, ",")
	cells := make([]string, len(names))
	for k, name := range names {
		switch name {
		case "fps":
			cells[k] = fps(ns, 3)
		case "frametime":
			cells[k] = short(ns, milli)
			if m.micros {
				cells[k] = decimal(ns, micro, 0)
			}
		case "elapsed":
			cells[k] = decimal(elapsed, m.clock, 0)
		case "gpu_vram_used", "ram_used":
			cells[k] = "4.93264"
		default:
			cells[k] = count(20 + (i/9+k)%40)
		}
	}
	return cells
}

// system is the two lines of the machine.
func system(names, values string) []string {
	return []string{mangoSystem + names, mangoValues + values}
}

// mangoHudOldTwins are those before there was a column of frame times: the clock tells them.
func mangoHudOldTwins() []Twin {
	frames := play(61, 51, 16*milli, micro)
	old := mango{order: "fps,cpu,gpu,elapsed", clock: micro}
	two := mango{before: system("", ""), order: "fps,cpu_load,gpu_load,elapsed", clock: micro}
	three := mango{before: system("", ""), columns: "fps" + mangoLoads + ",ram_used,elapsed", clock: micro}
	want := differences("us", frames[1:])
	return []Twin{
		{"mangohud-0.3", "MangoHud 0.1 to 0.3", old.write(frames, 0), want.orRefused("column")},
		{"mangohud-0.4", "MangoHud 0.4", two.write(frames, 0), want},
		{"mangohud-0.5.csv", "MangoHud 0.5", three.write(frames, 0), want},
	}
}

// mangoHudTwins are those with a column of frame times.
func mangoHudTwins() []Twin {
	whole := play(62, 50, 6*milli, micro)
	fine := allDigits(play(63, 50, 14*milli, 10), 6)
	v060 := mango{before: system("", ""), columns: "fps,frametime" + mangoLoads + ",ram_used,elapsed",
		clock: 1, micros: true}
	v068 := mango{before: system(",cpuscheduler", ",performance"),
		columns: "fps,frametime" + mangoLoads + ",gpu_power,ram_used,elapsed", clock: 1, micros: true}
	v069, v07, v08, v082 := v068, v068, v068, v068
	v069.micros = false
	v07.micros, v07.columns = false, strings.Replace(v068.columns, "ram_used", "ram_used,swap_used,process_rss", 1)
	v08.micros, v08.columns = false, strings.Replace(v07.columns, "cpu_load", "cpu_load,cpu_power", 1)
	v082.micros, v082.columns = false, strings.Replace(v08.columns, "cpu_power", "cpu_power,cpu_mhz", 1)
	versioned := v082
	versioned.before = append(append([]string{"v1", "v0.8.2", strings.Repeat("-", 5) + "SYSTEM INFO-----"},
		v082.before...), "----FRAME METRICS----")
	commas := v082
	commas.before = []string{v082.before[0],
		strings.Replace(v082.before[1], "Graphite 20", "Graphite 20 (navi, LLVM 15.0, DRM 3.49)", 1)}
	us, ms := plain("us", whole).warn("microseconds"), plain("ms", fine)
	every, wantEvery := v08.everyTenth()
	return []Twin{
		{"mangohud-0.6.0.csv", "MangoHud 0.6.0", v060.write(whole, 0), us},
		{"mangohud-0.6.8.csv", "MangoHud 0.6.8", v068.write(whole, 0), us},
		{"mangohud-0.6.9.csv", "MangoHud 0.6.9", v069.write(fine, 0), ms},
		{"mangohud-0.7.csv", "MangoHud 0.7", v07.write(fine, 333365637), ms},
		{"mangohud-0.8.csv", "MangoHud 0.8", v08.write(fine, 0), ms},
		{"mangohud-0.8.2.csv", "MangoHud 0.8.2", v082.write(fine, 0), ms},
		{"mangohud-0.8.2-v1.csv", "MangoHud 0.8.2 log_versioning", versioned.write(fine, 0), ms},
		{"mangohud-gpu-commas.csv", "MangoHud 0.8.2", commas.write(fine, 0), ms},
		{"mangohud-sampled.csv", "MangoHud 0.8 log_interval=100", every, wantEvery},
	}
}

// everyTenth is a log with log_interval: a row each 100 ms, which holds the frame of that moment.
func (m mango) everyTenth() ([]byte, Want) {
	frames := allDigits(play(64, 60, 4*milli, 10), 6)
	s := newSheet(unix, ",")
	s.lines(m.before...)
	s.lines(m.columns)
	clock := 33 * milli
	for i, ns := range frames {
		clock += 100*milli + int64(i%7)*13*micro
		s.row(m.cells(ns, clock, i)...)
	}
	return s.bytes(), sampled("ms", frames)
}
