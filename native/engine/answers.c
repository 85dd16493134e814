/* Questions: the options of each, in the order of `rules.actions`, and what an answer does. */
#include "steps.c"

/* --- feeding --- */

typedef struct { i32 missing, food, owed, price; } Lack;

/* Returns what a seat lacks now: less than at first if it has used an item meanwhile. */
static Lack lack_of(Game *g, const Frame *f) {
    const Feeding *rule = g->t->feeding + f->x;
    i64 needed = rule->eaters < 0 ? g->s.home[f->seat] : f->y, food = g->s.goods[f->seat][rule->good];
    i64 missing = needed - food < f->y ? needed - food : f->y;
    if (missing < 0) missing = 0;
    i64 paid = food < needed - missing ? food : needed - missing;
    i64 count = (missing + rule->worth - 1) / rule->worth, owed = count;
    if (rule->must) { /* 1: pays what it holds; 2: pays only if that replaces everything missing */
        i64 held = goods_of(g, f->seat, (u32)rule->instead);
        if (rule->must == 1) owed = held < count ? held : count;
        else owed = held >= count ? count : 0;
    }
    Lack lack = {(i32)missing, (i32)(paid > 0 ? paid : 0), (i32)owed, -1};
    if (missing) {
        i64 spot = rule->first + (owed ? owed : count) - 1;
        if (spot >= rule->last) stop(g, ODD);
        else lack.price = g->t->price_list[spot];
    }
    return lack;
}

static void offer_food(Game *g, const Frame *f, Options *o) {
    Lack lack = lack_of(g, f);
    if (g->fault) return;
    if (!lack.owed) {
        offer(g, o, lack.missing ? g->t->dims.starve : g->t->dims.pay_nothing);
        return;
    }
    pay_out_of(g, hand_of(g, f->seat), lack.price, o);
    if (!g->t->feeding[f->x].must) offer(g, o, g->t->dims.starve);
}

static void fed(Game *g, const Frame *f, i32 answer) {
    const Feeding *rule = g->t->feeding + f->x;
    Lack lack = lack_of(g, f);
    i64 paid = 0;
    g->s.goods[f->seat][rule->good] -= lack.food;
    if (answer != g->t->dims.starve) {
        spend(g, f->seat, amounts_of(g->t, answer));
        if (!rule->must) return;
        paid = g->t->action[answer].size;
    }
    i64 unfed = lack.missing - paid * rule->worth;
    if (unfed > 0) run(g, f->seat, rule->starve, -1, unfed);
}

/* --- options --- */

static void offer_places(Game *g, const Frame *f, Options *o) {
    u64 acting = g->s.by[f->seat] & ~g->t->staying;
    if (f->op == RESOLVE_AMONG) acting &= BOTH(g->t->acting[f->x].bits);
    for (; acting; acting &= acting - 1) offer(g, o, g->t->resolve_action[bit_index(acting)]);
}

static void offer_placements(Game *g, const Frame *f, Options *o) {
    u64 hand = g->t->toll_count ? hand_of(g, f->seat) : 0;
    const Placing *rule = f->op == PLACE_OR_PASS ? g->t->placing + f->x : NULL;
    placements(g, f->seat, rule ? most_placed(g, f->seat, rule) : MOST, &hand, 1, o);
    if (!o->count || (rule && rule->can_pass)) offer(g, o, g->t->dims.pass);
}

static void offer_tools(Game *g, const Frame *f, Options *o) {
    const Kit *kit = g->t->kit + g->s.kit[f->seat];
    u64 one_use = g->s.unspent[f->seat] & g->t->one_use;
    for (i32 k = kit->first; k < kit->last; k++) {
        i32 subset = g->t->kit_subset[k];
        for (i32 m = 0; m < g->t->one_mask_count; m++) {
            if (!(BOTH(g->t->one_mask[m].bits) & ~one_use)) offer(g, o, g->t->tool_action[subset * g->t->dims.one_masks + m]);
        }
    }
}

/* Puts options into the order of their indexes. */
static void sort(Options *o, int from) {
    for (int k = from + 1; k < o->count; k++) {
        i32 action = o->action[k];
        int at = k;
        for (; at > from && o->action[at - 1] > action; at--) o->action[at] = o->action[at - 1];
        o->action[at] = action;
    }
}

