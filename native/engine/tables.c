/* Takes over the block of tables, and checks every number in it. */
#include "tables.h"

typedef struct { const char *name; size_t rows, count; i32 width; const char *kinds; } Section;
#define AS_SECTION(name, type, kinds) {#name, offsetof(Tables, name), offsetof(Tables, name##_count), sizeof(type) / sizeof(i32), kinds},
static const Section SECTIONS[] = {SECTIONS_OF(AS_SECTION)};
enum { SECTION_COUNT = sizeof SECTIONS / sizeof *SECTIONS, DIM_COUNT = sizeof(Dims) / sizeof(i32) };

typedef struct { const char *name, *kinds; } Known;
#define FRAME_KNOWN(name, text, kinds) {text, kinds},
#define VERB_KNOWN(name, kinds) {#name, kinds},
static const Known FRAMES[] = {FRAMES_OF(FRAME_KNOWN)};
static const Known VERBS[] = {VERBS_OF(VERB_KNOWN)};
static const Known ACTIONS[] = {ACTIONS_OF(VERB_KNOWN)};
#define WORD_KNOWN(name, numbers) {#name, numbers},
static const struct { const char *name; i32 numbers; } WORDS[] = {WORDS_OF(WORD_KNOWN)};

/* Returns how many things of a kind there are; -1 for a letter that is no index. */
static i32 limit_of(const Tables *t, char kind) {
    const Dims *d = &t->dims;
    switch (kind) {
    case 'a': return t->action_count;
    case 'c': return t->choice_count;
    case 'd': return t->drive_count;
    case 'f': return d->phases;
    case 'g': return d->goods;
    case 'h': return t->passing_count;
    case 'i': return d->items;
    case 'j': return t->acting_count;
    case 'k': return d->kinds;
    case 'l': return t->placing_count;
    case 'm': return d->marks;
    case 'n': return t->node_count;
    case 'o': return t->pay_offer_count;
    case 'p': return d->places;
    case 'q': return t->price_count;
    case 'r': return t->row_count;
    case 's': return d->players;
    case 't': return d->tracks;
    case 'u': return d->uses;
    case 'v': return t->reveal_count;
    case 'w': return t->loss_count;
    case 'x': return t->seal_count;
    case 'y': return t->hand_back_count;
    case 'z': return d->zones;
    case '1': return t->roll_count;
    case '2': return t->dice_count;
    case '3': return t->feeding_count;
    case '4': return t->offer_count;
    case '5': return t->seat_choice_count;
    case '6': return FACES + 1;
    case '7': case '&': return d->kits;
    case '!': return t->changing_count;
    case '#': return d->symbols;
    case '$': return d->subsets;
    case '%': return d->one_masks;
    case '*': return d->worths;
    case '0': return 1;
    }
    return -1;
}

/* Returns the length of the section that a span of a kind is about. */
static i32 list_of(const Tables *t, char kind) {
    switch (kind) {
    case 'a': return t->pay_count;
    case 'b': return t->bonus_count;
    case 'c': return t->choice_list_count;
    case 'e': return t->part_count;
    case 'f': return t->factor_count;
    case 'g': return t->toll_part_count;
    case 'h': return t->option_count;
    case 'i': return t->standing_count;
    case 'n': return t->node_list_count;
    case 'p': return t->space_count;
    case 'q': return t->price_list_count;
    case 'r': return t->rate_count;
    case 's': return t->split_count;
    case '1': return t->roll_list_count;
    case '$': return t->kit_subset_count;
    }
    return -1;
}

/* Returns whether a number is of its kind: an index within its limit, or none where that may be. */
static int fits(const Tables *t, char kind, i32 number) {
    int may_lack = (kind >= 'A' && kind <= 'Z') || strchr("&!#", kind);
    if (kind == '.') return 1;
    if (kind == '+') return number >= 0;
    if (kind == '6' && number == 0) return 0;
    if (number == -1) return may_lack;
    if (kind >= 'A' && kind <= 'Z') kind = (char)(kind - 'A' + 'a');
    if (kind == 'e') return number >= 0 && number < t->expr_count && t->starts[number];
    return number >= 0 && number < limit_of(t, kind);
}

