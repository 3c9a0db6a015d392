// SPDX-License-Identifier: MIT
// Copyright (c) 2026 The tactus authors
//
// tactus.h makes a game in C a TM/1 module: a WebAssembly file that a tactus host runs, records and
// verifies. It needs a C11 compiler for wasm32 and no library; the three headers below belong to the
// compiler. The contract is guest/abi/ABI.md, and examples/guests/c-mergeisland uses all of this.
//
// A game is a struct that holds its whole state, and four functions:
//
//	static int32_t init(struct game *g, const tm_config *config);  // tick 0; *g comes as zeros
//	static int32_t step(struct game *g, tm_inputs *inputs);        // exactly one tick
//	static void save(const struct game *g, tm_writer *to);         // the canonical state
//	static int32_t load(struct game *g, tm_reader *from);          // *g comes as the running game
//
//	TM_GAME(struct game, init, step, save, load)
//
// init and load work on a copy, which becomes the game only when they return TM_OK: a refused state
// leaves the running one untouched, whatever the function wrote before it refused. step works on the
// game itself, which costs no copy a tick: where it returns a negative status it must not have changed
// anything. Nothing of the game may be outside the struct, since what load does not restore is not
// rolled back.
//
// Everything is bounded: a host that asks for more room than the maxima below gets address 0, and a
// host that claims a length beyond them gets an error, never a read outside a buffer.

#ifndef TACTUS_H
#define TACTUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The room of the four buffers in bytes. A game may define its own before it includes this file, up to
// what the ABI allows: 65,536 for a config, an input and a text, 4 MiB for a state.
#ifndef TM_CONFIG_MAX
#define TM_CONFIG_MAX 65536u
#endif
#ifndef TM_INPUT_MAX
#define TM_INPUT_MAX 65536u
#endif
#ifndef TM_STATE_MAX
#define TM_STATE_MAX 4096u
#endif
#ifndef TM_TEXT_MAX
#define TM_TEXT_MAX 4096u
#endif

#define TM_ABI 0x00010000 // major 1, minor 0

enum {
	TM_OK = 0,
	TM_FINISHED = 1, // the tick ran and was the last: every further step is TM_OVER
	TM_BAD_CONFIG = -1,
	TM_BAD_INPUT = -2,
	TM_BAD_STATE = -3,
	TM_UNSUPPORTED = -4,
	TM_LIMIT = -5,
	TM_OVER = -6,
	TM_INTERNAL = -7
};

enum { TM_KIND_CONFIG = 0, TM_KIND_INPUT = 1, TM_KIND_STATE = 2, TM_KIND_TEXT = 3 };

// A tm_bytes is a part of a buffer. It is valid during the call that got it.
typedef struct {
	const uint8_t *at;
	uint32_t len;
} tm_bytes;

// ---- Writing: fixed widths, little-endian, no padding ----

// A tm_writer appends to a buffer. What does not fit is left out and sets full, and the export then
// returns TM_LIMIT, so a game need not look at it.
typedef struct {
	uint8_t *at;
	uint32_t len, max;
	bool full;
} tm_writer;

static inline void tm_put_bits(tm_writer *w, uint64_t v, uint32_t bytes) {
	if (w->full || bytes > w->max - w->len) {
		w->full = true;
		return;
	}
	for (uint32_t i = 0; i < bytes; i++) w->at[w->len++] = (uint8_t)(v >> (8 * i));
}

static inline void tm_put_u8(tm_writer *w, uint8_t v) { tm_put_bits(w, v, 1); }
static inline void tm_put_u16(tm_writer *w, uint16_t v) { tm_put_bits(w, v, 2); }
static inline void tm_put_u32(tm_writer *w, uint32_t v) { tm_put_bits(w, v, 4); }
static inline void tm_put_u64(tm_writer *w, uint64_t v) { tm_put_bits(w, v, 8); }
static inline void tm_put_i32(tm_writer *w, int32_t v) { tm_put_bits(w, (uint32_t)v, 4); }
static inline void tm_put_i64(tm_writer *w, int64_t v) { tm_put_bits(w, (uint64_t)v, 8); }
static inline void tm_put_bool(tm_writer *w, bool v) { tm_put_bits(w, v ? 1 : 0, 1); }

