package client

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/tactus-go/tactus/replay"
	"github.com/tactus-go/tactus/verify"
)

// A Recording is what is sent to be judged. All but Data may be zero.
type Recording struct {
	Data      []byte
	Challenge string        // that it answers
	Player    string        // who played, as the challenge has it
	Module    verify.Digest // to run it on, in place of the one that it names
	Run       uint32        // counts up where it is to be judged anew
}

// A State is what is known of a job.
type State struct {
	Job verify.Digest
	// Verdict is nil where there is none yet.
	Verdict *verify.Verdict
}

// UnmarshalJSON reads a service's answer.
func (s *State) UnmarshalJSON(data []byte) error {
	var v struct {
		Status string `json:"status"`
		verify.Verdict
	}
	if err := json.Unmarshal(data, &v); err != nil {
		return err
	}
	*s = State{Job: v.Job}
	if v.Status == "decided" {
		s.Verdict = &v.Verdict
	}
	return nil
}

// Submit sends a recording. Once it returns without an error, there will be a verdict.
func (c *Client) Submit(ctx context.Context, r Recording) (s State, err error) {
	header := map[string]string{"Content-Type": "application/octet-stream", "Tactus-Challenge": r.Challenge,
		"Tactus-Player": r.Player}
	if !r.Module.IsZero() {
		header["Tactus-Module"] = r.Module.String()
	}
	if r.Run > 0 {
		header["Tactus-Run"] = strconv.FormatUint(uint64(r.Run), 10)
	}
	err = c.do(ctx, call{method: http.MethodPost, path: "v1/recordings", header: header, body: r.Data}, &s)
	return s, err
}

// pollFor is how long the service is asked to wait each time.
const pollFor = 30 * time.Second

// State returns what is known of a job now.
func (c *Client) State(ctx context.Context, job verify.Digest) (s State, err error) {
	err = c.do(ctx, call{method: http.MethodGet, path: "v1/verdicts/" + job.String()}, &s)
	return s, err
}

// Wait returns the verdict on a job when there is one.
func (c *Client) Wait(ctx context.Context, job verify.Digest) (*verify.Verdict, error) {
	for {
		begun := time.Now()
		var s State
		err := c.do(ctx, call{method: http.MethodGet, path: "v1/verdicts/" + job.String(),
			query: url.Values{"wait": {pollFor.String()}}}, &s)
		if err != nil || s.Verdict != nil {
			return s.Verdict, err
		}
		if time.Since(begun) < time.Second { // a service that ends, or a proxy, does not wait
			if err := c.config.Sleep(ctx, time.Second); err != nil {
				return nil, err
			}
		}
	}
}

// A Page is a part of a list. Next leads to the following one; "" is the end.
type Page[T any] struct {
	Items []T    `json:"items"`
	Next  string `json:"next"`
}

// Verdicts lists verdicts, the newest first. "" is every outcome, and the first page.
func (c *Client) Verdicts(ctx context.Context, outcome replay.Outcome, cursor string) (p Page[verify.Verdict],
	err error) {
	query := url.Values{"outcome": {string(outcome)}, "cursor": {cursor}}
	err = c.do(ctx, call{method: http.MethodGet, path: "v1/verdicts", query: query}, &p)
	return p, err
}

// A Module is one that the service has.
type Module struct {
	SHA256   verify.Digest   `json:"module_sha256"`
	Bytes    int             `json:"bytes"`
	Accepted time.Time       `json:"accepted"`
	Report   json.RawMessage `json:"report"` // of the ten points of TM/1
}

// A Trial is what a module is tried with. The zero value is 60 steps a second, one player and seed 1.
type Trial struct {
	Rate    string // steps a second, as "125/2"
	Players int
	Seed    uint64
}

// PutModule sends a module, which the service tries first. A module that does not pass is a *Problem
// with its report.
func (c *Client) PutModule(ctx context.Context, binary []byte, t Trial) (m Module, err error) {
	header := map[string]string{"Content-Type": "application/wasm", "Tactus-Rate": t.Rate}
	if t.Players != 0 {
		header["Tactus-Players"] = strconv.Itoa(t.Players)
	}
	if t.Seed != 0 {
		header["Tactus-Seed"] = strconv.FormatUint(t.Seed, 10)
	}
	err = c.do(ctx, call{method: http.MethodPut, path: "v1/modules", header: header, body: binary}, &m)
	return m, err
}

// Modules lists modules by their digests. "" is the first page.
func (c *Client) Modules(ctx context.Context, cursor string) (p Page[Module], err error) {
	err = c.do(ctx, call{method: http.MethodGet, path: "v1/modules", query: url.Values{"cursor": {cursor}}}, &p)
	return p, err
}

// A Wish is the challenge that is asked for. What is zero is left to the player, but for player and
// game.
type Wish struct {
	Player string        `json:"player"`
	Game   string        `json:"game"`
	Seed   *[2]uint64    `json:"seed,omitempty"`
	Module verify.Digest `json:"module,omitzero"`
	Config verify.Digest `json:"config,omitzero"` // of the config's bytes
	Life   time.Duration `json:"-"`               // 0 is the longest that the service gives
}

// A Given is a challenge for a player, to be sent with the recording.
type Given struct {
	Challenge string    `json:"challenge"`
	ID        string    `json:"id"`
	Issued    time.Time `json:"issued"`
	Expires   time.Time `json:"expires"`
}

// Challenge asks for a challenge, before the game is played.
func (c *Client) Challenge(ctx context.Context, w Wish) (g Given, err error) {
	wish := struct {
		Wish
		Life string `json:"life,omitempty"`
	}{Wish: w}
	if w.Life > 0 {
		wish.Life = w.Life.String()
	}
	body, err := json.Marshal(wish)
	if err != nil {
		return Given{}, err
	}
	err = c.do(ctx, call{method: http.MethodPost, path: "v1/challenges", header: map[string]string{
		"Content-Type": "application/json"}, body: body}, &g)
	return g, err
}
