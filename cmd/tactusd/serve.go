package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/tactus-go/tactus"
	"github.com/tactus-go/tactus/adapters/wasmrunner"
	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/challenge"
)

// serveCommand runs the service. Each field is a flag, a line of the config file and an environment
// variable; docs/reference/tactusd.md has the table.
type serveCommand struct {
	Listen string `help:"Address of the API and the status page." default:"127.0.0.1:8470" placeholder:"HOST:PORT"`
	Role   string `help:"What this process does: api, worker or both." enum:"api,worker,both" default:"both"`
	Data   string `help:"Folder of all that is kept." type:"path" default:"tactusd-data" placeholder:"DIR"`
	Bus    string `help:"embedded: in the data folder; memory: nowhere." enum:"embedded,memory" default:"embedded"`
	NATS   string `name:"nats" help:"NATS cluster in place of the embedded server, with commas between." placeholder:"URL"`
	Creds  string `name:"nats-creds" help:"File of NATS credentials." type:"path" placeholder:"FILE"`

	Replicas int           `help:"Servers that keep a copy: 1, 3 or 5; 0 takes what is there." default:"0"`
	Lease    time.Duration `help:"How long a worker may be silent." default:"10s"`
	Attempts int           `help:"How often a job is delivered before it is given up." default:"5"`
	Workers  int           `help:"Jobs of a tenant at a time; 0 is two for each processor." default:"0"`

	Tenants string `help:"File of tenants and tokens; empty is DATA/tenants.json." type:"path" placeholder:"FILE"`
	Keys    string `help:"File of challenges' keys; empty is DATA/challenge-keys.json." type:"path" placeholder:"FILE"`
	TLSCert string `name:"tls-cert" help:"Certificate; without one it speaks plain HTTP." type:"path" placeholder:"FILE"`
	TLSKey  string `name:"tls-key" help:"Key of the certificate." type:"path" placeholder:"FILE"`

	CORSOrigin origins `name:"cors-origin" help:"Origins whose pages may call the API, between commas." placeholder:"URL"`

	RecordingMaxBytes int64         `help:"Longest recording, at most 64 MiB." default:"16777216"`
	ModuleMaxBytes    int64         `help:"Longest module." default:"16777216"`
	BodyGrace         time.Duration `help:"Time in which the first of a body has to come." default:"10s"`
	BodyMinRate       int64         `help:"Slowest body after that, in bytes a second." default:"16384"`
	Uploads           int           `help:"Uploads at a time of all tenants." default:"64"`

	QueueBytes int64 `help:"Bytes set aside for the queue, some 500 for a job." default:"268435456"`
	DiskFree   int64 `help:"Bytes that uploads leave free on the embedded bus's disk; 0 is none." default:"268435456"`

	TenantUploads  int         `help:"Uploads at a time of a tenant." default:"16"`
	TenantRatePerS float64     `name:"tenant-rate-per-s" help:"Requests a second of a tenant." default:"1000"`
	TenantBurst    float64     `help:"Requests at once of a tenant." default:"2000"`
	TenantBodyRate float64     `help:"Bytes a second of what a tenant sends; what is over it waits." default:"8388608"`
	TenantFlood    float64     `help:"Recordings a second of one that floods; 0 is 50 a processor." default:"0"`
	TenantJobs     int64       `help:"Undecided jobs of a tenant." default:"10000"`
	TenantBytes    int64       `help:"Stored bytes of a tenant; the embedded bus sets them aside." default:"1073741824"`
	FuelTick       uint64      `help:"Most a tick may cost, in instructions." default:"100000000"`
	FuelRun        uint64      `help:"Most a run may cost, in instructions." default:"1000000000000"`
	TicksMax       tactus.Tick `help:"Most ticks of a recording." default:"16777216"`
	CheckFuel      uint64      `help:"Most the check of a module may cost, in instructions." default:"20000000000"`

	Challenges       string        `help:"optional or required of recordings." enum:"optional,required" default:"optional"`
	ChallengeLifeMax time.Duration `help:"Longest life of a challenge, and the one not asked for." default:"24h"`
	ChallengeSlack   time.Duration `help:"How much longer than real time a recording may be." default:"5s"`
	ChallengeScale   float64       `help:"How much faster than real time a game may be played." default:"1"`

	Lab string `help:"Folder that tactus lab --export writes, to open recordings in." type:"path" placeholder:"DIR"`

	KeepRecordings time.Duration `help:"How long recordings are kept, an hour or more; 0 is for ever." default:"720h"`
	CompiledBytes  int64         `help:"Most bytes of compiled modules on disk." default:"1073741824"`

	History int `help:"Verdicts of a tenant that lists go back to." default:"20000"`

	Drain       time.Duration `help:"How long running jobs may take at the end." default:"30s"`
	DrainNotice time.Duration `help:"How long readyz says before it that the service ends." default:"0s"`
	LogLevel    string        `help:"debug, info, warn or error." enum:"debug,info,warn,error" default:"info"`
	LogFormat   string        `help:"json or text." enum:"json,text" default:"json"`
}

