package asm

// Where Counter keeps its things: the buffer of kind k at (k+1) pages, the state in the first.
const (
	ConfigAt = 1 << 16 // ConfigAt is the buffer of kind 0.
	InputAt  = 2 << 16 // InputAt is the buffer of kind 1.
	StateAt  = 3 << 16 // StateAt is the buffer of kind 2.
	TextAt   = 4 << 16 // TextAt is the buffer of kind 3.

	tickAt  = 64
	valueAt = 72
)

// Counter is a small game in TM/1: a tick, and a number that starts from the seed and takes in the first
// byte of each input. It has 16 bytes of state.
func Counter() *Module {
	i := []byte{I32}
	get, put := byte(0x29), byte(0x37) // i64.load, i64.store
	step := Code(
		Const32(0), Const32(0), Mem(get, valueAt), Const64(6364136223846793005), 0x7e, Const64(1442695040888963407), 0x7c,
		Get(0), Const32(4), 0x4b, 0x04, I64, Const32(0), Mem(0x31, InputAt+8), 0x05, Const64(0), 0x0b, 0x7c, Mem(put,
			valueAt),
		Const32(0), Const32(0), Mem(get, tickAt), Const64(1), 0x7c, Mem(put, tickAt), Const32(0))
	save := Code(
		Const32(0), Const32(0), Mem(get, tickAt), Mem(put, StateAt),
		Const32(0), Const32(0), Mem(get, valueAt), Mem(put, StateAt+8), Const32(16))
	load := Code(
		Get(0), Const32(16), 0x47, 0x04, 0x40, Const32(-3), 0x0f, 0x0b,
		Const32(0), Const32(0), Mem(get, StateAt), Mem(put, tickAt),
		Const32(0), Const32(0), Mem(get, StateAt+8), Mem(put, valueAt), Const32(0))
	start := Code(
		Const32(0), Const64(0), Mem(put, tickAt),
		Const32(0), Const32(0), Mem(get, ConfigAt+8), Mem(put, valueAt), Const32(0))
	buf := Code(
		Get(1), Const32(1<<16), 0x4b, 0x04, I32, Const32(0), 0x05,
		Get(0), Const32(1), 0x6a, Const32(16), 0x74, 0x0b)
	return &Module{Pages: 5, Funcs: []Func{
		{Export: "tm_abi", Results: i, Code: Const32(1 << 16)},
		{Export: "tm_buf", Params: []byte{I32, I32}, Results: i, Code: buf},
		{Export: "tm_init", Params: i, Results: i, Code: start},
		{Export: "tm_step", Params: i, Results: i, Code: step},
		{Export: "tm_save", Results: i, Code: save},
		{Export: "tm_load", Params: i, Results: i, Code: load},
	}}
}
