/* Numbers that are read from the game: programs of the section `expr` on a small stack. */
#include "state.h"
#include "tables.c"

static i64 total(Game *g, int seat, int is_open);
static i64 read_number(Game *g, int seat, i64 n, i32 at);

/* Returns the sum of a table's numbers over the items of a seat. */
static i64 worth_of(Game *g, int seat, i32 table, int is_open) {
    const i32 *worth = g->t->worth + (size_t)table * g->t->dims.items;
    i64 sum = 0;
    int zone = open_zone(g->t, seat);
    for (int w = 0; w < 2; w++) {
        u64 items = g->s.zone[zone][w];
        if (!is_open) items |= g->s.zone[zone + 1][w];
        for (; items; items &= items - 1) sum += worth[64 * w + bit_index(items)];
    }
    return sum;
}

/* Returns the squares of a seat's sets of different symbols. */
static i64 sets_of(Game *g, int seat, int is_open) {
    int counts[SYMBOLS] = {0}, zone = open_zone(g->t, seat);
    for (int w = 0; w < 2; w++) {
        u64 items = g->s.zone[zone][w];
        if (!is_open) items |= g->s.zone[zone + 1][w];
        for (; items; items &= items - 1) {
            int symbol = g->t->item[64 * w + bit_index(items)].symbol;
            if (symbol >= 0) counts[symbol]++;
        }
    }
    for (i64 sum = 0, size = 1;; size++) {
        i64 different = 0;
        for (int k = 0; k < g->t->dims.symbols; k++) different += counts[k] >= size;
        if (!different) return sum;
        sum += different * different;
    }
}

static i64 goods_of(Game *g, int seat, u32 goods) {
    i64 sum = 0;
    for (int k = 0; k < g->t->dims.goods; k++) if (goods >> k & 1) sum += g->s.goods[seat][k];
    return sum;
}

static i64 figures_at(Game *g, int seat, u64 places) {
    i64 sum = 0;
    for (; places; places &= places - 1) sum += g->s.placed[bit_index(places)][seat];
    return sum;
}

/* Returns the sum of a table's numbers over the items that lie open on places. */
static i64 lying(Game *g, i32 table) {
    i64 sum = 0;
    for (int p = 0; p < g->t->dims.places; p++) {
        int item = g->s.item_at[p];
        if (item >= 0) sum += g->t->worth[(size_t)table * g->t->dims.items + item];
    }
    return sum;
}

static i64 empty_spaces(Game *g, i32 row) {
    i64 sum = 0;
    for (i32 k = g->t->row[row].first; k < g->t->row[row].last; k++) sum += g->s.item_at[g->t->space[k]] < 0;
    return sum;
}

/* Returns a number over seats: 0 the sum of all, 1 the highest, 2 the lowest, 3 the sum of the others. */
static i64 over_seats(Game *g, int seat, i64 n, i32 mode, i32 of) {
    i64 result = 0;
    int any = 0;
    for (int other = 0; other < g->t->dims.players; other++) {
        if (mode == 3 && other == seat) continue;
        i64 number = read_number(g, other, n, of);
        if (mode == 0 || mode == 3) result += number;
        else if (!any || (mode == 1 ? number > result : number < result)) result = number;
        any = 1;
    }
    return result;
}

static i64 rank_of(Game *g, int seat, i64 n, i32 of, i32 least) {
    i64 own = read_number(g, seat, n, of), rank = 1;
    for (int other = 0; other < g->t->dims.players; other++) {
        if (other != seat && read_number(g, other, n, of) >= own + least) rank++;
    }
    return rank;
}

/* Returns the value, or the number, of the goods of a payment, given by the index of its action. */
static i64 paid(Game *g, i64 n, int is_value) {
    if (n < 0) return 0;
    if (n >= g->t->action_count) { stop(g, ODD); return 0; }
    return is_value ? g->t->action[n].value : g->t->action[n].size;
}

static i64 divided(i64 number, i32 by, i32 up) {
    i64 quotient = number / by, rest = number % by;
    if (rest && up && number > 0) return quotient + 1;
    return rest && !up && number < 0 ? quotient - 1 : quotient;
}

