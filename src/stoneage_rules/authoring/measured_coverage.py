"""The part of the rules that comes up in many games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

import attrs

from stoneage_rules.errors import EndlessGame
from stoneage_rules.kernel.finalize import Instrument, watched
from stoneage_rules.kernel.frames import CHANCE, DECISION, LONGEST
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Effect, Held
from stoneage_rules.language.events import read_event
from stoneage_rules.language.fields import Described, Shown, walked
from stoneage_rules.language.forms import form_of_class
from stoneage_rules.language.quantity import Conditional, IfRow, core
from stoneage_rules.language.word import Verb
from stoneage_rules.packs.content import Entry
from stoneage_rules.packs.edit import Provenance
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.policies.registry import choice_of, make_policies

# --- rule things --------------------------------------------------------------------------------------------------
# The parts of the rules that can come up in a game.


SORTS = ("statement", "record", "effect", "limit", "refusal", "condition", "decision", "chance event", "event")
"""The sorts of parts, in the order of the report."""


@attrs.frozen
class Thing(Described):
    """A part of the rules that can come up in a game."""

    sort: str
    """One of `SORTS`."""
    name: str
    where: str = ""
    """`file:line` in a pack; empty for what belongs to the library or a plugin, as decisions and events."""

    @property
    def file_and_line(self) -> tuple[str, int]:
        """The file and the line as a number, to sort by."""
        file, _, line = self.where.rpartition(":")
        return file, int(line or 0)


# --- watched effects --------------------------------------------------------------------------------------------
#
# Notes the effects that happen in games, and the conditions that hold and that fail.


HELD = {"the condition holds": True, "the condition fails": False}


class EffectWatcher(Instrument):
    """Notes which effects happen, and which conditions hold and fail, in games played by the watched rules.

    Conditions on events that have just happened are left out.

    Args:
        rules: the rules; they stay as they are.
        pack: the pack whose records are watched, and those that it edits; without it, all are.
    """

    def __init__(self, rules: Ruleset, pack: str | None = None) -> None:
        entries = [entry for entry in rules.content if pack in (None, entry.pack) or _edit_of(pack, entry) is not None]
        words = [(entry, path, word) for entry in entries for path, word in walked(entry.record)]
        self._pack = pack
        self._locate = rules._locate
        self._verbs = {id(word): (entry, path, word) for entry, path, word in words if isinstance(word, Verb)}
        self._happened: set[int] = set()
        """The identities of the verbs whose effects happened."""
        self._held: dict[str, set[bool]] = {}
        """Notes of conditions, by `file:line`."""
        rows = [(entry, path, word) for entry, path, word in words if _is_condition(rules, word)]
        self._conditions = {
            id(row): (self._held.setdefault(self._place(entry, path), set()), *_compiled(rules, entry, row))
            for entry, path, row in rows
        }
        self._open = [*self._conditions.values()]
        """The conditions that have not been seen both to hold and to fail."""
        self._seats = range(rules.players)
        self.rules = watched(rules, self)

    def effect(self, verb: Verb | None, effect: Effect) -> Effect:
        if id(verb) not in self._verbs:
            return effect
        held = effect.held if isinstance(effect, Conditional) else None

        def happens(state: State, seat: int, n: int) -> bool:
            if held is None or held(state, seat, n):
                self._happened.add(id(verb))
                return True
            return False

        return Conditional(happens, core(effect))

    def look(self, state: State) -> None:
        """Notes for whom each condition holds now, unless it has been seen both to hold and to fail."""
        self._open = [condition for condition in self._open if len(condition[0]) < len(HELD)]
        for seen, held, places in self._open:
            if places:
                acting = [(seat, state.placed[place * len(self._seats) + seat]) for place in places for seat in self._seats]
                seen.update(held(state, seat, figures) for seat, figures in acting if figures)
            else:
                seen.update(held(state, seat, 0) for seat in self._seats)

    def things(self) -> Iterator[tuple[Thing, bool]]:
        """Yields the effects and conditions, True for those that games so far have reached."""
        for thing, verb, conditions in self._effects:
            has_happened = verb in self._happened
            for seen in conditions if has_happened else ():
                seen.add(True)
            yield thing, has_happened
        for where, held in self._held.items():
            yield from ((Thing("condition", word, where), holds in held) for word, holds in HELD.items())

    @cached_property
    def _effects(self) -> Sequence[tuple[Thing, int, Sequence[set[bool]]]]:
        """The watched effects, with the identities of their verbs, and notes about their conditions."""
        found = []
        for entry, path, verb in (self._verbs[id(verb)] for verb in self.rules.verbs if id(verb) in self._verbs):
            # An edit of several records is reached where one of them is.
            own = verb.do if entry.origin_of(path)[0].pack == self._pack else f"{verb.do} of {entry.kind}"
            name = f"{verb.do} of {entry.address}" if self._pack is None else own
            conditions = [self._conditions[id(row)][0] for row in verb.if_ if id(row) in self._conditions]
            found.append((Thing("effect", name, self._place(entry, path)), id(verb), conditions))
        return found

    def _place(self, entry: Entry, path: TomlPath = ()) -> str:
        """Returns the file and line of a record or of a value in it; for values of other packs, of the watched pack's edit."""
        edit = None if self._pack in (None, entry.origin_of(path)[0].pack) else _edit_of(self._pack, entry)
        return f"{edit.source.file}:{edit.source.span(edit.path).line}" if edit else self._locate(entry.address, path) or ""


