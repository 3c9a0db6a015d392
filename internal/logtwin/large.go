package logtwin

import (
	"bytes"
	"strings"
)

// Large returns twins that are too big for the folder: a header of 70 kB, more than a scanner's buffer
// holds, and a log of so many rows.
func Large(rows int) []Twin {
	frames := play(103, 120, 16*milli, 100)
	late := strings.Repeat(",Exclusive/GameThread/APartWithAVeryLongNameThatCameLate", 1250)
	wide := strings.ReplaceAll(string(unreal(frames, 6, true)), ",GPUTime", ",GPUTime"+late)
	var long bytes.Buffer
	if err := PresentMon2(&long, rows, 5); err != nil {
		panic("tactus: a buffer refused a write: " + err.Error())
	}
	return []Twin{
		{"unreal-long-header.csv", "Unreal CSV profiler", []byte(wide), plain("ms", frames)},
		{"presentmon-2.3.1-long.csv", "PresentMon 2.3.1", long.Bytes(), PresentMon2Want(rows, 5)},
	}
}
