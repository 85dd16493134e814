"""The compiled tables of a ruleset as one block of numbers for the engine, and what the engine does not know of them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from itertools import combinations, product
from typing import Any

from stoneage_native import _engine
from stoneage_native.known import INNER, LIMITS, READ, Lacks, animals, check_world
from stoneage_native.nodes import TO, Nodes
from stoneage_native.words import Programs, bits_of, pair
from stoneage_rules.kernel import nouns
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.mechanics import (
    add_ons,
    belongings,
    choosing,
    effect_lists,
    feeding,
    items,
    paying,
    payments,
    placement,
    placement_checks,
    rolling,
    rounds,
    rows,
    scoring,
    selecting,
    trade_checks,
)

KIND = {name: number for number, name in enumerate(_engine.ACTION_NAMES)}
AMOUNTS = {"pay": "GOODS", "take": "GOODS", "lose": "GOODS", "get": "GOODS", "give": "GIVE"}
INDEXES = {
    "resolve": "RESOLVE", "choose": "CHOOSE", "add": "ADD_ON", "skip": "ADD_ON", "use": "USE", "left": "LEFT",
    "hand-back": "ITEM", "draft": "ITEM", "seal": "NUMBER", "pick": "FACE", "claim": "FACE",
}  # fmt: skip
"""Kinds of action whose data is one number."""
FACES = nouns.FACES


class Export:
    """Writes the tables of a ruleset; `lacks` then has what the engine does not know, and without any `block` is the block."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules, self.link, self.lacks = rules, rules.linker, Lacks()
        self.sections: dict[str, list[int]] = {name: [] for name in _engine.SECTION_NAMES}
        self.programs = Programs(rules, self.lacks)
        self.index = {(action.kind, action.args): action.index for action in rules.actions}
        self.totals = rules.service(rolling.Totals)
        check_world(rules, self.lacks)
        self._check_sizes()
        if not self.lacks:
            self._write()

    def block(self) -> array[int]:
        """Returns the block: its form, the dimensions, where each section is, and the sections."""
        dims = self._dims()
        head = [len(self.sections), len(dims), *dims]
        at = len(head) + 2 * len(self.sections)
        for section in self.sections.values():
            head += [at, len(section)]
            at += len(section)
        return array("i", [*head, *(number for section in self.sections.values() for number in section)])

    # --- bounds -------------------------------------------------------------------------------------------------

    def _check_sizes(self) -> None:
        """Notes what there is more of than the engine has room for."""
        rules = self.rules
        self.one_uses = [bit for bit, item in enumerate(rules.later_uses) if rules.items[item].one_use]
        self.symbols = sorted({item.symbol for item in rules.items if item.symbol})
        sizes = {
            "SEATS": rules.players, "GOODS": len(rules.goods), "TRACKS": len(rules.tracks), "PLACES": len(rules.places),
            "ITEMS": len(rules.items), "ZONES": len(rules.zones), "KINDS": len(rules.kinds), "USES": len(rules.later_uses),
            "MARKS": len(rules.marks), "SYMBOLS": len(self.symbols), "QUEUES": len(rules.queues), "FIGURES": rules.most_figures,
            "ADD_ONS": len(rules.entries(add_ons.ADD_ONS)), "ONE_USES": len(self.one_uses),
        }  # fmt: skip
        for name, size in sizes.items():
            most = getattr(_engine, name)
            if size > most:
                self.lacks.add(f"more than {most} {name.lower().replace('_', ' ')}")
        largest = max((max(action.data, default=0) for action in rules.actions if action.kind in AMOUNTS), default=0)
        if largest > _engine.MOST_AMOUNT:
            self.lacks.add(f"more than {_engine.MOST_AMOUNT} of one good at once")
        gifts = sum(max(map(max, rules.items[item].bonus), default=0) for item in rules.later_uses if rules.items[item].bonus)
        if gifts > _engine.MOST_GIFTS:
            self.lacks.add(f"more than {_engine.MOST_GIFTS} goods from uses at any time")

    # --- what tables share --------------------------------------------------------------------------------------

    def add(self, name: str, *numbers: int) -> None:
        """Adds a row to a section."""
        self.sections[name] += numbers

    def span(self, name: str, numbers: Iterable[int], width: int = 1) -> tuple[int, int]:
        """Adds rows to a section; returns the numbers of the first one and of that behind the last."""
        section = self.sections[name]
        first = len(section) // width
        section += numbers
        return first, len(section) // width

    def ways(self, price: payments.Price, kind: str = "pay") -> tuple[int, int]:
        """Returns the span of the actions that pay a price, in their order; those that no decision offers are left out."""
        known = (self.index.get((kind, goods)) for goods, _ in price.payments(self.rules.goods))
        return self.span("pay", sorted(index for index in known if index is not None))

    def word(self, kind: str) -> int:
        """Returns the action of a kind without arguments; -1 if there is none."""
        return self.index.get((kind, ()), -1)

    def by_reader(self, reader: Any, what: str, final: bool = False) -> int:
        """Returns the program of a compiled number, from its content; -1 for none."""
        if reader is None:
            return -1
        made = self.link.made_of(reader)
        if made is None:
            self.lacks.add(what)
            return -1
        return self.programs.condition(made, final) if isinstance(made, tuple) else self.programs.amount(made, final)

    def rows_of(self, entry: items.Rows) -> int:
        """Returns the program of the rows of an `if`."""
        self.lacks.expect(entry, INNER)
        return self.programs.condition(tuple(row for row, _ in entry.rows))

    # --- all ----------------------------------------------------------------------------------------------------

    def _write(self) -> None:
        self._nouns()
        self._actions()
        self._tools()
        self._prices()
        self._rolls()
        self._choices()
        self._placing()
        self._buying()
        self._rows()
        self._course()
        self._scoring()
        self.sections["node"] = Nodes(self.rules, self.programs, self.lacks, self.sections).written()
        self.sections["expr"], self.sections["worth"] = self.programs.numbers, self.programs.worths

    def _dims(self) -> list[int]:
        rules = self.rules
        return [
            rules.players, len(rules.goods), len(rules.tracks), len(rules.places), len(rules.items), len(rules.zones),
            len(rules.kinds), len(rules.kits.kits), len(self.subsets), len(self.masks), len(self.symbols), len(rules.phases),
            len(rules.marks), len(rules.later_uses), len(self.programs.worths) // max(1, len(rules.items)), rules.most_figures,
            rules.start_figures, next(iter(rules.entries(effect_lists.SET_UPS)), 0), rules.first_seat, self.totals.most,
            int(rules.supplies is not None), self.word("pass"), self.word("decline"), self.word("starve"), self.word("take-back"),
            self.word("pay"), bits_of(rules.queues), *pair(self.totals.one_use), *pair(rules.anytime), *pair(rules.lasting_marks),
        ]  # fmt: skip

    # --- nouns --------------------------------------------------------------------------------------------------

    def _nouns(self) -> None:
        rules = self.rules
        for good in rules.entries(nouns.GOOD_TABLE):
            self.add("good", good.supply, 0)
        each_advance = rules.entries(belongings.EACH_ADVANCE)
        for track, node in zip(rules.entries(nouns.TRACK_TABLE), each_advance, strict=True):
            self.add("track", track.top, node, int(track.shared))
        takers = {taker.item: taker.rows for taker in rules.entries(items.TAKERS)}
        uses = {item: bit for bit, item in enumerate(rules.later_uses)}
        for item in rules.items:
            self.add(
                "item", item.kind, item.price, item.node, item.anytime, item.one_use, item.divert, uses.get(item.index, -1),
                self.symbols.index(item.symbol) if item.symbol else -1,
                self.rows_of(takers[item.index]) if item.index in takers else -1,
            )  # fmt: skip
            self.add("source", rules.sources[item.index])
        for item_index in rules.later_uses:
            item = rules.items[item_index]
            bonus = self.span("bonus", (half for amounts in item.bonus for half in self.packed(amounts)), 2)
            self.add("use", self.index.get(("use", (item.id,)), -1), item_index, *bonus)

    def packed(self, amounts: Sequence[int]) -> list[int]:
        """Returns amounts with eight bits for each good, as two numbers; too large ones have been noted."""
        return pair(sum(min(amount, 127) << 8 * good for good, amount in enumerate(amounts)))

    def _actions(self) -> None:
        rules = self.rules
        figures = rules.most_figures + 1
        sizes = {
            "place_action": len(rules.places) * figures, "resolve_action": len(rules.places), "face_action": FACES + 1,
            "claim_action": FACES + 1, "left_action": rules.players, "back_action": len(rules.items),
            "draft_action": len(rules.items), "choose_action": len(rules.actions_of("choose")) if "choose" in rules.shapes else 0,
            "seal_action": len(rules.actions_of("seal")) if "seal" in rules.shapes else 0,
        }  # fmt: skip
        for name, size in sizes.items():
            self.sections[name] = [-1] * size
        named = {"resolve": "resolve", "pick": "face", "claim": "claim", "left": "left", "hand-back": "back", "draft": "draft"}
        named |= {"choose": "choose", "seal": "seal"}
        for action in rules.actions:
            if action.kind == "place":
                self.sections["place_action"][action.data[0] * figures + action.data[1]] = action.index
            elif action.kind in named and action.data is not None:
                self.sections[f"{named[action.kind]}_action"][action.data] = action.index

    def _tools(self) -> None:
        rules, kits = self.rules, self.rules.kits
        self.subsets = kits.subsets()
        sizes = range(len(self.one_uses) + 1)
        self.masks = [sum(1 << bit for bit in bits) for size in sizes for bits in combinations(self.one_uses, size)]
        for mask in self.masks:
            self.add("one_mask", *pair(mask))
        number = {subset: index for index, subset in enumerate(self.subsets)}
        for kit in range(len(kits.kits)):
            allowed = [number[subset] for subset in self.subsets if kits.allows(kit, subset)]
            span = self.span("kit_subset", allowed)
            tables = kits.gained, kits.refreshed, kits.lost, kits.totals, kits.counts
            self.add("kit", *(table[kit] for table in tables), *span, int(bool(kits.unused[kit])))
            self.add("spend", *(kits.spend(kit, subset) if kits.allows(kit, subset) else -1 for subset in self.subsets))
        actions = {action.data: action.index for action in rules.kinds_of_action.get("tools", ())}
        self.add("tool_action", *(actions.get((subset, mask), -1) for subset in self.subsets for mask in self.masks))
        for action in rules.actions:
            self._action(action, number)

    def _action(self, action: Action, subsets: dict[tuple[int, ...], int]) -> None:
        rules = self.rules
        name, a, b, value, amounts = "WORD", 0, 0, 0, (0,) * len(rules.goods)
        if action.kind in AMOUNTS:
            name, amounts = AMOUNTS[action.kind], action.data
            value = sum(amount * worth for amount, worth in zip(amounts, rules.good_values, strict=True))
        elif action.kind == "place":
            name, (a, b) = "PLACE", action.data
        elif action.kind == "tools":
            values, bits = action.data
            name, a, b = "TOOLS", subsets[tuple(values)], self.masks.index(bits)
            value = sum(values) + sum(rules.items[item].one_use for bit, item in enumerate(rules.later_uses) if bits >> bit & 1)
        elif action.data is not None:
            if action.kind in INDEXES:
                name, a = INDEXES[action.kind], action.data
            else:
                self.lacks.add(f"action {action.kind}")
        self.add("action", KIND[name], a, b, value, sum(amounts), *self.packed(amounts))

    # --- prices and rolls ---------------------------------------------------------------------------------------

    def _prices(self) -> None:
        for price in self.rules.entries(payments.PRICES):
            self.lacks.expect(price.cost, READ)
            used = price.goods if price.fixed is None else [good for good, amount in enumerate(price.fixed) if amount]
            changing = -1 if price.changing is None else self._changing(price.changing)
            self.add("price", *(self.ways(price) if changing < 0 else (0, 0)), bits_of(tuple(used)), changing)

    def _changing(self, changing: payments.Changing) -> int:
        self.lacks.expect(changing, INNER)
        amounts = changing.cost.amounts.values()
        parts = [
            (self.programs.amount(amount), within[0], within[-1]) for amount, within in zip(amounts, changing.ranges, strict=True)
        ]
        table = self.span("price_table", (changing.prices[numbers] for numbers in product(*changing.ranges)))
        span = self.span("part", (number for part in parts for number in part), 3)
        self.add("changing", *span, table[0])
        return len(self.sections["changing"]) // 3 - 1

    def _rolls(self) -> None:
        offers = len(self.rules.entries(paying.PAY_OFFERS))
        for roll in self.rules.entries(rolling.ROLLS):
            splits = self._splits(roll) if len(roll.goods) > 1 else (0, 0)
            again = -1
            if roll.again is not None:
                again, offers = offers, offers + 1
            plus = self.by_reader(roll.plus, "what is added to a roll")
            has_goods = int(bool(roll.goods))
            self.add("roll", roll.divide, roll.good, *splits, plus, roll.most_plus, again, roll.node, has_goods)
        plugin = animals(self.rules)
        for threat in self.rules.entries(plugin.THREATS) if plugin else ():
            self.add("threat", threat.place, self.programs.icons(threat.icon))

    def _splits(self, roll: rolling.Roll) -> tuple[int, int]:
        """Returns the span of the choices of a yield of several goods, by its amount."""
        prices = (payments.Price(None, roll.goods, amount, amount) for amount in range(self.totals.most // roll.divide + 1))
        return self.span("split", [number for price in prices for number in self.ways(price, "take")], 2)

    def _choices(self) -> None:
        rules = self.rules
        for choice in rules.entries(choosing.CHOICES):
            self.add("choice", *self.ways(choice, "take"))
        for offer in rules.entries(choosing.OFFERS):
            conditions = [self.by_reader(held, "condition of a choice") for held in offer.held] or [-1] * len(offer.nodes)
            pairs = (number for pair in zip(offer.nodes, conditions, strict=True) for number in pair)
            self.add("offer", *self.span("option", pairs, 2), int(offer.word.decline), int(bool(offer.held)))
        for table in rules.entries(choosing.DICE_TABLES):
            self.add("dice", *table.nodes, int(table.later))
        again = [roll.again for roll in rules.entries(rolling.ROLLS) if roll.again is not None]
        for asked in (*rules.entries(paying.PAY_OFFERS), *again):
            to = TO.index(asked.word.to)
            self.add("pay_offer", asked.price, asked.node, asked.otherwise, int(asked.word.must), to, asked.again)
        for loss in rules.entries(paying.LOSSES):
            self.add("loss", bits_of(loss.goods), *self.span("price_list", loss.prices))
        for feed in rules.entries(feeding.FEEDINGS):
            must = {False: 0, True: 1, "whole": 2}[feed.word.must]
            eaters = -1 if feed.word.figures is None else self.programs.amount(feed.word.figures)
            prices = self.span("price_list", feed.prices)
            self.add("feeding", feed.good, bits_of(feed.instead), must, feed.word.worth, eaters, feed.starve, *prices)
        self._selections()

    def _selections(self) -> None:
        rules = self.rules
        for choice in rules.entries(selecting.SEAT_CHOICES):
            self.add("seat_choice", choice.node, self.programs.condition(choice.word.among))
        for entry in rules.entries(selecting.HAND_BACKS):
            bits = bits_of(entry.items)
            self.add("hand_back", *pair(bits & 2**64 - 1), *pair(bits >> 64), entry.zone, entry.node)
        for seal in rules.entries(selecting.SEALS):
            most = seal.top if seal.word.at_most is None else seal.word.at_most
            self.add("seal", seal.track, seal.top, *self.programs.given(most))

    # --- placing ------------------------------------------------------------------------------------------------

    def _placing(self) -> None:
        rules = self.rules
        tolls = rules.entries(placement_checks.TOLLS)
        checks = rules.entries(placement_checks.PLACEMENT_CHECKS)
        for place in rules.places:
            tolled = max((number for number, each in enumerate(tolls) if place.index in each.places), default=-1)
            alike = place.least == place.most and place.room % place.most == 0 and tolled < 0
            self.add(
                "place", place.room, place.least, place.most, place.price, place.row, place.node, int(place.again),
                int(place.stays), int(alike), place.pile, place.owned, int(place.is_open), tolled, *pair(place.marks),
            )  # fmt: skip
        for toll in tolls:
            self.add("toll", *self._toll(toll))
        for check in checks:
            self._limit(check)
        for opening in rules.entries(placement_checks.OPENINGS):
            self.add("opening", *pair(opening.places), self.programs.condition((opening.row,)))
        for reaction in rules.entries(placement.REACTIONS):
            self.add("reaction", *pair(reaction.places), reaction.node)
        for acting in rules.entries(placement.ACTINGS):
            self.add("acting", *pair(acting.places))
        self._rules_of_placing()

    def _toll(self, toll: placement_checks.Toll) -> tuple[int, int]:
        """Returns the span of the goods that a placement costs, from the records of its locations."""
        parts: list[int] = []
        record = self.rules.places[min(toll.places)].record
        cost = next(entry.record.toll for entry in self.rules.content.of(record[0]) if entry.name == record[1])
        self.lacks.expect(cost, READ)
        for good, amount in cost.amounts.items():
            parts += [self.link.index("good", good), *self.programs.given(amount, 0)]
        return self.span("toll_part", parts, 3)

    def _limit(self, check: Any) -> None:
        if not self.lacks.expect(check.limit, LIMITS, f"limit of {getattr(check.limit, 'counts', '')}"):
            return
        most = self.by_reader(check.read, "number of a limit")
        counts = int(type(check.limit) is placement_checks.PlayersAtPlace)
        condition = self.programs.condition(check.rows)
        self.add("limit", counts, *pair(check.limit.group), check.limit.at_most, most, condition)

    def _rules_of_placing(self) -> None:
        verbs = {
            index: verb
            for verb, added in zip(self.rules.verbs, self.link.added, strict=True)
            for handle, index in added
            if handle is placement.PLACINGS
        }
        for number, rule in enumerate(self.rules.entries(placement.PLACINGS)):
            verb: Any = verbs[number]
            order = (placement.CLOCKWISE, placement.REVERSE, placement.SNAKE).index(rule.order)
            turns = (0, -1) if verb.turns is None else self.programs.given(verb.turns, 0)
            figures = (0, -1) if verb.figures is None else self.programs.given(verb.figures, 0)
            most = -1 if verb.most_first is None else self.programs.amount(verb.most_first)
            usual = rule.is_usual and not self.rules.entries(placement_checks.TOLLS)
            self.add("placing", order, int(rule.can_pass), *turns, *figures, most, int(usual))
        for passing in self.rules.entries(effect_lists.PASSES):
            self.add("passing", int(passing.to == "seat"), self.by_reader(passing.most, "who becomes first player"))

    # --- buying -------------------------------------------------------------------------------------------------

    def _buying(self) -> None:
        everywhere = (1 << len(self.rules.places)) - 1
        for add_on in self.rules.entries(add_ons.ADD_ONS):
            zone, kind = -1, -1
            if add_on.conditions:
                self.lacks.expect(add_on.conditions[0], INNER, "condition of an add-on")
                zone, kind = getattr(add_on.conditions[0], "zone", -1), getattr(add_on.conditions[0], "kind", -1)
            if len(add_on.conditions) > 1 or len(add_on.effects_held) > 1:
                self.lacks.add("add-on with several conditions")
            effects = self.by_reader(add_on.effects_held[0], "condition of an add-on") if add_on.effects_held else -1
            asked = self.index["add", (add_on.id,)], self.index["skip", (add_on.id,)]
            places = pair(bits_of(add_on.spaces) or everywhere)
            conditions = self.rows_of(add_on.rows), effects
            self.add("add_on", add_on.price, add_on.node, int(add_on.is_late), *conditions, *asked, *places, zone, kind)
            place = min(add_on.spaces, default=-1)
            self.add("fit", *(int(add_on.fits(self.rules, item.index, place)) for item in self.rules.items))
        self._trade()

    def _trade(self) -> None:
        exchanges = self.rules.entries(trade_checks.EXCHANGES)
        if len(exchanges) > 1 or (exchanges and (self.rules.supplies is not None or exchanges[0].rows.rows)):
            self.lacks.add("several exchanges, or one with an `if`, or with goods that run out")
            return
        for exchange, entry in zip(exchanges, self.rules.content.of("exchange"), strict=True):
            numbers: list[int] = []
            for rate in exchange.rates:
                self.lacks.expect(rate, INNER)
                given, got = self._traded(exchange, "give", rate.give), self._traded(exchange, "get", rate.get)
                numbers += [rate.at_least, *given, *got, int(rate.get > rate.give)]
            track = self.link.index("track", entry.record.track)
            marks = *pair(exchange.barred_by), *pair(exchange.done)
            rates = self.span("rate", numbers, 6)
            self.add("trade", bits_of(exchange.kinds), track, *marks, int(exchange.when_short), *rates)

    def _traded(self, exchange: trade_checks.Exchange, kind: str, size: int) -> tuple[int, int]:
        ways = payments.multisets(exchange.goods, size, len(self.rules.goods))
        actions = sorted(self.index[kind, payments.named_goods(amounts, self.rules.goods)] for amounts in ways)
        return self.span("pay", actions)

    def _rows(self) -> None:
        rules = self.rules
        for row in rules.entries(rows.ROWS):
            self.add("row", row.kind, row.zone, *self.span("space", row.spaces), row.pile, int(row.ends_game))
        for reveal in rules.entries(rows.REVEALS):
            self.add("reveal", *map(int, reveal))
        plugin = animals(rules)
        for drive in rules.entries(plugin.DRIVES) if plugin else ():
            self.add("drive", drive.place, drive.to, drive.table, drive.instead)

    # --- course and score ---------------------------------------------------------------------------------------

    def _course(self) -> None:
        rules = self.rules
        self.sections["phase"] = [phase.node for phase in rules.phases]
        effects: list[dict[int, list[int]]] = [{} for _ in rules.phases]
        for standing in rules.entries(rounds.STANDING_EFFECTS):
            effects[standing.phase].setdefault(standing.item, []).append(standing.node)
        for of_phase in effects:
            numbers = [number for item, nodes in of_phase.items() for number in (item, *self.span("node_list", nodes))]
            self.add("standing_in", *self.span("standing", numbers, 3))

    def _scoring(self) -> None:
        for line in self.rules.entries(scoring.SCORE_LINES):
            factors = [
                number
                for factor, open_factor in zip(line.factors, line.open_factors, strict=True)
                for number in (self.by_reader(factor, "a score line", True), self.by_reader(open_factor, "a score line"))
            ]
            closed = self.by_reader(line.held, "condition of a score line", True)
            made = self.link.made_of(line.held) if line.held is not None else ()
            condition = self.programs.condition(made) if isinstance(made, tuple) else -1
            self.add("line", line.each, *self.span("factor", factors, 2), closed, condition)
