package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// A taken recording is the answer to an upload.
type taken struct {
	Job    verify.Digest `json:"job"`
	Status string        `json:"status"` // "waiting"
}

// postRecording takes a recording. It answers once the bus has the job: what is answered with 202 gets
// a verdict, whatever happens to this process.
func (a *api) postRecording(w http.ResponseWriter, r *request) error {
	received := time.Now().UTC()
	if err := asItIs(w, r.Request); err != nil {
		return err
	}
	if wait, ok := a.meter.submit(r.tenant, r.limits, a.history.undecided(r.tenant)); !ok {
		return wrong("rate", "recordings come faster than they are decided").after(int(math.Ceil(wait.Seconds())))
	} else if err := pause(r.Context(), wait); err != nil {
		return err // the client has gone
	}
	done, err := a.room(r)
	if err != nil {
		return err
	}
	defer done()
	if err := a.bound(w, r, a.config.RecordingMaxBytes+aroundMax); err != nil {
		return err
	}
	u, err := recordingForm.read(r.Request)
	if err != nil {
		return err
	}
	h, err := a.shares.enter(r.Context(), r.tenant, aRequest)
	if err != nil {
		return err // the client has gone
	}
	defer h.leave()
	if int64(len(u.data)) > a.config.RecordingMaxBytes {
		return wrong("too-large", "at most %d bytes", a.config.RecordingMaxBytes)
	}
	j, err := a.job(r, u)
	if err != nil {
		return err
	}
	j.Received = received
	return a.submit(w, r, u, j)
}

// room takes the place of an upload, where there is room for what it brings.
func (a *api) room(r *request) (done func(), err error) {
	if a.end.Err() != nil {
		return nil, wrong("unavailable", "the service ends").after(5)
	}
	if !a.backend.disk.room() {
		return nil, wrong("storage", "the service's disk is nearly full").after(60)
	}
	return a.place(r)
}

// firstPart is which part of all places is kept for tenants that have none, so that a few tenants whose
// bodies come slowly do not keep all others out.
const firstPart = 8

// place takes the place of an upload, or of a download, among the tenant's and among all.
func (a *api) place(r *request) (done func(), err error) {
	limits := r.limits
	if len(a.slots) >= cap(a.slots)-cap(a.slots)/firstPart {
		limits.Uploads = 1
	}
	given := a.meter.upload(r.tenant, limits)
	if given == nil {
		return nil, wrong("busy", "at most %d uploads at a time now", limits.Uploads).after(1)
	}
	select {
	case a.slots <- struct{}{}:
		return func() {
			<-a.slots
			given()
		}, nil
	default:
		given()
		return nil, wrong("unavailable", "there are too many uploads and downloads at a time").after(1)
	}
}

// job makes the job of an upload, as far as it is known before anything is stored.
func (a *api) job(r *request, u *upload) (verify.Job, error) {
	j := verify.Job{Tenant: r.tenant, Size: int64(len(u.data))}
	if text := u.fields["module"]; text != "" {
		id, err := verify.ParseDigest(text)
		if err != nil {
			return j, wrong("bad-request", "module: %v", trimmed(err))
		}
		if id.IsZero() {
			return j, wrong("bad-request", "module: it is all zeros: leave it out for the one that the recording names")
		}
		j.Module = id
	}
	if text := u.fields["run"]; text != "" {
		run, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			return j, wrong("bad-request", "run: %.40q: want a whole number under 2^32", text)
		}
		j.Run = uint32(run)
	}
	if len(u.fields["player"]) > 128 {
		return j, wrong("bad-request", "player: want at most 128 bytes")
	}
	if err := a.hasModule(r.Context(), u.data, j); err != nil {
		return j, err
	}
	switch text := u.fields["challenge"]; {
	case text == "" && a.config.Challenges == "required":
		return j, wrong("challenge-required", "ask for one with POST /v1/challenges before the game")
	case text != "":
		if _, err := a.keys().Parse(text); err != nil {
			return j, wrong("challenge", "%s", trimmed(err))
		}
	}
	return j, nil
}

// hasModule refuses a recording whose module the tenant does not have. A verdict would be final, and
// this is mended by an upload.
func (a *api) hasModule(ctx context.Context, recording []byte, j verify.Job) error {
	id := j.Module
	if id.IsZero() {
		if h, err := replay.ReadHeader(bytes.NewReader(recording)); err == nil { // else the run tells what is wrong
			id = moduleIn(&h, id)
		}
	}
	if id.IsZero() {
		return nil
	}
	if a.known.has(j.Tenant, id) {
		return nil
	}
	_, ok, err := moduleOf(ctx, a.backend.ledger, j.Tenant, id)
	if err == nil && !ok {
		err = wrong("unknown-module", "%v: upload it with PUT /v1/modules, then send the recording again", id)
	}
	if err == nil {
		a.known.add(j.Tenant, id)
	}
	return err
}

// submit stores the recording and what it answers, and hands the job to the bus.
func (a *api) submit(w http.ResponseWriter, r *request, u *upload, j verify.Job) error {
	ctx := r.Context()
	if text := u.fields["challenge"]; text != "" {
		data, err := json.Marshal(answered{text, u.fields["player"]})
		if err != nil {
			return err
		}
		j.Challenge = verify.DigestOf(data).String()
		if _, err := a.backend.Put(ctx, r.tenant, data); err != nil {
			return a.orDecided(w, r, u, j, err)
		}
	}
	var err error
	if j.Recording, err = a.backend.Put(ctx, r.tenant, u.data); err != nil {
		return a.orDecided(w, r, u, j, err)
	}
	if j, err = verify.NewJob(j); err != nil {
		return wrong("bad-request", "%s", trimmed(err))
	}
	fresh, err := a.backend.Submit(ctx, j)
	if err != nil {
		return err
	}
	w.Header().Set("Location", "/v1/verdicts/"+j.ID.String())
	if fresh {
		a.history.took(j)
		a.metrics.accepted.Inc()
		return answer(w, http.StatusAccepted, taken{j.ID, "waiting"})
	}
	// The bus has the job, so that one which is unknown is no contradiction: the first reads of a new
	// leader may be of a moment ago.
	v, err := a.backend.Verdict(ctx, r.tenant, j.ID)
	if errors.Is(err, verify.ErrUndecided) || errors.Is(err, verify.ErrUnknown) {
		return answer(w, http.StatusAccepted, taken{j.ID, "waiting"})
	}
	if err != nil {
		return err
	}
	return answer(w, http.StatusOK, a.decided(v))
}

// orDecided answers an upload for which there is no room any more with its verdict, where it has one,
// and else with the error.
func (a *api) orDecided(w http.ResponseWriter, r *request, u *upload, j verify.Job, full error) error {
	var limit *verify.LimitError
	if !errors.As(full, &limit) {
		return full
	}
	j.Recording = verify.DigestOf(u.data)
	j, err := verify.NewJob(j)
	if err != nil {
		return full
	}
	v, err := a.backend.Verdict(r.Context(), r.tenant, j.ID)
	if err != nil {
		return full
	}
	w.Header().Set("Location", "/v1/verdicts/"+j.ID.String())
	return answer(w, http.StatusOK, a.decided(v))
}

// A moduleSet remembers which modules tenants have; none is ever taken away.
type moduleSet struct {
	mu  sync.Mutex
	ids map[string]bool
}

func (s *moduleSet) has(tenant string, id verify.Digest) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.ids[moduleKey(tenant, id)]
}

func (s *moduleSet) add(tenant string, id verify.Digest) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ids == nil {
		s.ids = map[string]bool{}
	}
	s.ids[moduleKey(tenant, id)] = true
}
