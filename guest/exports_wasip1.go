package guest

import (
	"unsafe"

	"github.com/tactus-go/tactus/guest/abi"
)

// The exports of TM/1. A host's lengths come as i32 and are read as unsigned, so that a negative one
// is too long.

//go:wasmexport tm_abi
func exportABI() int32 { return abi.Version }

//go:wasmexport tm_buf
func exportBuf(kind, length int32) int32 {
	b := module.buffer(uint32(kind), uint32(length))
	if b == nil {
		return 0
	}
	// The collector does not move what it has allocated, and the machine keeps the buffer alive.
	return int32(uintptr(unsafe.Pointer(unsafe.SliceData(b))))
}

//go:wasmexport tm_init
func exportInit(length int32) int32 { return int32(module.init(uint32(length))) }

//go:wasmexport tm_step
func exportStep(length int32) int32 { return int32(module.step(uint32(length))) }

//go:wasmexport tm_save
func exportSave() int32 { return int32(module.save()) }

//go:wasmexport tm_load
func exportLoad(length int32) int32 { return int32(module.load(uint32(length))) }

//go:wasmexport tm_result
func exportResult() int32 { return int32(module.result()) }

//go:wasmexport tm_schema
func exportSchema() int32 { return int32(module.schema()) }

//go:wasmexport tm_error
func exportError() int32 { return int32(module.error()) }
