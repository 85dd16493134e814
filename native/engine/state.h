/* One moment of one game, flat: a copy is one memcpy. */
#include "tables.h"

enum { DEPTH = 64, WAITING = 12, MOST_OPTIONS = 8192, MOST_HANDS = 512, MOST_STEPS = 20000 };

/* Why the engine stops and leaves a game to Python: never a rule, always a bound. */
enum { FINE, TOO_DEEP, TOO_LONG, TOO_MANY, TOO_LARGE, ODD, FAULT_COUNT };

typedef struct { i32 op, seat, x, y, z; } Frame;

typedef struct {
    i32 goods[SEATS][GOODS], points[SEATS];
    int16_t tracks[SEATS][TRACKS], kit[SEATS], item_at[PLACES];
    u8 figures[SEATS], home[SEATS], placed[PLACES][SEATS], occupancy[PLACES], pile[PLACES];
    u64 by[SEATS], unspent[SEATS], marks[SEATS];
    u64 zone[ZONES + 2 * SEATS][2]; /* items by zone: those of the content, then open and face-down ones of each seat */
    u8 queue[QUEUES][ITEMS], queued[QUEUES];
    i32 round, phase, first, won; /* won: bits of the seats, -1 if nothing has decided it */
    i32 depth, waiting_count;
    Frame stack[DEPTH], waiting[WAITING];
} State;

typedef struct {
    const Tables *t;
    int fault;
    State s;
} Game;

typedef struct { i32 count, action[MOST_OPTIONS]; } Options;

#define LOW_BIT(bits) ((bits) & -(bits))
static int bit_index(u64 bit) { return __builtin_ctzll(bit); }
static int count_bits(u64 bits) { return __builtin_popcountll(bits); }

static void stop(Game *g, int fault) { if (!g->fault) g->fault = fault; }

static void push(Game *g, i32 op, i32 seat, i32 x, i32 y, i32 z) {
    State *s = &g->s;
    if (s->depth >= DEPTH) { stop(g, TOO_DEEP); return; }
    s->stack[s->depth++] = (Frame){op, seat, x, y, z};
}

static inline void offer(Game *g, Options *o, i32 action) {
    if (action < 0) { stop(g, ODD); return; }
    if (o->count >= MOST_OPTIONS) { stop(g, TOO_MANY); return; }
    o->action[o->count++] = action;
}

static int open_zone(const Tables *t, int seat) { return t->dims.zones + 2 * seat; }
static int down_zone(const Tables *t, int seat) { return t->dims.zones + 2 * seat + 1; }
static int lies_in(const State *s, int zone, int item) { return s->zone[zone][item >> 6] >> (item & 63) & 1; }

/* Returns the index of a queue; -1 for a zone without order. */
static int queue_of(const Tables *t, int zone) {
    if (zone >= t->dims.zones || !(t->dims.queues >> zone & 1)) return -1;
    return count_bits((u64)t->dims.queues & ((1ull << zone) - 1));
}
