package embedded

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// A Config says where a server keeps its data and who may reach it.
type Config struct {
	// Dir is the folder of the data. It is made where it is not there.
	Dir string
	// Listen is the address for clients of other processes, as in "127.0.0.1:4222"; port 0 is any. "" is
	// none: only this program reaches the server, by Connect.
	Listen string
	// Unsynced lets writes reach the disk when the system likes. A power cut then takes back what was
	// acknowledged; the end of the process alone does not. It is for tests and benchmarks.
	Unsynced bool
	// MaxStore bounds the bytes on disk. 0 is what JetStream finds to be free.
	MaxStore int64
	// Log is told what the server has to say. nil is nobody.
	Log server.Logger
	// Cluster makes it one of several servers. The zero value is a server on its own.
	Cluster Cluster
}

// A Cluster says how a server finds the others.
type Cluster struct {
	Name   string   // of the cluster; "" is none
	Server string   // name of this server, which no other of the cluster has
	Listen string   // address for the other servers; port 0 is any
	Routes []string // addresses of other servers; the rest are found through them
}

// startMax bounds how long a server takes to be ready: it reads its data first, which may be large.
const startMax = time.Minute

// A Server is a running NATS server.
type Server struct {
	s      *server.Server
	unlock func()
}

// Start runs a server, and returns when it takes connections. Close it.
func Start(c Config) (*Server, error) {
	o, err := options(c)
	if err != nil {
		return nil, err
	}
	unlock, err := lock(c.Dir)
	if err != nil {
		return nil, err
	}
	s, err := server.NewServer(o)
	if err != nil {
		unlock()
		return nil, fmt.Errorf("tactus: embedded.Start: %w", err)
	}
	if c.Log != nil {
		s.SetLoggerV2(c.Log, false, false, false)
	}
	s.Start()
	if !s.ReadyForConnections(startMax) {
		(&Server{s, unlock}).Close()
		return nil, fmt.Errorf("tactus: embedded.Start: the server in %s is not ready after %v", c.Dir, startMax)
	}
	return &Server{s, unlock}, nil
}

// options turns a Config into the server's own.
func options(c Config) (*server.Options, error) {
	if c.Dir == "" {
		return nil, errors.New("tactus: embedded.Config: no folder: want one for the data")
	}
	if c.MaxStore < 0 {
		return nil, fmt.Errorf("tactus: embedded.Config: at most %d bytes on disk: want 0 or more", c.MaxStore)
	}
	o := &server.Options{JetStream: true, StoreDir: c.Dir, SyncAlways: !c.Unsynced, JetStreamMaxStore: c.MaxStore,
		NoSigs: true, NoLog: c.Log == nil, DontListen: c.Listen == "", ServerName: c.Cluster.Server}
	var err error
	if c.Listen != "" {
		if o.Host, o.Port, err = address(c.Listen); err != nil {
			return nil, err
		}
	}
	if c.Cluster.Name == "" {
		return o, nil
	}
	if c.Cluster.Server == "" {
		return nil, errors.New("tactus: embedded.Config: a server of a cluster without a name: want one of its own")
	}
	o.Cluster.Name = c.Cluster.Name
	if o.Cluster.Host, o.Cluster.Port, err = address(c.Cluster.Listen); err != nil {
		return nil, err
	}
	for _, r := range c.Cluster.Routes {
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats-route", Host: r})
	}
	return o, nil
}

// address takes an address apart; the server's own name for any port is -1.
func address(text string) (host string, port int, err error) {
	host, digits, err := net.SplitHostPort(text)
	if err == nil {
		port, err = strconv.Atoi(digits)
	}
	if err != nil || port < 0 || port > 65535 {
		return "", 0, fmt.Errorf("tactus: embedded.Config: address %.80q: want host:port", text)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	return host, port, nil
}

// Connect connects this program without a socket.
func (s *Server) Connect(opts ...nats.Option) (*nats.Conn, error) {
	return nats.Connect(nats.DefaultURL, append([]nats.Option{nats.InProcessServer(s.s)}, opts...)...)
}

// URL returns where clients of other processes connect; "" where it does not listen.
func (s *Server) URL() string {
	if s.s.Addr() == nil {
		return ""
	}
	return "nats://" + s.s.Addr().String()
}

// Route returns the address for the other servers of its cluster; "" where it is on its own.
func (s *Server) Route() string {
	if a := s.s.ClusterAddr(); a != nil {
		return a.String()
	}
	return ""
}

// Synced reports whether each write is on the disk before it is acknowledged, as the server has it.
func (s *Server) Synced() bool {
	c := s.s.JetStreamConfig()
	return c != nil && c.SyncAlways
}

// Name returns the server's name.
func (s *Server) Name() string { return s.s.Name() }

// Close ends the server, and returns when its files are closed.
func (s *Server) Close() {
	s.s.Shutdown()
	s.s.WaitForShutdown()
	s.unlock()
}

// Health returns what is wrong with the server, nil where nothing is. One that could not write to its
// disk stays unwell, also when there is room again, until it is started anew.
func (s *Server) Health() error {
	h := s.s.Healthz(&server.HealthzOptions{})
	if h.Error == "" {
		return nil
	}
	return errors.New("tactus: the embedded server: " + h.Error)
}
