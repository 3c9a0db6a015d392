package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/challenge"
)

// A judge holds a recording to its challenge before it is run. The challenge is used only by a
// recording that is an answer to it, so that nobody can use up another's.
type judge struct {
	verify.Runner
	store verify.Store
	keys  func() *challenge.Keyring
	uses  challenge.Uses
	pace  challenge.Pace
}

// An answered challenge is stored with the recording, and named by the job.
type answered struct {
	Challenge string `json:"challenge"`
	Player    string `json:"player"`
}

// Run judges a recording.
func (g *judge) Run(ctx context.Context, j verify.Job, recording []byte, beat func() error) (replay.Verdict, uint64,
	error) {
	if j.Challenge == "" {
		return g.Runner.Run(ctx, j, recording, beat)
	}
	outcome, reason, err := g.answers(ctx, j, recording)
	if err != nil {
		return replay.Verdict{}, 0, err
	}
	if outcome == "" {
		return g.Runner.Run(ctx, j, recording, beat)
	}
	return replay.Verdict{Outcome: outcome, Tick: -1, Fields: []replay.FieldDifference{}, Reason: reason}, 0, nil
}

// answers says whether a recording is the first answer to its challenge. What has no header is for the
// runner to judge, and uses nothing up.
func (g *judge) answers(ctx context.Context, j verify.Job, recording []byte) (replay.Outcome, string, error) {
	rec, err := replay.Read(bytes.NewReader(recording))
	if rec == nil {
		return "", "", err
	}
	if rec.Header.Game == "" {
		return "", "", nil
	}
	id, err := verify.ParseDigest(j.Challenge)
	if err != nil {
		return "", "", err
	}
	data, err := g.store.Get(ctx, j.Tenant, id)
	if err != nil {
		return "", "", fmt.Errorf("tactus: challenge %v: %w", id, err)
	}
	var a answered
	if err := json.Unmarshal(data, &a); err != nil {
		return "", "", fmt.Errorf("tactus: challenge %v: %w", id, err)
	}
	c, err := g.keys().Parse(a.Challenge)
	if err != nil { // it was good when it came: its key has been taken away since
		return verify.Expired, "the key of the challenge was taken away", nil
	}
	outcome, reason := c.Check(challenge.Answer{Tenant: j.Tenant, Player: a.Player, Header: &rec.Header,
		Module: moduleIn(&rec.Header, j.Module), Ticks: rec.Ticks(), Received: j.Received}, g.pace)
	if outcome != "" {
		return outcome, reason, nil
	}
	first, err := g.uses.Use(ctx, c, j.Recording)
	if err == nil && first != j.Recording {
		return verify.Reused, "another recording was the first to answer the challenge", nil
	}
	return "", "", err
}

// moduleIn is the module that a recording is judged on, zero for a native run.
func moduleIn(h *replay.Header, chosen verify.Digest) verify.Digest {
	if chosen.IsZero() && h.Kind == replay.Module {
		return verify.Digest(h.Hash)
	}
	return chosen
}
