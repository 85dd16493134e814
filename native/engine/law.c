/* What seats may do: places that are open, prices that can be paid, goods that can be traded.  Nothing here changes a state. */
#include "changes.c"

/* --- prices --- */

#define TOPS 0x8080808080808080ull

/* Returns whether a hand has all of some goods: no byte borrows from the bit above it. */
static int covers(u64 hand, u64 amounts) { return (((hand | TOPS) - amounts) & TOPS) == TOPS; }

/* Returns the price that is asked of a seat now. */
static i32 price_now(Game *g, int seat, i32 price) {
    i32 changing = g->t->price[price].changing;
    if (changing < 0) return price;
    const Changing *change = g->t->changing + changing;
    i64 index = 0;
    for (i32 k = change->first; k < change->last; k++) {
        const Part *part = g->t->part + k;
        i64 number = read_number(g, seat, 0, part->expr);
        number = number < part->low ? part->low : number > part->high ? part->high : number;
        index = index * (part->high - part->low + 1) + number - part->low;
    }
    return g->t->price_table[change->table + index];
}

/* Offers every payment of a price out of a hand; without options tells only whether there is one. */
static int pay_out_of(Game *g, u64 hand, i32 price, Options *o) {
    const Price *asked = g->t->price + price;
    i32 held = 0;
    for (int good = 0; good < g->t->dims.goods; good++) if (asked->goods >> good & 1) held += packed(hand, good);
    for (i32 k = asked->first; k < asked->last; k++) {
        const Action *pay = g->t->action + g->t->pay[k];
        if (pay->size > held) break; /* payments are in the order of their sizes */
        if (!covers(hand, BOTH(pay->amounts))) continue;
        if (!o) return 1;
        offer(g, o, g->t->pay[k]);
    }
    return o && o->count;
}

/* Lists the hands that a seat has, or could have by its items that can be used at any time, the present one first. */
static int hands_of(Game *g, int seat, u64 *hands) {
    u64 most = 0;
    int count = 1;
    hands[0] = hand_of(g, seat);
    for (int good = 0; good < g->t->dims.goods; good++) {
        i64 ceiling = (i64)g->s.goods[seat][good] + left_in_supply(g, good);
        most |= (u64)(ceiling > 127 ? 127 : ceiling < 0 ? 0 : ceiling) << 8 * good;
    }
    for (u64 uses = g->s.unspent[seat] & g->t->anytime; uses; uses &= uses - 1) {
        const Use *use = g->t->use + bit_index(uses);
        int before = count;
        for (int h = 0; h < before; h++) {
            for (i32 k = use->first; k < use->last; k++) {
                u64 hand = hands[h] + BOTH(g->t->bonus[k].bits), clipped = 0;
                if (count >= MOST_HANDS) { stop(g, TOO_MANY); return count; }
                for (int good = 0; good < GOODS; good++) {
                    int held = packed(hand, good), ceiling = packed(most, good);
                    clipped |= (u64)(held > ceiling ? ceiling : held) << 8 * good;
                }
                hands[count++] = clipped;
            }
        }
    }
    return count;
}

/* Returns whether a seat can pay a price, items used at any time counted. */
static int payable(Game *g, int seat, i32 price) {
    if (pay_out_of(g, hand_of(g, seat), price, NULL)) return 1;
    if (!(g->s.unspent[seat] & g->t->anytime)) return 0;
    u64 hands[MOST_HANDS];
    int count = hands_of(g, seat, hands);
    for (int h = 1; h < count; h++) if (pay_out_of(g, hands[h], price, NULL)) return 1;
    return 0;
}

/* Returns the price of the item on a place before it is read from the game; -1 if there is none. */
static i32 asking_price(Game *g, int place) {
    int item = g->s.item_at[place];
    if (g->t->place[place].price >= 0) return g->t->place[place].price;
    return item < 0 ? -1 : g->t->item[item].price;
}

/* --- places --- */

static u64 limited(Game *g, int seat, const Limit *limit) {
    const State *s = &g->s;
    u64 group = BOTH(limit->group);
    i64 most = amount_of(g, seat, 0, limit->most, limit->expr);
    if (!holds(g, seat, 0, limit->cond)) return 0;
    if (most < 0) most = 0;
    if (limit->counts == 0) { /* occupied places of the group */
        u64 occupied = 0;
        for (int other = 0; other < g->t->dims.players; other++) occupied |= s->by[other];
        return count_bits(occupied & group) >= most ? group & ~occupied : 0;
    }
    if (most == 0) return group; /* seats at each place */
    u64 full = 0;
    for (u64 places = group; places; places &= places - 1) {
        int there = 0;
        for (int other = 0; other < g->t->dims.players; other++) there += s->by[other] >> bit_index(places) & 1;
        if (there >= most) full |= LOW_BIT(places);
    }
    return full & ~s->by[seat];
}

/* Returns the bits of the places where a seat may not place, whatever circles are free. */
static u64 closed_to(Game *g, int seat) {
    u64 closed = g->s.by[seat] & g->t->once;
    for (i32 k = 0; k < g->t->opening_count; k++) {
        if (!holds(g, seat, 0, g->t->opening[k].cond)) closed |= BOTH(g->t->opening[k].places);
    }
    for (i32 k = 0; k < g->t->limit_count; k++) closed |= limited(g, seat, g->t->limit + k);
    return closed;
}

