package main

import (
	"context"
	"encoding/json"
	"math"
	"math/big"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/tactus-go/tactus/adapters/wasmrunner"
	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
	"github.com/tactus-go/tactus/guest/abi"
	"github.com/tactus-go/tactus/verify"
)

// putModule takes a module that passes the ten points of TM/1. Its report is in the answer, whichever
// it is.
func (a *api) putModule(w http.ResponseWriter, r *request) error {
	if err := asItIs(w, r.Request); err != nil {
		return err
	}
	done, err := a.room(r)
	if err != nil {
		return err
	}
	defer done()
	if err := a.bound(w, r, a.config.ModuleMaxBytes+aroundMax); err != nil {
		return err
	}
	u, err := moduleForm.read(r.Request)
	if err != nil {
		return err
	}
	h, err := a.shares.enter(r.Context(), r.tenant, aCheck)
	if err != nil {
		return err // the client has gone
	}
	defer h.leave()
	binary := u.data
	if int64(len(binary)) > a.config.ModuleMaxBytes {
		return wrong("too-large", "at most %d bytes", a.config.ModuleMaxBytes)
	}
	config, err := u.checkConfig()
	if err != nil {
		return err
	}
	id := verify.DigestOf(binary)
	m, ok, err := moduleOf(r.Context(), a.backend.ledger, r.tenant, id)
	if err != nil {
		return err
	}
	if ok {
		return answer(w, http.StatusOK, m)
	}
	h.leave() // it waits for other checks, which take a share of their own
	report, err := a.check(r, w, binary, config)
	if err != nil {
		return err
	}
	if m, err = a.keepModule(r, id, binary, report); err != nil {
		return err
	}
	return answer(w, http.StatusCreated, m)
}

// checkConfig is what a module is tried with: it may not play every rate, nor without its own config.
func (u *upload) checkConfig() (c abi.Config, err error) {
	c = abi.Config{RateNum: 60, RateDen: 1, Players: 1, SeedLo: 1, Game: []byte(u.fields["config"])}
	if text := u.fields["rate"]; text != "" {
		rate, ok := new(big.Rat).SetString(text)
		if !ok || len(text) > 40 || rate.Sign() <= 0 || rate.Num().BitLen() > 32 || rate.Denom().BitLen() > 32 {
			return c, wrong("bad-request", "rate: %.40q: want steps a second, as 60 or 125/2", text)
		}
		c.RateNum, c.RateDen = uint32(rate.Num().Uint64()), uint32(rate.Denom().Uint64())
	}
	for field, set := range map[string]func(uint64) bool{
		"players": func(v uint64) bool { c.Players = uint32(v); return v >= 1 && v <= 1<<16 },
		"seed":    func(v uint64) bool { c.SeedLo = v; return true },
	} {
		text := u.fields[field]
		if text == "" {
			continue
		}
		v, err := strconv.ParseUint(text, 10, 64)
		if err != nil || !set(v) {
			return c, wrong("bad-request", "%s: %.40q: want a whole number", field, text)
		}
	}
	return c, nil
}

// restOwed is how much of the rest after its checks a tenant may owe, so that some modules can be sent
// one after another.
const restOwed = 6 * time.Minute

// checkMost bounds how long a client waits for a check, beside its budget.
const checkMost = 5 * time.Minute

// check tries a module. One is tried at a time, since it may take half a minute of a core, and only
// one of a tenant waits for that. A client that goes away ends it.
func (a *api) check(r *request, w http.ResponseWriter, binary []byte, c abi.Config) (json.RawMessage, error) {
	done := a.meter.check(r.tenant, r.limits)
	if done == nil {
		return nil, wrong("busy", "one module at a time is checked").after(5)
	}
	defer done()
	if rest := a.meter.rest(r.tenant, r.limits) - restOwed; rest > 0 && a.shares.othersThan(r.tenant) {
		return nil, wrong("busy", "the last modules took their time: others come first").after(int(math.Ceil(rest.Seconds())))
	}
	ctx, stop := context.WithTimeout(r.Context(), checkMost)
	defer stop()
	defer context.AfterFunc(a.end, stop)()
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(checkMost + writeMax)) // as in slowReader.Read
	select {
	case a.checks <- struct{}{}:
		defer func() { <-a.checks }()
	case <-ctx.Done():
		return nil, wrong("unavailable", "other modules are being checked").after(10)
	}
	h, err := a.shares.enter(ctx, r.tenant, aCheck)
	if err != nil {
		return nil, wrong("unavailable", "other work of yours is being done").after(10)
	}
	defer h.leave()
	begun, waited := time.Now(), h.waited
	defer func() { a.meter.tire(r.tenant, r.limits, slowRest*(time.Since(begun)-(h.waited-waited))) }()
	ctx = sharedContext{ctx, h}
	report := wazerohost.Check(binary, wazerohost.CheckOptions{Config: c, Profile: wasmbin.Float,
		CacheDir: wasmrunner.ModuleDir(a.config.cacheDir(), r.tenant, verify.DigestOf(binary)),
		Budget:   wazerohost.NewBudget(ctx, a.config.CheckFuel)})
	_, _ = wasmrunner.Trim(a.config.cacheDir(), a.config.CompiledBytes) // what cannot be deleted now may be later
	data, err := json.Marshal(report)
	switch {
	case err == nil && report.OK():
		return data, nil
	case err == nil && ctx.Err() != nil:
		return nil, wrong("unavailable", "the check was ended before it was done").after(10)
	case err != nil:
		return nil, err
	}
	p := wrong("module-refused", "the report has the point that it does not pass")
	p.Report = data
	return nil, p
}

// keepModule stores a module before it is in the list, so that what is listed can be run.
func (a *api) keepModule(r *request, id verify.Digest, binary []byte, report json.RawMessage) (m module, err error) {
	if _, err := a.backend.Put(r.Context(), r.tenant, binary); err != nil {
		return m, err
	}
	data, err := json.Marshal(module{SHA256: id, Bytes: len(binary), Accepted: time.Now().UTC(), Report: report})
	if err != nil {
		return m, err
	}
	kept, err := a.backend.ledger.create(r.Context(), moduleKey(r.tenant, id), data)
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(kept, &m)
}

// listModules lists the tenant's modules by their digests.
func (a *api) listModules(w http.ResponseWriter, r *request) error {
	cursor, limit, err := paging(r)
	if err != nil {
		return err
	}
	entries, err := a.backend.ledger.list(r.Context(), "module."+r.tenant+".")
	if err != nil {
		return err
	}
	from, _ := slices.BinarySearchFunc(entries, cursor, func(e ledgerEntry, c string) int {
		if e.key > c {
			return 1
		}
		return -1 // after what the last page ended with
	})
	page := list[module]{Items: []module{}}
	for i := from; i < len(entries) && i < from+limit; i++ {
		var m module
		if err := json.Unmarshal(entries[i].value, &m); err != nil {
			return err
		}
		page.Items = append(page.Items, m)
		if i+1 == from+limit && i+1 < len(entries) {
			page.Next = cursorOf(entries[i].key)
		}
	}
	return answer(w, http.StatusOK, page)
}