static void offer_purchase(Game *g, const Frame *f, Options *o) {
    if (!must_leave(g, f->seat, f->x) && asking_price(g, f->x) >= 0) {
        i32 price = price_now(g, f->seat, asking_price(g, f->x));
        pay_out_of(g, hand_of(g, f->seat), price, o);
        if (g->t->trade_count) {
            offer_gifts(g, f->seat, f->x, price, o);
            sort(o, 0);
        }
    }
    offer(g, o, g->t->dims.decline);
}

static void offer_trade(Game *g, const Frame *f, Options *o) {
    if (!must_leave(g, f->seat, f->x) && asking_price(g, f->x) >= 0) {
        if (f->op == GET_GOODS) offer_gets(g, f->seat, f->x, f->y, o);
        else offer_traded(g, f->seat, f->x, f->y, f->z, o);
    }
    offer(g, o, g->t->dims.take_back);
    offer(g, o, g->t->dims.decline);
    sort(o, o->count - 2);
}

/* Returns the number of the add-on that a frame asks about. */
static i32 add_on_of(Game *g, const Frame *f) {
    i32 number = f->z <= 0 ? -1 : f->op == ADD_LATE ? bit_index((u64)f->z) : 31 - __builtin_clz((u32)f->z);
    if (number >= g->t->add_on_count) number = -1;
    if (number < 0) stop(g, ODD);
    return number;
}

static void offer_add_on(Game *g, const Frame *f, Options *o) {
    i32 number = add_on_of(g, f);
    if (number < 0) return;
    const AddOn *add_on = g->t->add_on + number;
    int is_there = f->op == ADD_LATE || g->s.item_at[f->x] >= 0;
    int is_open = is_there && !add_on_closed(g, f->seat, add_on);
    if (is_open && pay_out_of(g, hand_of(g, f->seat), price_now(g, f->seat, add_on->price), NULL)) offer(g, o, add_on->add);
    offer(g, o, add_on->skip);
}

static void offer_faces(Game *g, i32 dice, Options *o) {
    for (int face = 1; face <= FACES; face++) if (dice >> 4 * (face - 1) & 15) offer(g, o, g->t->face_action[face]);
}

static void offer_span(Game *g, const Span *span, Options *o) {
    for (i32 k = span->first; k < span->last; k++) offer(g, o, g->t->pay[k]);
}

static void offer_split(Game *g, const Frame *f, Options *o) {
    const Roll *roll = g->t->roll + f->x;
    if (f->y >= roll->last_split - roll->first_split) { stop(g, ODD); return; }
    offer_span(g, g->t->split + roll->first_split + f->y, o);
}

static void offer_effects(Game *g, const Frame *f, Options *o) {
    const Offer *offered = g->t->offer + f->x;
    int all = !any_option_open(g, offered, f->seat, f->z); /* uses of items have closed all of them meanwhile */
    for (i32 k = offered->first; k < offered->last; k++) {
        if (all || is_option_open(g, offered, k, f->seat, f->z)) offer(g, o, g->t->choose_action[k - offered->first]);
    }
    if (offered->decline) offer(g, o, g->t->dims.decline);
}

static void offer_payment(Game *g, int seat, i32 number, Options *o) {
    const PayOffer *asked = g->t->pay_offer + number;
    pay_out_of(g, hand_of(g, seat), price_now(g, seat, asked->price), o);
    if (!o->count || !asked->must) offer(g, o, g->t->dims.decline);
}

static void offer_losses(Game *g, const Frame *f, Options *o) {
    const Loss *loss = g->t->loss + f->x;
    i64 left = goods_of(g, f->seat, (u32)loss->goods);
    if (left > f->y) left = f->y;
    if (left > loss->last - loss->first - 1) left = loss->last - loss->first - 1;
    if (left < 0) { stop(g, ODD); return; }
    pay_out_of(g, hand_of(g, f->seat), g->t->price_list[loss->first + left], o);
}

static void offer_seats(Game *g, const Frame *f, Options *o) {
    int all = !any_seat_fits(g, f->x, f->seat);
    for (int left = 1; left < g->t->dims.players; left++) {
        if (all || seat_fits(g, f->x, f->seat, left)) offer(g, o, g->t->left_action[left]);
    }
}

static void offer_returns(Game *g, const Frame *f, Options *o) {
    u8 items[ITEMS];
    int count = returnable(g, g->t->hand_back + f->x, f->seat, items);
    for (int k = 0; k < count; k++) offer(g, o, g->t->back_action[items[k]]);
}

