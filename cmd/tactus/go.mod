module github.com/tactus-go/tactus/cmd/tactus

go 1.26

require github.com/tactus-go/tactus v0.0.0

require github.com/alecthomas/kong v1.17.0

replace github.com/tactus-go/tactus => ../..
