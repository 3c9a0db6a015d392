package natsbus

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nuid"

	"github.com/tactus-go/tactus/verify"
)

// A blob of one piece is one message, named by its digest: it is there whole or not at all, and costs a
// synced write, of which a short job has few. The layout of larger ones is that of NATS object stores,
// so that their tools show them: pieces of a subject of their own, and one message that says which.
const pieceMax = 128 << 10

func pieceSubject(store, id string) string { return "$O." + store + ".C." + id }

func blobSubject(store string, d verify.Digest) string {
	return "$O." + store + ".M." + base64.URLEncoding.EncodeToString([]byte(d.String()))
}

// digestOf writes a digest as object stores do.
func digestOf(d verify.Digest) string { return "SHA-256=" + base64.URLEncoding.EncodeToString(d[:]) }

// writeSmall writes a blob of one message, unless it is there. One that is old is written anew, over the
// old one, so that no sweep deletes it before the job that it is put for is submitted.
//
// A leader says that there is one already of a message that is on its way to the other servers still,
// and may get lost there: only what can be read is stored.
func (b *Bus) writeSmall(ctx context.Context, s *shelf, store string, d verify.Digest, data []byte) error {
	var over uint64
	end := time.Now().Add(patienceMax)
	for pause := pauseMin; ; pause = min(2*pause, pauseMax) {
		err := b.publishBlob(ctx, pieceSubject(store, d.String()), data, over)
		if err == nil {
			return nil
		}
		if !taken(err) && !errors.Is(err, verify.ErrFull) {
			return err
		}
		// It may be there, or there may be no room for another: the second is said of the first too.
		m, failed := b.lastSmall(ctx, s, store, d)
		switch {
		case failed == nil && verify.DigestOf(m.Data) != d:
			return wrongBlob(store, d, len(m.Data))
		case failed == nil && time.Since(m.Time) <= b.config.Grace/2:
			return nil
		case !taken(err):
			return err
		case failed == nil:
			over = m.Sequence
		case errors.Is(failed, jetstream.ErrMsgNotFound): // it is on its way, or a sweep was faster
			over = 0
		default:
			return failed
		}
		if time.Now().After(end) {
			return fmt.Errorf("%w: %w", jetstream.ErrNoStreamResponse, err)
		}
		if err := rest(ctx, pause); err != nil {
			return err
		}
	}
}

// publishBlob publishes a message in the place of another of its subject, 0 for none.
func (b *Bus) publishBlob(ctx context.Context, subject string, data []byte, over uint64) error {
	m := nats.NewMsg(subject)
	m.Data = data
	if over > 0 {
		m.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	}
	return b.try(ctx, func(ctx context.Context) error {
		_, err := b.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(over))
		return err
	})
}

// lastSmall reads the message of a blob of one; jetstream.ErrMsgNotFound where there is none.
func (b *Bus) lastSmall(ctx context.Context, s *shelf, store string, d verify.Digest) (m *jetstream.RawStreamMsg,
	err error) {
	err = b.try(ctx, func(ctx context.Context) (err error) {
		m, err = s.stream.GetLastMsgForSubject(ctx, pieceSubject(store, d.String()))
		return err
	})
	return m, err
}

// largeInfo reads the message of a blob of several pieces; jetstream.ErrObjectNotFound where there is
// none.
func (b *Bus) largeInfo(ctx context.Context, s *shelf, d verify.Digest) (info *jetstream.ObjectInfo, err error) {
	err = b.try(ctx, func(ctx context.Context) (err error) {
		info, err = s.store.GetInfo(ctx, d.String())
		return err
	})
	return info, err
}

// writeLarge writes a blob of several pieces, unless it is there.
func (b *Bus) writeLarge(ctx context.Context, s *shelf, store string, d verify.Digest, data []byte) error {
	info, err := b.largeInfo(ctx, s, d)
	if errors.Is(err, jetstream.ErrObjectNotFound) {
		return b.writeBlob(ctx, store, d, data, 0)
	}
	if err == nil && time.Since(info.ModTime) > b.config.Grace/2 {
		return b.renew(ctx, s, store, d, data)
	}
	if err == nil && (info.Size != uint64(len(data)) || info.Digest != digestOf(d)) {
		return wrongBlob(store, d, int(info.Size))
	}
	return err
}