/* Returns whether all numbers of a row are of their kinds. */
static int row_fits(const Tables *t, const i32 *row, const char *kinds) {
    for (int k = 0; kinds[k]; k++) {
        if (kinds[k] == '(') {
            i32 length = list_of(t, kinds[k + 1]);
            if (row[k] < 0 || row[k + 1] < row[k] || row[k + 1] > length) return 0;
            k++;
        } else if (!fits(t, kinds[k], row[k])) {
            return 0;
        }
    }
    return 1;
}

enum { LEVEL = 0x7f, HAS_TOTAL = 0x80 };

/* Checks a program of the section `expr` from `at` on; returns the offset behind it, or -1. */
static i32 check_program(Tables *t, i32 at) {
    i32 start = at, level = 0;
    int depth = 0, has_total = 0;
    while (at < t->expr_count) {
        i32 word = t->expr[at++];
        if (word < 0 || word >= WORD_COUNT) return -1;
        const i32 *given = t->expr + at;
        i32 numbers = WORDS[word].numbers;
        if (numbers < 0) numbers = at < t->expr_count && given[0] >= 0 && given[0] < 1000 ? 1 + given[0] : t->expr_count;
        if (numbers > t->expr_count - at) return -1;
        at += numbers;
        switch (word) {
        case E_TRACK: if (!fits(t, 't', given[0])) return -1; break;
        case E_WORTH: case E_LYING: if (!fits(t, '*', given[0])) return -1; break;
        case E_MARK: if (!fits(t, 'm', given[0])) return -1; break;
        case E_EMPTY: if (!fits(t, 'r', given[0])) return -1; break;
        case E_FIGURES_AT: if (BOTH(given) & ~t->all_places) return -1; break;
        case E_DIVIDE: if (given[0] < 1) return -1; break;
        case E_EVERY: if (given[0] < 1) return -1; break;
        case E_SEATS: case E_RANK: {
            i32 inner = word == E_SEATS ? given[1] : given[0];
            if (inner < 0 || inner >= start || !t->starts[inner]) return -1;
            if ((t->starts[inner] & LEVEL) > level) level = t->starts[inner] & LEVEL;
            has_total |= t->starts[inner] & HAS_TOTAL;
            break; }
        case E_TOTAL: has_total = HAS_TOTAL; break;
        }
        if (word == E_STOP) {
            if (depth != 1 || level >= EXPR_LEVELS) return -1;
            t->starts[start] = (u8)((level + 1) | has_total);
            return at;
        }
        if (word == E_SELECT) depth -= 3;
        else if (word == E_ADD || word == E_MAX || word == E_MIN || word == E_AND) depth -= 2;
        else if (word >= E_TIMES) depth -= 1;
        if (depth < 0 || ++depth > EXPR_DEPTH) return -1;
    }
    return -1;
}

static int has_total(const Tables *t, i32 program) { return program >= 0 && t->starts[program] & HAS_TOTAL; }

/* Checks that bits are those of places. */
static int are_places(const Tables *t, const i32 *pair) { return !(BOTH(pair) & ~t->all_places); }

static int check_masks(const Tables *t) {
    for (i32 k = 0; k < t->limit_count; k++) if (!are_places(t, t->limit[k].group)) return 0;
    for (i32 k = 0; k < t->opening_count; k++) if (!are_places(t, t->opening[k].places)) return 0;
    for (i32 k = 0; k < t->acting_count; k++) if (!are_places(t, t->acting[k].bits)) return 0;
    for (i32 k = 0; k < t->reaction_count; k++) if (!are_places(t, t->reaction[k].places)) return 0;
    return 1;
}

