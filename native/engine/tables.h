#ifndef STONEAGE_TABLES
#define STONEAGE_TABLES
/* The compiled tables of a Ruleset, as rows of 32-bit numbers in one block of memory that Python made.

   Every number that is used as an index is checked once, when the block is taken over (tables.c): play trusts the tables. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef int32_t i32;
typedef int64_t i64;
typedef uint8_t u8;
typedef uint32_t u32;
typedef uint64_t u64;

/* Bounds of the engine: what is larger is named unknown, and Python plays.  An amount is the number of one good in an action;
   eight of them are packed into 64 bits, and so is a hand, of which more than MOST_HELD of a good make no difference. */
enum {
    SEATS = 9, GOODS = 8, TRACKS = 8, PLACES = 63, ITEMS = 128, ZONES = 16, KINDS = 31, USES = 63, MARKS = 63, SYMBOLS = 64,
    QUEUES = 4, FACES = 6, ADD_ONS = 24, FIGURES = 20, MOST_AMOUNT = 60, MOST_HELD = 100, MOST_GIFTS = 20,
    EXPR_DEPTH = 24, EXPR_LEVELS = 6, ONE_USES = 6
};
#define MOST 1000000000

/* Letters for the kind of a number in a row: an index, whose limit `limit_of` tells; in upper case also -1, for none.
   `.` is any number, `+` one from 0 on, `0` only 0.  `(` begins a span of another section, whose end is the next number;
   the letter of that says which section (`list_of`). */

/* Frames: name, name in the library, and the kinds of x, y and z.  Steps come first, then decisions, then chance. */
#define FRAMES_OF(F) \
    F(SET_UP, "set-up", "000") \
    F(ROUNDS, "rounds", "f00") \
    F(EFFECTS, "effects", "nP.") \
    F(EACH_SEAT, "each-seat", "ns0") \
    F(EACH_IN_ORDER, "each-seat-in-order", "ns+") \
    F(NEXT_PLACEMENT, "next-placement", "000") \
    F(NEXT_IN_ORDER, "next-in-order", "l++") \
    F(RESOLVE_NEXT, "resolve-next", "000") \
    F(RESOLVE_NEXT_AMONG, "resolve-next-among", "j00") \
    F(PASS_FIRST, "pass-first", "h00") \
    F(FILL_ROW, "fill-row", "r00") \
    F(END, "end", "000") \
    F(LAST_USES, "last-uses", "s00") \
    F(CLOSE_BILL, "close-bill", "pa+") \
    F(OFFER_LATE, "offer-late", "ip+") \
    F(DRIVE_OFF, "drive-off", "d+0") \
    F(PAY_AGAIN, "pay-again", "oP+") \
    F(TURN_UP, "turn-up", "v00") \
    F(STANDING, "standing", "f+0") \
    F(CHOSEN_SEAT, "chosen-seat", "s00") \
    F(HAND_BACK_MORE, "hand-back-more", "yP+") \
    F(SEALED, "sealed", "x+0") \
    F(PLACE_FIGURES, "place-figures", "000") \
    F(PLACE_OR_PASS, "place-or-pass", "l00") \
    F(RESOLVE_PLACE, "resolve-place", "000") \
    F(RESOLVE_AMONG, "resolve-among", "j00") \
    F(USE_TOOLS, "use-tools", "1+0") \
    F(BUY, "buy", "p00") \
    F(PICK_DIE, "pick-die", "2+0") \
    F(PICK_LATER, "pick-later", "+++") \
    F(FEED_OR_STARVE, "feed-or-starve", "3+0") \
    F(CHOOSE_GOODS, "choose-goods", "c00") \
    F(ONE_OF, "one-of", "4P.") \
    F(TAKE_OR_SKIP, "take-or-skip", "pa+") \
    F(ADD_LATE, "add-late", "ip+") \
    F(SPLIT_YIELD, "split-yield", "1+0") \
    F(GET_GOODS, "get-goods", "pa0") \
    F(PAY_TRADED, "pay-traded", "paa") \
    F(CLAIM_REWARD, "claim-reward", "d60") \
    F(PAY_OR_DECLINE, "pay-or-decline", "oP+") \
    F(LOSE_GOODS, "lose-goods", "w++") \
    F(CHOOSE_SEAT, "choose-seat", "5P.") \
    F(HAND_BACK, "hand-back", "yP+") \
    F(SEAL, "seal", "xs0") \
    F(DRAFT, "draft", "r00") \
    F(ROLL_AGAIN, "roll-again", "1++") \
    F(ROLL_FOR_TOTAL, "roll-for-total", "1+0") \
    F(ROLL_FOR_ALL, "roll-for-all", "200") \
    F(LAY_ITEM, "lay-item", "rp0") \
    F(DRAW_HIDDEN, "draw-hidden", "zk0") \
    F(REWARD_ROLL, "reward-roll", "d+0") \
    F(REVEAL, "reveal", "v00") \
    F(DRAW_FIRST, "draw-first", "++0")
