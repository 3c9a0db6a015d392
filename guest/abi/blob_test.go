package abi_test

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/tactus-go/tactus/guest/abi"
)

func config() abi.Config {
	return abi.Config{SeedLo: 0x0102030405060708, SeedHi: 9, RateNum: 125, RateDen: 2, Players: 3, Game: []byte("game")}
}

func TestAConfigIsWrittenAsTheSpecificationSays(t *testing.T) {
	c := config()
	got, err := abi.AppendConfig(nil, &c)
	want := "TMC1" + "\x01\x00\x00\x00" + "\x08\x07\x06\x05\x04\x03\x02\x01" + "\x09\x00\x00\x00\x00\x00\x00\x00" +
		"\x7d\x00\x00\x00" + "\x02\x00\x00\x00" + "\x03\x00\x00\x00" + "\x04\x00\x00\x00" + "game"
	if err != nil || string(got) != want {
		t.Errorf("%q, error %v; want %q", got, err, want)
	}
}

func TestWhatIsNoConfigIsRefusedWithFieldAndPlace(t *testing.T) {
	c := config()
	good, err := abi.AppendConfig(nil, &c)
	if err != nil {
		t.Fatal(err)
	}
	with := func(at int, b ...byte) []byte {
		bad := bytes.Clone(good)
		copy(bad[at:], b)
		return bad
	}
	for _, x := range []struct {
		blob []byte
		want string
	}{
		{nil, "byte 0: the blob is 0 bytes long"},
		{good[:39], "byte 0: the blob is 39 bytes long"},
		{good[:43], "byte 36: length is 4: want 3"},
		{append(bytes.Clone(good), 0), "byte 36: length is 4: want 5"},
		{make([]byte, abi.ConfigMax+1), "byte 0: the blob is 65537 bytes long"},
		{with(0, 'X'), "byte 0: magic"},
		{with(4, 2), "byte 4: version is 2: want 1"},
		{with(24, 0), "byte 24: rate numerator is 0"},
		{with(28, 0), "byte 28: rate denominator is 0"},
		{with(28, 5), "byte 24: rate is 125/5: want lowest terms"},
		{with(32, 0), "byte 32: players is 0"},
		{with(32, 1, 0, 1), "byte 32: players is 65537"},
		{with(36, 0xff, 0xff, 0xff, 0xff), "byte 36: length is 4294967295"},
	} {
		_, err := abi.ParseConfig(x.blob)
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%x: %v; want %q", x.blob[:min(len(x.blob), 48)], err, x.want)
		}
	}
}

func TestAnInputIsWrittenAsTheSpecificationSays(t *testing.T) {
	got, err := abi.AppendInput([]byte("x"), abi.Input{Player: 1, Bytes: []byte{7}}, abi.Input{Player: 0x203,
		Bytes: []byte("ab")})
	want := "x\x02\x00\x00\x00" + "\x01\x00\x01\x00\x07" + "\x03\x02\x02\x00ab"
	if err != nil || string(got) != want {
		t.Errorf("%q, error %v; want %q", got, err, want)
	}
	blob := got[1:]
	if err := abi.CheckInput(blob, 0x204); err != nil {
		t.Error(err)
	}
	if a, b := abi.InputOf(blob, 0x203), abi.InputOf(blob, 2); string(a) != "ab" || b != nil {
		t.Errorf("player 515 has %q, player 2 %q; want ab and none", a, b)
	}
}