static void offer_secrets(Game *g, const Frame *f, Options *o) {
    const Seal *seal = g->t->seal + f->x;
    i64 most = amount_of(g, f->seat, 0, seal->value, seal->expr);
    if (most < 0) most = 0;
    if (most > seal->top) most = seal->top;
    for (i64 number = 0; number <= most; number++) offer(g, o, g->t->seal_action[number]);
}

static void offer_drafts(Game *g, const Frame *f, Options *o) {
    const Row *row = g->t->row + f->x;
    for (i32 k = row->first; k < row->last; k++) {
        int place = g->t->space[k];
        if (g->s.occupancy[place] || must_leave(g, f->seat, place)) continue;
        offer(g, o, g->t->draft_action[g->s.item_at[place]]);
    }
    sort(o, 0);
    if (!o->count) offer(g, o, g->t->dims.decline);
}

static void offer_rewards(Game *g, const Frame *f, Options *o) {
    i32 instead = g->t->drive[f->x].instead;
    i32 lower = f->y < instead ? f->y : instead, higher = f->y < instead ? instead : f->y;
    offer(g, o, g->t->claim_action[lower]);
    if (higher != lower) offer(g, o, g->t->claim_action[higher]);
}

/* Offers the options of the decision on top of the stack, uses of items last. */
static void legal(Game *g, Options *o) {
    const Frame *f = g->s.stack + g->s.depth - 1;
    o->count = 0;
    switch (f->op) {
    case PLACE_FIGURES: case PLACE_OR_PASS: offer_placements(g, f, o); break;
    case RESOLVE_PLACE: case RESOLVE_AMONG: offer_places(g, f, o); break;
    case USE_TOOLS: offer_tools(g, f, o); break;
    case BUY: offer_purchase(g, f, o); break;
    case GET_GOODS: case PAY_TRADED: offer_trade(g, f, o); break;
    case TAKE_OR_SKIP: case ADD_LATE: offer_add_on(g, f, o); break;
    case PICK_DIE: offer_faces(g, f->y, o); break;
    case PICK_LATER: if (f->x < g->s.waiting_count) offer_faces(g, g->s.waiting[f->x].y, o); break;
    case FEED_OR_STARVE: offer_food(g, f, o); break;
    case CHOOSE_GOODS: offer_span(g, g->t->choice + f->x, o); break;
    case SPLIT_YIELD: offer_split(g, f, o); break;
    case ONE_OF: offer_effects(g, f, o); break;
    case PAY_OR_DECLINE: offer_payment(g, f->seat, f->x, o); break;
    case ROLL_AGAIN: if (g->t->roll[f->x].again >= 0) offer_payment(g, f->seat, g->t->roll[f->x].again, o); break;
    case LOSE_GOODS: offer_losses(g, f, o); break;
    case CHOOSE_SEAT: offer_seats(g, f, o); break;
    case HAND_BACK: offer_returns(g, f, o); break;
    case SEAL: offer_secrets(g, f, o); break;
    case DRAFT: offer_drafts(g, f, o); break;
    case CLAIM_REWARD: offer_rewards(g, f, o); break;
    }
    if (!o->count) stop(g, ODD);
    for (u64 uses = g->s.unspent[f->seat] & g->t->anytime; uses; uses &= uses - 1) offer(g, o, g->t->use[bit_index(uses)].action);
}

/* --- rolls --- */

static int has_tools(const Game *g, int seat) {
    return g->t->kit[g->s.kit[seat]].has_unused || (g->s.unspent[seat] & g->t->one_use);
}

/* Turns the total with everything on it into goods, and lets the effects follow that read it. */
static void finish_roll(Game *g, int seat, i32 number, i64 total) {
    const Roll *roll = g->t->roll + number;
    i64 change = 0;
    for (i32 k = 0; k < g->t->threat_count; k++) {
        int item = g->s.item_at[g->t->threat[k].place];
        if (item >= 0) change -= g->t->worth[(size_t)g->t->threat[k].worth * g->t->dims.items + item];
    }
    i64 read = total + change < 0 ? 0 : total + change;
    if (read > g->t->dims.most_total) read = g->t->dims.most_total;
    if (roll->node) push(g, EFFECTS, seat, roll->node, -1, (i32)read);
    if (change) total = read;
    i64 amount = total / roll->divide;
    if (roll->good >= 0) gain(g, seat, roll->good, amount);
    else if (roll->has_goods && amount) push(g, SPLIT_YIELD, seat, number, (i32)amount, 0);
}

