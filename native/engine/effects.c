/* Effects of content: each a row of the section `node`. */
#include "trade.c"

static void run(Game *g, int seat, i32 node, int place, i64 n);
static void turn_up(Game *g, int seat, const Reveal *reveal, int item, int place);
static void finish_roll(Game *g, int seat, i32 roll, i64 total);

static i64 factorial(int n) { return n < 2 ? 1 : n * factorial(n - 1); }

/* Returns the number of an order of seats among all of them, as `number_of` in `effect_lists.py`. */
static i32 number_of(const int *order, int players) {
    i64 number = 0;
    for (int k = 0; k < players; k++) {
        int less = 0;
        for (int later = k + 1; later < players; later++) less += order[later] < order[k];
        number = number * (players - k) + less;
    }
    return (i32)number;
}

static void seat_order(i64 number, int players, int *order) {
    int rest[SEATS];
    for (int seat = 0; seat < players; seat++) rest[seat] = seat;
    for (int k = 0; k < players; k++) {
        i64 ways = factorial(players - k - 1), spot = number / ways;
        number %= ways;
        if (spot >= players - k) spot = players - k - 1;
        order[k] = rest[spot];
        memmove(rest + spot, rest + spot + 1, (size_t)(players - k - 1 - spot) * sizeof *rest);
    }
}

/* Lists all seats clockwise from one, or those with most of a number first; ties go clockwise. */
static void seats_from(Game *g, int first, i32 most_first, int *order) {
    int players = g->t->dims.players;
    i64 numbers[SEATS];
    for (int k = 0; k < players; k++) {
        int seat = (first + k) % players, at = k;
        i64 number = most_first < 0 ? 0 : read_number(g, seat, 0, most_first);
        for (; at > 0 && numbers[at - 1] < number; at--) {
            numbers[at] = numbers[at - 1];
            order[at] = order[at - 1];
        }
        numbers[at] = number;
        order[at] = seat;
    }
}

static void reverse(int *order, int players) {
    for (int k = 0; k < players / 2; k++) {
        int other = order[k];
        order[k] = order[players - 1 - k];
        order[players - 1 - k] = other;
    }
}

static void each_seat(Game *g, const Node *e) {
    int order[SEATS], first = g->s.first;
    if (!e->value && e->expr < 0) { push(g, EACH_SEAT, first, e->b, 0, 0); return; }
    seats_from(g, first, e->expr, order);
    if (e->value) reverse(order, g->t->dims.players);
    push(g, EACH_IN_ORDER, first, e->b, 0, number_of(order, g->t->dims.players));
}

static void begin_placing(Game *g, i32 number) {
    const Placing *rule = g->t->placing + number;
    int order[SEATS], first = g->s.first, players = g->t->dims.players;
    if (rule->usual) { push(g, NEXT_PLACEMENT, first, 0, 0, 0); return; }
    seats_from(g, first, rule->most_first, order);
    if (rule->order == 1 && rule->most_first < 0) reverse(order, players);
    push(g, NEXT_IN_ORDER, first, number, 0, number_of(order, players) << players);
}

static void roll(Game *g, int seat, const Node *e, i64 n) {
    i64 dice = n, divide;
    if (e->value >= 0 || e->expr >= 0) dice = amount_of(g, seat, n, e->value, e->expr);
    if (dice < 0) dice = 0;
    if (dice == 0 && e->expr >= 0) return;
    if (dice > FACES * 20) { stop(g, ODD); return; }
    divide = e->e < 0 ? e->d : read_number(g, seat, n, e->e);
    if (divide < 1) divide = 1;
    if (dice == 0 && e->c - e->b > 1) return;
    if (divide < e->d || divide - e->d >= e->c - e->b) { stop(g, ODD); return; }
    push(g, ROLL_FOR_TOTAL, seat, g->t->roll_list[e->b + divide - e->d], (i32)dice, 0);
}

static void advance(Game *g, int seat, const Node *e, i64 n) {
    i64 steps = amount_of(g, seat, n, e->value, e->expr);
    const Track *track = g->t->track + e->b;
    if (steps < 0) steps = 0;
    i64 after = steps > MOST ? MOST : g->s.tracks[seat][e->b] + steps;
    put_marker(g, seat, e->b, after > track->top ? track->top : after);
    if (steps && track->node) run(g, seat, track->node, -1, 0);
}

static void points(Game *g, int seat, const Node *e, i64 n) {
    i64 amount = amount_of(g, seat, n, e->value, e->expr);
    if (e->b) { /* a loss stops at a score */
        i64 most = (i64)g->s.points[seat] - e->c;
        if (most < 0) most = 0;
        if (amount < -most) amount = -most;
    }
    score(g, seat, amount);
}