/* Returns a number of a seat that needs no others on the stack. */
static i64 count_of(Game *g, int seat, i64 n, i32 word, const i32 *given) {
    const Tables *t = g->t;
    const State *s = &g->s;
    switch (word) {
    case E_CONST: return given[0];
    case E_GOODS: return goods_of(g, seat, (u32)given[0]);
    case E_TRACK: return s->tracks[seat][given[0]];
    case E_TOOL_VALUE: return t->kit[s->kit[seat]].total;
    case E_TOOL_COUNT: return t->kit[s->kit[seat]].count;
    case E_FIGURES: return s->figures[seat];
    case E_HOME: return s->home[seat];
    case E_N: return n;
    case E_FIGURES_AT: return figures_at(g, seat, BOTH(given));
    case E_ROUND: return s->round;
    case E_POINTS: return s->points[seat];
    case E_OPEN_COUNT: return count_bits(s->zone[open_zone(t, seat)][0]) + count_bits(s->zone[open_zone(t, seat)][1]);
    case E_DOWN_COUNT: return count_bits(s->zone[down_zone(t, seat)][0]) + count_bits(s->zone[down_zone(t, seat)][1]);
    case E_WORTH: return worth_of(g, seat, given[0], given[1]);
    case E_SETS: return sets_of(g, seat, given[0]);
    case E_PAID_VALUE: return paid(g, n, 1);
    case E_PAID_COUNT: return paid(g, n, 0);
    case E_MARK: return s->marks[seat] >> given[0] & 1;
    case E_ORDER: return (seat - s->first + t->dims.players) % t->dims.players + 1;
    case E_LYING: return lying(g, given[0]);
    case E_EMPTY: return empty_spaces(g, given[0]);
    case E_TOTAL: return total(g, seat, given[0]);
    case E_SEATS: return over_seats(g, seat, n, given[0], given[1]);
    case E_RANK: return rank_of(g, seat, n, given[0], given[1]);
    }
    return 0;
}

static int is_listed(i64 number, const i32 *list) {
    for (i32 k = 1; k <= list[0]; k++) if (number == list[k]) return 1;
    return 0;
}

/* Returns a number of a seat; n is what the effect is about: figures, a payment, a total.  Numbers stay below 2^62, or the game
   goes to Python, whose numbers have no end. */
static i64 read_number(Game *g, int seat, i64 n, i32 at) {
    i64 v[EXPR_DEPTH];
    int top = -1;
    for (const i32 *e = g->t->expr + at;;) {
        i32 word = *e++;
        const i32 *given = e;
        e += WORDS[word].numbers < 0 ? 1 + given[0] : WORDS[word].numbers;
        if (word < E_TIMES) {
            v[++top] = count_of(g, seat, n, word, given);
            continue;
        }
        switch (word) {
        case E_TIMES: if (__builtin_mul_overflow(v[top], (i64)given[0], &v[top])) stop(g, TOO_LARGE); break;
        case E_ADD: top--; if (__builtin_add_overflow(v[top], v[top + 1], &v[top])) stop(g, TOO_LARGE); break;
        case E_DIVIDE: v[top] = divided(v[top], given[0], given[1]); break;
        case E_MAX: top--; if (v[top + 1] > v[top]) v[top] = v[top + 1]; break;
        case E_MIN: top--; if (v[top + 1] < v[top]) v[top] = v[top + 1]; break;
        /* A row of `if` tests one number after another: what fails becomes the highest number of all, which passes no test. */
        case E_LEAST: if (v[top] < given[0]) v[top] = INT64_MAX; break;
        case E_MOST: if (v[top] > given[0]) v[top] = INT64_MAX; break;
        case E_EVERY: if (v[top] % given[0]) v[top] = INT64_MAX; break;
        case E_IN: v[top] = (given[0] == 0 || is_listed(v[top], given)) && v[top] != INT64_MAX; break;
        case E_AND: top--; v[top] = v[top] && v[top + 1]; break;
        case E_SELECT: top -= 2; v[top] = v[top] ? v[top + 1] : v[top + 2]; break;
        default: return v[0]; /* E_STOP */
        }
    }
}

static int holds(Game *g, int seat, i64 n, i32 cond) { return cond < 0 || read_number(g, seat, n, cond) != 0; }

/* Returns an amount as content gives it: a number, or one read from the game. */
static i64 amount_of(Game *g, int seat, i64 n, i32 value, i32 expr) { return expr < 0 ? value : read_number(g, seat, n, expr); }

/* Returns points with final scoring, as if the game ended now; open: without face-down items. */
static i64 total(Game *g, int seat, int is_open) {
    i64 sum = g->s.points[seat];
    for (i32 k = 0; k < g->t->line_count; k++) {
        const Line *line = g->t->line + k;
        if (!holds(g, seat, 0, is_open ? line->open_cond : line->cond)) continue;
        i64 points = line->each;
        for (i32 f = line->first; f < line->last; f++) {
            i64 factor = read_number(g, seat, 0, is_open ? g->t->factor[f].open : g->t->factor[f].closed);
            if (__builtin_mul_overflow(points, factor, &points)) stop(g, TOO_LARGE);
        }
        if (__builtin_add_overflow(sum, points, &sum)) stop(g, TOO_LARGE);
    }
    return sum;
}
