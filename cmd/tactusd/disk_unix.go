//go:build linux || darwin

package main

import "syscall"

// freeBytes returns how much of a folder's disk is free for this user.
func freeBytes(folder string) (n int64, ok bool) {
	var s syscall.Statfs_t
	if syscall.Statfs(folder, &s) != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