/* Asks for tools on a roll that yields goods if the seat has any, or else finishes it. */
static void add_tools(Game *g, int seat, i32 number, i64 total) {
    const Roll *roll = g->t->roll + number;
    if (roll->plus >= 0) {
        i64 plus = read_number(g, seat, 0, roll->plus);
        total += plus > roll->most_plus ? roll->most_plus : plus < -MOST ? -MOST : plus;
        if (total < 0) total = 0;
    }
    if (roll->has_goods && has_tools(g, seat)) push(g, USE_TOOLS, seat, number, (i32)total, 0);
    else finish_roll(g, seat, number, total);
}

static void rolled(Game *g, const Frame *f, i32 total) {
    i32 again = g->t->roll[f->x].again;
    if (again >= 0 && payable(g, f->seat, price_now(g, f->seat, g->t->pay_offer[again].price))) {
        push(g, ROLL_AGAIN, f->seat, f->x, total, f->y);
    } else {
        add_tools(g, f->seat, f->x, total);
    }
}

static void roll_again(Game *g, const Frame *f, i32 answer) {
    if (answer == g->t->dims.decline) { add_tools(g, f->seat, f->x, f->y); return; }
    spend(g, f->seat, amounts_of(g->t, answer));
    push(g, ROLL_FOR_TOTAL, f->seat, f->x, f->z, 0);
}

static void use_tools(Game *g, const Frame *f, const Action *tools) {
    i32 kit = g->t->spend[g->s.kit[f->seat] * g->t->dims.subsets + tools->a];
    if (kit < 0) { stop(g, ODD); return; }
    g->s.kit[f->seat] = (int16_t)kit;
    g->s.unspent[f->seat] &= ~BOTH(g->t->one_mask[tools->b].bits);
    finish_roll(g, f->seat, f->x, (i64)f->y + tools->value);
}

/* --- dice for all --- */

static void pick(Game *g, const Frame *f, int face) {
    const DiceTable *table = g->t->dice + f->x;
    int players = g->t->dims.players;
    i32 left = f->y - (1 << 4 * (face - 1));
    if (left && table->later) set_aside(g, (Frame){PICK_LATER, f->seat, f->x, left, ((1 << players) - 1) & ~(1 << f->seat)});
    else if (left) push(g, PICK_DIE, (f->seat + 1) % players, f->x, left, 0);
    run(g, f->seat, table->node[face - 1], -1, 0);
}

static void pick_later(Game *g, const Frame *f, int face) {
    Frame *waiting = g->s.waiting + f->x;
    i32 table = waiting->x;
    waiting->z &= ~(1 << f->seat);
    waiting->y -= 1 << 4 * (face - 1);
    if (!waiting->z) end_waiting(g, f->x);
    if (table < g->t->dice_count) run(g, f->seat, g->t->dice[table].node[face - 1], -1, 0);
    else stop(g, ODD);
}

/* --- answers --- */

static void place(Game *g, const Frame *f, i32 answer) {
    const Action *action = g->t->action + answer;
    if (answer == g->t->dims.pass) {
        const Placing *rule = f->op == PLACE_OR_PASS ? g->t->placing + f->x : NULL;
        if (!rule || (!rule->can_pass && !g->t->toll_count)) return;
        if (!g->s.depth || g->s.stack[g->s.depth - 1].op != NEXT_IN_ORDER) { stop(g, ODD); return; }
        g->s.stack[g->s.depth - 1].z |= 1 << f->seat; /* it places no more in this phase */
        return;
    }
    pay_toll(g, f->seat, action->a, action->b);
    put_figures(g, f->seat, action->a, action->b);
    for (i32 k = g->t->reaction_count - 1; k >= 0; k--) {
        if (!(BOTH(g->t->reaction[k].places) >> action->a & 1)) continue;
        push(g, EFFECTS, f->seat, g->t->reaction[k].node, action->a, action->b);
    }
}

static void buy(Game *g, const Frame *f, i32 answer) {
    if (answer == g->t->dims.decline) return;
    if (g->t->action[answer].kind == A_GIVE) { push(g, GET_GOODS, f->seat, f->x, answer, 0); return; }
    spend(g, f->seat, amounts_of(g->t, answer));
    bill_paid(g, f->seat, f->x, answer);
}