def _edit_of(pack: str | None, entry: Entry) -> Provenance | None:
    """Returns the first edit of a record by a pack."""
    return next((edit for edit in entry.raw_record.applied if edit.pack == pack), None)


def _is_condition(rules: Ruleset, word: Any) -> bool:
    """Returns whether a word is a row of `if` that can be read at any time."""
    return form_of_class(type(word)).is_row and not rules.linker.word("quantity", word.name).under


def _compiled(rules: Ruleset, entry: Entry, row: IfRow) -> tuple[Held, Sequence[int]]:
    """Returns a row of a record as a function, and the places of the record if it reads the figures that act there."""
    kind = rules.linker.word("quantity", row.name)
    reader = rules.linker.quantity(row) if entry.record.is_final else rules.linker.open_quantity(row)
    places = rules.linker.places(entry.name) if row.of in kind.belongs else ()
    return (lambda state, seat, n: row.holds(reader(state, seat, n))), places


# --- watched rules ------------------------------------------------------------------------------------------------
# Notes the parts of the rules that come up in games.


ROLES = {DECISION: "decision", CHANCE: "chance event"}
STATEMENT, LIMIT = "statement", "limit"

IN_FORCE = {"kind", "mark", "row", "zone"}
"""Kinds of record that events name and that are in force in every game, whether or not an event does."""

CARRIED_OUT = {"step", "resume"}
"""The methods that continue frames."""

MOST_ASKED = 40
"""How many actions are asked why they are refused, in each position that is looked at."""
PATIENCE = 20
"""After how many looks at the same question refusals are looked for at every second one only, and so on."""


