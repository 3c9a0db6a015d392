package main

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/tactus-go/tactus/games/mergeisland"
	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/client"
)

// TestTheGoClientCanDoAllThatTheServiceDoes plays the part of a game's back end.
func TestTheGoClientCanDoAllThatTheServiceDoes(t *testing.T) {
	s := start(t, "--challenges", "required")
	c, err := client.New(client.Config{Address: "http://" + s.address, Token: s.token("acme")})
	if err != nil {
		t.Fatal(err)
	}
	ctx, binary := t.Context(), guest(t)
	m, err := c.PutModule(ctx, binary, client.Trial{Rate: "125/2", Players: 1, Seed: 5})
	if err != nil || m.SHA256 != verify.DigestOf(binary) || len(m.Report) == 0 {
		t.Fatalf("%+v, %v", m, err)
	}
	if again, err := c.PutModule(ctx, binary, client.Trial{}); err != nil || !again.Accepted.Equal(m.Accepted) {
		t.Errorf("%+v, %v", again, err)
	}
	h := header(binary)
	recording := record(t, h, 100, 0, nil)
	var p *client.Problem
	if _, err := c.Submit(ctx, client.Recording{Data: recording}); !errors.As(err, &p) || p.Status !=
		http.StatusUnprocessableEntity || p.Type != problemType+"challenge-required" {
		t.Errorf("without a challenge: %v", err)
	}
	g, err := c.Challenge(ctx, client.Wish{Player: "ann", Game: "mergeisland", Seed: &h.Seed, Module: m.SHA256,
		Config: verify.DigestOf([]byte(mergeisland.ConfigFile())), Life: time.Hour})
	if err != nil || g.Expires.Sub(g.Issued) != time.Hour {
		t.Fatalf("%+v, %v", g, err)
	}
	state, err := c.Submit(ctx, client.Recording{Data: recording, Challenge: g.Challenge, Player: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	v, err := c.Wait(ctx, state.Job)
	if err != nil || v.Outcome != replay.OK || v.Fuel == 0 {
		t.Fatalf("%+v, %v", v, err)
	}
	if now, err := c.State(ctx, state.Job); err != nil || now.Verdict == nil || now.Verdict.Job != state.Job {
		t.Errorf("%+v, %v", now, err)
	}
	page, err := c.Verdicts(ctx, replay.OK, "")
	if err != nil || len(page.Items) != 1 || page.Next != "" {
		t.Errorf("%+v, %v", page, err)
	}
	if modules, err := c.Modules(ctx, ""); err != nil || len(modules.Items) != 1 {
		t.Errorf("%+v, %v", modules, err)
	}
	if _, err := c.State(ctx, verify.DigestOf(nil)); !errors.As(err, &p) || p.Status != http.StatusNotFound {
		t.Errorf("an unknown job: %v", err)
	}
}
