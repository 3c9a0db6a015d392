package verify

import "fmt"

// Limits are what a tenant may have at one time. 0 is no limit.
type Limits struct {
	Jobs  int64 // without a verdict: waiting or running
	Bytes int64 // in the store; a bus may count its own overhead in
	// Running is how many jobs may be leased from one Bus of one process. Others of the tenant wait,
	// however many workers have nothing to do: so jobs without an end leave workers to other tenants.
	Running int64
}

// What a tenant may have too much of.
const (
	// LimitJobs is Limits.Jobs.
	LimitJobs = "undecided jobs"
	// LimitBytes is Limits.Bytes.
	LimitBytes = "stored bytes"
)

// A LimitError says that a tenant has as much of something as it may have. Nothing was taken.
type LimitError struct {
	Tenant string
	What   string // LimitJobs or LimitBytes
	Limit  int64
}

// Error says it in words.
func (e *LimitError) Error() string {
	return fmt.Sprintf("tactus: tenant %s has all the %s that it may have: %d", e.Tenant, e.What, e.Limit)
}