func TestWhatIsNoInputIsRefused(t *testing.T) {
	for _, x := range []struct{ blob, want string }{
		{"", "0 bytes long"},
		{"\x00\x00\x00", "3 bytes long"},
		{strings.Repeat("x", abi.InputMax+1), "65537 bytes long"},
		{"\x01\x00\x00\x00", "byte 4: the blob is cut off"},
		{"\xff\xff\xff\xff", "byte 4: the blob is cut off"},
		{"\x01\x00\x00\x00\x00\x00\x00\x00", "byte 6: length is 0"},
		{"\x01\x00\x00\x00\x00\x00\x02\x00a", "byte 6: length is 2"},
		{"\x01\x00\x00\x00\x00\x00\x01\x00ab", "byte 9: the blob is longer"},
		{"\x01\x00\x00\x00\x02\x00\x01\x00a", "byte 4: player is 2: want ascending, below 2"},
		{"\x02\x00\x00\x00\x01\x00\x01\x00a\x01\x00\x01\x00b", "byte 9: player is 1"},
		{"\x02\x00\x00\x00\x01\x00\x01\x00a\x00\x00\x01\x00b", "byte 9: player is 0"},
	} {
		err := abi.CheckInput([]byte(x.blob), 2)
		if err == nil || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%q: %v; want %q", x.blob[:min(len(x.blob), 16)], err, x.want)
		}
	}
}

func TestWhatIsNoInputIsNotWritten(t *testing.T) {
	long := make([]byte, 40_000)
	for _, ins := range [][]abi.Input{
		{{Player: 1, Bytes: []byte{1}}, {Player: 1, Bytes: []byte{1}}},
		{{Player: 0}},
		{{Player: 0, Bytes: make([]byte, math.MaxUint16+1)}},
		{{Player: 0, Bytes: long}, {Player: 1, Bytes: long}},
	} {
		got, err := abi.AppendInput([]byte("x"), ins...)
		if _, ok := errors.AsType[*abi.BlobError](err); !ok || string(got) != "x" {
			t.Errorf("%d bytes, error %v; want a BlobError and nothing appended", len(got), err)
		}
	}
}

func TestASchemaIsReadAsItIsWrittenAndShowsTheState(t *testing.T) {
	places := []abi.Place{
		{Offset: 0, Type: "i64", Count: 1, Path: "tick"},
		{Offset: 8, Type: "u8", Count: 2, Path: "grid"},
		{Offset: 10, Type: "i16", Count: 1, Path: "a[3].velX"},
		{Offset: 12, Type: "f32", Count: 1, Path: "f"},
		{Offset: 16, Type: "bool", Count: 1, Path: "on"},
		{Offset: 17, Type: "bytes", Count: 3, Path: "name"},
		{Offset: -1, Type: "text", Count: 1, Path: "note", Value: `"a b"`},
	}
	var text []byte
	for _, p := range places {
		text = abi.AppendPlace(text, p)
	}
	got, err := abi.ParseSchema(text, 20)
	if err != nil {
		t.Fatal(err)
	}
	state := []byte{0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 200, 0, 0x80, 0, 0, 0xc0, 0x3f, 1, 'a', 'b', 'c'}
	want := []string{"-2", "1", "-32768", "1.5", "true", "0x616263", `"a b"`}
	for i, p := range got {
		if p != places[i] || p.Show(state, 0) != want[i] {
			t.Errorf("%+v shows %q; want %+v, %q", p, p.Show(state, 0), places[i], want[i])
		}
	}
	if v := got[1].Show(state, 1); v != "200" {
		t.Errorf("grid[1] is %s; want 200", v)
	}
}

func TestASchemaThatPointsOutsideOfTheStateIsRefused(t *testing.T) {
	for _, text := range []string{
		"0\ti64\t1\ttick", "0\ti64\t1\n", "0\ti65\t1\ttick\n", "-1\ti64\t1\ttick\n", "9\ti64\t1\ttick\n",
		"0\ti64\t3\ttick\n", "0\ti64\t2000000000\ttick\n", "0\ti64\t0\ttick\n", "0\ti64\t18446744073709551615\ttick\n",
		"-\ttext\t2\ta\tb\n", "-\ttext\t1\ta\n", strings.Repeat("x", 5000) + "\n", strings.Repeat("\n", abi.SchemaMax+1),
		"\n",
	} {
		_, err := abi.ParseSchema([]byte(text), 16)
		if _, ok := errors.AsType[*abi.BlobError](err); !ok {
			t.Errorf("%.40q: %v; want a BlobError", text, err)
		}
	}
}

