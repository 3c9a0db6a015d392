// merge-island in C: the same rules, the same config file and the same bytes of state as the Go
// package games/mergeisland, whose documentation has the rules.

#define TM_STATE_MAX 64u
#include "tactus.h"

#include "config.h"

#define TICKS_MAX (INT64_C(1) << 24) // keeps every number below within 64 bits

struct island {
	struct config config; // constant, so not saved
	int64_t tick, pos_x, pos_y, vel_x, vel_y, score;
	uint32_t rng;
	uint64_t rng_draws;
};

// defaults are the numbers of merge-island.json, for a config that has none of the game's own.
static const struct config defaults = {20261012, 16, 3, 15, 16, 8, 1103515245, 12345};

// init takes the seed from the header of the config: the one in the file is where a host that has only
// the file begins.
static int32_t init(struct island *g, const tm_config *config) {
	if (config->game.len == 0) g->config = defaults;
	else if (!config_of(config->game, &g->config)) return tm_fail(TM_BAD_CONFIG, "no merge-island config");
	if (config->seed_hi != 0 || config->seed_lo > UINT32_MAX)
		return tm_fail(TM_BAD_CONFIG, "the seed has more than 32 bits");
	if (config->rate_num * (uint64_t)g->config.step_ms != UINT64_C(1000) * config->rate_den)
		return tm_fail(TM_UNSUPPORTED, "the rate is not the one of stepMs");
	if (config->players != 1) return tm_fail(TM_UNSUPPORTED, "the game has one player");
	g->rng = (uint32_t)config->seed_lo;
	return TM_OK;
}

// floor_div rounds down also below zero, where C's division rounds up.
static int64_t floor_div(int64_t num, int64_t den) { return num / den - (num % den < 0); }

// move_of reads the only player's input: one byte, -1, 0 or 1. All else counts as no input.
static int64_t move_of(tm_inputs *inputs) {
	uint32_t player;
	tm_bytes input;
	if (!tm_next(inputs, &player, &input) || input.len != 1) return 0;
	return input.at[0] == 1 ? 1 : input.at[0] == 0xff ? -1 : 0;
}

static int32_t step(struct island *g, tm_inputs *inputs) {
	const struct config *c = &g->config;
	if (g->tick >= TICKS_MAX) return TM_OK; // stands still, as the Go game does
	g->vel_x = floor_div((g->vel_x + move_of(inputs) * c->accel) * c->friction_num, c->friction_den);
	g->pos_x += g->vel_x;
	g->vel_y++;
	g->pos_y += g->vel_y;
	g->rng = g->rng * (uint32_t)c->rng_multiplier + (uint32_t)c->rng_increment;
	g->rng_draws++;
	g->score += g->rng % 7;
	g->tick++;
	return TM_OK;
}

static void save(const struct island *g, tm_writer *to) {
	tm_put_i64(to, g->tick);
	tm_put_i64(to, g->pos_x);
	tm_put_i64(to, g->pos_y);
	tm_put_i64(to, g->vel_x);
	tm_put_i64(to, g->vel_y);
	tm_put_i64(to, g->score);
	tm_put_u64(to, g->rng);
	tm_put_u64(to, g->rng_draws);
}

static bool within(int64_t v, int64_t low, int64_t high) { return v >= low && v <= high; }

// load refuses what no run of this config reaches, as the Go game does; a state that would make a
// later tick overflow is among it.
static int32_t load(struct island *g, tm_reader *from) {
	g->tick = tm_get_i64(from);
	g->pos_x = tm_get_i64(from);
	g->pos_y = tm_get_i64(from);
	g->vel_x = tm_get_i64(from);
	g->vel_y = tm_get_i64(from);
	g->score = tm_get_i64(from);
	uint64_t rng = tm_get_u64(from);
	g->rng = (uint32_t)rng;
	g->rng_draws = tm_get_u64(from);
	if (!tm_done(from)) return tm_fail(TM_BAD_STATE, "the state is not 64 bytes long");
	if (!within(g->tick, 0, TICKS_MAX)) return tm_fail(TM_BAD_STATE, "tick is out of range");
	int64_t triangle = g->tick * (g->tick + 1) / 2, fastest = (g->config.accel + 1) * g->tick;
	bool reachable = within(g->pos_x, -(g->config.accel + 1) * triangle, (g->config.accel + 1) * triangle) &&
		g->pos_y == triangle && within(g->vel_x, -fastest, fastest) && g->vel_y == g->tick &&
		within(g->score, 0, 6 * g->tick) && rng <= UINT32_MAX && g->rng_draws == (uint64_t)g->tick;
	return reachable ? TM_OK : tm_fail(TM_BAD_STATE, "no run of this config reaches the state");
}

static void put_decimal(tm_writer *to, int64_t v) {
	char digits[24];
	uint32_t at = sizeof digits - 1;
	uint64_t left = v < 0 ? -(uint64_t)v : (uint64_t)v;
	digits[at] = 0;
	do digits[--at] = (char)('0' + left % 10);
	while ((left /= 10) != 0);
	if (v < 0) digits[--at] = '-';
	tm_put_text(to, digits + at);
}

// result writes tick|posX|posY|velX|velY|score|rng.
static void result(const struct island *g, tm_writer *to) {
	const int64_t values[] = {g->tick, g->pos_x, g->pos_y, g->vel_x, g->vel_y, g->score, g->rng};
	for (int32_t i = 0; i < 7; i++) {
		if (i > 0) tm_put_text(to, "|");
		put_decimal(to, values[i]);
	}
}

TM_GAME(struct island, init, step, save, load)
TM_RESULT(struct island, result)
TM_SCHEMA("0\ti64\t1\ttick\n8\ti64\t1\tposX\n16\ti64\t1\tposY\n24\ti64\t1\tvelX\n32\ti64\t1\tvelY\n"
	"40\ti64\t1\tscore\n48\ti64\t1\trng\n56\ti64\t1\trngDraws\n")
