module github.com/tactus-go/tactus/cmd/tactus

go 1.26.0

require github.com/tactus-go/tactus v0.0.0

require (
	github.com/alecthomas/kong v1.17.0
	golang.org/x/term v0.48.0
)

require golang.org/x/sys v0.50.0 // indirect

replace github.com/tactus-go/tactus => ../..
