package framelog

// A role is what a column is for. Most columns have none.
type role uint8

const (
	roleNone role = iota
	// Names of the stream, texts.
	roleApplication
	roleProcess
	roleChain
	// Times, in the unit of the column.
	roleInterval // several columns of this role are added up
	roleDisplay
	roleClock
	roleCost
	roleLost // several are added up
	// Numbers and marks.
	roleFPS     // the file's own rate, for its mean
	roleRate    // a rate that the frame time is the inverse of
	roleSteps   // a count
	roleAlpha   // in millionths
	roleDropped // 1 where the frame was not shown
	rolePaused  // 1 where it was a pause
	roleDiscard // not 0 where the row must be left out
	roleGap     // not empty where the frame was a gap
	roleType    // the frame type
	roleTag     // what was on
	roleDate    // a clock of date and time in one field
	roleCountOf // how many there are
)

// numeric reports whether a column of the role holds a decimal.
func (r role) numeric() bool { return r >= roleInterval && r <= roleDiscard }

// A layout says where the values stand in the rows of a table. It does not change while rows are
// parsed, so that several goroutines may read by it.
type layout struct {
	sep, point byte
	group      byte   // between thousands; 0 for none
	roles      []role // by column, up to the last that has one
	jump       []int  // by column: how many from there on have no role
	shift      []int8 // by column: 10^shift takes its unit to the value that is kept
	names      []string

	header      []byte // the line of names, to know it again; nil for none
	code        string // the first field of a row, where rows have codes: others are no rows
	key         int    // columns that the stream's name ends before; 0 where there is none
	differences bool   // frame times are differences of the clock
	intervalAt  int    // the first column of frame times, the clock's where those are differences
	wordsMin    int    // a line with fewer fields is a text and not a row
	named       int    // fields that the header names; 0 where rows may have more
	machine     bool   // rows that begin with a bracket tell of the machine
	dropsByZero bool   // a frame without a display interval was dropped

	manyNumbers bool // several columns are numbers: a line without any is a text

	hasNames, hasTypes, hasDisplay, hasClock, hasFlags, hasTag, hasEngine bool
}

// has reports whether some column has the role.
func (l *layout) has(r role) bool {
	for _, x := range l.roles {
		if x == r {
			return true
		}
	}
	return false
}

// set gives a column a role and the power of ten of its unit.
func (l *layout) set(column int, r role, shift int8) {
	for len(l.roles) <= column {
		l.roles = append(l.roles, roleNone)
		l.shift = append(l.shift, 0)
	}
	l.roles[column], l.shift[column] = r, shift
}

// drop takes a role from the columns that have it.
func (l *layout) drop(r role) {
	for i, x := range l.roles {
		if x == r {
			l.roles[i] = roleNone
		}
	}
}

// finish derives what rows are parsed by.
func (l *layout) finish() {
	for len(l.roles) > 0 && l.roles[len(l.roles)-1] == roleNone {
		l.roles = l.roles[:len(l.roles)-1]
	}
	l.jump = make([]int, len(l.roles))
	for i := len(l.roles) - 1; i >= 0; i-- {
		if l.roles[i] == roleNone {
			l.jump[i] = l.jump[i+1] + 1 // the last has a role
		}
	}
	l.key, l.intervalAt = 0, -1
	for i, r := range l.roles {
		switch {
		case r >= roleApplication && r <= roleChain:
			l.key = i + 1
		case l.intervalAt < 0 && (r == roleInterval || r == roleRate ||
			l.differences && (r == roleClock || r == roleDate)):
			l.intervalAt = i
		}
	}
	for _, r := range l.roles[:l.key] {
		if r > roleChain {
			l.key = 0 // a value stands among the names: they are compared field by field
		}
	}
	numbers := 0
	for _, r := range l.roles {
		if r.numeric() {
			numbers++
		}
	}
	l.manyNumbers = numbers > 1
	l.hasNames = l.has(roleApplication) || l.has(roleProcess) || l.has(roleChain)
	l.hasTypes = l.has(roleType)
	l.hasDisplay = l.has(roleDisplay)
	l.hasClock = l.has(roleClock) || l.has(roleDate)
	l.hasFlags = l.hasTypes || l.has(roleDropped) || l.dropsByZero
	l.hasTag = l.has(roleTag)
	l.hasEngine = l.has(roleSteps)
}
