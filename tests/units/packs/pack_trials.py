"""Random packs put to the proof: checked, loaded at every player count, and played to the end with laws looked at.

What is at fault raises; the command in `random_packs` collects it, the tests let it through.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import cache
from itertools import islice
from math import isnan
from pathlib import Path
from typing import Any

import attrs

import stoneage_rules as sa
from properties.play import states
from shipped import HERE
from stoneage_rules.packs.content import Content
from stoneage_rules.packs.diagnostics import Diagnostic, Severity
from stoneage_rules.policies import sensible_policy
from stoneage_rules.testing import Inspection, inspect_pack, invariants
from units.packs.raids import raids, tables_of
from units.packs.random_packs import RandomPack, random_pack, repaired
from units.packs.random_values import ChoiceSource

GAMES = 20
LONGEST = 20_000
WATCHED = 4
"""Of so many games of a pack one is watched at each step, and the first one with each number of players."""
LOOK = 60
"""At one of so many states of such a game all laws are looked at, at the others the cheap ones."""
TOYS = [Path(__file__).parents[2] / path for path in ("authoring/toy/meadow", "toy/pool")]

SKELETON = tables_of("""
players = [{ id = "people", at_least = 2, at_most = 3 }]
figure = [{ id = "folk", start = 2, most = 4 }]
good = [{ id = "corn", groups = ["crop"], value = 2 }]
location = [{ id = "meadow", circles = 3, effects = [{ do = "gain", good = "corn" }] }]
course = [{ id = "year", phases = ["spring", "summer", "winter"] }]
phase = [
    { id = "spring", effects = [{ do = "place" }] },
    { id = "summer", effects = [{ do = "each-seat", effects = [{ do = "resolve" }] }] },
    { id = "winter", effects = [{ do = "refresh" }, { do = "end-game", after_round = 3 }] },
]
""")
"""A game that everything else is added to at random."""
BARE = SKELETON[:2] + tables_of("""
course = [{ id = "year", phases = ["all-year"] }]
phase = [{ id = "all-year", effects = [{ do = "end-game", after_round = 2 }] }]
""")


@attrs.frozen
class Trial:
    """A pack without its faulty parts."""

    is_valid: bool
    """True if it was valid as it was made."""
    pack: RandomPack | None
    inspection: Inspection | None


@cache
def _content(*modules: str) -> tuple[Content, range]:
    """The content of a table that packs build on, and its player counts."""
    rules = sa.load(players=3, modules=modules)
    return rules.content, rules.content.of("players")[0].record.player_counts()


Given = Sequence[tuple[str, dict[str, Any]]]


def games() -> Sequence[tuple[Given | Callable[[ChoiceSource], Given], Sequence[tuple[str, ...]]]]:
    """Returns the bases of packs: the tables of a separate game, or the modules of a table; mostly small games."""
    toys = [((), [(str(folder),)]) for folder in TOYS]
    large = [(), *((module,) for module in HERE), tuple(HERE)]
    return [(SKELETON, ()), (BARE, ()), *toys, (SKELETON, ()), *toys, (raids, ()), ((), large)]


def draw_pack(choices: ChoiceSource, folder: Path) -> Trial:
    """Makes a pack and takes out what is wrong with it."""
    given, tables = choices.pick(games())
    modules = choices.pick(tables) if tables else ()
    given = given(choices) if callable(given) else given
    if given:
        made = random_pack(choices, _content()[0].language, players=(2, 3), given=given)
    else:
        content, players = _content(*modules)
        made = random_pack(choices, content, players=players)
    inspections: list[Inspection] = []

    def errors(pack: RandomPack) -> Sequence[Diagnostic]:
        inspections.append(inspected(pack, folder, modules))
        return errors_of(inspections[-1])

    pack = repaired(made, errors)
    return Trial(len(inspections) == 1 and pack is not None, pack, inspections[-1] if pack else None)


def inspected(pack: RandomPack, folder: Path, modules: Sequence[str]) -> Inspection:
    """Writes a pack into a folder, and has `stoneage check` look at it."""
    return inspect_pack(pack.write(folder), modules=[module for module in modules if "/" in module])


def errors_of(inspection: Inspection) -> list[Diagnostic]:
    """Returns the errors that `stoneage check` finds."""
    return [finding for finding in inspection.findings if finding.severity is Severity.ERROR]


def play_games(rulesets: Sequence[sa.Ruleset], games: int, seed: int) -> tuple[int, int]:
    """Plays random games at all player counts in turn; returns how many ended and how many were told to be endless.

    An endless game is told once: the pack's other games are not played.
    """
    for number in range(games):
        rules = rulesets[number % len(rulesets)]
        play = _play if number < len(rulesets) or number % WATCHED == 0 else _play_fast
        try:
            play(rules, random.Random(seed * 1000 + number))
        except sa.EndlessGame:
            return number, 1
    return games, 0


def _play_fast(rules: sa.Ruleset, source: random.Random) -> None:
    """Plays a game in the library's own loop, and looks at its end cheaply.

    Raises:
        EndlessGame: the library says that the game does not end.
    """
    state = rules.initial_state()
    state.play_out(source, longest=LONGEST)
    assert state.is_over
    invariants.check_state(state)
    invariants.score_sheets_add_up(state)


def _play(rules: sa.Ruleset, source: random.Random) -> None:
    """Plays a game and looks at its states: at each cheaply, at some thoroughly.

    Raises:
        EndlessGame: the library says that the game does not end.
    """
    for state in islice(states(rules, int(source.random() * 2**32)), LONGEST):
        if int(source.random() * LOOK) == 0 or state.is_over:
            look(state, source)
        invariants.numbers_are_in_range(state)
    _end(state, source)


def _end(state: sa.State, source: random.Random) -> None:
    """Has the library say why a long game does not end.

    Raises:
        EndlessGame: it finds that the game repeats itself.
    """
    if not state.is_over:
        state.play_out(source, longest=LONGEST)
        raise AssertionError(f"a game of more than {LONGEST} steps")


def play_sensibly(rulesets: Sequence[sa.Ruleset], seed: int) -> bool:
    """Plays one game with the policy `sensible` at all seats; returns False if it is told to be endless."""
    source, policy = random.Random(seed), sensible_policy(seed)

    def choose(state: sa.State, chance: random.Random) -> sa.Action:
        view, legal = state.view(state.stack[-1][1]), state.legal()
        if int(source.random() * LOOK) == 0:
            ranked = policy.rank(view, legal)
            assert {option.action for option in ranked} == {*legal}
            assert not any(isnan(option.value) for option in ranked), f"no number: {ranked}"
        choice = policy(view, legal)
        assert choice in legal, f"`{choice}` is no option"
        return choice

    try:
        *_, state = islice(states(rulesets[seed % len(rulesets)], seed, choose), LONGEST)
        _end(state, source)
    except sa.EndlessGame:
        return False
    return True


def look(state: sa.State, source: random.Random) -> None:
    """Looks whether every law holds in a state, and in one that is guessed from a view of it."""
    invariants.check_state(state, invariants.ALL)
    guess = state.view(int(source.random() * state.rules.players)).guess(source)
    assert state.rules.state_from_dict(guess.to_dict()) == guess
    assert str(state)
