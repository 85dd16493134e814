/* Steps: work that continues by itself, between two questions. */
#include "effects.c"

/* --- draws --- */

/* Returns the zone and the kind of item that a draw is from. */
static void drawn(const Game *g, const Frame *f, int *zone, int *kind) {
    if (f->op == LAY_ITEM) {
        *zone = g->t->row[f->x].zone;
        *kind = g->t->row[f->x].kind;
    } else if (f->op == REVEAL) {
        *zone = g->t->reveal[f->x].zone;
        *kind = g->t->reveal[f->x].kind;
    } else {
        *zone = f->x;
        *kind = f->y;
    }
}

/* Puts a drawn item where it belongs; returns 0 if it is of another kind, and the draw is to be made again. */
static int arrive(Game *g, const Frame *f, int item) {
    int zone, kind;
    drawn(g, f, &zone, &kind);
    leave_zone(g, zone, item);
    if (g->t->item[item].kind != kind && g->t->item[item].divert >= 0) {
        join_zone(g, g->t->item[item].divert, item);
        return 0;
    }
    if (f->op == LAY_ITEM) {
        if (g->s.item_at[f->y] >= 0) { stop(g, ODD); return 1; }
        if (g->t->row[f->x].pile) g->s.pile[f->y]--;
        g->s.item_at[f->y] = (int16_t)item;
    } else if (f->op == REVEAL) {
        turn_up(g, f->seat, g->t->reveal + f->x, item, -1);
    } else {
        join_zone(g, down_zone(g->t, f->seat), item);
    }
    return 1;
}

/* Begins a draw: chance decides, but the first item of a queue comes at once. */
static void draw_next(Game *g, Frame f) {
    int zone, kind;
    drawn(g, &f, &zone, &kind);
    int queue = queue_of(g->t, zone);
    if (queue < 0) { push(g, f.op, f.seat, f.x, f.y, f.z); return; }
    for (int tries = 0; tries < ITEMS && !g->fault; tries++) {
        if (!g->s.queued[queue]) { stop(g, ODD); return; }
        if (arrive(g, &f, g->s.queue[queue][0])) return;
    }
    stop(g, TOO_LONG);
}

/* Turns up the next tile of a pile when the frames above it are done. */
static void show_next(Game *g, int seat, int place) {
    i32 row = g->t->place[place].row;
    if (row < 0) { stop(g, ODD); return; }
    if (queue_of(g->t, g->t->row[row].zone) >= 0) push(g, FILL_ROW, seat, row, 0, 0);
    else push(g, LAY_ITEM, seat, row, place, 0);
}

/* Turns up an item that has left its zone, or is on a place: puts it where it belongs, and runs its effects. */
static void turn_up(Game *g, int seat, const Reveal *reveal, int item, int place) {
    if (place < 0) {
        join_zone(g, reveal->to < 0 ? reveal->zone : reveal->to, item);
    } else if (reveal->to >= 0) {
        join_zone(g, reveal->to, lift_item(g, place));
        if (g->s.pile[place]) show_next(g, seat, place);
    }
    run(g, seat, g->t->item[item].node, -1, -1);
}

static void turn_up_next(Game *g, const Frame *f) {
    const Reveal *reveal = g->t->reveal + f->x;
    if (reveal->row >= 0) {
        const Row *row = g->t->row + reveal->row;
        for (i32 k = row->first; k < row->last; k++) {
            int place = g->t->space[k];
            if (g->s.item_at[place] < 0 || g->s.occupancy[place]) continue;
            turn_up(g, f->seat, reveal, g->s.item_at[place], place);
            return;
        }
        return;
    }
    if (reveal->reshuffles && !has_kind(g, reveal->zone, reveal->kind)) {
        u8 items[ITEMS];
        int count = items_in(g, reveal->to, items);
        for (int k = 0; k < count; k++) {
            if (g->t->item[items[k]].kind != reveal->kind) continue;
            leave_zone(g, reveal->to, items[k]);
            join_zone(g, reveal->zone, items[k]);
        }
    }
    if (has_kind(g, reveal->zone, reveal->kind)) draw_next(g, (Frame){REVEAL, f->seat, f->x, 0, 0});
}