#define AS_FRAME(name, text, kinds) name,
enum { FRAMES_OF(AS_FRAME) FRAME_COUNT, FIRST_DECISION = PLACE_FIGURES, FIRST_CHANCE = ROLL_FOR_TOTAL };

/* Effects: the name, and the kinds of b to f of a node. */
#define VERBS_OF(V) \
    V(NOTHING, ".....") V(EACH, "n....") V(PLACE, "l....") V(RESOLVE, ".....") V(AMONG, "j....") V(ROLL, "(1+E.") \
    V(TOOL, ".....") V(FIGURE, ".....") V(ADVANCE, "t....") V(BUY, ".....") V(DICE, "2....") V(GAIN, "g....") \
    V(POINTS, ".....") V(HIDDEN, "zk...") V(CHOOSE, "(c+..") V(FEED, "3....") V(REFRESH, ".....") V(FILL, "r....") \
    V(SLIDE, "r....") V(FIRST, "h....") V(LOT, ".....") V(END, "R....") V(ALL_OF, "n....") V(ONE_OF, "4....") \
    V(MARK, "m....") V(UNMARK, "m....") V(MOVE, "kzz..") V(DRIVE, "d....") V(PAY, "o....") V(LOSE_GOOD, "+g.E.") \
    V(LOSE_SOME, "+w.E.") V(LOSE_STEPS, "+t.E.") V(LOSE_TOOLS, "+..E.") V(LOSE_FIGURES, "+..E.") V(SWEEP, "(pz..") \
    V(TURN_UP, "v....") V(DRAFT, "r....") V(BRING_HOME, "(p...") V(CHOOSE_SEAT, "5....") V(CHOOSER, "n....") V(OWNER, "n....") \
    V(HAND_BACK, "y....") V(SEAL, "x....")
#define AS_VERB(name, kinds) V_##name,
enum { VERBS_OF(AS_VERB) VERB_COUNT };

/* Actions: the name, and the kinds of a and b. */
#define ACTIONS_OF(A) \
    A(GOODS, "..") A(PLACE, "p+") A(RESOLVE, "p.") A(TOOLS, "$%") A(FACE, "6.") A(CHOOSE, "+.") A(ADD_ON, "+.") A(USE, "u.") \
    A(LEFT, "+.") A(ITEM, "i.") A(NUMBER, "+.") A(WORD, "..") A(GIVE, "..")
#define AS_ACTION(name, kinds) A_##name,
enum { ACTIONS_OF(AS_ACTION) ACTION_COUNT };