// tm_put_f64 writes every NaN as one pattern: WebAssembly leaves the sign and the payload of a NaN
// open, so two engines may have different ones of the same computation.
static inline void tm_put_f64(tm_writer *w, double v) {
	union {
		double f;
		uint64_t u;
	} bits = {.f = v};
	tm_put_u64(w, v == v ? bits.u : UINT64_C(0x7ff8000000000000));
}

static inline void tm_put_bytes(tm_writer *w, const void *from, uint32_t len) {
	if (w->full || len > w->max - w->len) {
		w->full = true;
		return;
	}
	for (uint32_t i = 0; i < len; i++) w->at[w->len++] = ((const uint8_t *)from)[i];
}

// tm_put_text writes a text without its ending zero.
static inline void tm_put_text(tm_writer *w, const char *text) {
	uint32_t len = 0;
	while (text[len]) len++;
	tm_put_bytes(w, text, len);
}

// ---- Reading: the same, with every length checked ----

// A tm_reader takes values from the front of some bytes. Where they have run out, or are no canonical
// form, it gives 0 and sets bad, for ever: a game reads everything and then asks tm_done once.
typedef struct {
	const uint8_t *at;
	uint32_t left;
	bool bad;
} tm_reader;

static inline tm_reader tm_read(tm_bytes from) {
	tm_reader r = {from.at, from.len, false};
	return r;
}

static inline uint64_t tm_get_bits(tm_reader *r, uint32_t bytes) {
	if (r->bad || bytes > r->left) {
		r->bad = true;
		return 0;
	}
	uint64_t v = 0;
	for (uint32_t i = 0; i < bytes; i++) v |= (uint64_t)r->at[i] << (8 * i);
	r->at += bytes;
	r->left -= bytes;
	return v;
}

static inline uint8_t tm_get_u8(tm_reader *r) { return (uint8_t)tm_get_bits(r, 1); }
static inline uint16_t tm_get_u16(tm_reader *r) { return (uint16_t)tm_get_bits(r, 2); }
static inline uint32_t tm_get_u32(tm_reader *r) { return (uint32_t)tm_get_bits(r, 4); }
static inline uint64_t tm_get_u64(tm_reader *r) { return tm_get_bits(r, 8); }
static inline int32_t tm_get_i32(tm_reader *r) { return (int32_t)(uint32_t)tm_get_bits(r, 4); }
static inline int64_t tm_get_i64(tm_reader *r) { return (int64_t)tm_get_bits(r, 8); }

// tm_get_bool takes 0 and 1 only: a state has one encoding, or equal games have unequal hashes.
static inline bool tm_get_bool(tm_reader *r) {
	uint64_t v = tm_get_bits(r, 1);
	r->bad = r->bad || v > 1;
	return v == 1;
}

// tm_get_f64 takes the one NaN that tm_put_f64 writes, and no other.
static inline double tm_get_f64(tm_reader *r) {
	union {
		uint64_t u;
		double f;
	} bits = {.u = tm_get_bits(r, 8)};
	r->bad = r->bad || (bits.f != bits.f && bits.u != UINT64_C(0x7ff8000000000000));
	return bits.f;
}

static inline tm_bytes tm_get_bytes(tm_reader *r, uint32_t len) {
	tm_bytes part = {r->at, len};
	if (r->bad || len > r->left) {
		r->bad = true;
		part.len = 0;
		return part;
	}
	r->at += len;
	r->left -= len;
	return part;
}

// tm_done says whether all was read, and nothing is left over.
static inline bool tm_done(const tm_reader *r) { return !r->bad && r->left == 0; }

// ---- The config ----

// A tm_config is what a run starts from.
typedef struct {
	uint64_t seed_lo, seed_hi;
	uint32_t rate_num, rate_den; // ticks a second, as a fraction in lowest terms; neither is 0
	uint32_t players;            // 1 to 65,536
	tm_bytes game;               // the game's own part; empty stands for its defaults
} tm_config;

static inline bool tm_lowest_terms(uint32_t a, uint32_t b) {
	while (b != 0) {
		uint32_t rest = a % b;
		a = b;
		b = rest;
	}
	return a == 1;
}