static void fill_row(Game *g, const Frame *f) {
    const Row *row = g->t->row + f->x;
    for (i32 k = row->first; k < row->last; k++) {
        int place = g->t->space[k];
        if (g->s.item_at[place] >= 0 || (row->pile && !g->s.pile[place])) continue;
        if (has_kind(g, row->zone, row->kind)) {
            push(g, FILL_ROW, f->seat, f->x, 0, 0);
            draw_next(g, (Frame){LAY_ITEM, f->seat, f->x, place, 0});
        } else if (row->ends_game) {
            push(g, END, f->seat, 0, 0, 0);
        }
        return;
    }
}

/* --- what waits --- */

static void set_aside(Game *g, Frame f) {
    if (g->s.waiting_count >= WAITING) stop(g, TOO_DEEP);
    else g->s.waiting[g->s.waiting_count++] = f;
}

static void end_waiting(Game *g, int spot) {
    State *s = &g->s;
    s->waiting_count--;
    memmove(s->waiting + spot, s->waiting + spot + 1, (size_t)(s->waiting_count - spot) * sizeof(Frame));
}

/* Finds the question of the oldest waiting frame that is due to a seat, or with -1 to anybody; returns whether there is one. */
static int next_due(const Game *g, int seat, Frame *question) {
    int players = g->t->dims.players;
    for (int spot = 0; spot < g->s.waiting_count; spot++) {
        const Frame *waiting = g->s.waiting + spot;
        int who = seat;
        if (waiting->op != PICK_LATER) continue;
        for (int turn = 1; seat < 0 && turn < players; turn++) {
            who = (waiting->seat + turn) % players;
            if (waiting->z >> who & 1) break;
        }
        if (who >= 0 && waiting->z >> who & 1) {
            *question = (Frame){PICK_LATER, who, spot, 0, 0};
            return 1;
        }
    }
    return 0;
}

static void push_frame(Game *g, Frame f) { push(g, f.op, f.seat, f.x, f.y, f.z); }

/* --- turns --- */

static void next_placement(Game *g, int seat) {
    int players = g->t->dims.players;
    Frame question;
    for (int k = 0; k < players; k++, seat = (seat + 1) % players) {
        if (!g->s.home[seat] || !can_place(g, seat)) continue;
        if (next_due(g, seat, &question)) {
            push(g, NEXT_PLACEMENT, seat, 0, 0, 0);
            push_frame(g, question);
        } else {
            push(g, NEXT_PLACEMENT, (seat + 1) % players, 0, 0, 0);
            push(g, PLACE_FIGURES, seat, 0, 0, 0);
        }
        return;
    }
}

enum { CLOCKWISE, REVERSED, THERE_AND_BACK };

/* Looks for the next seat that can place by a rule; x is the rule, y the turn, z the order of the seats and who has passed. */
static void next_in_order(Game *g, const Frame *f) {
    const Placing *rule = g->t->placing + f->x;
    int players = g->t->dims.players, order[SEATS], length = players;
    i32 unable = f->z & ((1 << players) - 1);
    Frame question;
    seat_order(f->z >> players, players, order);
    if (rule->order == THERE_AND_BACK) length = 2 * players;
    for (int spot = f->y; spot < f->y + length; spot++) {
        int at = spot % length, seat = order[at < players ? at : 2 * players - 1 - at];
        if (unable >> seat & 1) continue;
        unable |= 1 << seat;
        if (rule->turns || rule->turns_expr >= 0) {
            i64 turns = amount_of(g, seat, 0, rule->turns, rule->turns_expr);
            if (spot / players >= (turns > 99 ? 99 : turns)) continue;
        }
        if (!g->s.home[seat] || !can_place_in(g, seat, rule)) continue;
        int is_due = next_due(g, seat, &question), after = is_due ? spot : spot + 1;
        if (!rule->turns && rule->turns_expr < 0) after %= length;
        push(g, NEXT_IN_ORDER, f->seat, f->x, after, f->z);
        push_frame(g, is_due ? question : (Frame){PLACE_OR_PASS, seat, f->x, 0, 0});
        return;
    }
}

static void resolve_next(Game *g, const Frame *f) {
    u64 acting = g->s.by[f->seat] & ~g->t->staying;
    Frame question;
    if (f->op == RESOLVE_NEXT_AMONG) acting &= BOTH(g->t->acting[f->x].bits);
    if (next_due(g, f->seat, &question)) {
        push_frame(g, *f);
        push_frame(g, question);
    } else if (acting) {
        push_frame(g, *f);
        push(g, f->op == RESOLVE_NEXT ? RESOLVE_PLACE : RESOLVE_AMONG, f->seat, f->x, 0, 0);
    }
}

