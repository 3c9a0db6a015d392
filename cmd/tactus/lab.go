package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"time"
)

type labCommand struct {
	Addr   string `help:"Address to serve at." default:"127.0.0.1:7357" placeholder:"HOST:PORT"`
	Open   bool   `help:"Open a browser, where there is one." default:"true" negatable:""`
	Export string `help:"Write the site to this folder in place of serving it." placeholder:"DIR"`
}

// Help is the long text of tactus lab --help.
func (*labCommand) Help() string {
	return `Serves the lab, pages in the browser on which one sees and feels why timesteps matter: a jump in five lanes,
the spiral of death, a spring, a bullet and a wall, a proof that runs in the page, frame-time logs, and what this very
machine does. The engine itself runs in them, compiled to WebAssembly.

A release holds the module. Elsewhere it is built once by the Go at hand, in a clone, and kept.

Examples:
  tactus lab
  tactus lab --addr 127.0.0.1:0
  tactus lab --addr 0.0.0.0:8080 --no-open
  tactus lab --export site

Where the port is taken, and --addr was not given, a free one is chosen. --export writes a static site: any host
that serves files serves it, also in a subfolder.

Exit code: 0 served until interrupted or exported, 2 wrong use, or the module could not be built.`
}

const labAddress = "127.0.0.1:7357"

// Run is called by the flag parser.
func (l *labCommand) Run(c *console) error {
	site, err := newLabSite(c)
	if err != nil {
		return err
	}
	if l.Export != "" {
		return l.export(c, site)
	}
	listener, err := l.listen()
	if err != nil {
		return err
	}
	return serveLab(c, listener, site, l.Open)
}

// listen takes the address, or a free port where the usual one is taken.
func (l *labCommand) listen() (net.Listener, error) {
	listener, err := net.Listen("tcp", l.Addr)
	if err != nil && l.Addr == labAddress {
		listener, err = net.Listen("tcp", "127.0.0.1:0")
	}
	if err != nil {
		return nil, fmt.Errorf("--addr: %w", err)
	}
	return listener, nil
}

// serveLab serves the site until the program is asked to end.
func serveLab(c *console, listener net.Listener, site *labSite, open bool) error {
	server := &http.Server{Handler: site, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: time.Minute}
	address := "http://" + reachable(listener.Addr()) + "/"
	fmt.Fprintf(c.stdout, "the lab is at %s (interrupt ends it)\n", address)
	if open {
		openBrowser(address)
	}
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	select {
	case err := <-done:
		return err
	case <-c.ctx.Done():
	}
	ctx, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	if err := server.Shutdown(ctx); errors.Is(err, context.DeadlineExceeded) {
		return server.Close()
	}
	return nil
}

// reachable is an address as a browser on this machine takes it.
func reachable(a net.Addr) string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !tcp.IP.IsUnspecified() {
		return a.String()
	}
	return fmt.Sprintf("localhost:%d", tcp.Port)
}

// export writes the site to a folder. Files of other names there are left alone.
func (l *labCommand) export(c *console, site *labSite) error {
	total := 0
	for _, name := range site.names() {
		file := filepath.Join(l.Export, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return fmt.Errorf("--export: %w", err)
		}
		data := site.files[name].data
		if err := os.WriteFile(file, data, 0o644); err != nil {
			return fmt.Errorf("--export: %w", err)
		}
		total += len(data)
	}
	fmt.Fprintf(c.stdout, "%d files, %.1f MB, are in %s: serve that folder\n", len(site.files), float64(total)/1e6,
		l.Export)
	return nil
}