static inline bool tm_read_config(tm_bytes from, tm_config *c) {
	tm_reader r = tm_read(from);
	bool known = tm_get_u32(&r) == 0x31434d54u && tm_get_u32(&r) == 1; // "TMC1", version 1
	c->seed_lo = tm_get_u64(&r);
	c->seed_hi = tm_get_u64(&r);
	c->rate_num = tm_get_u32(&r);
	c->rate_den = tm_get_u32(&r);
	c->players = tm_get_u32(&r);
	c->game = tm_get_bytes(&r, tm_get_u32(&r));
	return known && tm_done(&r) && c->rate_num != 0 && c->rate_den != 0 &&
		tm_lowest_terms(c->rate_num, c->rate_den) && c->players >= 1 && c->players <= 65536;
}

// ---- The inputs of a tick ----

// A tm_inputs walks the players' inputs of one tick, in ascending order. It is checked before the
// game sees it.
typedef struct {
	tm_reader rest;
	uint32_t left;
} tm_inputs;

// tm_next gives the next player's input, and false after the last.
static inline bool tm_next(tm_inputs *in, uint32_t *player, tm_bytes *input) {
	if (in->left == 0) return false;
	in->left--;
	*player = tm_get_u16(&in->rest);
	*input = tm_get_bytes(&in->rest, tm_get_u16(&in->rest));
	return !in->rest.bad;
}

// tm_read_inputs takes the one canonical form: players ascending and below their number, each once,
// nothing after the last, and a player without input left out.
static inline bool tm_read_inputs(tm_bytes from, uint32_t players, tm_inputs *in) {
	in->rest = tm_read(from);
	in->left = tm_get_u32(&in->rest);
	if (in->rest.bad) return false;
	tm_inputs walk = *in;
	uint32_t player = 0, least = 0;
	tm_bytes input;
	while (tm_next(&walk, &player, &input)) {
		if (player < least || player >= players || input.len == 0) return false;
		least = player + 1;
	}
	return walk.left == 0 && tm_done(&walk.rest);
}

// ---- The module ----

// tm_memory holds the buffers, and tm_text_len the text that tm_error gives out.
static struct {
	uint8_t config[TM_CONFIG_MAX], input[TM_INPUT_MAX], state[TM_STATE_MAX], text[TM_TEXT_MAX];
} tm_memory;

static const char *tm_reason = "";

// tm_fail keeps why something was refused, and returns the status: return tm_fail(TM_BAD_STATE,
// "posY is not tick*(tick+1)/2"). The text must be a constant.
static inline int32_t tm_fail(int32_t status, const char *reason) {
	tm_reason = reason;
	return status;
}

static inline tm_writer tm_write(uint8_t *at, uint32_t max) {
	tm_writer w = {at, 0, max, false};
	return w;
}

static inline int32_t tm_written(const tm_writer *w) {
	return w->full ? tm_fail(TM_LIMIT, "the buffer is full") : (int32_t)w->len;
}

// tm_part gives the bytes that the host says it wrote, or false where they cannot be in the buffer.
// len comes as a signed number and is none.
static inline bool tm_part(const uint8_t *at, int32_t len, uint32_t max, tm_bytes *part) {
	part->at = at;
	part->len = (uint32_t)len;
	return part->len <= max;
}

// The compiler writes copies of structs as calls of these two, library or not.
__attribute__((weak, no_builtin)) void *memcpy(void *to, const void *from, size_t n) {
	for (size_t i = 0; i < n; i++) ((uint8_t *)to)[i] = ((const uint8_t *)from)[i];
	return to;
}

__attribute__((weak, no_builtin)) void *memset(void *to, int v, size_t n) {
	for (size_t i = 0; i < n; i++) ((uint8_t *)to)[i] = (uint8_t)v;
	return to;
}

#define TM_EXPORT(name) __attribute__((export_name(#name))) int32_t name

TM_EXPORT(tm_abi)(void) { return TM_ABI; }