/* Hands the bare effects that wait in a phase or in the set-up to the present starting player. */
static void hand_over(Game *g) {
    for (int k = 0; k < g->s.depth; k++) {
        Frame *waiting = g->s.stack + k;
        if (waiting->op == EFFECTS && g->t->node[waiting->x].bare) waiting->seat = g->s.first;
    }
}

static void pass_first(Game *g, const Frame *f) {
    const Passing *passing = g->t->passing + f->x;
    int order[SEATS], seat = f->seat;
    if (!passing->to) seat = (g->s.first + 1) % g->t->dims.players;
    if (passing->most >= 0) {
        seats_from(g, seat, passing->most, order);
        seat = order[0];
    }
    g->s.first = seat;
    hand_over(g);
}

/* --- course of the game --- */

static void next_phase(Game *g, i32 phase) {
    State *s = &g->s;
    push(g, ROUNDS, s->first, (phase + 1) % g->t->dims.phases, 0, 0);
    s->phase = phase;
    if (phase == 0) s->round++;
    const Span *standing = g->t->standing_in + phase;
    if (standing->first == standing->last) {
        run(g, s->first, g->t->phase[phase], -1, 0);
        return;
    }
    if (g->t->phase[phase]) push(g, EFFECTS, s->first, g->t->phase[phase], -1, 0);
    push(g, STANDING, s->first, phase, 0, 0);
}

/* Effects of owned items at the start of a phase, seat by seat; y counts the pairs of seat and item that have passed. */
static void standing(Game *g, const Frame *f) {
    const Span *span = g->t->standing_in + f->x;
    i32 items = span->last - span->first;
    for (i32 number = f->y; items && number < g->t->dims.players * items; number++) {
        int seat = (f->seat + number / items) % g->t->dims.players;
        const Standing *each = g->t->standing + span->first + number % items;
        if (!lies_in(&g->s, open_zone(g->t, seat), each->item)) continue;
        push(g, STANDING, f->seat, f->x, number + 1, 0);
        for (i32 k = each->last - 1; k >= each->first; k--) push(g, EFFECTS, seat, g->t->node_list[k], -1, 0);
        return;
    }
}

static void end(Game *g) {
    g->s.depth = 0;
    for (int spot = g->s.waiting_count - 1; spot >= 0; spot--) {
        if (g->s.waiting[spot].op != PICK_LATER) end_waiting(g, spot);
    }
    push(g, LAST_USES, g->s.first, 0, 0, 0);
}

static void use_item(Game *g, int seat, int bit) {
    g->s.unspent[seat] &= ~(1ull << bit);
    run(g, seat, g->t->item[g->t->use[bit].item].anytime, -1, 0);
}

static void last_uses(Game *g, const Frame *f) {
    int seat = (f->seat + f->x) % g->t->dims.players;
    u64 usable = g->s.unspent[seat] & g->t->anytime;
    Frame question;
    if (next_due(g, -1, &question)) {
        push_frame(g, *f);
        push_frame(g, question);
    } else if (usable) {
        push_frame(g, *f);
        use_item(g, seat, 63 - __builtin_clzll(usable));
    } else if (f->x + 1 < g->t->dims.players) {
        push(g, LAST_USES, f->seat, f->x + 1, 0, 0);
    }
}

/* --- bills --- */

/* Takes the item on a place for a seat, and lets it take effect; a pile shows its next tile. */
static void take(Game *g, int seat, int place, i64 paid) {
    i32 late = 0;
    if (g->s.item_at[place] < 0) return;
    int item = lift_item(g, place);
    if (g->s.pile[place]) show_next(g, seat, place);
    own(g, seat, item);
    for (i32 k = 0; k < g->t->add_on_count; k++) {
        if (g->t->add_on[k].late && add_on_fits(g, g->t->add_on + k, item, place)) late |= 1 << k;
    }
    if (late) push(g, OFFER_LATE, seat, item, place, late);
    run(g, seat, g->t->item[item].node, place, paid);
}

/* Asks for the next open add-on from a number on; returns 0 if there is none. */
static int ask_add_on(Game *g, int seat, int place, i32 payment, i32 chosen, i32 from) {
    int item = g->s.item_at[place];
    for (i32 k = from; item >= 0 && k < g->t->add_on_count; k++) {
        const AddOn *add_on = g->t->add_on + k;
        if (add_on->late || !add_on_fits(g, add_on, item, place) || !add_on_open(g, seat, add_on)) continue;
        push(g, TAKE_OR_SKIP, seat, place, payment, chosen | 1 << k);
        return 1;
    }
    return 0;
}