class Watcher(EffectWatcher):
    """Notes which parts of the rules come up in games played by the watched rules.

    Args:
        rules: the rules; they stay as they are.
    """

    def __init__(self, rules: Ruleset) -> None:
        content = rules.content
        self._entries = {(entry.kind, entry.name): entry for entry in content}
        self._items = {entry.name: entry for entry in content.items()}
        self._limits = {entry.address: entry for entry in content.of(LIMIT)}
        """They come up when they refuse something."""
        self._records: set[int] = set()
        """The identities of the entries that came about."""
        self._checks: set[str] = set()
        self._cited: set[str] = set()
        """Statements that a refusal cited."""
        self._frames: set[str] = set()
        self._events: set[str] = set()
        self._noted: set[tuple[Any, ...]] = set()
        """All that has been noted, so that each is read once."""
        self._asked: Counter[tuple[int, ...]] = Counter()
        """How often refusals have been looked for, by frame without its seat."""
        super().__init__(rules)

    def method(self, source: Any, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any) -> Any:
            self._frames.add(source.name)
            return method(*args)

        return call if name in CARRIED_OUT else method

    # --- playing ------------------------------------------------------------------------------------------------

    def play(self, seed: int, makers: str | Sequence[str]) -> State:
        """Plays a game as `Game.run` does, with one policy or one for each seat, and returns how it ends.

        Raises:
            EndlessGame: it has more answers than any should.
        """
        names = [makers] * self.rules.players if isinstance(makers, str) else makers
        source, choosing = random.Random(seed), make_policies(names, seed)
        state, chance = self.rules.initial_state(listen=True), random.Random(seed)
        for _ in range(LONGEST):
            self._listen(state)
            if not state.stack:
                self._score(state)
                return state
            self.look(state)
            legal = state.legal()
            if legal and chance.random() < 1 / (1 + self._asked[_question(state)] / PATIENCE):
                self._look_for_refusals(state, chance)
            if len(legal) > 1:
                state.apply(choice_of(choosing, state, legal))
            else:
                state.apply(legal[0] if legal else state.sample(source))
        raise EndlessGame(f"seed {seed}: not over after {LONGEST} steps, in round {state.round}")

    def _listen(self, state: State) -> None:
        """Notes the events since the last answer, and the records that they name."""
        noted = {values for values in state._noted or () if values not in self._noted}
        self._noted |= noted
        for event in (read_event(self.rules, values, state.round) for values in noted):
            self._events.add(event.name)
            kind = self.rules.event_kinds.get(event.name)
            for name, field in kind.fields.items() if kind else ():
                for id in _ids(event.fields[name]):
                    # Numbers by id are numbers of goods.
                    self._note_record(field.names or "good", id)
        if state._noted is not None:
            state._noted.clear()

    def _note_record(self, kind: str, id: str) -> None:
        if kind == "place":
            kind, id = self.rules.place(id).record
        entry = self._items.get(id) if kind == "item" else self._entries.get((kind, id))
        if entry is not None:
            self._records.add(id_of(entry))

    def _score(self, state: State) -> None:
        """Notes the lines of final scoring that brought points to anybody."""
        for seat in range(self.rules.players):
            for line in state.score_sheet(seat).lines:
                if line.points and ("score", line.id) in self._entries:
                    self._records.add(id_of(self._entries["score", line.id]))

    def _look_for_refusals(self, state: State, chance: random.Random) -> None:
        """Notes which checks refuse actions of some questions, and what they cite."""
        index, seat = state.stack[-1][:2]
        players, handler = self.rules.players, self.rules.handlers[index]
        kinds = {*handler.shapes, *handler.extensions, "use"}
        alike = [action for kind in sorted(kinds) for action in self.rules.actions_of(kind)]
        asked = [(action, seat) for action in chance.sample(alike, min(len(alike), MOST_ASKED))]
        asked += [(chance.choice(self.rules.actions), seat), (asked[0][0], (seat + 1) % players)]
        self._asked[_question(state)] += 1
        for action, who in asked:
            for reason in state.why_not(action, seat=who):
                self._checks.add(reason.check)
                self._cited |= {reason.statement} if reason.statement else set()
                if reason.address in self._limits:
                    self._records.add(id_of(self._limits[reason.address]))

    # --- what there is, and what came about ---------------------------------------------------------------------

    def things(self) -> Iterator[tuple[Thing, bool]]:
        """Yields every part that could come up, with True if it did in the games so far."""
        yield from super().things()
        yield from self._of_content()
        yield from self._of_frames()

    def _of_content(self) -> Iterator[tuple[Thing, bool]]:
        """Yields records, statements and refusals."""
        with_effects = {type(entry.record) for entry, _, _ in self._verbs.values()}
        records = self._records | {id_of(self._verbs[verb][0]) for verb in self._happened}
        for entry in self.rules.content:
            if entry.kind in (LIMIT, *self._named_kinds) or entry.name in self._items or type(entry.record) in with_effects:
                sort = LIMIT if entry.kind == LIMIT else "record"
                yield Thing(sort, entry.address, self._place(entry)), id_of(entry) in records
            else:
                records.add(id_of(entry))  # It is in force in every game.
        yield from self._of_statements(records)

    def _of_frames(self) -> Iterator[tuple[Thing, bool]]:
        """Yields the questions that a pack or plugin of the table has, and the events."""
        named = {name for entry in self.rules.content.of(STATEMENT) for name in entry.record.kernel} | self._frames
        for handler in self.rules.handlers:
            if handler.role in ROLES and (handler.name in named or f"frame {handler.name}" in self.rules.owners):
                yield Thing(ROLES[handler.role], handler.name), handler.name in self._frames
        for name in self.rules.event_kinds:
            yield Thing("event", name), name in self._events

    @property
    def _named_kinds(self) -> set[str]:
        """Returns the kinds of record that events can name."""
        fields = [field for kind in self.rules.event_kinds.values() for field in kind.fields.values()]
        return {"score", *(field.names for field in fields)} - IN_FORCE

    def _of_statements(self, records: set[int]) -> Iterator[tuple[Thing, bool]]:
        """Yields the statements, each met if a record, check, verb or frame that carries it out came about, and their checks."""
        done = {verb.do for verb in self.rules.verbs if verb and id(verb) in self._happened} | self._frames
        carried = {statement for entry in self.rules.content if id_of(entry) in records for statement in entry.record.rules}
        first: dict[str, str] = {}
        for entry in self.rules.content.of(STATEMENT):
            checks, kernel = {*entry.record.checks}, {*entry.record.kernel}
            is_met = entry.name in carried | self._cited or bool(checks & self._checks or kernel & done)
            yield Thing(STATEMENT, entry.name, self._place(entry)), is_met
            first.update({check: self._place(entry) for check in entry.record.checks if check not in first})
        for check, where in first.items():
            yield Thing("refusal", check, where), check in self._checks


