"""The part of the rules that comes about in many games, by rules that note it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.authoring.trial_tables import extreme_values
from stoneage_rules.compiler.compile import ContentLinker, compile_rules
from stoneage_rules.errors import EndlessGame
from stoneage_rules.kernel.frames import CHANCE, DECISION, LONGEST, FrameTuple
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.events import read_event
from stoneage_rules.language.fields import Described
from stoneage_rules.language.word import Verb
from stoneage_rules.packs.content import Entry, Pack
from stoneage_rules.packs.parts import walked
from stoneage_rules.packs.spans import TomlPath
from stoneage_rules.policies.registry import choice_of, make_policies
from stoneage_rules.text import written

# --- rule things --------------------------------------------------------------------------------------------------
#
# The things of the rules that can come about in a game.


SORTS = ("statement", "record", "effect", "limit", "option", "refusal", "decision", "chance event", "event")
"""The sorts of things that can come about, in the order in which they are shown."""


@attrs.frozen
class Thing(Described):
    """Something of the rules that can come about in a game."""

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


# --- watched rules ------------------------------------------------------------------------------------------------
#
# Rules that are compiled again so that they note what comes about while games are played by them.


ROLES = {DECISION: "decision", CHANCE: "chance event"}
STATEMENT, LIMIT = "statement", "limit"

IN_FORCE = {"kind", "mark", "row", "zone"}
"""Kinds of record that events name and that are in force in every game, whether or not an event does."""

MOST_ASKED = 40
"""How many actions are asked why they are refused, in each position that is looked at."""
PATIENCE = 20
"""After how many looks in vain at the same question refusals are looked for at every second one only, and so on."""


class _WatchedEffect:
    """An effect that notes that it happens; to whoever looks at it, it is the effect itself."""

    def __init__(self, effect: Any, happened: set[int], verb: int) -> None:
        self._effect, self._happened, self._verb = effect, happened, verb

    def __call__(self, state: Any, seat: int, place: int, n: int) -> None:
        self._happened.add(self._verb)
        self._effect(state, seat, place, n)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._effect, name)

    @property
    def __class__(self) -> Any:
        return type(self._effect)

    @__class__.setter
    def __class__(self, value: Any) -> None:
        raise TypeError("the class of an effect stays")


class _WatchingLinker(ContentLinker):
    """A linker whose effects note that they happen, by the identity of the verbs that they come from."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self.bound: dict[int, Verb] = {}
        self.happened: set[int] = set()

    def effect(self, effect: Any) -> Any:
        self.bound[id(effect)] = effect
        return _WatchedEffect(super().effect(effect), self.happened, id(effect))


