package framelog

import "strings"

// PresentMon and those who write its columns: OCAT, CapFrameX, FrameView. What tells them apart is in
// the names, whose order and case differ from version to version.

// presentClocks are the clock columns of PresentMon by name, with what they count in.
var presentClocks = []struct {
	column string
	unit   unit
	date   bool
}{
	{"timeinseconds", seconds, false},
	{"timeinms", milliseconds, false},
	{"cpustarttimeinms", milliseconds, false},
	{"cpustarttime", milliseconds, false},
	{"cpustartqpc", ticks, false},
	{"timeinqpc", ticks, false},
	{"cpustartqpctimeinms", milliseconds, false},
	{"cpustartqpctime", milliseconds, false},
	{"qpctime", ticks, false},
	{"timeindatetime", seconds, true},
	{"cpustartdatetime", seconds, true},
}

// presentMonTable knows the columns of PresentMon in all versions.
func presentMonTable(t *table, notes []Field) (*format, error) {
	if !t.hasAny("application", "processid", "swapchainaddress") {
		return nil, nil
	}
	f := t.format("")
	switch {
	case t.give(f, "msbetweenpresents", roleInterval, milliseconds):
		f.source = t.source("msbetweenpresents", milliseconds)
	case t.give(f, "frametime", roleInterval, milliseconds):
		f.source = t.source("frametime", milliseconds)
	case t.has("cpubusy", "cpuwait"):
		t.give(f, "cpubusy", roleInterval, milliseconds)
		t.give(f, "cpuwait", roleInterval, milliseconds)
		f.source = Source{Text: "CPUBusy + CPUWait", Column: "CPUBusy + CPUWait", Unit: "ms"}
	default:
		return nil, nil
	}
	f.name, f.unverified = t.presentTool(notes)
	t.streams(f)
	t.displayed(f)
	t.presentClock(f)
	t.give(f, "frametype", roleType, unit{})
	t.describe(f, "gpu", "cpu", "resolution", "runtime", "presentruntime", "motherboard", "os", "processor", "system ram",
		"base driver version", "driver package", "gpu core clock (mhz)", "gpu memory clock (mhz)", "gpu memory (mb)",
		"width", "height", "comment")
	return f, nil
}

// streams gives the columns of names their roles.
func (t *table) streams(f *format) {
	t.give(f, "application", roleApplication, unit{})
	t.give(f, "processid", roleProcess, unit{})
	t.give(f, "swapchainaddress", roleChain, unit{})
}

// displayed gives the columns of what reached the screen their roles.
func (t *table) displayed(f *format) {
	for _, c := range []string{"msbetweendisplaychange", "displayedtime"} {
		if t.give(f, c, roleDisplay, milliseconds) {
			f.source.Display = t.name(c)
			break
		}
	}
	if !t.give(f, "dropped", roleDropped, unit{}) {
		f.layout.dropsByZero = f.source.Display != ""
	}
}

func (t *table) presentClock(f *format) {
	for _, c := range presentClocks {
		u := c.unit
		if c.column == "cpustarttime" && t.has("timeinseconds") {
			u = seconds // the GUI's
		}
		if c.column == "qpctime" && t.pointed(t.column(c.column)) {
			u = seconds // PresentMon 1 wrote them so where it was asked for QPC times
		}
		r := roleClock
		if c.date {
			r = roleDate
		}
		if t.give(f, c.column, r, u) {
			f.source.Clock = t.name(c.column)
			f.ticks = r == roleClock && u == ticks
			return
		}
	}
}

// pointed reports whether the first row has a number with decimals in a column.
func (t *table) pointed(column int) bool {
	if column < 0 || len(t.rows) == 0 {
		return false
	}
	fields := splitFields(t.rows[0], t.sep)
	return column < len(fields) && strings.ContainsRune(fields[column], rune(t.point))
}

// name returns a column's name as the file has it.
func (t *table) name(folded string) string {
	i := t.column(folded)
	if i < 0 {
		return ""
	}
	return strings.TrimSpace(t.names[i])
}

// source is that of a column that holds frame times.
func (t *table) source(folded string, u unit) Source {
	return Source{Text: t.name(folded), Column: t.name(folded), Unit: u.name}
}

// presentTool names the tool and the version, and says whether its files were never read.
func (t *table) presentTool(notes []Field) (name string, unverified bool) {
	small := strings.HasPrefix(t.name("msbetweenpresents"), "ms")
	switch {
	case t.hasAny("render queue depth", "gpu0clk(mhz)"):
		return "FrameView", false
	case t.has("motherboard") && t.hasAny("processor", "gpu"):
		return "OCAT", false
	case len(notes) > 0:
		return "CapFrameX CSV", true
	case t.has("msbetweenappstart", "timeinseconds"):
		return "PresentMon GUI capture", true
	case t.hasAny("msbetweenappstart", "timeinms"):
		return "PresentMon 2.3.1 or later", false
	case t.has("frametime"):
		return "PresentMon 2.1 to 2.3.0, or later with --v2_metrics", false
	case t.has("cpubusy"):
		return "PresentMon 2.0", true
	case small:
		return "PresentMon 1.7 to 1.10, or 2 with --v1_metrics", false
	}
	return "PresentMon 1.2 to 1.6", true
}

// describe takes what the first row says of the machine into the header.
func (t *table) describe(f *format, folded ...string) {
	if len(t.rows) == 0 {
		return
	}
	fields := splitFields(t.rows[0], t.sep)
	for _, c := range folded {
		if i := t.column(c); i >= 0 && i < len(fields) && !missing([]byte(fields[i])) {
			f.header = append(f.header, Field{strings.TrimSpace(t.names[i]), fields[i]})
		}
	}
}

// ocatVRTable knows OCAT's captures of headsets, which count presents of the application.
func ocatVRTable(t *table, _ []Field) (*format, error) {
	const column = "msbetweenapppresents"
	if !t.has(column) {
		return nil, nil
	}
	f := t.format("OCAT VR")
	f.unverified = true
	t.give(f, column, roleInterval, milliseconds)
	f.source = t.source(column, milliseconds)
	t.streams(f)
	t.presentClock(f)
	t.give(f, "appmissed", roleDropped, unit{})
	t.describe(f, "motherboard", "os", "processor", "system ram", "gpu")
	return f, nil
}
