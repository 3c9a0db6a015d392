package main

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"github.com/tactus-go/tactus/verify"
)

// metrics are what /metrics shows. No tenant is named in it, since it wants no token.
type metrics struct {
	registry     *prometheus.Registry
	accepted     prometheus.Counter
	jobs         *prometheus.CounterVec
	failed       prometheus.Counter
	redeliveries prometheus.Counter
	seconds      prometheus.Histogram
	waited       prometheus.Histogram
	ticks        prometheus.Counter
	tickRate     prometheus.Histogram
	fuel         prometheus.Counter
	requests     *prometheus.CounterVec
	deleted      prometheus.Counter
}

func newMetrics(queue func() (open int, oldest time.Duration)) *metrics {
	m := &metrics{registry: prometheus.NewRegistry()}
	counter := func(name, help string) prometheus.Counter {
		c := prometheus.NewCounter(prometheus.CounterOpts{Namespace: "tactusd", Name: name, Help: help})
		m.registry.MustRegister(c)
		return c
	}
	vector := func(name, help string, labels ...string) *prometheus.CounterVec {
		c := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: "tactusd", Name: name, Help: help}, labels)
		m.registry.MustRegister(c)
		return c
	}
	histogram := func(name, help string, first, factor float64, n int) prometheus.Histogram {
		h := prometheus.NewHistogram(prometheus.HistogramOpts{Namespace: "tactusd", Name: name, Help: help,
			Buckets: prometheus.ExponentialBuckets(first, factor, n)})
		m.registry.MustRegister(h)
		return h
	}
	gauge := func(name, help string, read func() float64) {
		m.registry.MustRegister(prometheus.NewGaugeFunc(
			prometheus.GaugeOpts{Namespace: "tactusd", Name: name, Help: help}, read))
	}
	m.accepted = counter("accepted_total", "Recordings taken by this process as new jobs.")
	m.jobs = vector("jobs_total", "Jobs that workers of this process decided, by verdict.", "verdict")
	m.failed = counter("attempts_failed_total", "Attempts of workers of this process that came to no verdict.")
	m.redeliveries = counter("redeliveries_total", "Jobs decided here that were delivered before.")
	m.seconds = histogram("job_seconds", "Time a job took a worker, in seconds.", 0.0005, 2, 20)
	m.waited = histogram("job_age_seconds", "Time from a recording's arrival to its verdict, in seconds.", 0.001, 2, 24)
	m.ticks = counter("ticks_total", "Ticks run again and compared.")
	m.tickRate = histogram("ticks_per_second", "Ticks a second of one job, while it ran.", 1000, 2, 18)
	m.fuel = counter("fuel_total", "Instructions of modules, as the fuel schedule counts them.")
	m.requests = vector("http_requests_total", "Requests by route and class of status.", "route", "status")
	m.deleted = counter("recordings_deleted_total", "Recordings, and what they answered, that this process deleted.")
	gauge("queue_jobs", "Undecided jobs: all that the bus has, in memory those of this process.", func() float64 {
		open, _ := queue()
		return float64(open)
	})
	gauge("queue_oldest_seconds", "Age of the oldest undecided job.", func() float64 {
		_, oldest := queue()
		return oldest.Seconds()
	})
	m.registry.MustRegister(collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// done counts a verdict of a worker.
func (m *metrics) done(j verify.Job, v verify.Verdict) {
	m.jobs.WithLabelValues(string(v.Outcome)).Inc()
	m.seconds.Observe(v.Took.Seconds())
	m.waited.Observe(v.Decided.Sub(j.Received).Seconds())
	m.ticks.Add(float64(v.Compared.Ticks))
	m.fuel.Add(float64(v.Fuel))
	if v.Took > 0 && v.Compared.Ticks > 0 {
		m.tickRate.Observe(float64(v.Compared.Ticks) / v.Took.Seconds())
	}
	if v.Attempt > 1 {
		m.redeliveries.Inc()
	}
}

func (a *api) getMetrics(w http.ResponseWriter, r *request) error {
	promhttp.HandlerFor(a.metrics.registry, promhttp.HandlerOpts{}).ServeHTTP(w, r.Request)
	return nil
}