static void trade(Game *g, const Frame *f, i32 answer) {
    if (answer == g->t->dims.take_back) { push(g, BUY, f->seat, f->x, 0, 0); return; }
    if (answer == g->t->dims.decline) return;
    if (f->op == GET_GOODS) { push(g, PAY_TRADED, f->seat, f->x, f->y, answer); return; }
    u64 paid = amounts_of(g->t, answer), got = amounts_of(g->t, f->z);
    g->s.marks[f->seat] |= BOTH(g->t->trade->done);
    spend(g, f->seat, amounts_of(g->t, f->y));
    for (int good = 0; good < GOODS; good++) {
        int own = packed(paid, good) - packed(got, good);
        if (own > 0) spend(g, f->seat, (u64)own << 8 * good);
    }
    bill_paid(g, f->seat, f->x, answer);
}

static void add_on(Game *g, const Frame *f, i32 answer) {
    i32 number = add_on_of(g, f);
    if (number < 0) return;
    const AddOn *add_on = g->t->add_on + number;
    int adds = answer == add_on->add;
    if (f->op == ADD_LATE && f->z & (f->z - 1)) push(g, OFFER_LATE, f->seat, f->x, f->y, f->z & (f->z - 1));
    if (adds) {
        const Price *price = g->t->price + price_now(g, f->seat, add_on->price);
        if (price->first < price->last) spend(g, f->seat, amounts_of(g->t, g->t->pay[price->first]));
    }
    if (f->op == ADD_LATE) {
        if (adds) run(g, f->seat, add_on->node, -1, 0);
        return;
    }
    i32 chosen = adds ? f->z : f->z ^ 1 << number;
    if (!ask_add_on(g, f->seat, f->x, f->y, chosen, number + 1)) close_bill(g, f->seat, f->x, f->y, chosen);
}

static void pay(Game *g, const Frame *f, i32 answer) {
    const PayOffer *asked = g->t->pay_offer + f->x;
    if (answer == g->t->dims.decline) { run(g, f->seat, asked->otherwise, f->y, 0); return; }
    u64 amounts = amounts_of(g->t, answer);
    if (asked->to == TO_SUPPLY) spend(g, f->seat, amounts);
    else lose_goods(g, f->seat, amounts, receiver_of(g, f->seat, f->y, asked->to));
    if (f->z > 1 && asked->again < 0) { stop(g, ODD); return; }
    if (f->z > 1) push(g, PAY_AGAIN, f->seat, asked->again, f->y, f->z - 1);
    run(g, f->seat, asked->node, f->y, answer);
}

static void choose_seat(Game *g, const Frame *f, int left) {
    int other = (f->seat + left) % g->t->dims.players;
    if (!seat_fits(g, f->x, f->seat, left)) return;
    push(g, CHOSEN_SEAT, f->seat, other, 0, 0);
    run(g, other, g->t->seat_choice[f->x].node, f->y, f->z);
}

/* Keeps a secret number, and asks the next seat; when all have chosen, the markers go to their numbers. */
static void seal(Game *g, const Frame *f, int number) {
    int sealed = 0, players = g->t->dims.players;
    set_aside(g, (Frame){SEALED, f->seat, f->x, number, 0});
    for (int spot = 0; spot < g->s.waiting_count; spot++) sealed += g->s.waiting[spot].op == SEALED;
    if (sealed < players) {
        push(g, SEAL, (f->seat + 1) % players, f->x, f->y, 0);
        return;
    }
    for (int spot = g->s.waiting_count - 1; spot >= 0; spot--) {
        Frame waiting = g->s.waiting[spot];
        if (waiting.op != SEALED) continue;
        end_waiting(g, spot);
        g->s.tracks[waiting.seat][g->t->seal[f->x].track] = (int16_t)waiting.y;
    }
}

static void draft(Game *g, const Frame *f, i32 answer) {
    if (answer == g->t->dims.decline) return;
    for (int p = 0; p < g->t->dims.places; p++) {
        if (g->s.item_at[p] != g->t->action[answer].a) continue;
        take(g, f->seat, p, -1);
        return;
    }
}

