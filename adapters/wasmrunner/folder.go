package wasmrunner

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/tactus-go/tactus/verify"
)

// ModuleDir returns the folder in which the compiled code of one module of a tenant is, and notes that
// it is used now. A folder that cannot be made costs only the time that it would have saved. "" is none.
func ModuleDir(cacheDir, tenant string, module verify.Digest) string {
	if cacheDir == "" {
		return ""
	}
	dir := filepath.Join(cacheDir, tenant+"."+module.String())
	if os.MkdirAll(dir, 0o700) == nil {
		now := time.Now()
		_ = os.Chtimes(dir, now, now)
	}
	return dir
}

// Trim deletes modules' folders until what is left has at most so many bytes, those first that were not
// used for longest. A module that is being used goes on: its code is in memory. One that is deleted is
// compiled again when it is wanted. It returns how many bytes are left.
func Trim(cacheDir string, most int64) (left int64, err error) {
	entries, err := os.ReadDir(cacheDir)
	if err != nil {
		return 0, err
	}
	type folder struct {
		name  string
		bytes int64
		used  time.Time
	}
	var all []folder
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			continue // another process was faster
		}
		f := folder{name: filepath.Join(cacheDir, e.Name()), bytes: sizeOf(filepath.Join(cacheDir, e.Name())),
			used: info.ModTime()}
		all = append(all, f)
		left += f.bytes
	}
	slices.SortFunc(all, func(a, b folder) int {
		return cmp.Or(a.used.Compare(b.used), cmp.Compare(a.name, b.name))
	})
	for _, f := range all {
		if left <= most {
			break
		}
		if e := os.RemoveAll(f.name); e != nil {
			err = errors.Join(err, e)
			continue
		}
		left -= f.bytes
	}
	return left, err
}

// sizeOf counts the bytes of the files in a folder, or of a file. What vanishes meanwhile has none.
func sizeOf(name string) (n int64) {
	_ = filepath.WalkDir(name, func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				n += info.Size()
			}
		}
		return nil
	})
	return n
}
