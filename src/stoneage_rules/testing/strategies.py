"""Strategies of Hypothesis for tables, states, positions and actions.

`pip install stoneage-rules[testing]` installs their dependencies.

Example::

    import stoneage_rules as sa
    from hypothesis import given
    from stoneage_rules.testing import invariants
    from stoneage_rules.testing.strategies import states

    @given(states(sa.load(players=3, modules=["my-module"])))
    def test_invariants_hold(state):
        invariants.check_state(state, invariants.ALL)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hypothesis import note, reject
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from stoneage_rules.authoring.inspection import first_allowed, player_counts
from stoneage_rules.authoring.positions import play, position
from stoneage_rules.authoring.random_games import pick
from stoneage_rules.errors import ContentError, InvalidState
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.loading.installed import Dependencies, existing_pack, pack_folder, read_manifest_or_raise, sound_modules
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import Table
from stoneage_rules.packs.content import Manifest, Option
from stoneage_rules.text import counted

MOST_STEPS = 2_000
"""The most choices and dice that lead to a state; few games have more."""

MOST_KINDS = 40
"""The most kinds of question that are distinguished."""

SPREAD = 0.618
"""An irrational multiplier, so that multiples fill the unit interval evenly."""

NUMBER = re.compile(r"(?<![\w-])[0-9]+(?![\w-])")
"""A number in the text of an action; numbers in ids do not count."""

# --- tables -------------------------------------------------------------------------------------------------------


@st.composite
def tables(draw: st.DrawFn, modules: Sequence[str] | None = None, *, always: Sequence[str] = ()) -> Table:
    """Returns a strategy for tables that `load` accepts, the plainest without modules and with every option at its default.

    Args:
        draw: given by Hypothesis.
        modules: the modules among which it chooses, by id or folder; all that are installed by default.
        always: the modules that are enabled in any case, with what they require.
    """
    if modules is None:
        modules = [id for id, root in sound_modules().items() if read_manifest_or_raise(root).pack.kind != "base"]
    chosen = [*always, *(draw(st.lists(st.sampled_from(modules), unique=True)) if modules else ())]
    manifests = {module: read_manifest_or_raise(existing_pack(module)) for module in chosen}
    roots = {module: Dependencies(pack_folder(module).resolve(), manifest) for module, manifest in manifests.items()}
    needed = [needs for dependencies in roots.values() for needs in dependencies.required]
    enabled = tuple(dict.fromkeys([*needed, *chosen]))
    options = {manifest.pack.id: draw(_options(manifest)) for manifest in manifests.values()}
    table = Table(modules=enabled, options={id: values for id, values in options.items() if values})
    players, rules = first_allowed(lambda players: load(table, players=players))
    if isinstance(rules, ContentError):  # modules that cannot be combined
        reject()
    players = draw(st.sampled_from(sorted(player_counts(rules))))
    table = Table(players=players, modules=enabled, options=table.options, first_seat=draw(st.integers(0, players - 1)))
    note(f"the table: {table.to_dict()}")
    return table


def _options(manifest: Manifest) -> SearchStrategy[dict[str, Any]]:
    """Returns a strategy for some options of a pack, the others at their defaults."""
    return st.fixed_dictionaries({}, optional={name: _value(option) for name, option in manifest.options.items()})


def _value(option: Option) -> SearchStrategy[Any]:
    if option.type == "int":
        return st.integers(option.min, option.max) if (option.min, option.max) != (None, None) else st.just(option.default)
    return st.booleans() if option.type == "bool" else st.sampled_from(option.choices or (option.default,))


# --- states -------------------------------------------------------------------------------------------------------


class NumberSource:
    """A source of chance that is a list of small integers: each decides one choice or die, 0 for the first option."""

    def __init__(self, numbers: bytes) -> None:
        self.numbers = numbers
        self.used = 0

    def random(self) -> float:
        """Returns the next number, from 0 up to, but not including, 1."""
        number = self.numbers[self.used] if self.used < len(self.numbers) else 0
        self.used += 1
        # Lists of more than 256 options have some between two numbers.
        return (number + self.used * SPREAD % 1) / 256


class PlayedOn:
    """A state with the answers that led to it, which are printed as steps to play again."""

    def __init__(self, rules: Ruleset) -> None:
        self.state = rules.initial_state()
        self.answers: list[Action | Outcome] = []
        self.steps: list[str] = []
        """The same as texts, with the seat that chose."""
        self.is_broken = False
        """True once an answer could not be carried out."""

    def play_on(self, numbers: bytes, aim: int = 0, look: Callable[[], object] = lambda: None) -> None:
        """Gives answers that a list of numbers decides; with an aim, back to some question of one of the kinds that were met.

        Args:
            numbers: each decides one answer.
            aim: 0 for the last state, or the kind of question to go back to.
            look: called after each answer, before any way back.
        """
        source, met = NumberSource(numbers), dict[int, list[int]]()
        self.is_broken = True
        while source.used < len(numbers) and not self.state.is_over:
            met.setdefault(self.state.stack[-1][0], []).append(len(self.steps))
            self.answers.append(answer := pick(self.state, source))
            self.steps.append(answer.text if self.state.is_chance else f"{self.state.seat}: {answer.text}")
            self.state.apply(answer)
            look()
        questions = [[len(self.steps)], *met.values()][aim % (len(met) + 1)]
        count = questions[len(numbers) % len(questions)]
        if count < len(self.steps):
            del self.answers[count:], self.steps[count:]
            self.state = self.state.rules.initial_state()
            for answer in self.answers:
                self.state.apply(answer)
        self.is_broken = False

    def replayed(self) -> State:
        """Returns the state of a new game with the same answers, read back from their texts."""
        return play(self.state.rules.initial_state(), *self.steps)

    def __repr__(self) -> str:
        steps = "".join(f",\n    {step!r}" for step in self.steps)
        return f"reached in {counted(len(self.steps), 'step')}:\n@example(play(rules.initial_state(){steps}))"


def answers(steps: int = MOST_STEPS) -> SearchStrategy[tuple[bytes, int]]:
    """Returns a strategy for lists of numbers that decide answers, each with a number of a kind of question, 0 for any."""
    lists = st.integers(0, steps).flatmap(lambda count: st.binary(min_size=count, max_size=count))
    return st.tuples(lists, st.integers(0, MOST_KINDS))


def states(table: Ruleset | Table, *, steps: int = MOST_STEPS) -> SearchStrategy[State]:
    """Returns a strategy for states that legal play reaches, from the set-up to the end; they shrink towards few answers.

    It aims at all kinds of question alike.  All answers of a failing example are printed, to be pasted above the test.

    Args:
        table: the rules, or the table whose rules are loaded.
        steps: the most choices and dice that lead to a state.
    """
    rules = table if isinstance(table, Ruleset) else load(table)

    @st.composite
    def reached(draw: st.DrawFn) -> State:
        game = PlayedOn(rules)
        try:
            game.play_on(*draw(answers(steps)))
        finally:
            note(game)
        return game.state

    return reached()


# --- positions ----------------------------------------------------------------------------------------------------


def positions(rules: Ruleset) -> SearchStrategy[Mapping[str, Any]]:
    """Returns a strategy for positions in the words of the content, which `position(rules, given)` makes states of.

    Args:
        rules: the rules.
    """
    seats = [str(seat) for seat in range(rules.players)]
    facts: dict[str, SearchStrategy[Any]] = {
        "round": st.integers(1, 12),
        "phase": st.sampled_from([phase.id for phase in rules.phases]),
        "first": st.integers(0, rules.players - 1),
        "seats": st.dictionaries(st.sampled_from(seats), _seat(rules), min_size=1),
    }
    if rules.places:
        places = st.sampled_from([place.id for place in rules.places])
        facts["figures"] = st.dictionaries(places, _figures(rules), min_size=1, max_size=3)
    return st.fixed_dictionaries({}, optional=facts).filter(lambda given: _is_possible(rules, given))


def _is_possible(rules: Ruleset, given: Mapping[str, Any]) -> bool:
    """Returns False for more figures on a place than it can hold, and the like."""
    try:
        position(rules, given)
    except InvalidState:
        return False
    return True


def _seat(rules: Ruleset) -> SearchStrategy[dict[str, Any]]:
    kits = rules.kits
    tools: SearchStrategy[Any] = st.integers(1, kits.top).flatmap(
        lambda value: st.lists(st.builds(dict, value=st.just(value), used=st.booleans()), max_size=kits.spaces)
    )
    facts: dict[str, SearchStrategy[Any]] = {
        "points": st.integers(0, 200),
        "goods": _counts(rules.goods, 30),
        "tracks": st.fixed_dictionaries(
            {}, optional={track: st.integers(0, top) for track, top in zip(rules.tracks, rules.track_tops, strict=True)}
        ),
        "figures": st.integers(min(rules.start_figures, rules.most_figures), rules.most_figures),
    }
    if kits.spaces:
        facts["tools"] = tools
    if rules.marks:
        facts["marks"] = st.lists(st.sampled_from(rules.marks), unique=True)
    return st.fixed_dictionaries({}, optional=facts)


def _counts(names: Sequence[str], most: int) -> SearchStrategy[dict[str, int]]:
    return st.fixed_dictionaries({}, optional={name: st.integers(0, most) for name in names})


def _figures(rules: Ruleset) -> SearchStrategy[list[int]]:
    return st.lists(st.integers(0, 1), min_size=rules.players, max_size=rules.players)


# --- actions ------------------------------------------------------------------------------------------------------


def actions(state: State) -> SearchStrategy[str]:
    """Returns a strategy for texts of actions at a state: legal ones, others of its rules, and some that nobody can read.

    `rules.parse` reads a text or raises `InvalidAction`; its result is legal or refused with reasons.
    """
    rules = state.rules
    texts = [action.text for action in state.legal()]
    others = [action.text for action in rules.actions]
    written = [st.sampled_from(sorted(texts))] * bool(texts) + [st.sampled_from(others), loose_texts(rules)] * bool(others)
    return st.one_of(*written, st.one_of(*written).flatmap(_mangled))


def _mangled(text: str) -> SearchStrategy[str]:
    """Returns a strategy for a text with one change."""
    spots = st.integers(0, len(text))
    return st.one_of(
        spots.map(lambda spot: text[:spot] + text[spot + 1 :]),
        st.tuples(spots, st.text(max_size=3)).map(lambda change: text[: change[0]] + change[1] + text[change[0] :]),
        st.integers(-9, 10**7).map(lambda number: f"{text} {number}"),
        st.just(text.upper()),
        st.permutations(text.split()).map(" ".join),
    )


def loose_texts(rules: Ruleset) -> SearchStrategy[str]:
    """Returns a strategy for texts that can be read as actions of these rules, with other numbers than they offer."""
    texts = st.sampled_from([action.text for action in rules.actions])
    return st.builds(lambda text, number: NUMBER.sub(str(number), text), texts, st.integers(0, 99))


__all__ = ["actions", "positions", "states", "tables"]
