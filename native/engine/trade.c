/* Trading in the middle of a purchase: what can be given and received so that the purchase then takes place. */
#include "law.c"

/* Returns 255 in the byte of every good in some amounts. */
static u64 goods_in(u64 amounts) {
    u64 mask = 0;
    for (int good = 0; good < GOODS; good++) if (packed(amounts, good)) mask |= 255ull << 8 * good;
    return mask;
}

/* Returns a seat's rate for the item on a place; NULL where it may not trade. */
static const Rate *rate_of(const Game *g, int seat, int place) {
    const Trade *trade = g->t->trade;
    const Rate *found = NULL;
    int item = g->s.item_at[place];
    if (!g->t->trade_count || item < 0 || !(trade->kinds >> g->t->item[item].kind & 1)) return NULL;
    if (g->s.marks[seat] & (BOTH(trade->barred) | BOTH(trade->done))) return NULL;
    for (i32 k = trade->first; k < trade->last; k++) {
        if (g->s.tracks[seat][trade->track] >= g->t->rate[k].at_least) found = g->t->rate + k;
    }
    return found;
}

/* Returns whether a good would be traded for itself, at a rate that brings no more of it. */
static int is_barred(const Game *g, const Rate *rate, i32 given, i32 got) {
    return !rate->same && (goods_in(amounts_of(g->t, given)) & amounts_of(g->t, got));
}

/* Returns whether a price can be paid so that one of the goods received is spent at least. */
static int spends(Game *g, i32 price, u64 left, u64 got) {
    u64 mask = goods_in(got);
    left += got;
    for (i32 k = g->t->price[price].first; k < g->t->price[price].last; k++) {
        u64 amounts = amounts_of(g->t, g->t->pay[k]);
        if ((amounts & mask) && covers(left, amounts)) return 1;
    }
    return 0;
}

static int serves(Game *g, i32 price, const Rate *rate, u64 hand, i32 given) {
    u64 gift = amounts_of(g->t, given);
    if (!covers(hand, gift)) return 0;
    for (i32 k = rate->first_got; k < rate->last_got; k++) {
        i32 got = g->t->pay[k];
        if (!is_barred(g, rate, given, got) && spends(g, price, hand - gift, amounts_of(g->t, got))) return 1;
    }
    return 0;
}

/* Offers the gifts whose return can be spent on the price. */
static void offer_gifts(Game *g, int seat, int place, i32 price, Options *o) {
    const Rate *rate = rate_of(g, seat, place);
    u64 hands[MOST_HANDS];
    if (!rate || (g->t->trade->when_short && payable(g, seat, price))) return;
    int count = hands_of(g, seat, hands);
    for (i32 k = rate->first_given; k < rate->last_given; k++) {
        i32 given = g->t->pay[k];
        int ends = 0;
        if (!covers(hands[0], amounts_of(g->t, given))) continue; /* the gift must be in hand now */
        for (int h = 0; h < count && !ends; h++) ends = serves(g, price, rate, hands[h], given);
        if (ends) offer(g, o, given);
    }
}

static void offer_gets(Game *g, int seat, int place, i32 given, Options *o) {
    const Rate *rate = rate_of(g, seat, place);
    u64 hands[MOST_HANDS], gift = amounts_of(g->t, given);
    if (!rate) { stop(g, ODD); return; }
    i32 price = price_now(g, seat, asking_price(g, place));
    int count = hands_of(g, seat, hands);
    for (i32 k = rate->first_got; k < rate->last_got; k++) {
        i32 got = g->t->pay[k];
        int ends = 0;
        if (is_barred(g, rate, given, got)) continue;
        for (int h = 0; h < count && !ends; h++) {
            ends = covers(hands[h], gift) && spends(g, price, hands[h] - gift, amounts_of(g->t, got));
        }
        if (ends) offer(g, o, got);
    }
}

static int used_of(u64 paid, u64 got) {
    int used = 0;
    for (int good = 0; good < GOODS; good++) {
        int one = packed(paid, good), other = packed(got, good);
        used += one < other ? one : other;
    }
    return used;
}

/* Offers the payments that spend what was received, and of two of one size the one that spends more of it. */
static void offer_traded(Game *g, int seat, int place, i32 given, i32 got, Options *o) {
    const Price *price = g->t->price + price_now(g, seat, asking_price(g, place));
    u64 received = amounts_of(g->t, got), hand = hand_of(g, seat);
    if (!covers(hand, amounts_of(g->t, given))) { stop(g, ODD); return; }
    hand = hand - amounts_of(g->t, given) + received;
    for (i32 k = price->first, end; k < price->last; k = end) {
        i32 size = g->t->action[g->t->pay[k]].size;
        int most = 1;
        for (end = k; end < price->last && g->t->action[g->t->pay[end]].size == size; end++) {
            u64 pay = amounts_of(g->t, g->t->pay[end]);
            int used = used_of(pay, received);
            if (covers(hand, pay) && used > most) most = used;
        }
        for (i32 j = k; j < end; j++) {
            u64 pay = amounts_of(g->t, g->t->pay[j]);
            if (covers(hand, pay) && used_of(pay, received) == most) offer(g, o, g->t->pay[j]);
        }
    }
}