func TestASchemaWhoseLinesComeToMoreThanAHostHasRoomForIsRefused(t *testing.T) {
	long := strings.Repeat("p", 4000)
	for _, c := range []struct{ text, want string }{
		{strings.Repeat("0\tu8\t65536\ta\n", 74898), "the offset"},
		{"0\tu8\t4\ta\n3\tu8\t1\tb\n", "the offset"},
		{"4\tu8\t1\ta\n0\tu8\t1\tb\n", "the offset"},
		{strings.Repeat("0\tbytes\t0\ta\n", abi.PlacesMax+1), "the number of lines"},
		{strings.Repeat("-\ttext\t1\t\t\n", abi.PlacesMax+1), "the number of lines"},
		{"0\tu8\t1048577\ta\n", "the number of values"},
		{"0\tu8\t9000\t" + long + "\n", "the length of all names"},
	} {
		_, err := abi.ParseSchema([]byte(c.text), abi.StateMax)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.40q: %v; want %s refused", c.text, err, c.want)
		}
	}
	for _, text := range []string{"0\tu8\t1048576\ta\n", "0\tbytes\t4194304\ta\n", "0\tu8\t8000\t" + long + "\n"} {
		if _, err := abi.ParseSchema([]byte(text), abi.StateMax); err != nil {
			t.Errorf("%.40q: %v; want it read", text, err)
		}
	}
}

func TestEveryStatusHasAWord(t *testing.T) {
	for s := abi.Internal; s <= abi.Finished; s++ {
		if !strings.Contains(s.String(), "(") || !strings.Contains(s.Error(), s.String()) {
			t.Errorf("status %d is %q, %q", int32(s), s.String(), s.Error())
		}
	}
	if s := abi.Status(-8); s.String() != "-8" {
		t.Errorf("status -8 is %q", s.String())
	}
}

func FuzzParseConfig(f *testing.F) {
	c := config()
	good, _ := abi.AppendConfig(nil, &c)
	f.Add(good)
	f.Fuzz(func(t *testing.T, blob []byte) {
		c, err := abi.ParseConfig(blob)
		if err != nil {
			return
		}
		if again, err := abi.AppendConfig(nil, &c); err != nil || !bytes.Equal(again, blob) {
			t.Errorf("%x is written again as %x, error %v", blob, again, err)
		}
	})
}

func FuzzCheckInput(f *testing.F) {
	f.Add([]byte("\x02\x00\x00\x00\x01\x00\x01\x00\x07\x03\x02\x02\x00ab"), uint32(1000))
	f.Fuzz(func(t *testing.T, blob []byte, players uint32) {
		if abi.CheckInput(blob, players) != nil {
			return
		}
		var ins []abi.Input
		for p := range min(players, abi.PlayersMax) {
			if b := abi.InputOf(blob, uint16(p)); b != nil {
				ins = append(ins, abi.Input{Player: uint16(p), Bytes: b})
			}
		}
		if again, err := abi.AppendInput(nil, ins...); err != nil || !bytes.Equal(again, blob) {
			t.Errorf("%x is written again as %x, error %v", blob, again, err)
		}
	})
}

func FuzzParseSchema(f *testing.F) {
	f.Add([]byte(strings.Repeat("0\tu8\t65536\ta\n", 70)), 1<<16)
	f.Add([]byte("0\ti64\t1\ttick\n8\tu8\t2\tgrid\n-\ttext\t1\ta\tb\n"), 16)
	f.Fuzz(func(t *testing.T, text []byte, size int) {
		state := make([]byte, min(max(size, 0), 1<<16))
		places, err := abi.ParseSchema(text, len(state))
		if err != nil {
			return
		}
		size, values, names := 0, 0, 0
		for _, p := range places {
			size += p.Size()
			if p.Type == "bytes" {
				p.Count = 1
			}
			values += p.Count
			names += p.Count * len(p.Path)
		}
		if len(places) > abi.PlacesMax || size > len(state) || values > abi.ValuesMax || names > abi.NamesMax {
			t.Errorf("%d places, %d bytes of %d, %d values, %d bytes of names", len(places), size, len(state), values, names)
		}
		for _, p := range places {
			for k := range min(p.Count, 10) {
				if p.Type != "bytes" {
					p.Show(state, k)
				}
			}
		}
	})
}
