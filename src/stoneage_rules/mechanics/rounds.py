"""The course of a game: set-up, phases, rounds, the end; effects of owned items, and holdings of seats at the end of a round."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any, NamedTuple

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.frames import FrameTuple, Step, next_due, run_effects, use_item
from stoneage_rules.kernel.nouns import LAST_ROUND_TABLE, PHASE_TABLE, Phase
from stoneage_rules.kernel.operations import NOBODY
from stoneage_rules.kernel.saving import expect, expect_range
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import PHASE_SLOT, Declared, Effect, Handle, Linker, Reader, Slot
from stoneage_rules.language.events import (
    GOODS_FIELD,
    ITEM_FIELD,
    ITEMS_FIELD,
    PHASE_FIELD,
    PLACES_FIELD,
    TOOLS_FIELD,
    Event,
    EventField,
    EventKind,
    Mechanism,
    id_field,
    number_field,
    text_field,
)
from stoneage_rules.language.fields import field
from stoneage_rules.language.quantity import COUNT, IfRow, QuantityKind
from stoneage_rules.language.reach import Bound, Bounds
from stoneage_rules.language.word import ContentRecord, ExtraKeys, Verb
from stoneage_rules.mechanics.belongings import changes_seat, tools_in_words
from stoneage_rules.mechanics.effect_lists import SET_UPS, PassFirstVerb
from stoneage_rules.mechanics.items import ItemRecord
from stoneage_rules.mechanics.rows import ROWS
from stoneage_rules.telling.phrases import LogNames, Phrases
from stoneage_rules.text import counted, listed

# --- round counts -------------------------------------------------------------------------------------------------
#
# The quantities of rounds: which one is played, and a seat's place in the order of turns.


def _order(link: Linker, of: str) -> Reader:
    players = link.players
    return lambda state, seat, n: (seat - state.first_seat) % players + 1


def _players(link: Linker, of: str) -> Reader:
    players = link.players
    return lambda state, seat, n: players


def _in_rounds(row: IfRow) -> str:
    """Returns a row about the round in words: `from round 3 on`, `in rounds 2 to 4`; empty if it computes with the number."""
    if not row.is_plain:
        return ""
    if row.in_:
        return f"in round{'s' * (len(row.in_) > 1)} {listed(row.in_)}"
    words = []
    if row.min is not None and row.max is not None:
        words.append(f"in round {row.min}" if row.min == row.max else f"in rounds {row.min} to {row.max}")
    elif row.min is not None:
        words.append(f"from round {row.min} on")
    elif row.max is not None:
        words.append(f"until round {row.max}")
    if row.every is not None:
        words.append(f"in rounds that are multiples of {row.every}")
    return ", ".join(words)


ROUND_COUNTS = (
    QuantityKind(
        "round",
        "the current round, 1 for the first; 0 during the set-up",
        lambda link, of: lambda state, seat, n: state.round,
        choices=("now",),
        of_seat=False,
        by_round=True,
        span=lambda records, of: COUNT,
        words="the round",
        in_range=_in_rounds,
        counts=(),
    ),
    QuantityKind(
        "seat",
        "the seat's place in the order of turns: 1 for the starting player, 2 for the next on the left",
        _order,
        choices=("order",),
        span=lambda records, of: (1, records.players),
        words="the place in the order of turns",
        counts=(),
    ),
    QuantityKind(
        "players",
        "the number of players",
        _players,
        choices=("count",),
        of_seat=False,
        span=lambda records, of: records.declared("players")[0].record.span,  # not that of this table, so that rows can differ
        words="the number of players",
        counts=(),
    ),
)

# --- holdings -----------------------------------------------------------------------------------------------------
#
# The holdings of each seat when a round is over: an event for the log and for the analysis of games.


def note_holdings(state: State) -> None:
    """Notes the holdings of each seat."""
    rules = state.rules
    goods, tracks = len(rules.goods), len(rules.tracks)
    for seat in range(rules.players):
        kinds = [rules.items[item].kind for zone in rules.zones_of(seat) for item in state.zones[zone]]
        operations.note(
            state,
            "holds",
            seat,
            state.points[seat],
            tuple(state.goods[seat * goods : (seat + 1) * goods]),
            state.tracks[seat * tracks : (seat + 1) * tracks],
            state.figures[seat],
            state.kits[seat],
            tuple(item for bit, item in enumerate(rules.later_uses) if state.unspent[seat] >> bit & 1),
            tuple(map(kinds.count, range(len(rules.kinds)))),
        )


def _holdings(names: LogNames, event: Event) -> str:
    """Returns the holdings of a seat as `12 points; 3 wood, 2 food; agriculture 1; 6 figures; tools 2+1, civ-34 (3); 2 cards`."""
    tools = [tools_in_words(event.several("tools")), *(names.one_use(str(item)) for item in event.several("unspent"))]
    parts = [
        counted(event.number("points"), "point"),
        names.said(event.counts("goods")),
        ", ".join(f"{track} {at}" for track, at in event.counts("tracks").items() if at),
        counted(event.number("figures"), "figure"),
        "tools " * any(tools) + ", ".join(filter(None, tools)),
        ", ".join(counted(count, kind) for kind, count in event.counts("items").items() if isinstance(count, int)),
    ]
    return f"{names.who(event.seat)} has {'; '.join(filter(None, parts))}"


HOLDINGS = Mechanism(
    "holdings",
    events=(
        EventKind(
            "holds",
            "the possessions of a seat, at the end of a round or of the game",
            {
                "points": number_field("its points on the score track"),
                "goods": GOODS_FIELD.called("its goods"),
                "tracks": EventField(
                    "numbers by track", "its positions", lambda rules, at: dict(zip(rules.tracks, at, strict=True))
                ),
                "figures": number_field("all its figures"),
                "tools": TOOLS_FIELD.called("its tools"),
                "unspent": ITEMS_FIELD.called("its items with an unspent use"),
                "items": EventField(
                    "numbers by kind",
                    "its items, face-down ones included",
                    lambda rules, counts: {kind: count for kind, count in zip(rules.kinds, counts, strict=True) if count},
                ),
            },
            _holdings,
            begins=True,
        ),
    ),
)

# --- rounds -------------------------------------------------------------------------------------------------------
#
# The course of the game: set-up, phases in their order, whose turn is first, the end.
#
# What happens within a phase is content: a list of effects.


@attrs.frozen
class SetUpRecord(ContentRecord):
    """A step of the set-up."""

    table = "set_up"

    effects: tuple[Verb, ...] = field("what is done", not_empty=True, context="set-up")


@attrs.frozen
class PhaseRecord(ContentRecord):
    """A part of the round."""

    table = "phase"
    max_records = 60

    effects: tuple[Verb, ...] = field("the steps of the phase", context="phase")

    def bind(self, link: Linker, declared: Declared) -> None:
        if declared.name in link.declared("course")[0].record.phases:
            link.append(PHASE_TABLE, Phase(declared.name, self.name or declared.name, link.sequence(self.effects)))
            for effect in self.effects:
                if isinstance(effect, EndGameVerb) and effect.when_empty is None and not effect.if_:
                    link.append(LAST_ROUND_TABLE, effect.after_round or 1)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        idle = not self.effects and bounds.here.name not in bounds.opened_phases
        why = f"`{self.id}` has no steps, and nothing else happens at its start"
        help = "add `effects = [...]`, or remove the phase"
        yield Bound(("SA514", "a phase in which nothing happens"), ("effects",), idle, why, help)
        for index, effect in enumerate(self.effects):
            wins, before = getattr(effect, "wins", None), self.effects[index - 1]
            ends = effect == EndGameVerb(wins=wins)
            alone = wins == "seat" or (changes_seat(bounds, effect) and not isinstance(before, PassFirstVerb))
            why, help = AT_ONCE if ends else ALONE
            sort = "SA524", "an effect that may be meant otherwise"
            yield Bound(sort, ("effects", index, "do"), ends or alone, why, help, at_any_table=True)


AT_ONCE = "the game ends here in its first round", "add `if = [...]`, `after_round = ...` or `when_empty = ...`"
ALONE = (
    "outside of `each-seat` this is for the starting player alone",
    "write it within `each-seat`; one marker for all is a track with `shared = true`",
)


@attrs.frozen
class CourseRecord(ContentRecord):
    """The order of the set-up and of the round; a game has one course, which packs edit."""

    table = "course"
    is_single = True
    is_needed = True

    set_up: tuple[str, ...] = field("the steps of the set-up, in their order", default=(), refers_to="set_up", orders=True)
    phases: tuple[str, ...] = field("the phases of a round, in their order", refers_to="phase", orders=True, not_empty=True)

    def bind(self, link: Linker, declared: Declared) -> None:
        steps = [step for step in link.declared("set_up") if step.name in self.set_up]
        link.append(SET_UPS, link.sequence([effect for step in steps for effect in step.record.effects]))


@attrs.frozen
class EndGameVerb(Verb):
    """The game ends with final scoring: if a space of the row is empty, after a number of rounds, or without a condition.

    With `wins` the points do not decide. In a phase the seat of `wins = "seat"` is the starting player, unless it is within
    `each-seat`.

    Example: `{ do = "end-game", when_empty = "buildings" }`, `{ do = "end-game", after_round = 8 }` or
    `{ do = "end-game", wins = "nobody", if = [{ track = "hunger", of = "fewest", min = 2 }] }`
    """

    do = "end-game"
    token = "end"
    when_empty: str | None = field("only if a space of this row is empty", default=None, refers_to="row")
    after_round: int | None = field("only when this round or a later one has been played", default=None, least=1)
    wins: str | None = field(
        "who wins, instead of the seat with most points: `nobody`, `all`, or the `seat` with the effect",
        default=None, choices=("nobody", "all", "seat"), silent_default=True,
    )  # fmt: skip

    def describe(self, phrases: Phrases) -> str:
        return self._ending() if self.wins is None else f"{self._ending()}, and {VERDICTS[self.wins]}"

    def _ending(self) -> str:
        words = "the game ends" if self.after_round is None else f"the game ends after round {self.after_round}"
        return words if self.when_empty is None else f"{words} if a space of {self.when_empty} is empty"

    def bind(self, link: Linker) -> Effect:
        row = None if self.when_empty is None else link.index("row", self.when_empty)
        after_round = self.after_round or 0
        frame, wins = link.frame("end"), self.wins
        if wins is not None:
            link.add(WINS, wins)

        def effect(state: State, seat: int, place: int, n: int) -> None:
            spaces = () if row is None else state.rules.entries(ROWS)[row].spaces
            empty = tuple([space for space in spaces if state.item_at[space] < 0])
            if state.round < after_round or (row is not None and not empty):
                return
            if row is not None:
                operations.note(state, "emptied", NOBODY, row, empty)
            if wins is not None:
                operations.settle(state, wins, seat)
            state.stack.append((frame, seat))

        return effect


WINS = Handle[str]("win")
"""The verdicts by which effects can end the game."""
VERDICTS = {"nobody": "nobody wins", "all": "all win", "seat": "the seat wins"}


class SetUpFrame(Step):
    """The set-up's effects, then the first round."""

    name = "set-up"
    begins_game = True

    def prepare(self) -> None:
        self.nodes = self.rules.entries(SET_UPS)

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect(False, "the set-up is over as soon as it begins")

    def step(self, state: State, frame: FrameTuple) -> None:
        state.stack.append((state.rules.frames["rounds"], state.first_seat, 0))
        run_effects(state, state.first_seat, self.nodes[0] if self.nodes else 0, -1, 0)