// errUnclean says that the service ended before its jobs did; the bus gives them to others.
var errUnclean = errors.New("tactus: jobs were running when the time to drain was over; they are delivered again")

// defaults are the limits of a tenant that has no others.
func (s *serveCommand) defaults() tenantLimits {
	return tenantLimits{Jobs: s.TenantJobs, Bytes: s.TenantBytes, RatePerS: s.TenantRatePerS, Burst: s.TenantBurst,
		BodyRate: s.TenantBodyRate, FuelTick: s.FuelTick, FuelRun: s.FuelRun, TicksMax: int64(s.TicksMax),
		FloodPerS: s.TenantFlood, Uploads: s.TenantUploads}
}

func (s *serveCommand) body() bodyLimit { return bodyLimit{s.BodyGrace, s.BodyMinRate} }

func (s *serveCommand) cacheDir() string { return filepath.Join(s.Data, "compiled") }

// Validate refuses what no service can run with.
func (s *serveCommand) Validate() error {
	for name, v := range map[string]float64{"body-min-rate": float64(s.BodyMinRate), "uploads": float64(s.Uploads),
		"tenant-uploads": float64(s.TenantUploads), "tenant-rate-per-s": s.TenantRatePerS,
		"tenant-body-rate": s.TenantBodyRate, "history": float64(s.History),
		"body-grace": float64(s.BodyGrace), "challenge-life-max": float64(s.ChallengeLifeMax),
		"challenge-scale": s.ChallengeScale, "module-max-bytes": float64(s.ModuleMaxBytes), "attempts": float64(s.Attempts),
		"lease": float64(s.Lease), "check-fuel": float64(s.CheckFuel),
		"tenant-jobs": float64(s.TenantJobs), "tenant-bytes": float64(s.TenantBytes), "ticks-max": float64(s.TicksMax),
		"queue-bytes": float64(s.QueueBytes), "compiled-bytes": float64(s.CompiledBytes)} {
		if !(v > 0) || math.IsInf(v, 1) {
			return fmt.Errorf("--%s: want a number over 0", name)
		}
	}
	switch {
	case s.RecordingMaxBytes < 1 || s.RecordingMaxBytes > 64<<20:
		return fmt.Errorf("--recording-max-bytes %d: want 1 to %d", s.RecordingMaxBytes, 64<<20)
	case !(s.TenantBurst >= 1) || math.IsInf(s.TenantBurst, 1):
		return fmt.Errorf("--tenant-burst %g: want 1 or more", s.TenantBurst)
	case !(s.TenantFlood >= 0) || math.IsInf(s.TenantFlood, 1):
		return fmt.Errorf("--tenant-flood %g: want 0, which is %d for each processor, or more",
			s.TenantFlood, submitsPerS)
	case s.ChallengeLifeMax > challenge.LifeMax:
		return fmt.Errorf("--challenge-life-max %v: want at most %v", s.ChallengeLifeMax, challenge.LifeMax)
	case s.KeepRecordings != 0 && s.KeepRecordings < keepMin:
		return fmt.Errorf("--keep-recordings %v: want 0, which is for ever, or at least %v", s.KeepRecordings, keepMin)
	case s.DiskFree < 0:
		return fmt.Errorf("--disk-free %d: want 0 or more", s.DiskFree)
	case s.Workers < 0:
		return fmt.Errorf("--workers %d: want 0 or more", s.Workers)
	case (s.TLSCert == "") != (s.TLSKey == ""):
		return errors.New("--tls-cert and --tls-key: want both or none")
	case s.Role != "both" && s.NATS == "":
		return fmt.Errorf("--role %s: a part of a service needs --nats, where the other parts are", s.Role)
	}
	return s.CORSOrigin.check()
}