/* Returns whether an item is missing: on a space of a row, or of a place that belongs to its owner. */
static int lacks_item(const Game *g, int seat, int p) {
    const Place *place = g->t->place + p;
    if (place->row >= 0) return g->s.item_at[p] < 0;
    if (place->owned < 0) return 0;
    return place->is_open ? owner_of(g, p) < 0 : !lies_in(&g->s, open_zone(g->t, seat), place->owned);
}

/* Returns whether a hand has the goods that a placement costs. */
static int toll_is_paid(Game *g, int seat, int place, int count, u64 hand) {
    const Span *toll = g->t->toll + g->t->place[place].toll;
    for (i32 k = toll->first; k < toll->last; k++) {
        i64 amount = amount_of(g, seat, count, g->t->toll_part[k].value, g->t->toll_part[k].expr);
        if (amount > MOST_AMOUNT) { stop(g, TOO_LARGE); return 0; }
        if (amount > packed(hand, g->t->toll_part[k].good)) return 0;
    }
    return 1;
}

static void pay_toll(Game *g, int seat, int place, int count) {
    i64 amounts[GOODS] = {0};
    if (g->t->place[place].toll < 0) return;
    const Span *toll = g->t->toll + g->t->place[place].toll;
    for (i32 k = toll->first; k < toll->last; k++) { /* all amounts are read before any is paid */
        amounts[g->t->toll_part[k].good] = amount_of(g, seat, count, g->t->toll_part[k].value, g->t->toll_part[k].expr);
    }
    for (int good = 0; good < GOODS; good++) if (amounts[good] > 0) lose_good(g, seat, good, amounts[good], -1);
}

static int any_hand_pays(Game *g, int seat, int place, int count, const u64 *hands, int hand_count) {
    for (int h = 0; h < hand_count; h++) if (toll_is_paid(g, seat, place, count, hands[h])) return 1;
    return 0;
}

/* Offers every placement of at most so many figures that one of the hands can pay; without options tells whether there is one. */
static int placements(Game *g, int seat, i64 most, const u64 *hands, int hand_count, Options *o) {
    const State *s = &g->s;
    u64 open = g->t->all_places & ~closed_to(g, seat);
    int home = s->home[seat] < most ? s->home[seat] : (int)most;
    for (; open; open &= open - 1) {
        int p = bit_index(open);
        const Place *place = g->t->place + p;
        const i32 *actions = g->t->place_action + p * (g->t->dims.most_figures + 1);
        int free = place->room - s->occupancy[p];
        if (free <= 0 || ((g->t->with_items >> p & 1) && lacks_item(g, seat, p))) continue;
        if (place->alike) free = place->room; /* as the library's tables have it */
        int last = free < home ? free : home;
        if (last > place->most) last = place->most;
        for (int count = place->least; count <= last; count++) {
            if (place->toll >= 0 && !any_hand_pays(g, seat, p, count, hands, hand_count)) continue;
            if (!o) return 1;
            offer(g, o, actions[count]);
        }
    }
    return o && o->count;
}

/* Returns whether a seat can place where no placement costs anything. */
static int can_place(Game *g, int seat) { return placements(g, seat, MOST, NULL, 0, NULL); }

/* Returns the most figures of one placement by a rule of placing. */
static i64 most_placed(Game *g, int seat, const Placing *rule) {
    if (!rule->figures && rule->figures_expr < 0) return MOST;
    i64 most = amount_of(g, seat, 0, rule->figures, rule->figures_expr);
    return most < 0 ? 0 : most;
}

/* Returns whether a seat can place in a turn, if only after uses that help to pay. */
static int can_place_in(Game *g, int seat, const Placing *rule) {
    u64 hands[MOST_HANDS];
    int has_uses = g->t->toll_count && (g->s.unspent[seat] & g->t->anytime);
    int count = 1;
    if (has_uses) count = hands_of(g, seat, hands);
    else hands[0] = hand_of(g, seat);
    return placements(g, seat, most_placed(g, seat, rule), hands, count, NULL);
}

/* --- items --- */

/* Returns whether a purchase can only be declined: the item is gone, or its `if` does not hold for the seat. */
static int must_leave(Game *g, int seat, int place) {
    int item = g->s.item_at[place];
    return item < 0 || !holds(g, seat, 0, g->t->item[item].cond);
}

/* --- add-ons --- */

static int add_on_closed(Game *g, int seat, const AddOn *add_on) {
    return !holds(g, seat, 0, add_on->cond) || !holds(g, seat, 0, add_on->effects_cond);
}

static int add_on_fits(const Game *g, const AddOn *add_on, int item, int place) {
    return (BOTH(add_on->places) >> place & 1) && g->t->fit[(add_on - g->t->add_on) * g->t->dims.items + item];
}

static int add_on_open(Game *g, int seat, const AddOn *add_on) {
    if (add_on_closed(g, seat, add_on)) return 0;
    if (add_on->zone >= 0 && !has_kind(g, add_on->zone, add_on->kind)) return 0;
    return payable(g, seat, price_now(g, seat, add_on->price));
}
