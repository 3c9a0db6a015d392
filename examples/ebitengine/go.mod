module github.com/tactus-go/tactus/examples/ebitengine

go 1.26

require (
	github.com/hajimehoshi/ebiten/v2 v2.9.9
	github.com/tactus-go/tactus v0.0.0
	github.com/tactus-go/tactus/adapters/ebitengine v0.0.0
)

replace github.com/tactus-go/tactus => ../..

replace github.com/tactus-go/tactus/adapters/ebitengine => ../../adapters/ebitengine