/* Answers the decision on top of the stack by one of its options. */
static void answer_decision(Game *g, i32 answer) {
    Frame f = g->s.stack[g->s.depth - 1];
    const Action *action = g->t->action + answer;
    if (action->kind == A_USE) { use_item(g, f.seat, action->a); return; }
    g->s.depth--;
    switch (f.op) {
    case PLACE_FIGURES: case PLACE_OR_PASS: place(g, &f, answer); break;
    case RESOLVE_PLACE: case RESOLVE_AMONG: {
        int count = lift_figures(g, f.seat, action->a);
        run(g, f.seat, g->t->place[action->a].node, action->a, count);
        break; }
    case USE_TOOLS: use_tools(g, &f, action); break;
    case BUY: buy(g, &f, answer); break;
    case GET_GOODS: case PAY_TRADED: trade(g, &f, answer); break;
    case TAKE_OR_SKIP: case ADD_LATE: add_on(g, &f, answer); break;
    case PICK_DIE: pick(g, &f, action->a); break;
    case PICK_LATER: pick_later(g, &f, action->a); break;
    case FEED_OR_STARVE: fed(g, &f, answer); break;
    case CHOOSE_GOODS: case SPLIT_YIELD: gain_all(g, f.seat, amounts_of(g->t, answer)); break;
    case ONE_OF:
        if (answer != g->t->dims.decline) run(g, f.seat, g->t->option[g->t->offer[f.x].first + action->a].node, f.y, f.z);
        break;
    case PAY_OR_DECLINE: pay(g, &f, answer); break;
    case ROLL_AGAIN: roll_again(g, &f, answer); break;
    case LOSE_GOODS:
        lose_goods(g, f.seat, amounts_of(g->t, answer), f.z - 1);
        ask_for_goods(g, f.seat, f.x, (i64)f.y - action->size, f.z - 1);
        break;
    case CHOOSE_SEAT: choose_seat(g, &f, action->a); break;
    case HAND_BACK: hand_back(g, f.seat, f.x, f.y, f.z, action->a); break;
    case SEAL: seal(g, &f, action->a); break;
    case DRAFT: draft(g, &f, answer); break;
    case CLAIM_REWARD: run(g, f.seat, g->t->dice[g->t->drive[f.x].table].node[action->a - 1], -1, 0); break;
    }
}

/* --- chance --- */

static void draw_first(Game *g, const Frame *f, int face) {
    i64 players = g->t->dims.players, counted = (i64)f->x * FACES + face - 1, ways = (i64)f->y * FACES;
    if (ways > MOST || ways <= 0) { stop(g, ODD); return; }
    if (ways < players) { push(g, DRAW_FIRST, f->seat, (i32)counted, (i32)ways, 0); return; }
    if (counted >= ways - ways % players) { push(g, DRAW_FIRST, f->seat, 0, 1, 0); return; }
    g->s.first = (i32)((g->s.first + counted) % players);
    hand_over(g);
}

/* Answers a roll: the number of dice by face, from 1 on, and their sum. */
static void answer_roll(Game *g, const int *faces, i32 total) {
    Frame f = g->s.stack[--g->s.depth];
    i32 dice = 0;
    switch (f.op) {
    case ROLL_FOR_TOTAL: rolled(g, &f, total); break;
    case ROLL_FOR_ALL:
        for (int face = 1; face <= FACES; face++) dice += faces[face] << 4 * (face - 1);
        push(g, PICK_DIE, f.seat, f.x, dice, 0);
        break;
    case REWARD_ROLL:
        for (int face = FACES; face > 0; face--) for (int k = 0; k < faces[face]; k++) push(g, CLAIM_REWARD, f.seat, f.x, face, 0);
        break;
    case DRAW_FIRST: draw_first(g, &f, total); break;
    }
}

static void answer_draw(Game *g, int item) {
    Frame f = g->s.stack[--g->s.depth];
    if (!arrive(g, &f, item)) push_frame(g, f);
}

/* Returns how many dice the roll on top of the stack has. */
static i32 dice_of(const Game *g) {
    const Frame *f = g->s.stack + g->s.depth - 1;
    if (f->op == ROLL_FOR_ALL) return g->t->dims.players;
    return f->op == DRAW_FIRST ? 1 : f->y;
}

static int is_chance(const Game *g) { return g->s.depth && g->s.stack[g->s.depth - 1].op >= FIRST_CHANCE; }
static int is_draw(i32 op) { return op == LAY_ITEM || op == DRAW_HIDDEN || op == REVEAL; }
