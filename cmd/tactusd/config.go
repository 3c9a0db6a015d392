package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"

	"github.com/alecthomas/kong"
)

// A configFile is the JSON file of --config: flags of serve by their names. The environment wins over
// it, and flags over both.
type configFile map[string]any

// readConfig reads the file.
func readConfig(r io.Reader) (kong.Resolver, error) {
	d := json.NewDecoder(r)
	d.UseNumber()
	var c configFile
	if err := d.Decode(&c); err != nil {
		return nil, fmt.Errorf("the config file: %w", err)
	}
	for _, name := range slices.Sorted(maps.Keys(c)) {
		switch v := c[name].(type) {
		case string, bool:
		case json.Number:
			c[name] = v.String()
		default:
			return nil, fmt.Errorf("the config file: %s is %T: want a text, a number, true or false", name, v)
		}
	}
	return c, nil
}

// Validate refuses names that are no flags of serve, which would do nothing.
func (c configFile) Validate(app *kong.Application) error {
	known := map[string]bool{}
	for _, leaf := range app.Leaves(false) {
		for _, f := range leaf.Flags {
			known[f.Name] = known[f.Name] || leaf.Name == "serve"
		}
	}
	for _, name := range slices.Sorted(maps.Keys(c)) {
		if !known[name] {
			return fmt.Errorf("the config file: serve has no flag %q", name)
		}
	}
	return nil
}

// Resolve returns a flag's value, nil where the file or the environment has another.
func (c configFile) Resolve(_ *kong.Context, _ *kong.Path, flag *kong.Flag) (any, error) {
	for _, name := range flag.Envs {
		if _, set := os.LookupEnv(name); set {
			return nil, nil
		}
	}
	if v, ok := c[flag.Name]; ok {
		return v, nil
	}
	return nil, nil
}