TM_EXPORT(tm_buf)(int32_t kind, int32_t len) {
	const struct {
		uint8_t *at;
		uint32_t max;
	} rooms[] = {
		[TM_KIND_CONFIG] = {tm_memory.config, TM_CONFIG_MAX},
		[TM_KIND_INPUT] = {tm_memory.input, TM_INPUT_MAX},
		[TM_KIND_STATE] = {tm_memory.state, TM_STATE_MAX},
		[TM_KIND_TEXT] = {tm_memory.text, TM_TEXT_MAX},
	};
	if ((uint32_t)kind > TM_KIND_TEXT || (uint32_t)len > rooms[kind].max) return 0;
	return (int32_t)(uintptr_t)rooms[kind].at;
}

TM_EXPORT(tm_error)(void) {
	tm_writer w = tm_write(tm_memory.text, TM_TEXT_MAX);
	tm_put_text(&w, tm_reason);
	return tm_written(&w);
}

// TM_GAME makes the exports that depend on the state.
#define TM_GAME(STATE, INIT, STEP, SAVE, LOAD) \
	static STATE tm_state, tm_next_state; \
	static bool tm_running; \
	static uint32_t tm_players; \
	\
	TM_EXPORT(tm_init)(int32_t len) { \
		tm_bytes part; \
		tm_config config; \
		if (!tm_part(tm_memory.config, len, TM_CONFIG_MAX, &part) || !tm_read_config(part, &config)) \
			return tm_fail(TM_BAD_CONFIG, "the config is no TMC1 config of version 1"); \
		memset(&tm_next_state, 0, sizeof tm_next_state); \
		int32_t status = INIT(&tm_next_state, &config); \
		if (status != TM_OK) return status; \
		tm_state = tm_next_state; \
		tm_players = config.players; \
		tm_running = true; \
		return TM_OK; \
	} \
	\
	TM_EXPORT(tm_step)(int32_t len) { \
		tm_bytes part; \
		tm_inputs inputs; \
		if (!tm_running) return tm_fail(TM_BAD_CONFIG, "tm_step before tm_init"); \
		if (!tm_part(tm_memory.input, len, TM_INPUT_MAX, &part) || \
			!tm_read_inputs(part, tm_players, &inputs)) \
			return tm_fail(TM_BAD_INPUT, "the inputs are not in canonical form"); \
		return STEP(&tm_state, &inputs); \
	} \
	\
	TM_EXPORT(tm_save)(void) { \
		if (!tm_running) return tm_fail(TM_BAD_CONFIG, "tm_save before tm_init"); \
		tm_writer w = tm_write(tm_memory.state, TM_STATE_MAX); \
		SAVE(&tm_state, &w); \
		return tm_written(&w); \
	} \
	\
	TM_EXPORT(tm_load)(int32_t len) { \
		tm_bytes part; \
		if (!tm_running) return tm_fail(TM_BAD_CONFIG, "tm_load before tm_init"); \
		if (!tm_part(tm_memory.state, len, TM_STATE_MAX, &part)) \
			return tm_fail(TM_BAD_STATE, "the state is longer than its buffer"); \
		tm_reader r = tm_read(part); \
		tm_next_state = tm_state; \
		int32_t status = LOAD(&tm_next_state, &r); \
		if (status != TM_OK) return status; \
		if (!tm_done(&r)) return tm_fail(TM_BAD_STATE, "the state has another length"); \
		tm_state = tm_next_state; \
		return TM_OK; \
	}

// TM_RESULT(STATE, RESULT) after TM_GAME exports a result record, written by
// static void RESULT(const STATE *g, tm_writer *to).
#define TM_RESULT(STATE, RESULT) \
	TM_EXPORT(tm_result)(void) { \
		if (!tm_running) return tm_fail(TM_BAD_CONFIG, "tm_result before tm_init"); \
		tm_writer w = tm_write(tm_memory.text, TM_TEXT_MAX); \
		RESULT(&tm_state, &w); \
		return tm_written(&w); \
	}

// TM_SCHEMA(TEXT) exports what the bytes of a state mean, as guest/abi/ABI.md writes it, so that a
// host names the field in which two states differ.
#define TM_SCHEMA(TEXT) \
	TM_EXPORT(tm_schema)(void) { \
		tm_writer w = tm_write(tm_memory.text, TM_TEXT_MAX); \
		tm_put_text(&w, TEXT); \
		return tm_written(&w); \
	}

#endif
