package main

import (
	"reflect"
	"time"
	"unsafe"

	tea "charm.land/bubbletea/v2"
)

// The terminal library looks so often whether there is something new to draw. At 60 times a second
// that alone costs over 1 % of a core on a machine whose wake-ups are dear, so that a screen that is
// at rest is hardly looked at; a key makes it quick again before its effect is drawn.
const (
	redrawQuick  = time.Second / pictureHz
	redrawAtRest = time.Hour
)

// setRedraw sets how often the library looks. It has no setting for it once it runs, so this reaches
// for its ticker by name. It reports false where that is not there, and then nothing is changed. It is
// for the goroutine that made the ticker, that of Update.
func setRedraw(p *tea.Program, every time.Duration) bool {
	field := reflect.ValueOf(p).Elem().FieldByName("ticker")
	if !field.IsValid() || field.Type() != reflect.TypeFor[*time.Ticker]() || field.IsNil() {
		return false
	}
	(*(**time.Ticker)(unsafe.Pointer(field.UnsafeAddr()))).Reset(every)
	return true
}