static void close_bill(Game *g, int seat, int place, i32 payment, i32 chosen) {
    if (!chosen) { take(g, seat, place, payment); return; }
    int first = bit_index((u64)chosen);
    if (first >= g->t->add_on_count) { stop(g, ODD); return; }
    push(g, CLOSE_BILL, seat, place, payment, chosen & (chosen - 1));
    run(g, seat, g->t->add_on[first].node, -1, 0);
}

/* Goes on when the price is paid: with the rest of the bill, or with the item. */
static void bill_paid(Game *g, int seat, int place, i32 payment) {
    if (!ask_add_on(g, seat, place, payment, 0, 0)) take(g, seat, place, payment);
}

static void offer_late(Game *g, const Frame *f) {
    for (i32 left = f->z; left; left &= left - 1) {
        int first = bit_index((u64)left);
        if (first >= g->t->add_on_count) { stop(g, ODD); return; }
        if (!add_on_open(g, f->seat, g->t->add_on + first)) continue;
        push(g, ADD_LATE, f->seat, f->x, f->y, left);
        return;
    }
}

/* --- others --- */

static void drive_off(Game *g, const Frame *f) {
    const Drive *drive = g->t->drive + f->x;
    int players = g->t->dims.players, place = drive->place;
    if (f->y < players) {
        int seat = (f->seat + f->y) % players;
        push(g, DRIVE_OFF, f->seat, f->x, f->y + 1, 0);
        if (g->s.placed[place][seat]) push(g, REWARD_ROLL, seat, f->x, g->s.placed[place][seat], 0);
        return;
    }
    for (int seat = 0; seat < players; seat++) lift_figures(g, seat, place);
    if (g->s.item_at[place] < 0) { stop(g, ODD); return; }
    join_zone(g, drive->to, lift_item(g, place));
}

static void each_seat_next(Game *g, const Frame *f) {
    int players = g->t->dims.players, order[SEATS], seat = (f->seat + f->y) % players;
    if (f->op == EACH_IN_ORDER) {
        seat_order(f->z, players, order);
        seat = order[f->y];
    }
    if (f->y + 1 < players) push(g, f->op, f->seat, f->x, f->y + 1, f->z);
    run(g, seat, f->x, -1, 0);
}

static void step(Game *g, const Frame *f) {
    switch (f->op) {
    case SET_UP:
        push(g, ROUNDS, g->s.first, 0, 0, 0);
        run(g, g->s.first, g->t->dims.set_up, -1, 0);
        break;
    case ROUNDS: next_phase(g, f->x); break;
    case EFFECTS: run(g, f->seat, f->x, f->y, f->z); break;
    case EACH_SEAT: case EACH_IN_ORDER: each_seat_next(g, f); break;
    case NEXT_PLACEMENT: next_placement(g, f->seat); break;
    case NEXT_IN_ORDER: next_in_order(g, f); break;
    case RESOLVE_NEXT: case RESOLVE_NEXT_AMONG: resolve_next(g, f); break;
    case PASS_FIRST: pass_first(g, f); break;
    case FILL_ROW: fill_row(g, f); break;
    case END: end(g); break;
    case LAST_USES: last_uses(g, f); break;
    case CLOSE_BILL: close_bill(g, f->seat, f->x, f->y, f->z); break;
    case OFFER_LATE: offer_late(g, f); break;
    case DRIVE_OFF: drive_off(g, f); break;
    case PAY_AGAIN:
        if (payable(g, f->seat, price_now(g, f->seat, g->t->pay_offer[f->x].price))) {
            push(g, PAY_OR_DECLINE, f->seat, f->x, f->y, f->z);
        }
        break;
    case TURN_UP: turn_up_next(g, f); break;
    case STANDING: standing(g, f); break;
    case CHOSEN_SEAT: break; /* the effects of the choice are done */
    case HAND_BACK_MORE: ask_for_item(g, f->seat, f->x, f->y, f->z); break;
    default: stop(g, ODD);
    }
}

/* Runs steps until a decision, a chance event or the end of the game. */
static void run_steps(Game *g) {
    State *s = &g->s;
    for (int k = 0; s->depth && !g->fault; k++) {
        Frame f = s->stack[s->depth - 1];
        if (f.op >= FIRST_DECISION) return;
        if (k > MOST_STEPS) { stop(g, TOO_LONG); return; }
        s->depth--;
        step(g, &f);
    }
}
