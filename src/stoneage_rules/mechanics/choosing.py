"""Goods of one's choice, one effect of several, and dice for all, from which each seat picks one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import FACE, GOODS, NOTHING, Action, Outcome
from stoneage_rules.kernel.chance import DiceRoll
from stoneage_rules.kernel.frames import Asked, FrameTuple, expect_end, run_effects
from stoneage_rules.kernel.legality import Check, Decision, Facts, RecordKey, Shortfall, Universe
from stoneage_rules.kernel.nouns import FACES
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import expect, expect_range
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import PLACE_OR_NONE_SLOT, Condition, Declared, Effect, Handle, Held, Linker, Slot
from stoneage_rules.language.cost import Cost, too_many_ways
from stoneage_rules.language.events import Event, EventKind, Mechanism, id_field, number_field, text_field
from stoneage_rules.language.fields import Amount, field
from stoneage_rules.language.quantity import gains_of, points_of, range_of, without_end
from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Bounds, Clash
from stoneage_rules.language.word import ContentRecord, Contradiction, Verb
from stoneage_rules.mechanics.effect_lists import Nesting, any_available, effect_lists, origins, record_here
from stoneage_rules.mechanics.items import UNPAID
from stoneage_rules.mechanics.payments import Amounts, Price, amounts_of, multisets
from stoneage_rules.telling.phrases import LogNames, Phrases

MOST_CHOSEN = 12
"""How many goods can be chosen at once."""


@attrs.frozen
class ChooseVerb(Verb):
    """The seat takes `amount` goods of its choice, equal or different, from a group of goods.

    Example: `{ do = "choose", of = "resource", amount = 2 }`
    """

    do = "choose"
    token = "{amount:+} {of}"
    of: str = field("the group of goods to choose from", refers_to="group:good|good", gives=True)
    amount: Amount = field("how many, or a quantity", default=1, least=1, most=MOST_CHOSEN)

    def describe(self, phrases: Phrases) -> str:
        return phrases.goods(self.amount, self.of)

    def bind(self, link: Linker) -> Effect:
        goods, amount = link.goods(self.of), link.amount(self.amount)
        least, most = link.range_of(self.amount)
        numbers = range(max(1, least or 1), (most or 0) + 1)
        record = record_here(link)
        price = Price(None, goods, cost=Cost(of=self.of), record=record)
        choices = {number: link.add(CHOICES, attrs.evolve(price, least=number, most=number)) for number in numbers}
        frame = link.frame("choose-goods")

        def effect(state: State, seat: int, place: int, n: int) -> None:
            number = amount(state, seat, n)
            if number > 0:
                state.stack.append((frame, seat, choices[number]))

        return effect

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        yield from without_end(bounds, "amount", self.amount, MOST_CHOSEN)
        most = range_of(bounds, self.amount)[1]
        if most is not None and 0 < most <= MOST_CHOSEN:
            yield from too_many_ways(bounds, ("of",), "amount", most, self.of)

    def gains(self, link: Linker) -> tuple[Amounts, ...] | None:
        if not isinstance(self.amount, int):
            return None
        return tuple(multisets(link.goods(self.of), self.amount, len(link.ids("good"))))


CHOICES = Handle[Price]("choice")
"""The choices of goods, each as a price that the chosen goods would pay."""


class ChoiceAmount(Check):
    """The seat takes as many goods as the effect gives, of the group that it names."""

    name = "choice.amount"

    def passes(self, facts: Price, action: Action) -> bool:
        return facts.met_by(amounts_of(action))

    def explain(self, facts: Price, action: Action) -> Shortfall:
        return Shortfall(self.name, f"{facts.most} of any {facts.name}", f"`{action}` is something else", facts.record)


class TakeGoods(Decision):
    """The choice of goods to take; its facts are a price that the chosen goods would pay."""

    shapes = {"take": GOODS}

    def choices(self) -> Iterable[Price]:
        """Returns every choice that there can be."""
        raise NotImplementedError

    def universe(self) -> Universe:
        for choice in self.choices():
            for goods, amounts in choice.payments(self.rules.goods):
                yield "take", goods, amounts

    def candidates(self, state: State, frame: FrameTuple) -> Iterator[Action]:
        for goods, _ in self.facts(state, frame).payments(self.rules.goods):
            yield self.rules.action("take", *goods)

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        operations.gain_goods(state, frame[1], action.data)


class ChooseGoods(TakeGoods):
    """The choice of goods of a group; x is the choice."""

    name = "choose-goods"
    prompt = "{amount} of any {of} to take"
    checks = (ChoiceAmount,)
    progress = (CHOICES.slot(),)

    def choices(self) -> Iterable[Price]:
        return self.rules.entries(CHOICES)

    def facts(self, state: State, frame: FrameTuple) -> Price:
        return self.rules.entries(CHOICES)[frame[2]]

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        choice = self.rules.entries(CHOICES)[frame[2]]
        return {"amount": choice.most, "among": choice.among(self.rules), "more": {"of": choice.name}}


MECHANISM = Mechanism("choosing", verbs=(ChooseVerb,), frames=(ChooseGoods,))

# --- one of -------------------------------------------------------------------------------------------------------
#
# Choosing one effect of several.


@attrs.frozen
class OneOfVerb(Verb):
    """The seat chooses one of these effects; the others are lost.

    The choice is written `choose 1`, `choose 2`, ..., numbered as the effects are listed.  Each can be chosen, even without a
    result. With `offer = "open"` an effect whose `if` does not hold cannot be chosen; if none is open, nothing happens. With
    `decline` the seat may take none, and a single effect is enough.

    Example: `{ do = "one-of", effects = [{ do = "gain", good = "gold" }, { do = "figure" }] }`
    """

    do = "one-of"
    token = "{effects: or }"
    passes_on = True
    effects: tuple[Verb, ...] = field("effects to choose from, two or more without `decline`", not_empty=True)
    offer: str = field(
        "the effects that can be chosen: `all`, or those whose `if` holds (`open`)",
        default="all", choices=("all", "open"), silent_default=True,
    )  # fmt: skip
    decline: bool = field("whether the seat may take none", default=False, silent_default=True)

    involved = ("effects", "offer", "decline")

    def contradictions(self) -> Iterator[Contradiction]:
        if len(self.effects) == 1 and not self.decline:
            help = "add `decline = true`, or write the effect without `one-of`"
            yield Contradiction("one effect is no choice", ("effects",), "one effect to choose from", help)
        if self.offer == "open" and not any(effect.if_ for effect in self.effects):
            help = "delete this key, or give an effect an `if`"
            yield Contradiction("no effect here has an `if`", ("offer",), help=help, at_key=True)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        sort, why = ("SA514", "a condition that hides nothing"), "the effect can be chosen all the same, and does nothing then"
        help = 'write `offer = "open"` beside `effects`, so that only what is open can be chosen'
        for index, effect in enumerate(self.effects):
            if effect.if_:
                yield Bound(sort, ("effects", index, "if"), self.offer == "all", why, help, at_key=True)

    def describe(self, phrases: Phrases) -> str:
        return " or ".join([*map(phrases.effect, self.effects), *["nothing"] * self.decline])

    def bind(self, link: Linker) -> Effect:
        nodes = tuple(link.sequence((effect,)) for effect in self.effects)
        offer = Offer(nodes, self)
        if self.offer == "open":
            offer = Offer(nodes, self, tuple(link.condition(effect.if_) for effect in self.effects), record_here(link))
        number, frame = link.add(OFFERS, offer), link.frame("one-of")

        def begin(state: State, seat: int, place: int, n: int) -> None:
            if offer.open(state, seat, n):
                state.stack.append((frame, seat, number, place, n))

        return Nesting(begin, nodes, ChooseEffect.name, (number,))

    def available(self, link: Linker) -> Condition | None:
        return any_available(link, self.effects)

    def gains(self, link: Linker) -> tuple[Amounts, ...] | None:
        possible = [gains_of(effect, link) for effect in self.effects]
        if not any(possible):
            return None
        nothing = ((0,) * len(link.ids("good")),)
        if self.decline:
            possible.append(nothing)
        return tuple(dict.fromkeys(amounts for gains in possible for amounts in gains or nothing))

    def scores(self) -> Amount | None:
        amounts = {points_of(effect) for effect in self.effects} | ({0} if self.decline else set())
        return amounts.pop() if len(amounts) == 1 else None


class Offer(NamedTuple):
    """The effects to choose from, compiled and as content has them."""

    nodes: tuple[int, ...]
    word: OneOfVerb
    held: tuple[Held, ...] = ()
    """The conditions of the effects, if only those can be chosen whose condition holds."""
    record: RecordKey | None = None
    """The record with these conditions."""

    def open(self, state: State, seat: int, n: int) -> Sequence[int]:
        """Returns the effects that can be chosen now, by their indexes."""
        if not self.held:
            return range(len(self.nodes))
        return tuple(index for index, held in enumerate(self.held) if held(state, seat, n))


OFFERS = Handle[Offer]("offer")


class ChoiceListed(Check):
    """The number is that of one of the effects."""

    name = "choice.listed"
    kinds = ("choose",)

    def passes(self, facts: Facts, action: Action) -> bool:
        return 1 <= int(action.args[0]) <= len(_offer(facts).nodes)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        most = len(_offer(facts).nodes)
        return Shortfall(self.name, f"a number from 1 to {most}", f"there is no effect {action.args[0]}")


def _offer(facts: Facts) -> Offer:
    return facts.rules.entries(OFFERS)[facts.frame[2]]


def open_now(facts: Facts) -> Sequence[int]:
    """Returns the effects that can be chosen: if uses of items have closed all meanwhile, all of them."""
    return _offer(facts).open(facts.state, facts.seat, facts.frame[4]) or range(len(_offer(facts).nodes))


class ChoiceOpen(Check):
    """The effect is open: its condition holds."""

    name = "choice.open"
    kinds = ("choose",)
    after = ("choice.listed",)

    def passes(self, facts: Facts, action: Action) -> bool:
        return action.data in open_now(facts)

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        rows = _offer(facts).word.effects[action.data].if_
        phrases = facts.rules.service(Phrases).at(facts.state, facts.seat, facts.frame[4])
        needed = f"effect {action.args[0]} is open only {phrases.rows(rows)}"
        found, record = phrases.rows_now(rows, facts.state, facts.seat), _offer(facts).record
        return Shortfall(self.name, needed, found, record, named_only=True)


class ChoiceMust(Check):
    """One of the effects is taken, unless the offer can be declined."""

    name = "choice.must"
    kinds = ("decline",)

    def passes(self, facts: Facts, action: Action) -> bool:
        return _offer(facts).word.decline

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        return Shortfall(self.name, "one of the effects is taken", "you decline")


class ChooseEffect(Decision):
    """The choice of one of several effects; x is the offer, y and z are the place and the number that effects are about."""

    name = "one-of"
    prompt = ("one of {choices:effect}, or {none}", "one of {choices:effect}")
    checks = (ChoiceListed, ChoiceOpen, ChoiceMust)
    progress = (OFFERS.slot(), PLACE_OR_NONE_SLOT, Slot("n", least=UNPAID))
    shapes = {"choose": FACE}

    def prepare(self) -> None:
        self.offers = self.rules.entries(OFFERS)
        if any(offer.word.decline for offer in self.offers):
            self.shapes = {"choose": FACE, "decline": NOTHING}  # type: ignore[misc]
        self.asked_at = origins(self.rules, self.name)

    def universe(self) -> Universe:
        for number in range(max((len(offer.nodes) for offer in self.offers), default=0)):
            yield "choose", (number + 1,), number
        if "decline" in self.shapes:
            yield "decline", (), None

    def verify(self, state: State, frame: FrameTuple) -> None:
        is_open = self.offers[frame[2]].open(state, frame[1], frame[4]) or self._has_used(state, frame[1])
        expect(bool(is_open), "a choice of effects that are all closed")
        # The list of effects that contains the offer, as if it began there.
        effect_lists(self.rules).expect_effect(state, frame, self.asked_at.get(frame[2], 0), *frame[3:])

    def _has_used(self, state: State, seat: int) -> bool:
        """Returns whether the seat has used an item that can be used at any time, perhaps during this question."""
        bits = self.rules.later_use_bits
        owned = sum(bits.get(item, 0) for item in state.zones[self.rules.zones_of(seat)[0]])
        return bool(owned & self.rules.anytime & ~state.unspent[seat])

    def key(self, state: State, frame: FrameTuple) -> object:
        return frame[2], open_now(Facts(state, frame))

    def described(self, state: Position, frame: FrameTuple) -> list[str]:
        """Returns the effects to choose from, each in a few words."""
        phrases = self.rules.service(Phrases).at(state, frame[1], frame[4])
        return list(map(phrases.effect, self.offers[frame[2]].word.effects))

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        return "" if action.data is None else "".join(self.described(state, frame)[action.data : action.data + 1])

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        more: dict[str, Any] = {"choices": self.described(state, frame)}
        if self.offers[frame[2]].word.decline:
            more["none"] = "none of them"
        facts: Asked = {"amount": 1, "more": more}
        return {**facts, "place": self.rules.places[frame[3]].id} if frame[3] >= 0 else facts

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, number, place, n = frame
        if action.data is None:
            operations.note(state, "decline-effect", seat)
            return
        offer = self.offers[number]
        if state._noted is not None:
            operations.note(state, "choose", seat, action.data + 1, self.described(state, frame)[action.data])
        run_effects(state, seat, offer.nodes[action.data], place, n)


ONE_OF = Mechanism(
    "one_of",
    verbs=(OneOfVerb,),
    frames=(ChooseEffect,),
    events=(
        EventKind(
            "choose",
            "a seat chooses one of several effects",
            {"number": number_field("which, from 1 on"), "effect": text_field("the effect in words")},
            "{seat} chooses: {effect}",
        ),
        EventKind("decline-effect", "a seat takes none of several effects", {}, "{seat} takes none of the effects"),
    ),
)

# --- dice tables --------------------------------------------------------------------------------------------------
#
# Dice tables, and the verb that rolls dice for all by one.


@attrs.frozen
class DiceTableRecord(ContentRecord):
    """The meaning of each face of a die."""

    table = "dice_table"
    is_used_by_name = True

    faces: Mapping[int, tuple[Verb, ...]] = field("the effects of each face, 1 to 6", keys=(1, 6), context="reward")
    others_pick: str = field(
        "when the other seats take their die: at once, or at the start of their next turn",
        default="at-once", choices=("at-once", "next-turn"),
    )  # fmt: skip

    def bind(self, link: Linker, declared: Declared) -> None:
        nodes = tuple(link.sequence(self.faces.get(face, ())) for face in range(1, FACES + 1))
        link.append(DICE_TABLES, DiceTable(declared.name, nodes, self.others_pick == "next-turn"))

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        if self.others_pick != "at-once":
            idle = all(use.word.table != bounds.here.name for use in bounds.words(DiceForAllVerb))
            why = f"no effect `dice-for-all` uses `{self.id}`"
            yield Bound(NO_DIFFERENCE, ("others_pick",), idle, why, "delete this line", at_key=True)


@attrs.frozen
class DiceForAllVerb(Verb):
    """One die per player is rolled; from the seat clockwise, each takes a die and its effects.

    Every seat must take one, useful or not; tools cannot change the dice.

    Example: `{ do = "dice-for-all", table = "finds" }`
    """

    do = "dice-for-all"
    token = "die for all: {table}"
    table: str = field("the dice table with the effects of each face", refers_to="dice_table")

    def describe(self, phrases: Phrases) -> str:
        return f"a die for everyone ({self.table})"

    def bind(self, link: Linker) -> Effect:
        table = link.index("dice_table", self.table)
        frame = link.frame("roll-for-all")

        return lambda state, seat, place, n: state.stack.append((frame, seat, table))


class DiceTable(NamedTuple):
    """A compiled dice table: its id, the node of each face, and whether the others pick on their next turn."""

    id: str
    nodes: tuple[int, ...]
    later: bool


DICE_TABLES = Handle[DiceTable]("dice_table")
"""The tables that seats choose from by the dice of one roll."""

# --- dice for all -------------------------------------------------------------------------------------------------
#
# Dice for all: one die per player is rolled, and every seat picks one and takes its reward, at once or on its next turn.
#
# Picks that wait are set aside in the state, one entry per roll, the oldest first.


BITS = 4
"""Dice left are one number: four bits per face, so up to fifteen dice of a face."""


class RollForAll(DiceRoll):
    """One die per player; x is the dice table."""

    name = "roll-for-all"
    prompt = "a roll of {dice_count} dice, one for each player"
    progress = (DICE_TABLES.slot(),)

    @property
    def most_dice(self) -> int:
        return self.rules.players

    def dice(self, frame: FrameTuple) -> int:
        return self.rules.players

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        table = self.rules.content.of(DiceTableRecord.table)[frame[2]].name
        return {"dice_count": self.rules.players, "more": {"dice_table": table}}

    def hint(self, state: Position, frame: FrameTuple, outcome: Outcome) -> str:
        return "; ".join(filter(None, (stands_for(self.rules, frame[2], face) for face in outcome.args)))

    def resume(self, state: State, frame: FrameTuple, outcome: Outcome) -> None:
        dice = sum(map(die, outcome.args))
        operations.note(state, "roll", frame[1], outcome.args)
        state.stack.append((self.rules.frames["pick-die"], frame[1], frame[2], dice))
        expect_end(state)  # a face may roll the dice of the same table


class DieLeft(Check):
    """A die of that face is still left; the facts are the dice to pick from."""

    name = "pick.left"

    def passes(self, facts: int, action: Action) -> bool:
        return action.args[0] in faces_of(facts) and action.data is not None

    def explain(self, facts: int, action: Action) -> Shortfall:
        left = " ".join(map(str, dict.fromkeys(faces_of(facts))))
        return Shortfall(self.name, f"a die that shows {action.args[0]}", f"the dice left show {left}")


class PickDie(Decision):
    """The choice of a die; x is the dice table, y the dice that are left."""

    name = "pick-die"
    prompt = "which die to take"
    checks = (DieLeft,)
    progress: ClassVar[tuple[Slot, ...]] = (DICE_TABLES.slot(), Slot("dice"))
    shapes = {"pick": FACE}

    def verify(self, state: State, frame: FrameTuple) -> None:
        # If the others pick later, the buyer picks first.
        table = self.rules.entries(DICE_TABLES)[frame[2]]
        players = self.rules.players
        expect_range(dice_left(frame[3]), players if table.later else 1, players, "dice that are left")

    def universe(self) -> Universe:
        for face in range(1, FACES + 1) if self.rules.entries(DICE_TABLES) else ():
            yield "pick", (face,), face

    def dice(self, state: Position, frame: FrameTuple) -> int:
        """Returns the dice to pick from."""
        return frame[3]

    def table(self, state: Position, frame: FrameTuple) -> int:
        """Returns the dice table that gives the rewards of the dice."""
        return frame[2]

    def key(self, state: State, frame: FrameTuple) -> int:
        return self.dice(state, frame)

    def facts(self, state: State, frame: FrameTuple) -> int:
        return self.dice(state, frame)

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        return stands_for(self.rules, self.table(state, frame), action.args[0])

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        left = self.dice(state, frame)
        table = self.rules.content.of(DiceTableRecord.table)[self.table(state, frame)].name
        return {"dice": faces_of(left), "more": {"dice_table": table}}

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        index, seat, table, dice = frame
        rules = self.rules
        dice_table = rules.entries(DICE_TABLES)[table]
        dice -= die(action.data)
        if dice and dice_table.later:
            others = (1 << rules.players) - 1 & ~(1 << seat)
            operations.set_aside(state, (rules.frames["pick-later"], seat, table, dice, others))
        elif dice:
            state.stack.append((index, (seat + 1) % rules.players, table, dice))
        take_face(state, seat, table, action.data)


def stands_for(rules: Ruleset, table: int, face: int) -> str:
    """Returns the effect of a face of a dice table, in a few words; empty for a number that is no face."""
    record = rules.content.of(DiceTableRecord.table)[table].record
    return rules.service(Phrases).effects(record.faces.get(face, ()))


def faces_of(dice: int) -> tuple[int, ...]:
    """Returns the faces of the dice left, the lowest first."""
    return tuple(face for face in range(1, FACES + 1) for _ in range(dice >> (face - 1) * BITS & (1 << BITS) - 1))


def dice_left(dice: int) -> int:
    """Returns how many dice are left; 0 for a number that is no dice."""
    return 0 if dice >> FACES * BITS else len(faces_of(dice))


def die(face: int) -> int:
    """Returns one die of a face, among the dice left."""
    return 1 << (face - 1) * BITS


def take_face(state: State, seat: int, table: int, face: int) -> None:
    """Gives a seat a die and its reward."""
    operations.note(state, "pick", seat, table, face)
    run_effects(state, seat, state.rules.entries(DICE_TABLES)[table].nodes[face - 1], -1, 0)


class PickLater(PickDie):
    """A die of a roll that waits.

    Set aside, the frame is the roll itself: x the dice table, y the dice left, z the bits of the seats still to pick.
    On the stack it asks a seat: x is then the place among what waits, y and z are 0.
    """

    name = "pick-later"
    progress = (Slot("dice_table_or_waiting"), Slot("dice"), Slot("seats"))
    exclusive = "pick that waited"

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, seat, spot, dice, seats = frame
        expect(spot < len(state.waiting) and not dice and not seats, "no such roll waits")
        rolls = (roll for roll, frame in enumerate(state.waiting) if frame[0] == self.index and frame[4] >> seat & 1)
        expect(spot == next(rolls, None), f"seat {seat} has no die to pick, or one of an older roll")

    def verify_waiting(self, state: State, frame: FrameTuple) -> None:
        _, buyer, table, dice, seats = frame
        tables = self.rules.entries(DICE_TABLES)
        expect(table < len(tables) and tables[table].later, "dice that are picked at once")
        expect(0 < seats < 1 << self.rules.players and not seats >> buyer & 1, "seats that have no die to pick")
        expect(dice_left(dice) == seats.bit_count(), "another number of dice than of seats")

    def universe(self) -> Universe:
        yield from ()

    def dice(self, state: Position, frame: FrameTuple) -> int:
        return state.waiting[frame[2]][3]

    def table(self, state: Position, frame: FrameTuple) -> int:
        return state.waiting[frame[2]][2]

    def due(self, state: State, spot: int, seat: int | None) -> tuple[int, ...] | None:
        _, buyer, _, _, seats = state.waiting[spot]
        if seat is None:
            turns = ((buyer + turn) % self.rules.players for turn in range(1, self.rules.players))
            seat = next(other for other in turns if seats >> other & 1)
        return (self.index, seat, spot, 0, 0) if seats >> seat & 1 else None

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, spot, _, _ = frame
        index, buyer, table, dice, seats = state.waiting[spot]
        seats &= ~(1 << seat)
        if seats:
            operations.change_waiting(state, spot, (index, buyer, table, dice - die(action.data), seats))
        else:
            operations.end_waiting(state, spot)
        take_face(state, seat, table, action.data)


def _picked(names: LogNames, event: Event) -> str:
    doubt = names.doubt("dice_table", event.text("table"), f"faces.{event['face']}")
    return f"{names.who(event.seat)} picks the die that shows {event['face']}{doubt}"


DICE_FOR_ALL = Mechanism(
    "dice_for_all",
    after=("figures", "goods"),
    records=(DiceTableRecord,),
    verbs=(DiceForAllVerb,),
    frames=(PickDie, PickLater, RollForAll),
    features=("deferred-dice",),
    events=(
        EventKind(
            "pick",
            "a seat picks one of the dice for all",
            {"table": id_field(DICE_TABLES, "the meaning of the faces"), "face": number_field("the face of the die")},
            _picked,
        ),
    ),
)