/* Checks what the kinds of numbers do not say: numbers that depend on others in their row, and lengths of sections. */
static int check_rest(const Tables *t) {
    const Dims *d = &t->dims;
    for (i32 n = 0; n < t->node_count; n++) {
        const Node *node = t->node + n;
        if (node->op < 0 || node->op >= VERB_COUNT || !row_fits(t, &node->b, VERBS[node->op].kinds)) return 0;
        if (node->next >= n && n) return 0; /* lists of effects are bound from their end, so no list runs for ever */
    }
    for (i32 a = 0; a < t->action_count; a++) {
        const Action *action = t->action + a;
        if (action->kind < 0 || action->kind >= ACTION_COUNT || !row_fits(t, &action->a, ACTIONS[action->kind].kinds)) return 0;
        if (BOTH(action->amounts) & 0x8080808080808080ull || action->size < 0) return 0;
    }
    for (i32 p = 0; p < t->place_count; p++) {
        const Place *place = t->place + p;
        int fit = place->price < t->price_count && place->price >= -1 && place->row >= -1 && place->row < t->row_count;
        fit = fit && fits(t, 'n', place->node) && fits(t, 'I', place->owned) && place->toll >= -1 && place->toll < t->toll_count;
        if (!fit || place->room < 0 || place->least < 1) return 0;
    }
    for (i32 r = 0; r < t->roll_count; r++) if (t->roll[r].divide < 1) return 0;
    for (i32 f = 0; f < t->feeding_count; f++) if (t->feeding[f].worth < 1) return 0;
    for (i32 k = 0; k < t->line_count; k++) { /* the total is the sum of all lines: none may read it */
        const Line *line = t->line + k;
        if (has_total(t, line->cond) || has_total(t, line->open_cond)) return 0;
        for (i32 f = line->first; f < line->last; f++) if (has_total(t, t->factor[f].closed) || has_total(t, t->factor[f].open)) return 0;
    }
    for (i32 k = 0; k < t->offer_count; k++) if (t->offer[k].last - t->offer[k].first > t->choose_action_count) return 0;
    for (i32 k = 0; k < t->seal_count; k++) if (t->seal[k].top >= t->seal_action_count) return 0;
    for (i32 k = 0; k < t->changing_count; k++) {
        i64 count = 1;
        for (i32 j = t->changing[k].first; j < t->changing[k].last; j++) {
            if (t->part[j].high < t->part[j].low || (count *= t->part[j].high - (i64)t->part[j].low + 1) > t->price_table_count) return 0;
        }
        if (t->changing[k].table + count > t->price_table_count) return 0;
    }
    for (i32 p = 0; p < t->price_table_count; p++) if (t->price[t->price_table[p]].changing >= 0) return 0;
    return t->place_count == d->places && t->item_count == d->items && t->source_count == d->items && t->good_count == d->goods
        && t->track_count == d->tracks && t->phase_count == d->phases && t->kit_count == d->kits && t->use_count == d->uses
        && t->node_count > 0 && t->one_mask_count == d->one_masks && t->spend_count == d->kits * d->subsets
        && t->tool_action_count == d->subsets * d->one_masks && t->worth_count == d->worths * d->items
        && t->place_action_count == d->places * (d->most_figures + 1) && t->resolve_action_count == d->places
        && t->face_action_count == FACES + 1 && t->claim_action_count == FACES + 1 && t->left_action_count == d->players
        && t->back_action_count == d->items && t->draft_action_count == d->items && t->standing_in_count == d->phases
        && t->add_on_count <= ADD_ONS && t->fit_count == t->add_on_count * d->items && t->trade_count <= 1 && check_masks(t);
}

