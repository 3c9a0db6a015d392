// Command tactusd judges recordings as a service: tactusd --help says how.
package main

import "os"

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }
