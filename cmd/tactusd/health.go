package main

import (
	"context"
	_ "embed"
	"net/http"
	"time"
)

//go:embed openapi.json
var openAPI []byte

func (a *api) getOpenAPI(w http.ResponseWriter, _ *request) error {
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(openAPI) // a client that has gone is told nothing
	return nil
}

// healthz says that the process answers.
func (a *api) healthz(w http.ResponseWriter, _ *request) error {
	return answer(w, http.StatusOK, map[string]string{"status": "ok"})
}

// readyz says whether requests should come here: not before each new verdict is heard of, nor while the
// service drains, nor without its bus.
func (a *api) readyz(w http.ResponseWriter, r *request) error {
	ctx, stop := context.WithTimeout(r.Context(), 2*time.Second)
	defer stop()
	switch {
	case a.end.Err() != nil:
		return wrong("unavailable", "the service drains")
	case !a.ready.Load():
		return wrong("unavailable", "the service starts").after(1)
	}
	if err := a.backend.alive(ctx); err != nil {
		a.log.Error("the bus does not answer", "error", err)
		return wrong("unavailable", "the bus does not answer").after(1)
	}
	return answer(w, http.StatusOK, map[string]string{"status": "ready"})
}
