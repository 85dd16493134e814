/* States as rows of 64-bit numbers, in and out; every number that comes in is checked. */
#include "random.c"

typedef struct { const i64 *at, *end; int is_wrong; } Input;
typedef struct { i64 *at, *end; int is_wrong; } Output;

static i64 take_in(Input *in, i64 least, i64 most) {
    if (in->at >= in->end || *in->at < least || *in->at > most) {
        in->is_wrong = 1;
        return least;
    }
    return *in->at++;
}

static void put_out(Output *out, i64 number) {
    if (out->at < out->end) *out->at++ = number;
    else out->is_wrong = 1;
}

static Frame frame_in(const Game *g, Input *in) {
    Frame f = {0, 0, 0, 0, 0};
    f.op = (i32)take_in(in, 0, FRAME_COUNT - 1);
    f.seat = (i32)take_in(in, 0, g->t->dims.players - 1);
    f.x = (i32)take_in(in, -1, INT32_MAX);
    f.y = (i32)take_in(in, -1, INT32_MAX);
    f.z = (i32)take_in(in, -1, INT32_MAX);
    if (!in->is_wrong && !row_fits(g->t, &f.x, FRAMES[f.op].kinds)) in->is_wrong = 1;
    return f;
}

static void seats_in(Game *g, Input *in) {
    const Dims *d = &g->t->dims;
    State *s = &g->s;
    for (int seat = 0; seat < d->players; seat++) for (int k = 0; k < d->goods; k++) s->goods[seat][k] = (i32)take_in(in, 0, MOST);
    for (int seat = 0; seat < d->players; seat++) {
        for (int k = 0; k < d->tracks; k++) s->tracks[seat][k] = (int16_t)take_in(in, 0, g->t->track[k].top);
    }
    for (int seat = 0; seat < d->players; seat++) s->points[seat] = (i32)take_in(in, -MOST, MOST);
    for (int seat = 0; seat < d->players; seat++) s->figures[seat] = (u8)take_in(in, 0, d->most_figures);
    for (int seat = 0; seat < d->players; seat++) s->home[seat] = (u8)take_in(in, 0, d->most_figures);
    for (int seat = 0; seat < d->players; seat++) s->kit[seat] = (int16_t)take_in(in, 0, d->kits - 1);
    for (int seat = 0; seat < d->players; seat++) s->unspent[seat] = (u64)take_in(in, 0, (i64)((1ull << d->uses) - 1));
    for (int seat = 0; seat < d->players; seat++) s->marks[seat] = (u64)take_in(in, 0, (i64)((1ull << d->marks) - 1));
}

static void places_in(Game *g, Input *in) {
    const Dims *d = &g->t->dims;
    State *s = &g->s;
    int placed[SEATS] = {0};
    for (int p = 0; p < d->places; p++) {
        int there = 0;
        for (int seat = 0; seat < d->players; seat++) {
            s->placed[p][seat] = (u8)take_in(in, 0, d->most_figures);
            if (s->placed[p][seat]) s->by[seat] |= 1ull << p;
            there += s->placed[p][seat];
            placed[seat] += s->placed[p][seat];
        }
        s->occupancy[p] = (u8)there;
    }
    for (int seat = 0; seat < d->players; seat++) if (placed[seat] + s->home[seat] > s->figures[seat]) in->is_wrong = 1;
    for (int p = 0; p < d->places; p++) s->item_at[p] = (int16_t)take_in(in, -1, d->items - 1);
    for (int p = 0; p < d->places; p++) s->pile[p] = (u8)take_in(in, 0, d->items);
}

