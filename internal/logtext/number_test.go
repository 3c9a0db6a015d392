package logtext_test

import (
	"testing"

	"github.com/tactus-go/tactus/internal/logtext"
)

func TestNumbersAreGroupedByThousands(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", -1: "-1", -999: "-999", -1000: "-1,000",
		1234567: "1,234,567", -123456: "-123,456"} {
		if got := logtext.Grouped(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
	}
}
