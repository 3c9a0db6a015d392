package client

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// A Config sets up a [Client].
type Config struct {
	// Address is where the service is, as "https://verify.example.com". A path is kept.
	Address string
	// Token is a tenant's.
	Token string
	// HTTP sends requests. nil is one without a limit of its own; contexts end its calls.
	HTTP *http.Client
	// Tries is how often a call is made in all. 0 is 8, which is some minute and a half.
	Tries int
	// Sleep waits between tries, for tests. nil waits for real, and ends with the context.
	Sleep func(ctx context.Context, d time.Duration) error
	// Again is told before each further try: which it is, why, and after how long. nil is nobody.
	Again func(try int, why error, wait time.Duration)
}

const (
	triesDefault = 8
	waitFirst    = 250 * time.Millisecond // before the second try; each one after waits twice as long
	waitMost     = 30 * time.Second
	answerMax    = 64 << 20
)

// A Client calls one service.
type Client struct {
	config Config
	base   *url.URL
}

// New makes a client. The error says what of the config cannot be.
func New(c Config) (*Client, error) {
	base, err := url.Parse(c.Address)
	if err != nil || base.Scheme != "http" && base.Scheme != "https" || base.Host == "" {
		return nil, fmt.Errorf("tactus: the service's address is %.200q: want one as https://verify.example.com", c.Address)
	}
	if c.Token == "" || strings.ContainsAny(c.Token, " \r\n") {
		return nil, errors.New("tactus: a client without a token: want one that tactusd token new has printed")
	}
	if c.Tries < 0 {
		return nil, fmt.Errorf("tactus: client.Config: %d tries: want 0 or more", c.Tries)
	}
	if c.Tries == 0 {
		c.Tries = triesDefault
	}
	if c.HTTP == nil {
		c.HTTP = &http.Client{}
	}
	if c.Sleep == nil {
		c.Sleep = sleep
	}
	if c.Again == nil {
		c.Again = func(int, error, time.Duration) {}
	}
	return &Client{c, base}, nil
}

func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// A Problem is what a service says is wrong.
type Problem struct {
	Type      string `json:"type"` // tells kinds apart; what it begins with is urn:tactus:problem:
	Title     string `json:"title"`
	Status    int    `json:"status"` // of HTTP
	Detail    string `json:"detail"`
	RequestID string `json:"request_id"` // by which the service's log has more of it
	// Report is that of a module which did not pass, else nil.
	Report json.RawMessage `json:"report,omitempty"`

	after time.Duration
}

// Error returns one line.
func (p *Problem) Error() string {
	text := fmt.Sprintf("tactus: the service answers %d: %s", p.Status, p.Title)
	if p.Detail != "" {
		text += ": " + p.Detail
	}
	return text
}

// passes reports whether the same call may do better later.
func (p *Problem) passes() bool {
	switch p.Status {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// A call is a request that can be made again.
type call struct {
	method, path string
	query        url.Values
	header       map[string]string
	body         []byte
}

// do makes a call until it succeeds, for good fails, or the tries are used up. The last error is
// returned.
func (c *Client) do(ctx context.Context, k call, result any) error {
	wait := waitFirst
	for try := 1; ; try++ {
		err := c.try(ctx, &k, result)
		if err == nil || ctx.Err() != nil || try >= c.config.Tries {
			return err
		}
		pause := wait/2 + rand.N(wait/2+1) // so that clients that failed together do not come together
		if p, ok := errors.AsType[*Problem](err); ok {
			if !p.passes() {
				return err
			}
			pause = max(pause, min(p.after, 2*waitMost))
		}
		c.config.Again(try+1, err, pause)
		if err := c.config.Sleep(ctx, pause); err != nil {
			return err
		}
		wait = min(2*wait, waitMost)
	}
}

// try makes a call once.
func (c *Client) try(ctx context.Context, k *call, result any) error {
	u := c.base.JoinPath(k.path)
	u.RawQuery = k.query.Encode()
	r, err := http.NewRequestWithContext(ctx, k.method, u.String(), bytes.NewReader(k.body))
	if err != nil {
		return err
	}
	for name, value := range k.header {
		if value != "" {
			r.Header.Set(name, value)
		}
	}
	r.Header.Set("Authorization", "Bearer "+c.config.Token)
	got, err := c.config.HTTP.Do(r)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	data, err := io.ReadAll(io.LimitReader(got.Body, answerMax))
	if err != nil {
		return err
	}
	if got.StatusCode >= 300 {
		return problemOf(got, data)
	}
	if err := json.Unmarshal(data, result); err != nil {
		return fmt.Errorf("tactus: the service's answer is none: %w", err)
	}
	return nil
}

// problemOf reads a problem, or makes one of what a proxy says.
func problemOf(got *http.Response, data []byte) *Problem {
	p := &Problem{}
	if json.Unmarshal(data, p) != nil || p.Title == "" {
		p = &Problem{Title: http.StatusText(got.StatusCode)}
	}
	p.Status = got.StatusCode
	if seconds, err := strconv.Atoi(got.Header.Get("Retry-After")); err == nil && seconds > 0 {
		p.after = time.Duration(min(seconds, 3600)) * time.Second
	}
	return p
}