// Run serves until the context ends.
func (s *serveCommand) Run(c *console) (err error) {
	fill(&s.Tenants, filepath.Join(s.Data, "tenants.json"))
	fill(&s.Keys, filepath.Join(s.Data, "challenge-keys.json"))
	fill(&s.Workers, 2*runtime.GOMAXPROCS(0))
	if err := os.MkdirAll(s.cacheDir(), 0o700); err != nil {
		return err
	}
	svc, err := s.open(c)
	if err != nil {
		return err
	}
	defer svc.backend.close()
	listener, err := s.listen()
	if err != nil {
		return err
	}
	return svc.run(c, listener)
}

// A service is all parts of a process.
type service struct {
	config  *serveCommand
	log     *slog.Logger
	backend *backend
	tenants *watched[*tenants]
	keys    *watched[*challenge.Keyring]
	history *history
	metrics *metrics
	shares  *shares
	lab     *labFiles
}

// open reads the files and opens the bus.
func (s *serveCommand) open(c *console) (*service, error) {
	svc := &service{config: s, history: newHistory(s.History), shares: newShares(runtime.GOMAXPROCS(0))}
	var level slog.Level
	if err := level.UnmarshalText([]byte(s.LogLevel)); err != nil {
		return nil, err
	}
	var h slog.Handler = slog.NewJSONHandler(c.stderr, &slog.HandlerOptions{Level: level})
	if s.LogFormat == "text" {
		h = slog.NewTextHandler(c.stderr, &slog.HandlerOptions{Level: level})
	}
	svc.log = slog.New(h)
	svc.metrics = newMetrics(func() (int, time.Duration) { return svc.history.queue(time.Now()) })
	if err := create(s.Tenants, func(*tenantsFile) error { return nil }); err != nil {
		return nil, err
	}
	if err := firstKey(s.Keys); err != nil {
		return nil, err
	}
	bad := func(err error) {
		svc.log.Error("a changed file cannot be read; the old one stays in force", "error", err)
	}
	var err error
	if svc.tenants, err = watch(s.Tenants, readTenants, bad); err != nil {
		return nil, err
	}
	if svc.keys, err = watch(s.Keys, readKeys, bad); err != nil {
		return nil, err
	}
	if svc.lab, err = openLab(s.Lab); err != nil {
		return nil, err
	}
	if svc.backend, err = s.openBackend(c.ctx, svc); err == nil {
		svc.history.past = svc.backend.past
	}
	return svc, err
}

// limits are what a tenant may use now.
func (svc *service) limits(tenant string) tenantLimits {
	return svc.tenants.get().limits[tenant].or(svc.config.defaults())
}

// busLimits are those that the bus keeps.
func (svc *service) busLimits(tenant string) verify.Limits {
	l := svc.limits(tenant)
	return verify.Limits{Jobs: l.Jobs, Bytes: l.Bytes, Running: int64(svc.config.Workers)}
}

func (svc *service) ceiling(tenant string) wasmrunner.Ceiling {
	l := svc.limits(tenant)
	return wasmrunner.Ceiling{Fuel: l.FuelTick, Total: l.FuelRun, Ticks: tactus.Tick(l.TicksMax)}
}

// listen opens the address.
func (s *serveCommand) listen() (net.Listener, error) {
	l, err := net.Listen("tcp", s.Listen)
	if err != nil || s.TLSCert == "" {
		return l, err
	}
	cert, err := tls.LoadX509KeyPair(s.TLSCert, s.TLSKey)
	if err != nil {
		l.Close()
		return nil, err
	}
	return tls.NewListener(l, &tls.Config{Certificates: []tls.Certificate{cert}, MinVersion: tls.VersionTLS12,
		NextProtos: []string{"http/1.1"}}), nil
}

// newAPI makes what answers requests. end ends where the service drains.
func (svc *service) newAPI(end context.Context) *api {
	return &api{config: svc.config, backend: svc.backend, tenants: svc.tenants.get, keys: svc.keys.get,
		history: svc.history, shares: svc.shares, lab: svc.lab, meter: newMeter(time.Now, runtime.GOMAXPROCS(0)),
		metrics: svc.metrics, log: svc.log,
		checks: make(chan struct{}, 1), slots: make(chan struct{}, svc.config.Uploads), end: end}
}

// newServer makes the HTTP server. A worker answers only whether it is well.
func newServer(h http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{Handler: h, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 32 << 10,
		ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug)}
}