/* Words of numbers that are read from the game: the name, and how many numbers follow it; -1 for a list after its length. */
#define WORDS_OF(W) \
    W(CONST, 1) W(GOODS, 1) W(TRACK, 1) W(TOOL_VALUE, 0) W(TOOL_COUNT, 0) W(FIGURES, 0) W(HOME, 0) W(N, 0) W(FIGURES_AT, 2) \
    W(ROUND, 0) W(POINTS, 0) W(OPEN_COUNT, 0) W(DOWN_COUNT, 0) W(WORTH, 2) W(SETS, 1) W(PAID_VALUE, 0) W(PAID_COUNT, 0) \
    W(MARK, 1) W(ORDER, 0) W(LYING, 1) W(EMPTY, 1) W(TOTAL, 1) W(SEATS, 2) W(RANK, 2) W(TIMES, 1) W(ADD, 0) W(DIVIDE, 2) \
    W(MAX, 0) W(MIN, 0) W(LEAST, 1) W(MOST, 1) W(EVERY, 1) W(IN, -1) W(AND, 0) W(SELECT, 0) W(STOP, 0)
#define AS_WORD(name, numbers) E_##name,
enum { WORDS_OF(AS_WORD) WORD_COUNT };

typedef struct { i32 op, value, expr, b, c, d, e, f, next, cond, bare; } Node;
typedef struct { i32 room, least, most, price, row, node, again, stays, alike, pile, owned, is_open, toll, marks[2]; } Place;
typedef struct { i32 kind, price, node, anytime, one_use, divert, use, symbol, cond; } Item;
typedef struct { i32 gained, refreshed, lost, total, count, first, last, has_unused; } Kit;
typedef struct { i32 first, last; } Span;
typedef struct { i32 first, last, goods, changing; } Price;
typedef struct { i32 first, last, table; } Changing; /* the parts of a price that is read from the game, and its prices by these */
typedef struct { i32 expr, low, high; } Part;
typedef struct { i32 kind, a, b, value, size, amounts[2]; } Action;
typedef struct { i32 divide, good, first_split, last_split, plus, most_plus, again, node, has_goods; } Roll;
typedef struct { i32 good, instead, must, worth, eaters, starve, first, last; } Feeding;
typedef struct { i32 kind, zone, first, last, pile, ends_game; } Row;
typedef struct { i32 node[FACES], later; } DiceTable;
typedef struct { i32 counts, group[2], most, expr, cond; } Limit;
typedef struct { i32 places[2], cond; } Opening;
typedef struct { i32 price, node, late, cond, effects_cond, add, skip, places[2], zone, kind; } AddOn;
typedef struct { i32 kinds, track, barred[2], done[2], when_short, first, last; } Trade;
typedef struct { i32 at_least, first_given, last_given, first_got, last_got, same; } Rate;
typedef struct { i32 place, to, table, instead; } Drive;
typedef struct { i32 place, worth; } Threat;
typedef struct { i32 order, can_pass, turns, turns_expr, figures, figures_expr, most_first, usual; } Placing;
typedef struct { i32 to, most; } Passing;
typedef struct { i32 price, node, otherwise, must, to, again; } PayOffer;
typedef struct { i32 kind, zone, row, to, reshuffles; } Reveal;
typedef struct { i32 goods, first, last; } Loss;
typedef struct { i32 node, cond; } SeatChoice;
typedef struct { i32 items[4], zone, node; } HandBack;
typedef struct { i32 track, top, value, expr; } Seal;
typedef struct { i32 first, last, decline, open; } Offer;
typedef struct { i32 node, cond; } Choice;
typedef struct { i32 places[2], node; } Reaction;
typedef struct { i32 good, value, expr; } TollPart;
typedef struct { i32 item, first, last; } Standing;
typedef struct { i32 each, first, last, cond, open_cond; } Line;
typedef struct { i32 closed, open; } Factor;
typedef struct { i32 supply, any; } Good;
typedef struct { i32 top, node, shared; } Track;
typedef struct { i32 action, item, first, last; } Use;
typedef struct { i32 bits[2]; } Bits;