// writeBlob writes the pieces, and only when all are stored the message that makes them a blob. The
// client's own Put sends all at once: where a full store refuses a piece, but not the message, there is
// then a blob that cannot be read, and that looks as if it had been put.
//
// over is the place of the message of the same blob that it takes the place of, 0 where there is none.
func (b *Bus) writeBlob(ctx context.Context, store string, d verify.Digest, data []byte, over uint64) error {
	ctx, stop := context.WithTimeout(ctx, putMax)
	defer stop()
	id := nuid.Next()
	pieces := 0
	for piece := range slices.Chunk(data, pieceMax) {
		if err := b.writePiece(ctx, pieceSubject(store, id), pieces, piece); err != nil {
			b.drop(ctx, store, id)
			return err
		}
		pieces++
	}
	m := nats.NewMsg(blobSubject(store, d))
	var err error
	m.Data, err = json.Marshal(jetstream.ObjectInfo{ObjectMeta: jetstream.ObjectMeta{Name: d.String(),
		Opts: &jetstream.ObjectMetaOptions{ChunkSize: pieceMax}}, Bucket: store, NUID: id, Size: uint64(len(data)),
		Chunks: uint32(pieces), Digest: digestOf(d)})
	if err != nil {
		return err
	}
	if over > 0 {
		m.Header.Set(jetstream.MsgRollup, jetstream.MsgRollupSubject)
	}
	sure := true // that what is there was written by another
	err = b.try(ctx, func(ctx context.Context) error {
		_, err := b.js.PublishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(over))
		sure = sure && (err == nil || taken(err))
		return err
	})
	switch {
	case err == nil:
		return nil
	case !taken(err):
		return err // it may be stored all the same, so the pieces stay
	case sure:
		b.drop(ctx, store, id)
	}
	return nil
}

// writePiece writes one piece, once: it has an id, should its answer be lost.
func (b *Bus) writePiece(ctx context.Context, subject string, n int, piece []byte) error {
	m := nats.NewMsg(subject)
	m.Data = piece
	return b.try(ctx, func(ctx context.Context) error {
		_, err := b.js.PublishMsg(ctx, m, jetstream.WithMsgID(subject+"."+strconv.Itoa(n)))
		return err
	})
}

// drop deletes pieces that are of no blob. Where that fails, they only take up room.
func (b *Bus) drop(ctx context.Context, store, id string) {
	s, err := b.js.Stream(ctx, "OBJ_"+store)
	if err == nil {
		_ = s.Purge(ctx, jetstream.WithPurgeSubject(pieceSubject(store, id)))
	}
}

// blobMax bounds what is read at once, whatever the store says that there is.
const blobMax = 1 << 30

// readBlob reads a blob, small or large: one message, or the pieces one by one. The client's own Get
// makes a consumer for each, which costs many times what reading a recording does.
func (b *Bus) readBlob(ctx context.Context, s *shelf, name string, d verify.Digest) ([]byte, error) {
	m, err := b.lastSmall(ctx, s, name, d)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return b.readLarge(ctx, s, name, d)
	}
	if err != nil {
		return nil, err
	}
	return m.Data, nil
}

func (b *Bus) readLarge(ctx context.Context, s *shelf, name string, d verify.Digest) (data []byte, err error) {
	info, err := b.largeInfo(ctx, s, d)
	if err != nil {
		return nil, err
	}
	if info.Size > blobMax {
		return nil, fmt.Errorf("tactus: blob %v in %s has %d bytes: want at most %d", d, name, info.Size, blobMax)
	}
	data = make([]byte, 0, min(info.Size, 64<<20))
	subject := pieceSubject(name, info.NUID)
	var last uint64
	for range info.Chunks {
		var m *jetstream.RawStreamMsg
		err := b.try(ctx, func(ctx context.Context) error {
			m, err = s.stream.GetMsg(ctx, last+1, jetstream.WithGetMsgSubject(subject))
			return err
		})
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil, errMissing
		}
		if err != nil {
			return nil, err
		}
		last = m.Sequence
		data = append(data, m.Data...)
		if uint64(len(data)) > info.Size {
			break // not what was put; the digest will tell
		}
	}
	return data, nil
}
