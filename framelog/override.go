package framelog

import (
	"slices"
	"strings"
)

// override makes a format read the columns that the user named, and refuses names that are not there.
func (in *reading) override(t *table, f *format) error {
	o := &in.options
	if o.Column == "" && o.Clock == "" {
		if o.Unit != "" && f.source.Guessed == "" {
			return in.reunit(t, f)
		}
		return nil
	}
	if o.Clock != "" {
		column, err := t.named(o.Clock, "--clock")
		if err != nil {
			return err
		}
		u, ok := unitNamed(t.folded[column])
		if u1, given := unitGiven(o.Unit); given && o.Column == "" {
			u, ok = u1, true
		}
		if !ok {
			u = seconds
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
	}
	if o.Column != "" {
		return in.chooseColumn(t, f)
	}
	return nil
}

// chooseColumn reads frame times from the column that the user named.
func (in *reading) chooseColumn(t *table, f *format) error {
	o := &in.options
	column, err := t.named(o.Column, "--column")
	if err != nil {
		return err
	}
	name := strings.TrimSpace(t.names[column])
	f.layout.drop(roleInterval)
	f.layout.drop(roleRate)
	f.layout.differences = false
	clock, display := f.source.Clock, f.source.Display
	if o.Unit == "fps" || o.Unit == "" && t.rateColumn() == column {
		f.layout.set(column, roleRate, 9)
		f.source = Source{Text: "1000 / " + name, Column: name, Unit: "fps"}
	} else {
		u, how := t.unitOf(column, o.Unit)
		f.layout.set(column, roleInterval, u.shift)
		f.source = Source{Text: name, Column: name, Unit: u.name}
		if o.Unit == "" {
			f.source.Guessed = "the column as given, the unit " + how
		}
	}
	f.source.Clock, f.source.Display = clock, display
	f.sampled = f.sampled && f.sequential
	f.layout.finish()
	return nil
}

// reunit takes another unit for the column that was found.
func (in *reading) reunit(t *table, f *format) error {
	u, ok := unitGiven(in.options.Unit)
	if !ok {
		return nil
	}
	for i, r := range f.layout.roles {
		if r == roleInterval {
			f.layout.shift[i] = u.shift
		}
	}
	f.source.Text = f.source.Column + " (" + u.long + ", as given)"
	f.source.Unit = u.name
	f.warnings = slices.DeleteFunc(f.warnings, func(w Warning) bool { return w.Code == warnMicroseconds })
	return nil
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