static void feed(Game *g, int seat, i32 number, i64 n) {
    const Feeding *rule = g->t->feeding + number;
    i64 needed = g->s.home[seat];
    if (rule->eaters >= 0) {
        needed = read_number(g, seat, n, rule->eaters);
        if (needed > g->t->dims.most_figures) needed = g->t->dims.most_figures;
        if (needed < 0) needed = 0;
    }
    i32 held = g->s.goods[seat][rule->good];
    if (needed <= held) { g->s.goods[seat][rule->good] -= (i32)needed; return; }
    if (rule->eaters >= 0) g->s.goods[seat][rule->good] = 0;
    push(g, FEED_OR_STARVE, seat, number, (i32)(needed - held), 0);
}

static void end_game(Game *g, int seat, const Node *e) {
    if (g->s.round < e->c || (e->b >= 0 && !empty_spaces(g, e->b))) return;
    if (e->d && g->s.won < 0) g->s.won = e->d == 1 ? 0 : e->d == 2 ? (1 << g->t->dims.players) - 1 : 1 << seat;
    push(g, END, seat, 0, 0, 0);
}

static void move_kind(Game *g, const Node *e) {
    u8 items[ITEMS];
    int count = items_in(g, e->c, items);
    for (int k = 0; k < count; k++) {
        if (g->t->item[items[k]].kind != e->b) continue;
        leave_zone(g, e->c, items[k]);
        join_zone(g, e->d, items[k]);
    }
}

static void sweep(Game *g, const Node *e) {
    for (i32 k = e->b; k < e->c; k++) {
        int place = g->t->space[k];
        if (g->s.item_at[place] >= 0 && !g->s.occupancy[place]) join_zone(g, e->d, lift_item(g, place));
    }
}

static void drive(Game *g, i32 number) {
    int place = g->t->drive[number].place;
    for (int k = 0; k < g->s.depth; k++) if (g->s.stack[k].op == DRIVE_OFF) return;
    if (g->s.item_at[place] < 0 || g->s.occupancy[place] < g->t->place[place].room) return;
    push(g, DRIVE_OFF, g->s.first, number, 0, 0);
}

/* Returns the frame that says who chose whom: the innermost one. */
static const Frame *choice_of(Game *g) {
    for (int k = g->s.depth - 1; k >= 0; k--) if (g->s.stack[k].op == CHOSEN_SEAT) return g->s.stack + k;
    stop(g, ODD);
    return NULL;
}

enum { TO_SUPPLY, TO_SEAT, TO_OWNER, TO_CHOOSER, TO_CHOSEN };

/* Returns the seat that gets goods; -1 for the supply, or if a place has no owner. */
static int receiver_of(Game *g, int seat, int place, i32 to) {
    if (to == TO_SEAT) return seat;
    if (to == TO_OWNER) return owner_of(g, place);
    if (to != TO_CHOOSER && to != TO_CHOSEN) return -1;
    const Frame *choice = choice_of(g);
    if (!choice) return -1;
    return to == TO_CHOOSER ? choice->seat : choice->x;
}

/* Takes goods of a group from a seat, or has it choose which, if that makes a difference. */
static void ask_for_goods(Game *g, int loser, i32 loss, i64 left, int receiver) {
    u32 group = (u32)g->t->loss[loss].goods;
    i64 held = goods_of(g, loser, group);
    int kinds = 0;
    if (left <= 0 || !held) return;
    for (int good = 0; good < g->t->dims.goods; good++) kinds += (group >> good & 1) && g->s.goods[loser][good];
    if (held > left && kinds > 1) {
        push(g, LOSE_GOODS, loser, loss, left > MOST ? MOST : (i32)left, receiver + 1);
        return;
    }
    for (int good = 0; good < g->t->dims.goods; good++) if (group >> good & 1) lose_good(g, loser, good, left, receiver);
}

static void take_from(Game *g, int loser, int receiver, const Node *e, i64 n) {
    i64 amount = amount_of(g, loser, n, e->value, e->expr);
    if (amount < 0) amount = 0;
    switch (e->op) {
    case V_LOSE_GOOD: lose_good(g, loser, e->c, amount > MOST ? MOST : amount, receiver); break;
    case V_LOSE_SOME: ask_for_goods(g, loser, e->c, amount > MOST ? MOST : amount, receiver); break;
    case V_LOSE_STEPS: {
        i64 at = g->s.tracks[loser][e->c];
        put_marker(g, loser, e->c, amount >= at ? 0 : at - amount);
        break; }
    case V_LOSE_FIGURES: lose_figures(g, loser, amount); break;
    case V_LOSE_TOOLS: {
        i64 most = g->t->kit[g->s.kit[loser]].total;
        for (i64 k = 0; k < amount && k < most; k++) g->s.kit[loser] = (int16_t)g->t->kit[g->s.kit[loser]].lost;
        break; }
    }
}