typedef struct {
    i32 players, goods, tracks, places, items, zones, kinds, kits, subsets, one_masks, symbols, phases, marks, uses, worths;
    i32 most_figures, start_figures, set_up, first_seat, most_total, has_supplies, pass, decline, starve, take_back, pay_nothing;
    i32 queues, one_use[2], anytime[2], lasting[2];
} Dims;

/* Sections of the block in its order: field of Tables, type of a row, kinds of its numbers. */
#define SECTIONS_OF(S) \
    S(node, Node, "+.E.....nE.") \
    S(place, Place, "...............") \
    S(item, Item, "kQnn+ZU#E") \
    S(kit, Kit, "777++($.") \
    S(kit_subset, i32, "$") \
    S(spend, i32, "&") \
    S(tool_action, i32, "A") \
    S(one_mask, Bits, "..") \
    S(price, Price, "(a.!") \
    S(pay, i32, "a") \
    S(changing, Changing, "(e+") \
    S(part, Part, "e..") \
    S(price_table, i32, "q") \
    S(action, Action, "+......") \
    S(roll, Roll, "+G(sE+On.") \
    S(roll_list, i32, "1") \
    S(split, Span, "(a") \
    S(choice, Span, "(a") \
    S(choice_list, i32, "c") \
    S(feeding, Feeding, "g..+En(q") \
    S(price_list, i32, "q") \
    S(row, Row, "kz(p+.") \
    S(space, i32, "p") \
    S(dice, DiceTable, "nnnnnn.") \
    S(limit, Limit, "...+EE") \
    S(opening, Opening, "..e") \
    S(add_on, AddOn, "qn.EEaa..ZK") \
    S(fit, i32, ".") \
    S(trade, Trade, ".t.....(r") \
    S(rate, Rate, ".(a(a.") \
    S(drive, Drive, "pz26") \
    S(threat, Threat, "p*") \
    S(placing, Placing, "++.E.EE.") \
    S(passing, Passing, ".E") \
    S(pay_offer, PayOffer, "qnn.+O") \
    S(reveal, Reveal, "kzRZ.") \
    S(loss, Loss, ".(q") \
    S(seat_choice, SeatChoice, "nE") \
    S(hand_back, HandBack, "....zn") \
    S(seal, Seal, "t+.E") \
    S(offer, Offer, "(h..") \
    S(option, Choice, "nE") \
    S(acting, Bits, "..") \
    S(reaction, Reaction, "..n") \
    S(toll, Span, "(g") \
    S(toll_part, TollPart, "g.E") \
    S(standing_in, Span, "(i") \
    S(standing, Standing, "i(n") \
    S(node_list, i32, "n") \
    S(line, Line, ".(fEE") \
    S(factor, Factor, "ee") \
    S(good, Good, "..") \
    S(track, Track, "+n.") \
    S(phase, i32, "n") \
    S(use, Use, "Ai(b") \
    S(bonus, Bits, "..") \
    S(place_action, i32, "A") \
    S(resolve_action, i32, "A") \
    S(face_action, i32, "A") \
    S(claim_action, i32, "A") \
    S(choose_action, i32, "A") \
    S(left_action, i32, "A") \
    S(back_action, i32, "A") \
    S(draft_action, i32, "A") \
    S(seal_action, i32, "A") \
    S(worth, i32, ".") \
    S(source, i32, "z") \
    S(expr, i32, ".")
#define AS_FIELD(name, type, kinds) const type *name; i32 name##_count;

typedef struct {
    Dims dims;
    SECTIONS_OF(AS_FIELD)
    /* Made of the rest. */
    u64 of_kind[KINDS][2], once, staying, all_places, with_items, one_use, anytime, lasting;
    u8 *starts; /* by offset in expr, 1 + the level of the program that begins there, and whether it reads a total */
} Tables;

#define BOTH(pair) ((u64)(u32)(pair)[0] | (u64)(u32)(pair)[1] << 32)
#endif
