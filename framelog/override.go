package framelog

import (
	"slices"
	"strings"
)

// override makes a format read the columns that the user named, and refuses names that are not there.
func (in *reading) override(t *table, f *format) error {
	o := &in.options
	known := f.source.Guessed == "" // a tool's rule gave the columns their units
	if o.Column == "" && o.Unit == "fps" && f.source.Unit != "fps" {
		return in.chooseRate(t, f)
	}
	if o.Column == "" && o.Clock == "" {
		if o.Unit != "" && f.source.Guessed == "" {
			return in.reunit(t, f)
		}
		return nil
	}
	if o.Column != "" {
		if err := in.chooseColumn(t, f); err != nil {
			return err
		}
	}
	if o.Clock != "" {
		if err := in.chooseClock(t, f, known); err != nil {
			return err
		}
	}
	f.refit()
	return nil
}

// chooseClock reads the clock from the column that the user named, and the frame times too where no
// other column is named for them.
func (in *reading) chooseClock(t *table, f *format, known bool) error {
	o := &in.options
	column, err := t.named(o.Clock, "--clock")
	if err != nil {
		return err
	}
	if !known {
		f.layout.drop(roleClock)
	}
	if o.Column == "" {
		t.clockAlone(f, column, o.Unit)
	} else {
		if of, _ := t.named(o.Column, "--column"); of == column {
			return &RefusedError{Line: t.lines, What: "the column '" + clip(t.names[column]) + "' is named by --column and by " +
				"--clock, and holds frame times or a clock", Do: "for a running clock give --clock alone"}
		}
		u, how := t.clockBeside(f, column)
		f.layout.drop(roleClock)
		f.layout.drop(roleDate)
		f.layout.set(column, roleClock, u.shift)
		f.source.Clock = strings.TrimSpace(t.names[column])
		f.source.guess(how)
	}
	f.ticks = false
	return nil
}

// clockAlone takes frame times from the differences of a clock.
func (t *table) clockAlone(f *format, column int, given string) {
	u, ok := unitGiven(given)
	how := ""
	if !ok {
		u, ok = clockNamed(t.folded[column])
	}
	if !ok {
		u, ok = f.layout.clockUnit(column)
	}
	if !ok {
		u, how = t.unitOfSteps(column)
		how = "the unit " + how
	}
	for _, r := range []role{roleClock, roleDate, roleInterval, roleRate} {
		f.layout.drop(r)
	}
	f.warnings = slices.DeleteFunc(f.warnings, func(w Warning) bool { return w.Code == warnMicroseconds })
	f.differencesOf(t, column, u)
	f.source.guess(how)
}

// clockBeside returns the unit of a clock beside frame times, and how it is known where it is a guess.
func (t *table) clockBeside(f *format, column int) (unit, string) {
	if u, ok := clockNamed(t.folded[column]); ok {
		return u, ""
	}
	if u, ok := f.layout.clockUnit(column); ok {
		return u, ""
	}
	u := t.clockUnit(f, column)
	return u, "the clock in " + u.name + ", in which it runs as long as the frames last"
}

// clockNamed returns the unit that the name of a clock tells.
func clockNamed(folded string) (unit, bool) {
	for _, c := range presentClocks {
		if c.column == folded && !c.date && folded != "cpustarttime" && folded != "qpctime" {
			return c.unit, true // the two are others in some versions
		}
	}
	return unitNamed(folded)
}

// guess adds what was guessed.
func (s *Source) guess(what string) {
	if s.Guessed != "" && what != "" {
		s.Guessed += ", "
	}
	s.Guessed += what
}

// clockUnit returns the unit of a column that is a clock already; false for one that is none.
func (l *layout) clockUnit(column int) (unit, bool) {
	if column < len(l.roles) && l.roles[column] == roleClock {
		for _, u := range units {
			if u.shift == l.shift[column] {
				return u, true
			}
		}
	}
	return unit{}, false
}

// refit makes a format say no more than its layout holds, after the user's columns took the place of
// others.
func (f *format) refit() {
	l := f.layout
	if !l.has(roleDisplay) {
		f.source.Display, l.dropsByZero = "", false
	}
	if !l.has(roleClock) && !l.has(roleDate) {
		f.source.Clock, f.ticks = "", false
	}
	l.finish()
}