static void zones_in(Game *g, Input *in) {
    const Dims *d = &g->t->dims;
    u64 seen[2] = {0, 0};
    for (int p = 0; p < d->places; p++) {
        int item = g->s.item_at[p];
        if (item < 0) continue;
        if (seen[item >> 6] >> (item & 63) & 1) in->is_wrong = 1;
        seen[item >> 6] |= 1ull << (item & 63);
    }
    for (int zone = 0; zone < d->zones + 2 * d->players; zone++) {
        i64 count = take_in(in, 0, d->items);
        int last = -1;
        for (i64 k = 0; k < count && !in->is_wrong; k++) {
            int item = (int)take_in(in, 0, d->items - 1);
            if (seen[item >> 6] >> (item & 63) & 1) in->is_wrong = 1;
            if (queue_of(g->t, zone) < 0 && item < last) in->is_wrong = 1; /* items that are being dealt: Python plays */
            seen[item >> 6] |= 1ull << (item & 63);
            last = item;
            if (!in->is_wrong) join_zone(g, zone, item);
        }
    }
}

/* Reads a state; returns 0 if it is not one that the engine can play. */
static int state_in(Game *g, const i64 *numbers, i64 count) {
    Input in = {numbers, numbers + count, 0};
    State *s = &g->s;
    const Dims *d = &g->t->dims;
    memset(s, 0, sizeof *s);
    g->fault = FINE;
    s->round = (i32)take_in(&in, 0, MOST);
    s->phase = (i32)take_in(&in, -1, d->phases - 1);
    s->first = (i32)take_in(&in, 0, d->players - 1);
    s->won = (i32)take_in(&in, -1, (1 << d->players) - 1);
    s->depth = (i32)take_in(&in, 0, DEPTH);
    s->waiting_count = (i32)take_in(&in, 0, WAITING);
    seats_in(g, &in);
    places_in(g, &in);
    zones_in(g, &in);
    for (i32 k = 0; k < s->depth && !in.is_wrong; k++) s->stack[k] = frame_in(g, &in);
    for (i32 k = 0; k < s->waiting_count && !in.is_wrong; k++) s->waiting[k] = frame_in(g, &in);
    return !in.is_wrong && in.at == in.end && !g->fault;
}

static void frame_out(Output *out, const Frame *f) {
    put_out(out, f->op);
    put_out(out, f->seat);
    put_out(out, f->x);
    put_out(out, f->y);
    put_out(out, f->z);
}

#define EACH_SEAT_OUT(number) for (int seat = 0; seat < d->players; seat++) put_out(&out, (i64)(number))

/* Writes a state in the same order; returns how many numbers it has, or -1 if there is no room. */
static i64 state_out(const Game *g, i64 *numbers, i64 room) {
    Output out = {numbers, numbers + room, 0};
    const State *s = &g->s;
    const Dims *d = &g->t->dims;
    const i64 head[] = {s->round, s->phase, s->first, s->won, s->depth, s->waiting_count};
    for (int k = 0; k < 6; k++) put_out(&out, head[k]);
    for (int seat = 0; seat < d->players; seat++) for (int k = 0; k < d->goods; k++) put_out(&out, s->goods[seat][k]);
    for (int seat = 0; seat < d->players; seat++) for (int k = 0; k < d->tracks; k++) put_out(&out, s->tracks[seat][k]);
    EACH_SEAT_OUT(s->points[seat]);
    EACH_SEAT_OUT(s->figures[seat]);
    EACH_SEAT_OUT(s->home[seat]);
    EACH_SEAT_OUT(s->kit[seat]);
    EACH_SEAT_OUT(s->unspent[seat]);
    EACH_SEAT_OUT(s->marks[seat]);
    for (int p = 0; p < d->places; p++) EACH_SEAT_OUT(s->placed[p][seat]);
    for (int p = 0; p < d->places; p++) put_out(&out, s->item_at[p]);
    for (int p = 0; p < d->places; p++) put_out(&out, s->pile[p]);
    for (int zone = 0; zone < d->zones + 2 * d->players; zone++) {
        u8 items[ITEMS];
        int count = items_in(g, zone, items);
        put_out(&out, count);
        for (int k = 0; k < count; k++) put_out(&out, items[k]);
    }
    for (i32 k = 0; k < s->depth; k++) frame_out(&out, s->stack + k);
    for (i32 k = 0; k < s->waiting_count; k++) frame_out(&out, s->waiting + k);
    return out.is_wrong ? -1 : out.at - numbers;
}