class Rounds(Step):
    """The phases one after the other, round after round; x is the phase that comes next."""

    name = "rounds"
    progress = (PHASE_SLOT,)
    is_root = True

    @cached_property
    def openings(self) -> tuple[tuple[Step, ...], ...]:
        """By phase, its first steps."""
        steps = [handler for handler in self.rules.handlers if isinstance(handler, Step)]
        return tuple(tuple(step for step in steps if step.opens(phase)) for phase in range(len(self.rules.phases)))

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect(state.won is None, "the winners are known before the game ends")

    def step(self, state: State, frame: FrameTuple) -> None:
        index, _, phase = frame
        phases = state.rules.phases
        state.stack.append((index, state.first_seat, (phase + 1) % len(phases)))
        if phase == 0 and state.round and state._noted is not None:
            note_holdings(state)
        operations.start_phase(state, phase)
        openings = self.openings[phase]
        if not openings:
            run_effects(state, state.first_seat, phases[phase].node, -1, 0)
            return
        if node := phases[phase].node:
            state.stack.append((state.rules.effects_frame, state.first_seat, node, -1, 0))
        for opening in openings:
            state.stack.append((opening.index, state.first_seat, phase, 0))


class EndFrame(Step):
    """Ends the game at once: drops unfinished frames, and waiting ones that no seat can answer; then final scoring begins."""

    name = "end"

    def step(self, state: State, frame: FrameTuple) -> None:
        handlers = state.rules.handlers
        while state.stack:
            unfinished = state.stack.pop()
            handlers[unfinished[0]].drop(state, unfinished)
        for spot in reversed(range(len(state.waiting))):
            if handlers[state.waiting[spot][0]].due(state, spot, None) is None:
                operations.end_waiting(state, spot)
        state.stack.append((state.rules.frames["last-uses"], state.first_seat, 0))
        if state._noted is not None:
            operations.note(state, "end", NOBODY)
            note_holdings(state)


