module github.com/tactus-go/tactus/adapters

go 1.26

replace github.com/tactus-go/tactus => ../

require (
	github.com/tactus-go/tactus v0.0.0-00010101000000-000000000000
	github.com/tetratelabs/wazero v1.12.0
)

require golang.org/x/sys v0.44.0 // indirect
