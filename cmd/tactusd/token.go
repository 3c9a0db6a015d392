package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/tactus-go/tactus/verify"
	"github.com/tactus-go/tactus/verify/challenge"
)

// tokenCommand changes the file of tenants. A service that runs sees it within a second.
type tokenCommand struct {
	New    tokenNew    `cmd:"" help:"Print a new token of a tenant, once: only its SHA-256 is kept."`
	List   tokenList   `cmd:"" help:"List the tokens of all tenants by the beginning of their SHA-256."`
	Revoke tokenRevoke `cmd:"" help:"Take a token away."`
}

type tenantsFlag struct {
	Tenants string `help:"The file of tenants." type:"path" default:"tactusd-data/tenants.json" placeholder:"FILE"`
}

type tokenNew struct {
	tenantsFlag
	Tenant string `arg:"" help:"Name: 1 to 63 of a-z, 0-9 and -."`
	Note   string `help:"What the token is for."`
}

// Run makes a token.
func (n *tokenNew) Run(c *console) error {
	if err := verify.CheckTenant(n.Tenant); err != nil {
		return err
	}
	token, entry := newToken(n.Note, time.Now())
	err := edit(n.Tenants, func(f *tenantsFile) error {
		if f.Tenants == nil {
			f.Tenants = map[string]*tenantEntry{}
		}
		if f.Tenants[n.Tenant] == nil {
			f.Tenants[n.Tenant] = &tenantEntry{}
		}
		f.Tenants[n.Tenant].Tokens = append(f.Tenants[n.Tenant].Tokens, entry)
		return nil
	})
	if err == nil {
		_, err = fmt.Fprintln(c.stdout, token)
	}
	return err
}

type tokenList struct{ tenantsFlag }

// Run lists tokens.
func (l *tokenList) Run(c *console) error {
	data, err := os.ReadFile(l.Tenants)
	if err != nil {
		return err
	}
	f, err := parseTenants(data)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(f.Tenants)) {
		if f.Tenants[name] == nil {
			continue
		}
		for _, t := range f.Tenants[name].Tokens {
			if _, err := fmt.Fprintf(c.stdout, "%.12s  %s  %s  %s\n", t.SHA256, t.Created.Format(time.DateTime), name,
				t.Note); err != nil {
				return err
			}
		}
	}
	return nil
}

type tokenRevoke struct {
	tenantsFlag
	SHA256 string `arg:"" name:"sha256" help:"First digits, at least 8, of the token's SHA-256."`
}

// Run takes a token away.
func (r *tokenRevoke) Run(c *console) error {
	if len(r.SHA256) < 8 {
		return fmt.Errorf("%q is too short to tell tokens apart: want at least 8 digits", r.SHA256)
	}
	return edit(r.Tenants, func(f *tenantsFile) error {
		found := 0
		for _, t := range f.Tenants {
			if t == nil {
				continue
			}
			before := len(t.Tokens)
			t.Tokens = slices.DeleteFunc(t.Tokens, func(e tokenEntry) bool { return strings.HasPrefix(e.SHA256, r.SHA256) })
			found += before - len(t.Tokens)
		}
		if found != 1 {
			return fmt.Errorf("%d tokens begin with %s: want one", found, r.SHA256)
		}
		return nil
	})
}

// keyCommand changes the file of keys.
type keyCommand struct {
	New keyNew `cmd:"" help:"Put a new key first: it signs from now on, and the older ones still open what they signed."`
}

type keyNew struct {
	Keys string `help:"The file of keys." type:"path" default:"tactusd-data/challenge-keys.json" placeholder:"FILE"`
	Keep int    `help:"How many keys are kept." default:"3"`
}

// Run makes a key.
func (n *keyNew) Run(c *console) error {
	if n.Keep < 1 {
		return fmt.Errorf("--keep %d: want 1 or more", n.Keep)
	}
	return edit(n.Keys, func(f *keysFile) error {
		f.Keys = slices.Insert(f.Keys, 0, challenge.NewKey())
		f.Keys = f.Keys[:min(len(f.Keys), n.Keep)]
		_, err := fmt.Fprintf(c.stdout, "key %s signs; %d are known\n", f.Keys[0].ID, len(f.Keys))
		return err
	})
}