class LastUses(Step):
    """Before final scoring waiting dice are picked, then items are used that can be used at any time; x seats are done.

    The oldest roll comes first, clockwise from its buyer; dice that come from a use are picked before the next use.
    """

    name = "last-uses"
    progress = (Slot("done"),)
    is_root = True

    def verify(self, state: State, frame: FrameTuple) -> None:
        expect_range(frame[2], 0, self.rules.players - 1, "seats that are done")

    def verify_position(self, state: State) -> None:
        counts = {"nobody": 0, "all": self.rules.players, "seat": 1}
        possible = [counts[wins] for wins in self.rules.entries(WINS)]
        expect(state.won is None or len(state.won) in possible, "no effect lets these seats win")

    def step(self, state: State, frame: FrameTuple) -> None:
        index, first, done = frame
        seat = (first + done) % state.rules.players
        usable = state.unspent[seat] & state.rules.anytime
        question = next_due(state, None)
        if question is not None:
            state.stack.append(frame)
            state.stack.append(question)
        elif usable:
            state.stack.append(frame)
            use_item(state, seat, usable.bit_length() - 1)
        elif done + 1 < state.rules.players:
            state.stack.append((index, first, done + 1))


def _round_begun(names: LogNames, event: Event) -> str:
    return f"round {event['round']}, first player is {names.who(event.number('first'))}"