// chooseRate takes the column of rates where the user's unit is fps.
func (in *reading) chooseRate(t *table, f *format) error {
	for i, n := range t.folded {
		if rateNamed(n) {
			return in.choose(t, f, i)
		}
	}
	return &RefusedError{Line: t.lines, What: "a table without a column of rates, which --unit fps asks for; it has " +
		t.few(),
		Do: "name the column with --column too"}
}

// chooseColumn reads frame times from the column that the user named.
func (in *reading) chooseColumn(t *table, f *format) error {
	o := &in.options
	column, err := t.named(o.Column, "--column")
	if err != nil {
		return err
	}
	return in.choose(t, f, column)
}

func (in *reading) choose(t *table, f *format, column int) error {
	o := &in.options
	name := strings.TrimSpace(t.names[column])
	u, how := t.chosenUnit(f, column, o.Unit)
	f.layout.drop(roleInterval)
	f.layout.drop(roleRate)
	f.layout.differences = false
	clock, display := f.source.Clock, f.source.Display
	if o.Unit == "fps" || o.Unit == "" && rateNamed(t.folded[column]) {
		f.layout.set(column, roleRate, 9)
		f.source = Source{Text: "1000 / " + name, Column: name, Unit: "fps"}
	} else {
		f.layout.set(column, roleInterval, u.shift)
		f.source = Source{Text: name, Column: name, Unit: u.name}
		if o.Unit == "" {
			f.source.Guessed = "the unit " + how
		}
	}
	f.source.Clock, f.source.Display = clock, display
	f.sampled = f.sampled && f.sequential
	f.warnings = nil
	f.refit()
	return nil
}

// chosenUnit returns the unit of a column that the user named, and how it is known: tools write all
// their times in one.
func (t *table) chosenUnit(f *format, column int, given string) (unit, string) {
	if u, ok := unitGiven(given); ok {
		return u, "as given"
	}
	if u, ok := unitNamed(t.folded[column]); ok {
		return u, "by its name"
	}
	if l := f.layout; column < len(l.roles) {
		switch l.roles[column] {
		case roleInterval, roleDisplay, roleClock, roleCost, roleLost:
			for _, u := range units {
				if u.shift == l.shift[column] {
					return u, "as " + f.name + " writes it"
				}
			}
		}
	}
	if f.source.Unit != "" && f.source.Guessed == "" && !f.layout.differences {
		return milliseconds, "as " + f.name + " writes times"
	}
	return t.unitOf(column, given)
}

// reunit takes another unit for the column that was found.
func (in *reading) reunit(t *table, f *format) error {
	u, ok := unitGiven(in.options.Unit)
	if !ok {
		return nil
	}
	changed := false
	for i, r := range f.layout.roles {
		if r == roleInterval || r == roleClock && f.layout.differences {
			f.layout.shift[i], changed = u.shift, true
		}
	}
	if !changed {
		return nil
	}
	f.source.Text = f.source.Column + " (" + u.long + ", as given)"
	if f.layout.differences {
		f.source.Text = "differences of '" + f.source.Column + "' (" + u.long + ", as given)"
	}
	f.source.Unit = u.name
	f.warnings = slices.DeleteFunc(f.warnings, func(w Warning) bool { return w.Code == warnMicroseconds })
	return nil
}

// checkUnit refuses a unit that there is not: it is the user's text, as the name of a column is.
func (o *Options) checkUnit() error {
	if _, ok := unitGiven(o.Unit); ok || o.Unit == "" || o.Unit == "fps" {
		return nil
	}
	return &RefusedError{What: "the unit '" + clip(o.Unit) + "' is none of s, ms, us, ns, ticks and fps",
		Do: "give one of these"}
}

func unitGiven(name string) (unit, bool) {
	for _, u := range units {
		if u.name == name {
			return u, true
		}
	}
	return unit{}, false
}

// named returns the column that the user named, by its name or its number from 1.
func (t *table) named(name, flag string) (int, error) {
	if i := t.column(fold(name)); i >= 0 {
		return i, nil
	}
	for i := range t.names {
		if itoa(i+1) == name {
			return i, nil
		}
	}
	return -1, &RefusedError{Line: t.lines, What: "a table without a column '" + name + "', which " + flag +
		" names; it has " + t.few(), Do: "give one of them, or its number from 1"}
}
