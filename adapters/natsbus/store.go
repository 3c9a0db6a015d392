package natsbus

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"github.com/tactus-go/tactus/verify"
)

// A shelf is the store of a tenant, and the stream that it is made of.
type shelf struct {
	store   jetstream.ObjectStore
	stream  jetstream.Stream
	limited bool // it has the limit that this process wants
}

// shelf returns the store of a tenant, with its limit and made where there is none, if something is to
// be put there; else nil where there is none.
func (b *Bus) shelf(ctx context.Context, tenant string, put bool) (*shelf, error) {
	if err := verify.CheckTenant(tenant); err != nil {
		return nil, err
	}
	b.mu.Lock()
	s := b.shelves[tenant]
	b.mu.Unlock()
	if s != nil && (s.limited || !put) {
		return s, nil
	}
	s = &shelf{limited: put}
	name := b.config.blobsName(tenant)
	err := b.try(ctx, func(ctx context.Context) (err error) {
		if put {
			s.store, err = b.makeBlobs(ctx, name, b.config.Limits(tenant).Bytes)
		} else {
			s.store, err = b.js.ObjectStore(ctx, name)
		}
		if err == nil {
			s.stream, err = b.js.Stream(ctx, "OBJ_"+name)
		}
		return err
	})
	if errors.Is(err, jetstream.ErrBucketNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	b.mu.Lock()
	b.shelves[tenant] = s
	b.mu.Unlock()
	return s, nil
}

// makeBlobs makes a store, or sets the limit of the one that is there.
func (b *Bus) makeBlobs(ctx context.Context, name string, most int64) (jetstream.ObjectStore, error) {
	if most <= 0 {
		most = -1 // the server's word for none
	}
	want := jetstream.ObjectStoreConfig{Bucket: name, Storage: jetstream.FileStorage, MaxBytes: most,
		Replicas: max(1, b.config.Replicas), Description: "recordings and modules by their SHA-256"}
	there, err := b.js.Stream(ctx, "OBJ_"+name)
	if errors.Is(err, jetstream.ErrStreamNotFound) {
		s, err := b.js.CreateObjectStore(ctx, want)
		if errors.Is(err, jetstream.ErrBucketExists) {
			return b.js.ObjectStore(ctx, name)
		}
		return s, err
	}
	if err != nil {
		return nil, err
	}
	if config := there.CachedInfo().Config; config.MaxBytes != most {
		config.MaxBytes = most
		if _, err := b.js.UpdateStream(ctx, config); err != nil {
			return nil, err
		}
	}
	return b.js.ObjectStore(ctx, name)
}

// Put keeps bytes in a tenant's store.
func (b *Bus) Put(ctx context.Context, tenant string, data []byte) (verify.Digest, error) {
	s, err := b.shelf(ctx, tenant, true)
	if err != nil {
		return verify.Digest{}, err
	}
	d := verify.DigestOf(data)
	if len(data) <= pieceMax {
		err = b.writeSmall(ctx, s, b.config.blobsName(tenant), d, data)
	} else {
		err = b.writeLarge(ctx, s, b.config.blobsName(tenant), d, data)
	}
	var api *jetstream.APIError
	if most := b.config.Limits(tenant).Bytes; most > 0 && errors.As(err, &api) && api.ErrorCode == codeStoreFailed {
		err = &verify.LimitError{Tenant: tenant, What: verify.LimitBytes, Limit: most}
	}
	if err != nil {
		return verify.Digest{}, err
	}
	return d, nil
}

// wrongBlob says that what is there is not what its name says. Nothing is written over it, since someone
// should look at the disk.
func wrongBlob(store string, d verify.Digest, size int) error {
	return fmt.Errorf("tactus: blob %v in %s: %d bytes are there, but they are not what the name says", d, store, size)
}

// errMissing: a piece of a blob is not here.
var errMissing = errors.New("tactus: a piece of it is missing")

// Get returns what a tenant has put.
func (b *Bus) Get(ctx context.Context, tenant string, d verify.Digest) ([]byte, error) {
	if verify.CheckTenant(tenant) != nil {
		return nil, verify.ErrUnknown
	}
	s, err := b.shelf(ctx, tenant, false)
	if err != nil {
		return nil, err
	}
	if s == nil {
		return nil, verify.ErrUnknown
	}
	// Blobs are read from any copy. One that lags has not yet what was put just now, so that is looked for
	// again; what there is cannot be old, since it never changes. Pieces are missing too where the blob was
	// put anew, as others, after its message was read.
	for pause := pauseMin; ; pause *= 2 {
		data, err := b.readBlob(ctx, s, b.config.blobsName(tenant), d)
		if errors.Is(err, jetstream.ErrObjectNotFound) || errors.Is(err, errMissing) {
			if pause < pauseMax && (errors.Is(err, errMissing) || s.lags(ctx)) {
				if err := rest(ctx, pause); err != nil {
					return nil, err
				}
				continue
			}
			if !errors.Is(err, errMissing) {
				err = verify.ErrUnknown
			}
		}
		if err == nil && verify.DigestOf(data) != d {
			err = wrongBlob(b.config.blobsName(tenant), d, len(data))
		}
		if err != nil {
			return nil, err
		}
		return data, nil
	}
}

// lags reports whether there are copies that may be behind.
func (s *shelf) lags(ctx context.Context) bool {
	status, err := s.store.Status(ctx)
	return err != nil || status.Replicas() > 1
}