def _decided(names: LogNames, event: Event) -> str:
    who = names.who(event.seat) if event["wins"] == "seat" else event["wins"]
    return f"{who} win{'' if who == 'all' else 's'}, whatever the points"


def _emptied(names: LogNames, event: Event) -> str:
    count = len(event.several("places"))
    return f"{count} of the {names.called('row', event.text('row'))} {'is' if count == 1 else 'are'} empty"


MECHANISM = Mechanism(
    "rounds",
    after=("figures", "goods"),
    records=(SetUpRecord, PhaseRecord, CourseRecord),
    verbs=(EndGameVerb,),
    frames=(EndFrame, LastUses, Rounds, SetUpFrame),
    quantities=ROUND_COUNTS,
    events=(
        EventKind(
            "round",
            "a round begins",
            {"round": number_field("which, from 1 on"), "first": number_field("the seat of the first player")},
            _round_begun,
            begins=True,
        ),
        EventKind(
            "phase",
            "a phase begins",
            {"phase": PHASE_FIELD},
            lambda names, event: names.called("phase", event.text("phase")),
            begins=True,
        ),
        EventKind(
            "emptied",
            "the game is about to end because places of a row are empty",
            {"row": id_field(ROWS, "the row"), "places": PLACES_FIELD.called("the empty places")},
            _emptied,
        ),
        EventKind("end", "the game ends with final scoring", {}, "the game ends"),
        EventKind(
            "verdict",
            "an effect that ends the game decides who wins",
            {"wins": text_field("`nobody`, `all`, or `seat`: the seat of the event")},
            _decided,
        ),
    ),
)

