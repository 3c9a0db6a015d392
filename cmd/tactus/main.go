// Command tactus plays games on the engine and proves them: tactus --help says what it can do.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }
