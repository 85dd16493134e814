/* Random games, by the numbers that `random.Random` of Python gives. */
#include "answers.c"

enum { MT_SIZE = 624, MT_MIDDLE = 397 };
typedef struct { u32 word[MT_SIZE], at; } Random; /* as `getstate()` tells it */

static void twist(Random *r) {
    for (int k = 0; k < MT_SIZE; k++) {
        u32 y = (r->word[k] & 0x80000000u) | (r->word[(k + 1) % MT_SIZE] & 0x7fffffffu);
        r->word[k] = r->word[(k + MT_MIDDLE) % MT_SIZE] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    r->at = 0;
}

static u32 next_word(Random *r) {
    if (r->at >= MT_SIZE) twist(r);
    u32 y = r->word[r->at++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

/* Returns `int(random() * count)`. */
static i32 below(Random *r, i32 count) {
    u32 a = next_word(r) >> 5, b = next_word(r) >> 6;
    return (i32)((a * 67108864.0 + b) * (1.0 / 9007199254740992.0) * count);
}

/* Seeds the generator by a key, as `random.Random(seed)` does with the 32-bit words of a whole number. */
static void seed_random(Random *r, const u32 *key, int length) {
    u32 *word = r->word;
    int i = 1, j = 0;
    word[0] = 19650218u;
    for (int k = 1; k < MT_SIZE; k++) word[k] = 1812433253u * (word[k - 1] ^ word[k - 1] >> 30) + (u32)k;
    for (int k = length > MT_SIZE ? length : MT_SIZE; k; k--) {
        word[i] = (word[i] ^ (word[i - 1] ^ word[i - 1] >> 30) * 1664525u) + key[j] + (u32)j;
        if (++i >= MT_SIZE) { word[0] = word[MT_SIZE - 1]; i = 1; }
        if (++j >= length) j = 0;
    }
    for (int k = MT_SIZE - 1; k; k--) {
        word[i] = (word[i] ^ (word[i - 1] ^ word[i - 1] >> 30) * 1566083941u) - (u32)i;
        if (++i >= MT_SIZE) { word[0] = word[MT_SIZE - 1]; i = 1; }
    }
    word[0] = 0x80000000u;
    r->at = MT_SIZE;
}

/* Draws one of the items of a bag. */
static int draw_item(Game *g, int zone, Random *r) {
    const u64 *items = g->s.zone[zone];
    int low = count_bits(items[0]), count = low + count_bits(items[1]), w = 0;
    if (!count) { stop(g, ODD); return 0; }
    int k = below(r, count);
    if (k >= low) {
        w = 1;
        k -= low;
    }
    u64 bits = items[w];
    while (k--) bits &= bits - 1;
    return 64 * w + bit_index(bits);
}

/* Answers the chance event on top of the stack. */
static void answer_chance(Game *g, Random *r) {
    const Frame *f = g->s.stack + g->s.depth - 1;
    if (is_draw(f->op)) {
        int zone, kind;
        drawn(g, f, &zone, &kind);
        int item = draw_item(g, zone, r);
        if (!g->fault) answer_draw(g, item);
        return;
    }
    int faces[FACES + 1] = {0};
    i32 total = 0, dice = dice_of(g);
    if (dice > 20 * FACES) { stop(g, ODD); return; }
    for (i32 k = 0; k < dice; k++) {
        int face = below(r, FACES) + 1;
        faces[face]++;
        total += face;
    }
    answer_roll(g, faces, total);
}

/* Leaves out the action that undoes the seat's last choice: random play could go on for ever. */
static void drop_undo(const Game *g, Options *o) {
    i32 undo = g->t->dims.take_back;
    for (int k = 0; undo >= 0 && k < o->count; k++) {
        if (o->action[k] != undo) continue;
        o->count--;
        memmove(o->action + k, o->action + k + 1, (size_t)(o->count - k) * sizeof *o->action);
    }
}

enum { KEPT_ROUNDS = 8 }; /* a copy costs as much as some choices, and is hardly ever needed */
typedef struct { i64 answers, choices; } Played;

/* Plays on at random to the end, or to the first question of a round, as `play_out` in `kernel/state.py`.

   Where a bound of the engine is met, the game is left as it was at the first question of one of the last rounds, with the numbers
   of answers and choices until then, so that Python plays on from there by the same random numbers. */
static void play_on(Game *g, Random *r, i64 until_round, i64 longest, Played *played) {
    State kept = g->s;
    Random kept_random = *r;
    Played before = *played;
    Options o;
    while (!g->fault) {
        if (played->answers > longest) { stop(g, TOO_LONG); break; } /* Python raises the error */
        run_steps(g);
        if (g->fault || !g->s.depth || g->s.round >= until_round) break;
        if (g->s.round - kept.round >= KEPT_ROUNDS) {
            kept = g->s;
            kept_random = *r;
            before = *played;
        }
        played->answers++;
        if (is_chance(g)) {
            answer_chance(g, r);
            continue;
        }
        legal(g, &o);
        if (g->fault) break;
        drop_undo(g, &o);
        played->choices++;
        answer_decision(g, o.action[o.count > 1 ? below(r, o.count) : 0]);
    }
    if (!g->fault) return;
    g->s = kept;
    *r = kept_random;
    *played = before;
}
