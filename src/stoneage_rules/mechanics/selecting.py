"""Choices of a seat, of an item to hand back and of a sealed number, each among those that the effect allows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, cast

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.actions import FACE, ITEM, Action, Outcome
from stoneage_rules.kernel.frames import Asked, FrameTuple, Step, run_effects
from stoneage_rules.kernel.legality import Check, Decision, Facts, RecordKey, Shortfall, Universe
from stoneage_rules.kernel.nouns import TAKING_ITEMS
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.saving import expect
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import MOST, PLACE_OR_NONE_SLOT, Effect, Handle, Held, Linker, Reader, Slot
from stoneage_rules.language.events import TRACK_FIELD, Event, EventKind, Mechanism, number_field
from stoneage_rules.language.faults import CONTRADICTION
from stoneage_rules.language.fields import CONTEXTS, Amount, field
from stoneage_rules.language.quantity import IfRow, at_least_zero
from stoneage_rules.language.reach import Bound, Bounds, Clash, beyond
from stoneage_rules.language.word import Verb
from stoneage_rules.mechanics.belongings import beyond_track, changes_seat
from stoneage_rules.mechanics.effect_lists import (
    ANYWHERE,
    SUBJECTS,
    WITHIN,
    Nesting,
    Subject,
    clockwise,
    effect_lists,
    origins,
    record_here,
)
from stoneage_rules.mechanics.items import UNPAID, is_never_owned, refused_by
from stoneage_rules.telling.phrases import Briefs, LogNames, Phrases


class Selection(Decision):
    """The choice of one of those that a compiled effect allows a seat now; x is the effect."""

    handle: ClassVar[Handle[Any]]

    def prepare(self) -> None:
        self.entries = self.rules.entries(self.handle)
        self.asked_at = origins(self.rules, self.name)

    def key(self, state: Position, frame: FrameTuple) -> Sequence[int]:
        allowed: Sequence[int] = self.entries[frame[2]].allowed(state, frame[1])
        return allowed


class Allowed(Check):
    """It is one of those that the effect allows."""

    def passes(self, facts: Facts, action: Action) -> bool:
        selection = facts.rules.handlers[facts.frame[0]]
        assert isinstance(selection, Selection)
        return action.data in selection.key(facts.state, facts.frame)


# --- a chosen seat ------------------------------------------------------------------------------------------------
#
# Effects for a seat that another one chooses.  A frame beneath them says who chose whom; the innermost one counts.


@attrs.frozen
class ChooseSeatVerb(Verb):
    """The seat chooses another seat, which gets these effects.

    With `among` only seats for which every row holds can be chosen; if there is none, nothing happens. The choice is written
    `left 1`, `left 2`, ...: the next seat on the left, the one after it, and so on. Among the effects, `to = "chooser"` of `lose`
    and `pay` hands goods to the seat that chose, and `chooser` has effects for it. The chosen seat answers their questions: with
    `pay`, or `one-of` with `decline`, it can refuse.

    Example: `{ do = "choose-seat", among = [{ goods = "food", min = 1 }], effects = [{ do = "lose", good = "food",
    to = "chooser" }, { do = "chooser", effects = [{ do = "points", amount = 1 }] }] }`
    """

    do = "choose-seat"
    token = "choose: {effects}"
    passes_on = True
    among: tuple[IfRow, ...] = field("a seat can be chosen only if every row holds for it", default=())
    effects: tuple[Verb, ...] = field(
        "the effects for the chosen seat", not_empty=True, becomes=dict.fromkeys(CONTEXTS, "chosen")
    )

    def describe(self, phrases: Phrases) -> str:
        rows = f" ({phrases.rows(self.among)})" if self.among else ""
        return f"for another seat of its choice{rows}: {phrases.effects(self.effects)}"

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        hands = any(getattr(effect, "to", "") == "chooser" for effect in self.effects)
        for index, effect in enumerate(self.effects):
            idle = hands and changes_seat(bounds, effect) and not effect.takes()
            why = "this is for the chosen seat, which hands goods to the chooser"
            help = 'write it within `{ do = "chooser", effects = [...] }` if it is for the seat that chose'
            yield Bound(
                ("SA524", "an effect that may be meant otherwise"), ("effects", index, "do"), idle, why, help, at_any_table=True
            )

    def bind(self, link: Linker) -> Effect:
        node, frame = link.sequence(self.effects), link.frame(ChooseSeat.name)
        record = record_here(link)
        choice = SeatChoice(node, link.condition(self.among), self, record)
        number = link.append(SEAT_CHOICES, choice)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            if choice.fitting(state, seat):
                state.stack.append((frame, seat, number, place, n))
            else:
                operations.note(state, "no-seat", seat)

        return Nesting(effect, (node,), ChooseSeat.name, (number,), turns_to="chosen")


@attrs.frozen
class ChooserVerb(Verb):
    """The seat that chose gets these effects.

    Among them, `to = "chosen"` of `lose` and `pay` hands goods to the chosen seat.

    Example: `{ do = "choose-seat", effects = [{ do = "chooser", effects = [{ do = "lose", good = "food", to = "chosen" }] }] }`
    """

    do = "chooser"
    token = "chooser: {effects}"
    passes_on = True
    belongs = ("chosen",)
    otherwise = "only the effects of `choose-seat` have a chooser"
    effects: tuple[Verb, ...] = field("the effects for the seat that chose", not_empty=True, becomes={"chosen": "chooser"})

    def describe(self, phrases: Phrases) -> str:
        return f"for the chooser: {phrases.effects(self.effects)}"

    def bind(self, link: Linker) -> Effect:
        node = link.sequence(self.effects)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            run_effects(state, chooser_and_chosen(state)["chooser"], node, place, n)

        return Nesting(effect, (node,), turns_to="chooser")


class SeatChoice(NamedTuple):
    """The choice of a seat: the node of the effects, the condition of a seat, and both as content has them."""

    node: int
    fits: Held
    word: ChooseSeatVerb
    record: RecordKey | None

    def fitting(self, state: Position, seat: int) -> tuple[int, ...]:
        """Returns the seats that can be chosen, as numbers of seats to the left."""
        now, players = cast("State", state), state.rules.players
        return tuple(left for left in range(1, players) if self.fits(now, (seat + left) % players, 0))

    def allowed(self, state: Position, seat: int) -> Sequence[int]:
        """Returns the seats that can be chosen; all others once uses of items have left none that fits."""
        return self.fitting(state, seat) or range(1, state.rules.players)


SEAT_CHOICES = Handle[SeatChoice]("seat-choice")


def chooser_and_chosen(state: State) -> Mapping[str, int]:
    """Returns the seat that chose last, and the seat that it chose, while the effects of the choice happen."""
    index = state.rules.frames[ChosenSeat.name]
    _, chooser, chosen = next(frame for frame in reversed(state.stack) if frame[0] == index)
    return {"chooser": chooser, "chosen": chosen}


class SeatFits(Allowed):
    """It is another seat, for which every row of `among` holds; any other seat while they hold for none any more."""

    name = "seat.fits"

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        choice, players = facts.rules.entries(SEAT_CHOICES)[facts.frame[2]], facts.rules.players
        if action.data is None:
            return Shortfall(self.name, f"a number from 1 to {players - 1}", f"{action.args[0]} was named", choice.record)
        other = (facts.seat + action.data) % players
        rows = [((), row) for row in choice.word.among]
        return refused_by(self.name, choice.record, rows, f"seat {other} can be chosen", facts.state, other)


class ChooseSeat(Selection):
    """The choice of another seat; x is the choice, y and z are the place and the number that effects are about."""

    name = "choose-seat"
    prompt = "which seat to choose: {brings}"
    checks = (SeatFits,)
    progress = (SEAT_CHOICES.slot("choice"), PLACE_OR_NONE_SLOT, Slot("n", least=UNPAID))
    shapes = {"left": FACE}
    handle = SEAT_CHOICES

    def universe(self) -> Universe:
        for left in range(1, self.rules.players) if self.entries else ():
            yield "left", (left,), left

    def verify(self, state: State, frame: FrameTuple) -> None:
        can_change = self.rules.players > 1 and bool(self.rules.entries(TAKING_ITEMS))
        expect(can_change or bool(self.entries[frame[2]].fitting(state, frame[1])), "a choice of a seat that nobody fits")
        effect_lists(self.rules).expect_effect(state, frame, self.asked_at[frame[2]], *frame[3:])

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        brings = self.rules.service(Phrases).at(state, frame[1], frame[4]).effects(self.entries[frame[2]].word.effects)
        seats = [(frame[1] + left) % self.rules.players for left in self.key(state, frame)]
        return {"amount": 1, "brings": brings, "more": {"seats": seats}}

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        if action.data is None:
            return ""
        other, rows = (frame[1] + action.data) % self.rules.players, self.entries[frame[2]].word.among
        now = self.rules.service(Phrases).rows_now(rows, cast("State", state), other)
        return f"seat {other}" + (f": {now}" if now else "")

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, number, place, n = frame
        choice, other = self.entries[number], (seat + action.data) % self.rules.players
        operations.note(state, "choose-seat", seat, other)
        if choice.fits(state, other, 0):
            state.stack.append((self.rules.frames[ChosenSeat.name], seat, other))
            run_effects(state, other, choice.node, place, n)


class ChosenSeat(Step):
    """Keeps who chose whom, beneath the effects of the choice; x is the chosen seat."""

    name = "chosen-seat"
    progress = (Slot("chosen", most=lambda rules: rules.players - 1),)

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect(frame[1] != frame[2], "a seat that chose itself")
        expect(bool(self.rules.entries(SEAT_CHOICES)) and frame != state.stack[0], "a chosen seat that nobody chooses")

    def step(self, state: State, frame: FrameTuple) -> None:
        """Ends the effects of the choice."""


def _chosen(names: LogNames, event: Event) -> str:
    return f"{names.who(event.seat)} chooses {names.who(event.number('chosen'))}"


SEATS = Mechanism(
    "seats",
    verbs=(ChooseSeatVerb, ChooserVerb),
    frames=(ChooseSeat, ChosenSeat),
    events=(
        EventKind("choose-seat", "a seat chooses another one", {"chosen": number_field("the chosen seat")}, _chosen),
        EventKind("no-seat", "no seat can be chosen", {}, "{seat} finds no seat to choose"),
    ),
)


# --- items handed back --------------------------------------------------------------------------------------------
#
# Items that leave their owner.


@attrs.frozen
class HandBackVerb(Verb):
    """The seat hands back open items of a kind, or copies of one item, of its choice; for each, the effects happen at once.

    Items go to a zone. What an item gave stays; its uses, its place, its icons and its points at the end go with it, and figures
    on its place come home. Face-down items stay. For a choice to hand nothing back, write it within `one-of` with `decline`.

    Example: `{ do = "hand-back", of = "building", to = "rubble", effects = [{ do = "draft", row = "building-row" }] }`
    """

    do = "hand-back"
    token = ("-{of}: {effects}", "-{amount} {of}")
    of: str = field("the kind of item, or the item", refers_to="item|kind", loses=True)
    amount: Amount = field("how many, or a quantity; at most those that the seat has", default=1, least=1)
    to: str = field("the zone that they go to", refers_to="zone")
    effects: tuple[Verb, ...] = field("the effects of each item handed back", default=(), becomes=ANYWHERE)

    def takes(self) -> bool:
        return True

    def describe(self, phrases: Phrases) -> str:
        count = phrases.amount(self.amount)
        words = f"hand back {count} {self.of}" if isinstance(self.amount, int) else f"hand back {self.of}, as many as {count}"
        return words + (f", for each: {phrases.effects(self.effects)}" if self.effects else "")

    def bind(self, link: Linker) -> Effect:
        node, amount = link.sequence(self.effects), at_least_zero(link, self.amount)
        link.append(SUBJECTS, Subject(node, False))
        declared = link.declared("item")
        items = frozenset(index for index, item in enumerate(declared) if self.of in (item.kind, item.shared_name))
        record = record_here(link)
        number = link.append(HAND_BACKS, HandBack(items, link.index("zone", self.to), node, self, record))

        def effect(state: State, seat: int, place: int, n: int) -> None:
            ask_for_item(state, seat, number, place, amount(state, seat, n))

        return Nesting(effect, (node,), HandBackItem.name, (number,))

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        sort, why = ("SA514", "nothing to hand back"), f"nobody ever has anything of `{self.of}`"
        help = "name items that seats take"
        yield Bound(sort, ("of",), is_never_owned(bounds, self.of), why, help, about=(self.of,))
        count = sum(
            self.of in (kind.name, item.shared_name) for kind in bounds.declared("kind") for item in bounds.declared(kind.id)
        )
        yield from beyond("amount", self.amount, count, f"there are {count} of `{self.of}` in all", set_by=(self.of,))


class HandBack(NamedTuple):
    """A compiled `hand-back`: the items that it can be about, their zone, and the node of the effects of each."""

    items: frozenset[int]
    zone: int
    node: int
    word: HandBackVerb
    record: RecordKey | None

    def allowed(self, state: Position, seat: int) -> tuple[int, ...]:
        """Returns the open items of a seat that can be handed back; those that it is being dealt are not its own yet."""
        own = state.zones[state.rules.zones_of(seat)[0]]
        dealt = sum(operations.counts_dealt(state, seat, False))
        return tuple([item for item in own[: len(own) - dealt] if item in self.items])


HAND_BACKS = Handle[HandBack]("hand-back")


def ask_for_item(state: State, seat: int, number: int, place: int, left: int) -> None:
    """Asks a seat which item it hands back next, or takes it if there is no choice."""
    held = state.rules.entries(HAND_BACKS)[number].allowed(state, seat)
    if 0 < left < len(held):
        state.stack.append((state.rules.frames[HandBackItem.name], seat, number, place, min(left, MOST)))
    elif left > 0 and held:
        hand_back(state, (seat, number, place, len(held)), held[0])


def hand_back(state: State, about: FrameTuple, item: int) -> None:
    """Moves an item into its zone, with figures on its place coming home; its effects follow, and then further items."""
    seat, number, place, left = about
    entry, rules = state.rules.entries(HAND_BACKS)[number], state.rules
    for at in rules.places:
        if at.owned == item:
            for other in range(rules.players):
                operations.come_home(state, other, at.index)
    operations.give_back(state, seat, item, entry.zone)
    if left > 1:
        state.stack.append((rules.frames[HandBackMore.name], seat, number, place, left - 1))
    run_effects(state, seat, entry.node, place, 0)


class ItemOwned(Allowed):
    """The item is open before the seat, and of those that the effect names."""

    name = "hand-back.owned"

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        entry = facts.rules.entries(HAND_BACKS)[facts.frame[2]]
        needed, held = f"an open item of yours of `{entry.word.of}`", entry.allowed(facts.state, facts.seat)
        return Shortfall(self.name, needed, f"yours are {', '.join(facts.rules.item_ids[item] for item in held)}", entry.record)


class HandBackItem(Selection):
    """The choice of an item to hand back; x is the effect, y its place, z how many are still to be handed back."""

    name = "hand-back"
    prompt = "which {of} to hand back"
    checks = (ItemOwned,)
    progress = (HAND_BACKS.slot("of"), PLACE_OR_NONE_SLOT, Slot("left", least=1))
    shapes = {"hand-back": ITEM}
    handle = HAND_BACKS

    def universe(self) -> Universe:
        for item in self.rules.items:
            if any(item.index in entry.items for entry in self.entries):
                yield "hand-back", (item.id,), item.index

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, seat, number, place, left = frame
        effect_lists(self.rules).expect_effect(state, frame, self.asked_at[number], place)
        expect(left < len(self.entries[number].allowed(state, seat)), "a choice of items to hand back that makes no difference")

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        among = tuple(self.rules.item_ids[item] for item in self.key(state, frame))
        return {"among": among, "more": {"of": self.entries[frame[2]].word.of, "left": frame[4]}}

    def hint(self, state: Position, frame: FrameTuple, action: Action) -> str:
        return str(attrs.evolve(self.rules.service(Briefs).item(action.data), item=""))

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        hand_back(state, frame[1:], action.data)


class HandBackMore(Step):
    """Asks for the next item once the effects of the last one have happened; x, y and z are those of the question."""

    name = "hand-back-more"
    progress = HandBackItem.progress

    def verify(self, state: State, frame: FrameTuple) -> None:
        node = origins(self.rules, HandBackItem.name)[frame[2]]
        effect_lists(self.rules).expect_effect(state, frame, node, frame[3])

    def step(self, state: State, frame: FrameTuple) -> None:
        ask_for_item(state, *frame[1:])


HANDING_BACK = Mechanism("handing_back", verbs=(HandBackVerb,), frames=(HandBackItem, HandBackMore))


# --- sealed numbers -----------------------------------------------------------------------------------------------
#
# Numbers that all seats choose in secret, and then show.


LONGEST_TRACK = 99
"""The last space of a track for sealed numbers, at the most: each of its numbers is an option."""


@attrs.frozen
class SealVerb(Verb):
    """Every seat chooses a number in secret; then all are shown, and each seat's marker on the track goes to its number.

    Seats choose from the starting player clockwise. With `at_most` a seat chooses at most this quantity of its own, read when it
    is asked. Later effects read the track.

    Example: `{ do = "seal", track = "bid", at_most = { goods = "food" } }`
    """

    do = "seal"
    token = "seal {track}"
    belongs = ("set-up", "phase")
    otherwise = "all seats choose together: write it into a phase, outside of `each-seat`"
    track: str = field("the track for the numbers", refers_to="track", gives=True)
    at_most: Amount | None = field(
        "the highest number, or a quantity of the seat; without the key, the end of the track",
        default=None,
        least=0,
        becomes=WITHIN,
    )

    def describe(self, phrases: Phrases) -> str:
        most = "" if self.at_most is None else f", at most {phrases.amount(self.at_most)}"
        return f"all seats choose a number for {self.track} in secret{most}"

    def clashes(self, bounds: Bounds) -> Iterator[Clash]:
        track = bounds.find("track", self.track)
        if track.top > LONGEST_TRACK:
            help = f"name a track whose `top` is {LONGEST_TRACK} or less"
            yield Clash("SA211", "too many numbers", ("track",), f"`{self.track}` has more than {LONGEST_TRACK} spaces", help)
        if track.shared:
            why = f"`{self.track}` is one marker for all seats"
            yield Clash("SA207", CONTRADICTION, ("track",), why, "name a track where each seat has a marker")

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield from beyond_track(bounds, "at_most", self.at_most, self.track)

    def bind(self, link: Linker) -> Effect:
        track = link.index("track", self.track)
        top = link.declared("track")[track].record.top
        record = record_here(link)
        most = link.amount(top if self.at_most is None else self.at_most)
        number, frame = link.append(SEALS, Seal(track, top, most, self, record)), link.frame(SealNumber.name)
        return lambda state, seat, place, n: state.stack.append((frame, state.first_seat, number, state.first_seat))


class Seal(NamedTuple):
    """A compiled `seal`: its track, the end of it, and the highest number of a seat."""

    track: int
    top: int
    most: Reader
    word: SealVerb
    record: RecordKey | None

    def allowed(self, state: Position, seat: int) -> range:
        """Returns the numbers that a seat can choose now."""
        return range(min(self.top, max(0, self.most(cast("State", state), seat, 0))) + 1)


SEALS = Handle[Seal]("seal")


def _highest(rules: Ruleset) -> int:
    return max((seal.top for seal in rules.entries(SEALS)), default=-1)


class SealRange(Allowed):
    """The number is one that the seat can choose."""

    name = "seal.range"

    def explain(self, facts: Facts, action: Action) -> Shortfall:
        seal = facts.rules.entries(SEALS)[facts.frame[2]]
        most = seal.allowed(facts.state, facts.seat)[-1]
        return Shortfall(self.name, f"a number from 0 to {most}", f"{action.args[0]} was named", seal.record)


class SealNumber(Selection):
    """The choice of a number in secret, by one seat after the other; x is the rule, y the seat that was asked first."""

    name = "seal"
    prompt = "which number to choose in secret for {track}, at most {amount}"
    checks = (SealRange,)
    progress = (SEALS.slot("rule"), Slot("first", most=lambda rules: rules.players - 1))
    shapes = {"seal": FACE}
    handle = SEALS
    secret_until = "sealed"
    interrupts = True

    def universe(self) -> Universe:
        for number in range(_highest(self.rules) + 1):
            yield "seal", (number,), number

    def sealed(self, state: Position) -> list[int]:
        """Returns where the numbers of the seats that have been asked wait."""
        return [spot for spot, waiting in enumerate(state.waiting) if waiting[0] == self.rules.frames[Sealed.name]]

    def verify(self, state: State, frame: FrameTuple) -> None:
        _, seat, rule, first = frame
        seats = clockwise(self.rules.players, first)
        before = [(other, rule) for other in seats[: seats.index(seat)]]
        sealed = [state.waiting[spot][1:3] for spot in self.sealed(state)]
        expect(sealed == before, "sealed numbers of other seats than those that have been asked")

    def asked(self, state: Position, frame: FrameTuple) -> Asked:
        return {"amount": self.key(state, frame)[-1], "more": {"track": self.entries[frame[2]].word.track}}

    def seen_by(self, state: Position, frame: FrameTuple, answer: Action | Outcome) -> tuple[int, ...]:
        # The last seat's number is shown at once.
        is_last = len(self.sealed(state)) == self.rules.players - 1
        return super().seen_by(state, frame, answer) if is_last else (frame[1],)

    def resume(self, state: State, frame: FrameTuple, action: Action) -> None:
        _, seat, rule, first = frame
        operations.set_aside(state, (self.rules.frames[Sealed.name], seat, rule, action.data))
        operations.note(state, "sealed", seat)
        sealed = self.sealed(state)
        if len(sealed) < self.rules.players:
            state.stack.append((self.index, (seat + 1) % self.rules.players, rule, first))
            return
        for spot in reversed(sealed):
            _, seat, _, number = state.waiting[spot]
            operations.end_waiting(state, spot)
            operations.set_track(state, seat, self.entries[rule].track, number)


class Sealed(Step):
    """A chosen number that waits until all are shown; x is the rule, y the number."""

    name = "sealed"
    progress = (SEALS.slot("rule"), Slot("number", most=_highest, secret=True))

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect(False, "a sealed number that does not wait")

    def step(self, state: State, frame: FrameTuple) -> None:
        """Does nothing: such a frame only waits."""

    def within(self, state: Position, frame: FrameTuple) -> Sequence[int] | None:
        seal = self.rules.entries(SEALS)[frame[2]]
        return range(seal.top + 1) if self.rules.entries(TAKING_ITEMS) else seal.allowed(state, frame[1])

    def verify_waiting(self, state: State, frame: FrameTuple) -> None:
        expect(frame[3] in (self.within(state, frame) or ()), "a sealed number above what its seat can choose")
        asking = self.rules.frames[SealNumber.name]
        expect(any(below[0] == asking for below in state.stack), "a sealed number that nobody asked for")


SEALING = Mechanism(
    "sealing",
    verbs=(SealVerb,),
    frames=(SealNumber, Sealed),
    events=(
        EventKind("sealed", "a seat has chosen a number in secret", {}, "{seat} has chosen a number"),
        EventKind(
            "unsealed",
            "a number that was chosen in secret is shown",
            {"track": TRACK_FIELD, "number": number_field("the number, where the marker is now")},
            "{seat} shows {number} on {track}",
        ),
    ),
)
