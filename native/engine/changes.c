/* Every change of a state, as in `kernel/operations.py`. */
#include "numbers.c"

/* --- goods --- */

static i32 left_in_supply(const Game *g, int good) {
    i32 supply = g->t->good[good].supply;
    if (!g->t->dims.has_supplies || supply < 0) return INT32_MAX;
    for (int seat = 0; seat < g->t->dims.players; seat++) supply -= g->s.goods[seat][good];
    return supply;
}

static void add_goods(Game *g, int seat, int good, i64 count) {
    i64 held = g->s.goods[seat][good] + count;
    g->s.goods[seat][good] = held > MOST ? MOST : (i32)held;
}

static void gain(Game *g, int seat, int good, i64 count) {
    if (count > MOST) count = MOST;
    i32 left = left_in_supply(g, good);
    if (count > left) count = left;
    add_goods(g, seat, good, count);
}

static int packed(u64 amounts, int good) { return (int)(amounts >> 8 * good & 255); }
static u64 amounts_of(const Tables *t, i32 action) { return BOTH(t->action[action].amounts); }

static void spend(Game *g, int seat, u64 amounts) {
    for (int good = 0; amounts; amounts >>= 8, good++) {
        if (good >= GOODS || g->s.goods[seat][good] < (i32)(amounts & 255)) { stop(g, ODD); return; }
        g->s.goods[seat][good] -= (i32)(amounts & 255);
    }
}

static void gain_all(Game *g, int seat, u64 amounts) {
    for (int good = 0; amounts; amounts >>= 8, good++) if (amounts & 255) gain(g, seat, good, (i64)(amounts & 255));
}

/* Takes goods, at most those that the seat holds: to the supply, or to another seat. */
static void lose_good(Game *g, int seat, int good, i64 count, int to) {
    i32 held = g->s.goods[seat][good];
    i32 taken = count < held ? (i32)count : held;
    g->s.goods[seat][good] -= taken;
    if (to >= 0) add_goods(g, to, good, taken);
}

static void lose_goods(Game *g, int seat, u64 amounts, int to) {
    for (int good = 0; amounts; amounts >>= 8, good++) if (amounts & 255) lose_good(g, seat, good, (i64)(amounts & 255), to);
}

/* Returns a seat's goods packed like amounts; more than the engine's bound of one good makes no difference. */
static u64 hand_of(const Game *g, int seat) {
    u64 hand = 0;
    for (int good = 0; good < g->t->dims.goods; good++) {
        i32 held = g->s.goods[seat][good];
        hand |= (u64)(held > MOST_HELD ? MOST_HELD : held) << 8 * good;
    }
    return hand;
}

/* --- points, tracks, tools, figures --- */

static void score(Game *g, int seat, i64 points) {
    i64 after;
    if (__builtin_add_overflow((i64)g->s.points[seat], points, &after)) { stop(g, TOO_LARGE); return; }
    g->s.points[seat] = (i32)(after > MOST ? MOST : after < -MOST ? -MOST : after);
}

static void put_marker(Game *g, int seat, int track, i64 at) {
    for (int other = 0; other < g->t->dims.players; other++) {
        if (other == seat || g->t->track[track].shared) g->s.tracks[other][track] = (int16_t)at;
    }
}

static void add_figures(Game *g, int seat, i64 count) {
    i64 left = g->t->dims.most_figures - g->s.figures[seat];
    if (count > left) count = left;
    if (count < 0) { stop(g, ODD); return; }
    g->s.figures[seat] += (u8)count;
    g->s.home[seat] += (u8)count;
}

static void lose_figures(Game *g, int seat, i64 count) {
    if (count > g->s.home[seat]) count = g->s.home[seat];
    if (count > g->s.figures[seat] - 1) count = g->s.figures[seat] - 1;
    if (count <= 0) return;
    g->s.figures[seat] -= (u8)count;
    g->s.home[seat] -= (u8)count;
}

static void put_figures(Game *g, int seat, int place, int count) {
    State *s = &g->s;
    if (count > s->home[seat]) { stop(g, ODD); return; }
    s->home[seat] -= (u8)count;
    s->placed[place][seat] += (u8)count;
    s->occupancy[place] += (u8)count;
    s->by[seat] |= 1ull << place;
    s->marks[seat] |= BOTH(g->t->place[place].marks);
}

