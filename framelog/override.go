package framelog

import (
	"slices"
	"strings"
)

// override makes a format read the columns that the user named, and refuses names that are not there.
func (in *reading) override(t *table, f *format) error {
	o := &in.options
	if o.Column == "" && o.Unit == "fps" && f.source.Unit != "fps" {
		return in.chooseRate(t, f)
	}
	if o.Column == "" && o.Clock == "" {
		if o.Unit != "" && f.source.Guessed == "" {
			return in.reunit(t, f)
		}
		return nil
	}
	if o.Clock != "" {
		if err := in.chooseClock(t, f); err != nil {
			return err
		}
	}
	if o.Column != "" {
		return in.chooseColumn(t, f)
	}
	f.refit()
	return nil
}

// chooseClock reads the clock from the column that the user named, and the frame times too where no
// other column is named for them.
func (in *reading) chooseClock(t *table, f *format) error {
	o := &in.options
	column, err := t.named(o.Clock, "--clock")
	if err != nil {
		return err
	}
	u, ok := unitGiven(o.Unit)
	if !ok || o.Column != "" {
		u, ok = unitNamed(t.folded[column])
	}
	if !ok {
		u = f.layout.clockUnit(column)
	}
	f.layout.drop(roleClock)
	f.layout.drop(roleDate)
	if o.Column == "" {
		f.layout.drop(roleInterval)
		f.layout.drop(roleRate)
		f.differences(t, t.folded[column], u)
	} else {
		f.layout.set(column, roleClock, u.shift)
		f.source.Clock = t.names[column]
	}
	f.ticks = false
	return nil
}

// clockUnit returns the unit of a column that is a clock already, seconds of one that is none.
func (l *layout) clockUnit(column int) unit {
	if column < len(l.roles) && l.roles[column] == roleClock {
		for _, u := range units {
			if u.shift == l.shift[column] {
				return u
			}
		}
	}
	return seconds
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
			f.source.Guessed = "the column as given, the unit " + how
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