class WatchedRules:
    """Rules that note what comes about by them.

    Args:
        rules: the rules; they stay as they are.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = compile_rules(
            rules.content, table=rules.table, contributions=rules.linker.contributions, first_seat=rules.first_seat,
            questions=rules.questions, locate=rules._locate, load_again=rules._load_again, make_linker=_WatchingLinker,
        )  # fmt: skip
        assert isinstance(self.rules.linker, _WatchingLinker)
        self._linker = self.rules.linker
        content = self.rules.content
        self._entries = {(entry.kind, entry.name): entry for entry in content}
        self._items = {entry.name: entry for entry in content.items()}
        self._limits = {entry.address: entry for entry in content.of(LIMIT)}
        """They come about when they refuse something."""
        self._verbs = {
            id(made): (entry, path) for entry in content for path, made in walked(entry.record) if isinstance(made, Verb)
        }
        self._records: set[int] = set()
        """The identities of the entries that came about."""
        self._checks: set[str] = set()
        self._cited: set[str] = set()
        """Statements that a refusal cited."""
        self._frames: set[int] = set()
        self._events: set[str] = set()
        self._noted: set[tuple[Any, ...]] = set()
        """All that has been noted, so that each is read once."""
        self._in_vain: Counter[tuple[int, ...]] = Counter()
        """How often refusals have been looked for since a new one was found, by frame without its seat."""
        self._watch_steps()

    def _watch_steps(self) -> None:
        """Makes the steps of these rules, by which nobody else plays, note that they are taken."""

        def watched(index: int, step: Any) -> Any:
            def take(state: State, frame: FrameTuple) -> None:
                self._frames.add(index)
                step(state, frame)

            return take

        steps = tuple(step and watched(index, step) for index, step in enumerate(self.rules.steps))
        object.__setattr__(self.rules, "steps", steps)

    # --- playing ------------------------------------------------------------------------------------------------

    def play(self, seed: int, policies: str | Sequence[str], longest: int) -> State:
        """Plays a game as `play_unrecorded` does, with one policy or one for each seat, and returns how it ends.

        Raises:
            EndlessGame: it is not over after `longest` answers.
        """
        names = [policies] * self.rules.players if isinstance(policies, str) else policies
        source, choosing = random.Random(seed), make_policies(names, seed)
        state, chance = self.rules.initial_state(listen=True), random.Random(seed)
        for _ in range(longest):
            self._listen(state)
            if not state.stack:
                self._score(state)
                return state
            self._frames.add(state.stack[-1][0])
            legal = state.legal()
            if legal and chance.random() < 1 / (1 + self._in_vain[_question(state)] / PATIENCE):
                self._look_for_refusals(state, chance)
            if len(legal) > 1:
                state.apply(choice_of(choosing, state, legal))
            else:
                state.apply(legal[0] if legal else state.sample(source))
        raise EndlessGame(f"seed {seed}: not over after {longest} steps, in round {state.round}")

    def _listen(self, state: State) -> None:
        """Notes the events since the last answer, and the records that they name."""
        noted = {values for values in state.noted or () if values not in self._noted}
        self._noted |= noted
        for event in (read_event(self.rules, values, state.round) for values in noted):
            self._events.add(event.name)
            kind = self.rules.event_kinds.get(event.name)
            for name, field in kind.fields.items() if kind else ():
                for id in _ids(event.fields[name]):
                    # Numbers by id are numbers of goods.
                    self._note_record(field.names or "good", id)
        if state.noted is not None:
            state.noted.clear()

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
        known = len(self._checks), len(self._cited)
        for action, who in asked:
            for reason in state.why_not(action, seat=who):
                self._checks.add(reason.check)
                self._cited |= {reason.statement} if reason.statement else set()
                if reason.address in self._limits:
                    self._records.add(id_of(self._limits[reason.address]))
        asking = _question(state)
        self._in_vain[asking] = self._in_vain[asking] + 1 if known == (len(self._checks), len(self._cited)) else 0

    # --- what there is, and what came about ---------------------------------------------------------------------

    @property
    def there(self) -> frozenset[Thing]:
        """All things that could come about."""
        return frozenset(thing for thing, _ in self._judged())

    @property
    def met(self) -> frozenset[Thing]:
        """The things that came about in the games so far."""
        return frozenset(thing for thing, has_come in self._judged() if has_come)

    def _judged(self) -> Iterator[tuple[Thing, bool]]:
        """Yields every thing, and whether it came about."""
        linker, happened = self._linker, self._linker.happened
        records = self._records | {id_of(self._verbs[verb][0]) for verb in happened if verb in self._verbs}
        for verb in linker.bound:
            if verb in self._verbs:
                entry, path = self._verbs[verb]
                yield Thing("effect", f"{linker.bound[verb].do} of {entry.address}", self._place(entry, path)), verb in happened
        telling = {type(self._verbs[verb][0].record) for verb in linker.bound if verb in self._verbs}
        for entry in self.rules.content:
            if entry.kind == LIMIT:
                yield Thing(LIMIT, entry.address, self._place(entry)), id_of(entry) in records
            elif entry.kind in self._named_kinds or entry.name in self._items or type(entry.record) in telling:
                yield Thing("record", entry.address, self._place(entry)), id_of(entry) in records
            else:
                records.add(id_of(entry))  # It is in force in every game.
        yield from self._judged_statements(records)
        for index, handler in enumerate(self.rules.handlers):
            if handler.role in ROLES:
                yield Thing(ROLES[handler.role], handler.name), index in self._frames
        for name in self.rules.event_kinds:
            yield Thing("event", name), name in self._events
        for pack in self.rules.content.packs:
            yield from self._judged_options(pack)

    @property
    def _named_kinds(self) -> set[str]:
        """The kinds of record that events can name."""
        fields = [field for kind in self.rules.event_kinds.values() for field in kind.fields.values()]
        return {"score", *(field.names for field in fields)} - IN_FORCE

    def _place(self, entry: Entry, path: TomlPath = ()) -> str:
        """Returns the file and line of a record, or of a value in it."""
        return self.rules.locate(entry.address, path) or ""

    def _judged_statements(self, records: set[int]) -> Iterator[tuple[Thing, bool]]:
        """Yields the statements: met if a record, check, verb or frame that carries them out came about; and their checks."""
        linker = self._linker
        done = {linker.bound[verb].do for verb in linker.happened} | {self.rules.handlers[index].name for index in self._frames}
        carried = {statement for entry in self.rules.content if id_of(entry) in records for statement in entry.record.rules}
        first: dict[str, str] = {}
        for entry in self.rules.content.of(STATEMENT):
            checks, kernel = {*entry.record.checks}, {*entry.record.kernel}
            is_met = entry.name in carried | self._cited or bool(checks & self._checks or kernel & done)
            yield Thing(STATEMENT, entry.name, self._place(entry)), is_met
            first.update({check: self._place(entry) for check in entry.record.checks if check not in first})
        for check, where in first.items():
            yield Thing("refusal", check, where), check in self._checks

    def _judged_options(self, pack: Pack) -> Iterator[tuple[Thing, bool]]:
        """Yields every value of the pack's options, or the least and the greatest; met is what the table chose."""
        manifest = pack.files.manifest
        for name, option in pack.manifest.options.items():
            chosen = self.rules.content.settings.options.get(pack.id, {}).get(name, option.default)
            for value in dict.fromkeys((*extreme_values(option), chosen)):
                where = f"{manifest.file}:{manifest.span(('options', name)).line}" if manifest else ""
                yield Thing("option", f"{pack.id} {name} = {written(value)}", where), value == chosen