static int lift_figures(Game *g, int seat, int place) {
    State *s = &g->s;
    int count = s->placed[place][seat];
    s->placed[place][seat] = 0;
    s->occupancy[place] -= (u8)count;
    s->home[seat] += (u8)count;
    s->by[seat] &= ~(1ull << place);
    return count;
}

/* Makes used tools fresh, and removes the marks of the round but those of places where figures have not acted. */
static void refresh(Game *g) {
    for (int seat = 0; seat < g->t->dims.players; seat++) {
        u64 keep = g->t->lasting;
        g->s.kit[seat] = (int16_t)g->t->kit[g->s.kit[seat]].refreshed;
        for (u64 places = g->s.by[seat] & ~g->t->staying; places; places &= places - 1) {
            keep |= BOTH(g->t->place[bit_index(places)].marks);
        }
        g->s.marks[seat] &= keep;
    }
}

/* --- items --- */

static void join_zone(Game *g, int zone, int item) {
    State *s = &g->s;
    int queue = queue_of(g->t, zone);
    s->zone[zone][item >> 6] |= 1ull << (item & 63);
    if (queue < 0) return;
    if (s->queued[queue] >= ITEMS) { stop(g, TOO_MANY); return; }
    s->queue[queue][s->queued[queue]++] = (u8)item;
}

static void leave_zone(Game *g, int zone, int item) {
    State *s = &g->s;
    int queue = queue_of(g->t, zone), k = 0;
    s->zone[zone][item >> 6] &= ~(1ull << (item & 63));
    if (queue < 0) return;
    while (k < s->queued[queue] && s->queue[queue][k] != item) k++;
    if (k == s->queued[queue]) { stop(g, ODD); return; }
    s->queued[queue]--;
    memmove(s->queue[queue] + k, s->queue[queue] + k + 1, (size_t)(s->queued[queue] - k));
}

static int has_kind(const Game *g, int zone, int kind) {
    const u64 *items = g->s.zone[zone], *of_kind = g->t->of_kind[kind];
    return ((items[0] & of_kind[0]) | (items[1] & of_kind[1])) != 0;
}

/* Lists the items of a zone: a queue in its order, a bag in the order of content. */
static int items_in(const Game *g, int zone, u8 *items) {
    int queue = queue_of(g->t, zone), count = 0;
    if (queue >= 0) {
        memcpy(items, g->s.queue[queue], g->s.queued[queue]);
        return g->s.queued[queue];
    }
    for (int w = 0; w < 2; w++) {
        for (u64 bits = g->s.zone[zone][w]; bits; bits &= bits - 1) items[count++] = (u8)(64 * w + bit_index(bits));
    }
    return count;
}

static void own(Game *g, int seat, int item) {
    join_zone(g, open_zone(g->t, seat), item);
    int use = g->t->item[item].use;
    if (use >= 0) g->s.unspent[seat] |= 1ull << use;
}

static int lift_item(Game *g, int place) {
    int item = g->s.item_at[place];
    if (item < 0) stop(g, ODD);
    g->s.item_at[place] = -1;
    return item;
}

/* Moves the items of a row to its first spaces, in their order; those under figures stay. */
static void slide(Game *g, const Row *row) {
    int16_t items[PLACES];
    int count = 0, next = 0;
    if (row->last - row->first > PLACES) { stop(g, TOO_MANY); return; }
    for (i32 k = row->first; k < row->last; k++) {
        int place = g->t->space[k];
        if (g->s.occupancy[place] || g->s.item_at[place] < 0) continue;
        items[count++] = g->s.item_at[place];
        g->s.item_at[place] = -1;
    }
    for (i32 k = row->first; k < row->last && next < count; k++) {
        int place = g->t->space[k];
        if (!g->s.occupancy[place]) g->s.item_at[place] = items[next++];
    }
}

static int owner_of(const Game *g, int place) {
    int item = place >= 0 ? g->t->place[place].owned : -1;
    for (int seat = 0; item >= 0 && seat < g->t->dims.players; seat++) if (lies_in(&g->s, open_zone(g->t, seat), item)) return seat;
    return -1;
}