def _ids(value: Any) -> Iterator[str]:
    """Yields the ids in the value of a field."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, Mapping)):
        for part in value:
            yield from _ids(part)


def _question(state: State) -> tuple[int, ...]:
    """Returns the pending question, the same for all seats."""
    index, _, *progress = state.stack[-1]
    return index, *progress


def id_of(entry: Entry) -> int:
    """Returns what distinguishes an entry; copies of a record count as one."""
    return id(entry.raw_record)


# --- measured coverage --------------------------------------------------------------------------------------------
# Measures how much of the rules comes up in many games: records, effects, decisions, refusals, statements, events.


def came_about(things: Iterable[tuple[Thing, bool]]) -> dict[Thing, bool]:
    """Returns each thing once, True if it came about anywhere."""
    found: dict[Thing, bool] = {}
    for thing, has_come in things:
        found[thing] = has_come or found.get(thing, False)
    return found


@attrs.frozen(eq=False)
class Coverage(Shown):
    """The things that came about in some games, of all that could."""

    parts: Sequence[tuple[int, int, Mapping[Thing, bool]]]
    """One part of the games: the player count, their number, and all parts, True for those that came up."""

    @property
    def games(self) -> Mapping[int, int]:
        """The number of games by player count."""
        return {count: sum(games for players, games, _ in self.parts if players == count) for count, _, _ in self.parts}

    def things(self, players: int | None = None) -> Mapping[Thing, bool]:
        """Returns the things at a player count, or at all, in the order of sorts, files and lines; True if one came about."""
        found = came_about(thing for count, _, things in self.parts if players in (None, count) for thing in things.items())
        return dict(sorted(found.items(), key=lambda item: (SORTS.index(item[0].sort), item[0].file_and_line, item[0].name)))

    @property
    def never(self) -> list[Thing]:
        """The things that came about at no player count."""
        return [thing for thing, has_come in self.things().items() if not has_come]

    def __add__(self, other: Coverage) -> Coverage:
        """Returns the coverage of the games of both."""
        return Coverage((*self.parts, *other.parts))


def measure(rules: Ruleset, seeds: Sequence[int], makers: str | Sequence[str] = "random") -> Coverage:
    """Plays games, one for each seed, and returns what of the rules came about in them.

    Args:
        rules: the rules of the games.
        seeds: the seed of each game.
        makers: the name of the policy of all seats, or one name for each.

    Raises:
        EndlessGame: a game has more answers than any should.
    """
    watched = Watcher(rules)
    for seed in seeds:
        watched.play(seed, makers)
    return Coverage(((rules.players, len(seeds), came_about(watched.things())),))