static int check_dims(const Dims *d) {
    const struct { i32 number, least, most; } bounds[] = {
        {d->players, 1, SEATS}, {d->goods, 0, GOODS}, {d->tracks, 0, TRACKS}, {d->places, 0, PLACES}, {d->items, 0, ITEMS},
        {d->zones, 0, ZONES}, {d->kinds, 0, KINDS}, {d->kits, 1, 1 << 16}, {d->subsets, 0, 1 << 16}, {d->one_masks, 1, 1 << ONE_USES},
        {d->symbols, 0, SYMBOLS}, {d->phases, 1, 63}, {d->marks, 0, MARKS}, {d->uses, 0, USES}, {d->worths, 0, 1 << 16},
        {d->most_figures, 1, FIGURES}, {d->start_figures, 0, d->most_figures}, {d->first_seat, 0, d->players - 1},
        {d->most_total, 0, MOST},
    };
    for (size_t k = 0; k < sizeof bounds / sizeof *bounds; k++) {
        if (bounds[k].number < bounds[k].least || bounds[k].number > bounds[k].most) return 0;
    }
    int queues = 0;
    for (int z = 0; z < 31; z++) queues += d->queues >> z & 1;
    return d->queues >= 0 && !(d->queues >> d->zones) && queues <= QUEUES;
}

static void make_masks(Tables *t) {
    const Dims *d = &t->dims;
    for (i32 p = 0; p < d->places; p++) {
        if (!t->place[p].again) t->once |= 1ull << p;
        if (t->place[p].stays) t->staying |= 1ull << p;
        if (t->place[p].row >= 0 || t->place[p].owned >= 0) t->with_items |= 1ull << p;
    }
    for (i32 i = 0; i < d->items; i++) t->of_kind[t->item[i].kind][i >> 6] |= 1ull << (i & 63);
    u64 uses = (1ull << d->uses) - 1;
    t->one_use = BOTH(d->one_use) & uses;
    t->anytime = BOTH(d->anytime) & uses;
    t->lasting = BOTH(d->lasting);
}

/* Reads a block of n numbers, which must stay where it is; returns NULL, or what is wrong.  `starts` has a byte for each number. */
static const char *read_tables(Tables *t, const i32 *block, i32 n, u8 *starts) {
    memset(t, 0, sizeof *t);
    i32 head = 2 + DIM_COUNT + 2 * SECTION_COUNT;
    if (n < head || block[0] != SECTION_COUNT || block[1] != DIM_COUNT) return "another form of tables";
    memcpy(&t->dims, block + 2, sizeof t->dims);
    if (!check_dims(&t->dims)) return "a number of things";
    t->all_places = (1ull << t->dims.places) - 1;
    for (int s = 0; s < SECTION_COUNT; s++) {
        const Section *section = SECTIONS + s;
        i32 at = block[2 + DIM_COUNT + 2 * s], length = block[3 + DIM_COUNT + 2 * s];
        if (at < head || length < 0 || at > n - length || length % section->width) return section->name;
        const i32 *rows = block + at;
        i32 count = length / section->width;
        memcpy((char *)t + section->rows, &rows, sizeof rows);
        memcpy((char *)t + section->count, &count, sizeof count);
    }
    t->starts = starts;
    for (i32 at = 0; at < t->expr_count;) if ((at = check_program(t, at)) < 0) return "expr";
    for (int s = 0; s < SECTION_COUNT; s++) {
        const i32 *rows = *(const i32 *const *)((const char *)t + SECTIONS[s].rows);
        i32 count = *(const i32 *)((const char *)t + SECTIONS[s].count);
        for (i32 k = 0; k < count; k++) if (!row_fits(t, rows + k * SECTIONS[s].width, SECTIONS[s].kinds)) return SECTIONS[s].name;
    }
    if (!check_rest(t)) return "numbers that do not fit each other";
    const i32 words[] = {t->dims.pass, t->dims.decline, t->dims.starve, t->dims.take_back, t->dims.pay_nothing};
    for (int k = 0; k < 5; k++) if (!fits(t, 'A', words[k])) return "words";
    if (!fits(t, 'n', t->dims.set_up)) return "set-up";
    make_masks(t);
    return NULL;
}
