// particles in C: the rules and the bytes of state of particles.go, which says what it is for.

#define TM_STATE_MAX 4112u
#include "tactus.h"

enum { COUNT = 256, SIDE = 1 << 20, SPEED_MAX = 1 << 14 };

struct particle {
	int32_t x, y, vel_x, vel_y;
};

struct game {
	uint64_t tick, rng;
	struct particle particles[COUNT];
};

static uint64_t next(uint64_t rng) { return rng * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407); }

static int32_t init(struct game *g, const tm_config *config) {
	if (config->players != 1 || config->seed_hi != 0) return tm_fail(TM_UNSUPPORTED, "one player, a seed of 64 bits");
	g->rng = config->seed_lo;
	for (int i = 0; i < COUNT; i++) {
		g->particles[i].x = (int32_t)((g->rng = next(g->rng)) >> 44);
		g->particles[i].y = (int32_t)((g->rng = next(g->rng)) >> 44);
	}
	return TM_OK;
}

static int32_t step(struct game *g, tm_inputs *inputs) {
	uint32_t player;
	tm_bytes input;
	int32_t push = 0;
	if (tm_next(inputs, &player, &input) && input.len == 1) push = (int8_t)input.at[0];
	uint64_t rng = g->rng;
	for (int i = 0; i < COUNT; i++) {
		struct particle *p = &g->particles[i];
		rng = next(rng);
		p->vel_x += push + (int32_t)(rng >> 62) - 1 - (p->vel_x >> 6);
		p->vel_y += ((int32_t)(rng >> 60) & 3) - 1 - (p->vel_y >> 6);
		p->x = (p->x + p->vel_x) & (SIDE - 1);
		p->y = (p->y + p->vel_y) & (SIDE - 1);
	}
	g->rng = rng;
	g->tick++;
	return TM_OK;
}

static void save(const struct game *g, tm_writer *to) {
	tm_put_u64(to, g->tick);
	tm_put_u64(to, g->rng);
	for (int i = 0; i < COUNT; i++) {
		tm_put_i32(to, g->particles[i].x);
		tm_put_i32(to, g->particles[i].y);
		tm_put_i32(to, g->particles[i].vel_x);
		tm_put_i32(to, g->particles[i].vel_y);
	}
}

static bool place(int32_t v) { return v >= 0 && v < SIDE; }

static bool speed(int32_t v) { return v > -SPEED_MAX && v < SPEED_MAX; }

static int32_t load(struct game *g, tm_reader *from) {
	g->tick = tm_get_u64(from);
	g->rng = tm_get_u64(from);
	for (int i = 0; i < COUNT; i++) {
		struct particle *p = &g->particles[i];
		p->x = tm_get_i32(from);
		p->y = tm_get_i32(from);
		p->vel_x = tm_get_i32(from);
		p->vel_y = tm_get_i32(from);
		if (!place(p->x) || !place(p->y) || !speed(p->vel_x) || !speed(p->vel_y))
			return tm_fail(TM_BAD_STATE, "a particle is where none gets to, or faster than any");
	}
	return TM_OK;
}

TM_GAME(struct game, init, step, save, load)