enum { FROM_SEAT, FROM_OTHERS, FROM_MOST };

static void lose(Game *g, int seat, int place, const Node *e, i64 n) {
    int players = g->t->dims.players, receiver = receiver_of(g, seat, place, e->f);
    if (e->b == FROM_SEAT) {
        if (seat != receiver) take_from(g, seat, receiver, e, n);
    } else if (e->b == FROM_OTHERS) {
        for (int k = players - 1; k > 0; k--) {
            int loser = (seat + k) % players;
            if (loser != receiver) take_from(g, loser, receiver, e, n);
        }
    } else {
        int most = -1;
        i64 best = 0;
        for (int k = e->f == TO_SEAT && players > 1 ? 1 : 0; k < players; k++) {
            int other = (seat + k) % players;
            i64 number = read_number(g, other, 0, e->e);
            if (most < 0 || number > best) { most = other; best = number; }
        }
        if (most != receiver) take_from(g, most, receiver, e, n);
    }
}

/* Lists the open items of a seat that it can hand back. */
static int returnable(const Game *g, const HandBack *entry, int seat, u8 *items) {
    int count = 0;
    for (int w = 0; w < 2; w++) {
        u64 mine = g->s.zone[open_zone(g->t, seat)][w] & BOTH(entry->items + 2 * w);
        for (; mine; mine &= mine - 1) items[count++] = (u8)(64 * w + bit_index(mine));
    }
    return count;
}

static void hand_back(Game *g, int seat, i32 number, int place, i32 left, int item) {
    const HandBack *entry = g->t->hand_back + number;
    for (int p = 0; p < g->t->dims.places; p++) {
        for (int other = 0; g->t->place[p].owned == item && other < g->t->dims.players; other++) {
            if (g->s.by[other] >> p & 1) lift_figures(g, other, p);
        }
    }
    leave_zone(g, open_zone(g->t, seat), item);
    if (g->t->item[item].use >= 0) g->s.unspent[seat] &= ~(1ull << g->t->item[item].use);
    join_zone(g, entry->zone, item);
    if (left > 1) push(g, HAND_BACK_MORE, seat, number, place, left - 1);
    run(g, seat, entry->node, place, 0);
}

/* Asks a seat which item it hands back next, or takes it if there is no choice. */
static void ask_for_item(Game *g, int seat, i32 number, int place, i64 left) {
    u8 items[ITEMS];
    int held = returnable(g, g->t->hand_back + number, seat, items);
    if (left > 0 && left < held) push(g, HAND_BACK, seat, number, place, (i32)left);
    else if (left > 0 && held) hand_back(g, seat, number, place, held, items[0]);
}

static int seat_fits(Game *g, i32 number, int seat, int left) {
    return holds(g, (seat + left) % g->t->dims.players, 0, g->t->seat_choice[number].cond);
}

static int any_seat_fits(Game *g, i32 number, int seat) {
    for (int left = 1; left < g->t->dims.players; left++) if (seat_fits(g, number, seat, left)) return 1;
    return 0;
}

static int is_option_open(Game *g, const Offer *offered, i32 k, int seat, i64 n) {
    return !offered->open || holds(g, seat, n, g->t->option[k].cond);
}

static int any_option_open(Game *g, const Offer *offered, int seat, i64 n) {
    for (i32 k = offered->first; k < offered->last; k++) if (is_option_open(g, offered, k, seat, n)) return 1;
    return 0;
}

static int any_to_draft(const Game *g, i32 row) {
    for (i32 k = g->t->row[row].first; k < g->t->row[row].last; k++) {
        int place = g->t->space[k];
        if (g->s.item_at[place] >= 0 && !g->s.occupancy[place]) return 1;
    }
    return 0;
}

