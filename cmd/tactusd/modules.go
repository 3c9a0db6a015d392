package main

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"time"

	"github.com/tactus-go/tactus/adapters/wazerohost"
	"github.com/tactus-go/tactus/adapters/wazerohost/wasmbin"
	"github.com/tactus-go/tactus/verify"
)

// putModule takes a module that passes the ten points of TM/1. Its report is in the answer, whichever it is.
func (a *api) putModule(w http.ResponseWriter, r *request) error {
	done, err := a.room(r)
	if err != nil {
		return err
	}
	defer done()
	a.config.body().bound(w, r.Request, a.config.ModuleMaxBytes)
	binary, err := readMagic(r.Body, magicModule, "a module", r.ContentLength)
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
	report, err := a.check(r.Context(), w, binary)
	if err != nil {
		return err
	}
	if m, err = a.keepModule(r, id, binary, report); err != nil {
		return err
	}
	return answer(w, http.StatusCreated, m)
}

// checkMost bounds how long a client waits for a check, beside its budget.
const checkMost = 5 * time.Minute

// check tries a module, one at a time. A client that goes away ends it.
func (a *api) check(ctx context.Context, w http.ResponseWriter, binary []byte) (json.RawMessage, error) {
	ctx, stop := context.WithTimeout(ctx, checkMost)
	defer stop()
	defer context.AfterFunc(a.end, stop)()
	_ = http.NewResponseController(w).SetWriteDeadline(time.Now().Add(checkMost + writeMax)) // as in slowReader.Read
	select {
	case a.checks <- struct{}{}:
		defer func() { <-a.checks }()
	case <-ctx.Done():
		return nil, wrong("unavailable", "other modules are being checked").after(10)
	}
	report := wazerohost.Check(binary, wazerohost.CheckOptions{Profile: wasmbin.Float, CacheDir: a.config.cacheDir(),
		Budget: wazerohost.NewBudget(ctx, a.config.CheckFuel)})
	data, err := json.Marshal(report)
	if err == nil && !report.OK() {
		p := wrong("module-refused", "the report has the point that it does not pass")
		p.Report = data
		return nil, p
	}
	return data, err
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