def _ids(value: Any) -> Iterator[str]:
    """Yields the ids in the value of a field."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, (tuple, Mapping)):
        for part in value:
            yield from _ids(part)


def _question(state: State) -> tuple[int, ...]:
    """Returns what is asked, whoever is asked."""
    index, _, *progress = state.stack[-1]
    return index, *progress


def id_of(entry: Entry) -> int:
    """Returns what tells an entry from all others; copies of a record are one."""
    return id(entry.raw_record)


# --- measured coverage --------------------------------------------------------------------------------------------
#
# Measures how much of the rules comes about in many games: records, effects, decisions, refusals, statements, events.


@attrs.frozen(eq=False)
class Coverage(Described):
    """The things that came about in some games, of all that could."""

    games: Mapping[int, int]
    """The number of games by player count."""
    there: Mapping[int, frozenset[Thing]]
    """All things of the rules, by player count."""
    met: Mapping[int, frozenset[Thing]]
    """Those that came about, by player count."""

    @property
    def never(self) -> list[Thing]:
        """The things that came about at no player count, in the order of sorts, files and lines."""
        met = frozenset[Thing]().union(*self.met.values())
        return [thing for thing in self.things if thing not in met]

    @property
    def things(self) -> list[Thing]:
        """All things, in the order of sorts, files and lines."""
        there = frozenset[Thing]().union(*self.there.values())
        return sorted(there, key=lambda thing: (SORTS.index(thing.sort), thing.file_and_line, thing.name))

    def counts(self, sort: str, players: Iterable[int]) -> tuple[int, int]:
        """Returns how many things of a sort came about at some player counts, and how many there are."""
        counts = list(players)
        there = {thing for count in counts for thing in self.there[count] if thing.sort == sort}
        return len(there & {thing for count in counts for thing in self.met[count]}), len(there)

    def __add__(self, other: Coverage) -> Coverage:
        """Returns the coverage of the games of both."""
        players = sorted({*self.games, *other.games})
        none: frozenset[Thing] = frozenset()
        return Coverage(
            {count: self.games.get(count, 0) + other.games.get(count, 0) for count in players},
            {count: self.there.get(count, none) | other.there.get(count, none) for count in players},
            {count: self.met.get(count, none) | other.met.get(count, none) for count in players},
        )


def measure(rules: Ruleset, seeds: Sequence[int], policies: str | Sequence[str] = "random", longest: int = LONGEST) -> Coverage:
    """Plays games, one for each seed, and returns what of the rules came about in them.

    Args:
        rules: the rules of the games; they are compiled again, so that ordinary play knows nothing of it.
        seeds: the seed of each game.
        policies: the name of the policy of all seats, or one name for each.
        longest: the number of answers after which a game is given up.

    Raises:
        EndlessGame: a game is not over then.
    """
    watched = WatchedRules(rules)
    for seed in seeds:
        watched.play(seed, policies, longest)
    return Coverage({rules.players: len(seeds)}, {rules.players: watched.there}, {rules.players: watched.met})
