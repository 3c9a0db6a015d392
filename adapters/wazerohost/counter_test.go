package wazerohost_test

import (
	"testing"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/adapters/wazerohost/internal/asm"
	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
)

func TestASmallModulePassesAllTenPointsInTheProfileInt(t *testing.T) {
	r := wazerohost.Check(asm.Counter().Bytes(), wazerohost.CheckOptions{Profile: wasmbin.Int})
	if !r.OK() {
		for _, p := range r.Points {
			t.Log(p.Number, p.Name, p.Outcome, p.Evidence)
		}
		t.Error("want ten points, all passed")
	}
}
