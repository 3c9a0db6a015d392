// Reads merge-island.json as the other languages do: what one refuses, all refuse. The file is one
// object of two texts and nine whole numbers, so this knows no lists, no fractions, no nesting.

#ifndef CONFIG_H
#define CONFIG_H

#include "tactus.h"

#define FILE_MAX 65536u

struct config {
	int64_t seed, step_ms, accel, friction_num, friction_den, max_steps, rng_multiplier, rng_increment;
};

// A text is a place in the file, read forward.
struct text {
	const uint8_t *at, *end;
};

static uint8_t peek(const struct text *t) { return t->at < t->end ? *t->at : 0; }

static void skip_space(struct text *t) {
	while (peek(t) == ' ' || peek(t) == '\t' || peek(t) == '\n' || peek(t) == '\r') t->at++;
}

static bool take(struct text *t, uint8_t c) {
	skip_space(t);
	if (t->at == t->end || *t->at != c) return false;
	t->at++;
	return true;
}

// rune_of reads one character of UTF-8, or gives -1: no overlong forms, no surrogates, nothing over
// 0x10ffff.
static int32_t rune_of(struct text *t) {
	static const int32_t least[4] = {0, 0x80, 0x800, 0x10000};
	int32_t first = *t->at++, more = first < 0x80 ? 0 : first < 0xe0 ? 1 : first < 0xf0 ? 2 : 3;
	if ((first >= 0x80 && first < 0xc2) || first > 0xf4) return -1;
	int32_t rune = more == 0 ? first : first & (0x3f >> more);
	for (int32_t i = 0; i < more; i++) {
		if ((peek(t) & 0xc0) != 0x80) return -1;
		rune = rune << 6 | (*t->at++ & 0x3f);
	}
	bool surrogate = rune >= 0xd800 && rune < 0xe000;
	return rune < least[more] || rune > 0x10ffff || surrogate ? -1 : rune;
}

// hex_of reads the four digits of a \u, or gives -1.
static int32_t hex_of(struct text *t) {
	int32_t rune = 0;
	for (int32_t i = 0; i < 4; i++) {
		uint8_t c = peek(t), low = c | 0x20;
		if (c >= '0' && c <= '9') rune = rune << 4 | (c - '0');
		else if (low >= 'a' && low <= 'f') rune = rune << 4 | (low - 'a' + 10);
		else return -1;
		t->at++;
	}
	return rune;
}

// escape_of reads what follows a backslash, or gives -1.
static int32_t escape_of(struct text *t) {
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	uint8_t c = peek(t);
	t->at++;
	if (c == 'u') return hex_of(t);
	for (int32_t i = 0; from[i]; i++)
		if (c == from[i]) return to[i];
	return -1;
}

// string_of reads a string and keeps its first characters, where they are ASCII, in to. All names and
// the game's own are short and ASCII, so others need only differ from them: they get length max.
static bool string_of(struct text *t, uint8_t *to, uint32_t max, uint32_t *len) {
	*len = 0;
	if (!take(t, '"')) return false;
	while (t->at < t->end && *t->at != '"') {
		int32_t rune = *t->at < 0x20 ? -1 : rune_of(t);
		if (rune == '\\') rune = t->at < t->end ? escape_of(t) : -1;
		if (rune < 0) return false;
		if (rune > 0x7e) *len = max;
		if (*len < max) to[(*len)++] = (uint8_t)rune;
	}
	return take(t, '"');
}

// number_of reads a whole number of at most 18 digits, which is more than every range below.
static bool number_of(struct text *t, int64_t *v) {
	skip_space(t);
	bool below = peek(t) == '-';
	if (below) t->at++;
	const uint8_t *first = t->at;
	*v = 0;
	while (peek(t) >= '0' && peek(t) <= '9' && t->at - first < 18) *v = *v * 10 + (*t->at++ - '0');
	if (t->at == first || (*first == '0' && t->at - first > 1)) return false;
	if (below) *v = -*v;
	return true;
}

static bool equals(const uint8_t *name, uint32_t len, const char *want) {
	uint32_t i = 0;
	while (i < len && want[i] && name[i] == (uint8_t)want[i]) i++;
	return i == len && want[i] == 0;
}

// value_of reads the value of a field and gives the field's bit, or 0 for what is not allowed.
static uint32_t value_of(struct text *t, const uint8_t *name, uint32_t len, struct config *c) {
	const struct {
		const char *name;
		int64_t *value, low, high;
	} numbers[] = {
		{"seed", &c->seed, 0, UINT32_MAX},
		{"stepMs", &c->step_ms, 1, 1000},
		{"accel", &c->accel, 1, 10000},
		{"frictionNum", &c->friction_num, 0, 1000000},
		{"frictionDen", &c->friction_den, 1, 1000000},
		{"maxStepsPerFrame", &c->max_steps, 1, 10000},
		{"rngMultiplier", &c->rng_multiplier, 0, UINT32_MAX},
		{"rngIncrement", &c->rng_increment, 0, UINT32_MAX},
	};
	for (uint32_t i = 0; i < 8; i++) {
		if (!equals(name, len, numbers[i].name)) continue;
		int64_t v;
		if (!number_of(t, &v) || v < numbers[i].low || v > numbers[i].high) return 0;
		*numbers[i].value = v;
		return 1u << i;
	}
	uint8_t text[32];
	uint32_t text_len;
	int64_t version;
	if (equals(name, len, "version")) return number_of(t, &version) && version == 1 ? 1u << 8 : 0;
	if (!string_of(t, text, sizeof text, &text_len)) return 0;
	if (equals(name, len, "game")) return equals(text, text_len, "merge-island") ? 1u << 9 : 0;
	return equals(name, len, "note") ? 1u << 10 : 0;
}

// config_of reads the file: each field but the note is there, none twice, no other.
static bool config_of(tm_bytes file, struct config *c) {
	struct text t = {file.at, file.at + file.len};
	uint32_t seen = 0, len;
	uint8_t name[32];
	if (file.len > FILE_MAX || !take(&t, '{')) return false;
	do {
		if (!string_of(&t, name, sizeof name, &len) || !take(&t, ':')) return false;
		uint32_t field = value_of(&t, name, len, c);
		if (field == 0 || (seen & field)) return false;
		seen |= field;
	} while (take(&t, ','));
	bool closed = take(&t, '}');
	skip_space(&t);
	return closed && t.at == t.end && (seen & 0x3ff) == 0x3ff && c->friction_num <= c->friction_den;
}

#endif
