module github.com/tactus-go/tactus

go 1.26