# --- standing -----------------------------------------------------------------------------------------------------
# Standing effects: effects of owned items that repeat each round.


@attrs.frozen
class StandingTable:
    """Recurring effects of an owned item."""

    at_start_of: str = field("the phase; they happen at its start", refers_to="phase")
    effects: tuple[Verb, ...] = field("what happens", not_empty=True, context="reward")


class StandingEffect(NamedTuple):
    """The effects that the owner of an item has at the start of a phase."""

    item: int
    phase: int
    node: int


STANDING_EFFECTS = Handle[StandingEffect]("standing effect")


@attrs.frozen
class StandingKeys(ExtraKeys):
    """The key of an item with an effect in every round."""

    table = "item.standing"
    extends = ItemRecord
    standing: tuple[StandingTable, ...] = field("effects for its owner in every later round", default=())

    @classmethod
    def describe(cls, record: Any, phrases: Phrases) -> str:
        moments = (f"at the start of {each.at_start_of}: {phrases.effects(each.effects)}" for each in record.standing)
        return ", ".join(moments)

    @classmethod
    def bind(cls, link: Linker, declared: Declared, record: Any) -> None:
        item = link.index("item", declared.name)
        for standing in record.standing:
            effect = StandingEffect(item, link.index("phase", standing.at_start_of), link.sequence(standing.effects))
            link.append(STANDING_EFFECTS, effect)


class StandingFrame(Step):
    """The effects of owned items at the start of a phase, seat by seat; x is the phase, y the pairs of seat and item passed.

    All pairs are counted, owned or not, so that items that come or go meanwhile neither act twice nor push others out.
    """

    name = "standing"
    progress = (PHASE_SLOT, Slot("passed", most=lambda rules: rules.players * len(rules.items)))

    def prepare(self) -> None:
        self.effects: list[dict[int, list[int]]] = [{} for _ in self.rules.phases]
        for effect in self.rules.entries(STANDING_EFFECTS):
            self.effects[effect.phase].setdefault(effect.item, []).append(effect.node)

    def opens(self, phase: int) -> bool:
        return bool(self.effects[phase])

    def step(self, state: State, frame: FrameTuple) -> None:
        index, first, phase, passed = frame
        rules, effects = state.rules, self.effects[phase]
        pairs = [((first + turn) % rules.players, item) for turn in range(rules.players) for item in effects]
        for number in range(passed, len(pairs)):
            seat, item = pairs[number]
            if item in state.zones[rules.zones_of(seat)[0]]:
                state.stack.append((index, first, phase, number + 1))
                operations.note(state, "standing", seat, item)
                for node in reversed(effects[item]):
                    state.stack.append((rules.effects_frame, seat, node, -1, 0))
                return


STANDING = Mechanism(
    "standing",
    records=(StandingKeys,),
    frames=(StandingFrame,),
    features=("standing-effects",),
    events=(
        EventKind(
            "standing", "a standing effect of an owned item happens", {"item": ITEM_FIELD}, "{seat} owns {item}", begins=True
        ),
    ),
)