/* Effects that ask, or begin something that takes longer. */
static void begin(Game *g, int seat, const Node *e, int place, i64 n) {
    i64 amount;
    switch (e->op) {
    case V_EACH: each_seat(g, e); break;
    case V_PLACE: begin_placing(g, e->b); break;
    case V_RESOLVE: push(g, RESOLVE_NEXT, seat, 0, 0, 0); break;
    case V_AMONG: push(g, RESOLVE_NEXT_AMONG, seat, e->b, 0, 0); break;
    case V_ROLL: roll(g, seat, e, n); break;
    case V_BUY: if (place >= 0 && g->s.item_at[place] >= 0) push(g, BUY, seat, place, 0, 0); break;
    case V_DICE: push(g, ROLL_FOR_ALL, seat, e->b, 0, 0); break;
    case V_HIDDEN: if (has_kind(g, e->b, e->c)) push(g, DRAW_HIDDEN, seat, e->b, e->c, 0); break;
    case V_CHOOSE:
        amount = amount_of(g, seat, n, e->value, e->expr);
        if (amount <= 0) break;
        if (amount < e->d || amount - e->d >= e->c - e->b) stop(g, ODD);
        else push(g, CHOOSE_GOODS, seat, g->t->choice_list[e->b + amount - e->d], 0, 0);
        break;
    case V_FEED: feed(g, seat, e->b, n); break;
    case V_FILL: push(g, FILL_ROW, g->s.first, e->b, 0, 0); break;
    case V_FIRST: push(g, PASS_FIRST, seat, e->b, 0, 0); break;
    case V_LOT: push(g, DRAW_FIRST, seat, 0, 1, 0); break;
    case V_END: end_game(g, seat, e); break;
    case V_ONE_OF: if (any_option_open(g, g->t->offer + e->b, seat, n)) push(g, ONE_OF, seat, e->b, place, (i32)n); break;
    case V_DRIVE: drive(g, e->b); break;
    case V_PAY:
        amount = amount_of(g, seat, n, e->value, e->expr);
        if (amount > 0) push(g, PAY_OR_DECLINE, seat, e->b, place, amount > 99 ? 99 : (i32)amount);
        break;
    case V_TURN_UP: push(g, TURN_UP, seat, e->b, 0, 0); break;
    case V_DRAFT: if (any_to_draft(g, e->b)) push(g, DRAFT, seat, e->b, 0, 0); break;
    case V_CHOOSE_SEAT: if (any_seat_fits(g, e->b, seat)) push(g, CHOOSE_SEAT, seat, e->b, place, (i32)n); break;
    case V_HAND_BACK: ask_for_item(g, seat, e->b, place, amount_of(g, seat, n, e->value, e->expr)); break;
    case V_SEAL: push(g, SEAL, g->s.first, e->b, g->s.first, 0); break;
    }
}

/* Does one effect for a seat. */
static void effect(Game *g, int seat, const Node *e, int place, i64 n) {
    i64 amount;
    switch (e->op) {
    case V_NOTHING: break;
    case V_TOOL:
        amount = amount_of(g, seat, n, e->value, e->expr);
        for (i64 k = 0; k < amount && k < 12; k++) g->s.kit[seat] = (int16_t)g->t->kit[g->s.kit[seat]].gained;
        break;
    case V_FIGURE:
        amount = amount_of(g, seat, n, e->value, e->expr);
        if (amount > 0) add_figures(g, seat, amount);
        break;
    case V_ADVANCE: advance(g, seat, e, n); break;
    case V_GAIN:
        amount = amount_of(g, seat, n, e->value, e->expr);
        gain(g, seat, e->b, amount > 0 ? amount : 0);
        break;
    case V_POINTS: points(g, seat, e, n); break;
    case V_REFRESH: refresh(g); break;
    case V_SLIDE: slide(g, g->t->row + e->b); break;
    case V_ALL_OF: run(g, seat, e->b, place, n); break;
    case V_MARK: g->s.marks[seat] |= 1ull << e->b; break;
    case V_UNMARK: g->s.marks[seat] &= ~(1ull << e->b); break;
    case V_MOVE: move_kind(g, e); break;
    case V_SWEEP: sweep(g, e); break;
    case V_BRING_HOME:
        for (i32 k = e->b; k < e->c; k++) if (g->s.by[seat] >> g->t->space[k] & 1) lift_figures(g, seat, g->t->space[k]);
        break;
    case V_CHOOSER: {
        const Frame *choice = choice_of(g);
        if (choice) run(g, choice->seat, e->b, place, n);
        break; }
    case V_OWNER: {
        int owner = owner_of(g, place);
        if (owner >= 0 && owner != seat) push(g, EFFECTS, owner, e->b, -1, 0);
        break; }
    case V_LOSE_GOOD: case V_LOSE_SOME: case V_LOSE_STEPS: case V_LOSE_TOOLS: case V_LOSE_FIGURES: lose(g, seat, place, e, n); break;
    default: begin(g, seat, e, place, n);
    }
}

/* Runs a list of effects from a node on; the rest waits beneath the frames that an effect pushes. */
static void run(Game *g, int seat, i32 node, int place, i64 n) {
    State *s = &g->s;
    int depth = s->depth;
    while (node && !g->fault) {
        const Node *e = g->t->node + node;
        if (holds(g, seat, n, e->cond)) effect(g, seat, e, place, n);
        node = e->next;
        if (node && s->depth != depth) {
            push(g, 0, 0, 0, 0, 0);
            if (g->fault) return;
            memmove(s->stack + depth + 1, s->stack + depth, (size_t)(s->depth - 1 - depth) * sizeof(Frame));
            s->stack[depth] = (Frame){EFFECTS, seat, node, place, (i32)n};
            return;
        }
    }
}
