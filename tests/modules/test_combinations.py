"""Every combination of the installed modules, at the numbers of players that it allows, played to the end.

What a module does is proved in its own folder.  `STONEAGE_GAMES` says how many games each table has; 1 by default.
"""

from __future__ import annotations

import os
import random
import weakref
from collections.abc import Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec
from itertools import combinations, permutations
from pathlib import Path

import pytest

import stoneage_rules as sa
from long_profile import FULL
from mechanics.games import read_again
from modules.taking_away import copy_without, installed_into, run_tests
from properties.invariants import check_all, check_odds
from properties.play import LONGEST, pick, random_game
from properties.tables import players_of
from shipped import BASE, HERE, SHIPPED
from shown import SHOWN

GAMES = int(os.environ.get("STONEAGE_GAMES", "1"))
SLOW = bool(os.environ.get("STONEAGE_SLOW"))
CI = bool(os.environ.get("CI"))
EVERY = 61
"""Every so many steps a state is looked at; a prime, so that it is not always the same sort of step."""
SAMPLES = 6
"""Actions whose refusal is compared with the options, at each look."""


def installed() -> tuple[str, ...]:
    """The modules there are, the base game apart."""
    points = entry_points(group="stoneage.modules")
    return tuple(sorted({point.name for point in points if find_spec(point.module.partition(".")[0])} - {BASE}))


COMBINATIONS = [chosen for size in range(len(installed()) + 1) for chosen in combinations(installed(), size)]


def tables(chosen: tuple[str, ...]) -> Iterator[sa.Ruleset]:
    """The rules with some modules, for the least and the greatest number of players.

    By default one of the two for several modules; with `CI` or `STONEAGE_SLOW` every number that they allow.
    """
    counts = players_of(chosen)
    both = (counts[0], counts[-1])
    few = both if FULL or len(chosen) < 2 else both[COMBINATIONS.index(chosen) % 2 :][:1]
    for players in counts if CI or SLOW else few:
        rules = sa.load(players=players, modules=chosen)
        (allowed,) = rules.content.of("players")
        assert allowed.record.player_counts() == range(counts[0], counts[-1] + 1), "modules together allow what any of them does"
        yield rules


def look(state: sa.State, source: random.Random) -> None:
    """Asserts what must hold of any state, and of a few actions."""
    check_all(state)
    check_odds(state)
    actions = state.rules.actions
    for _ in range(SAMPLES):
        action = actions[int(source.random() * len(actions))]
        assert bool(state.why_not(action)) is (action not in state.legal())


def save(state: sa.State) -> None:
    """A state comes back from its text as it was."""
    assert read_again(state).legal() == state.legal()


def play(rules: sa.Ruleset, seed: int) -> int:
    """A random game to its end; how many steps it took."""
    state, source = rules.initial_state(), random.Random(seed)
    for step in range(LONGEST):
        if step % EVERY == 0 or state.is_over:
            look(state, source)
        if step in (EVERY, 5 * EVERY) or state.is_over:
            save(state)
        if state.is_over:
            return step
        state.apply(pick(state, source))
    raise AssertionError(f"a game of more than {LONGEST} steps")


@pytest.mark.rule("mix.any")
@pytest.mark.parametrize("chosen", COMBINATIONS, ids=lambda chosen: "+".join(chosen) or BASE)
def test_every_combination_plays_at_its_numbers_of_players(chosen, record_property):
    told = []
    for rules in tables(chosen):
        steps = [play(rules, 1000 * rules.players + game) for game in range(GAMES)]
        told.append(f"{rules.players}: {sum(steps) // len(steps)}")
    line = f"{'+'.join(chosen) or BASE:68}  games {GAMES * len(told)}  steps by players {', '.join(told)}"
    record_property(SHOWN, f"combination: {line}")
    assert told


# --- order ------------------------------------------------------------------------------------------------------


def orders(chosen: tuple[str, ...], count: int = 5 if CI or SLOW else 2) -> list[tuple[str, ...]]:
    """Some orders of the modules, the first and the last of all among them."""
    every = list(permutations(chosen))
    return every[:: max(1, len(every) // count)] + every[-1:]


def seeded(chosen: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> tuple[sa.Ruleset, list[str]]:
    """Rules that are compiled anew, and the answers of a game under them."""
    monkeypatch.setattr("stoneage_rules.loading.load._loaded", weakref.WeakValueDictionary())
    rules = sa.load(players=4, modules=chosen)
    state, answers = random_game(rules, 5)
    return rules, [*map(str, answers), str(state.scores), str(state.winners)]


@pytest.mark.rule("mix.any")
def test_the_order_in_a_table_and_of_registering_plugins_changes_nothing(monkeypatch):
    chosen = installed()
    first, game = seeded(chosen, monkeypatch)
    for order in orders(chosen)[1:]:
        rules, same = seeded(order, monkeypatch)
        assert rules is not first
        assert (rules.digest, rules.packs) == (first.digest, first.packs)
        assert [action.text for action in rules.actions] == [action.text for action in first.actions]
        assert same == game


# --- taking a module away -----------------------------------------------------------------------------------------


def test_files_about_two_modules_are_called_after_the_other_one():
    """A name that is no module's would be collected, and break, while the other module is away."""
    named = [path.stem.partition("with_")[2] for path in Path(__file__).parent.glob("*/**/*with_*.*") if path.suffix != ".pyc"]
    assert set(named) <= set(SHIPPED.values())
    assert named or len(HERE) < 2


NEARBY = (
    *("tests/modules", "tests/units/packs/test_bad_packs.py", "tests/packs/test_schema.py", "tests/cli", "tests/authoring"),
    *("tests/test_rule_matrix.py", "tests/test_architecture.py", "--deselect", "tests/units/loading/test_combinations.py"),
)
"""The tests that know most of modules."""


LONG = pytest.mark.skipif(not SLOW, reason="takes half an hour; set STONEAGE_SLOW")


@pytest.mark.parametrize(("modules", "tests"), [
    pytest.param(HERE[1:2], NEARBY, marks=pytest.mark.skipif(not CI, reason="takes two minutes; set CI")),
    *(pytest.param(modules, (), marks=LONG) for modules in (*((module,) for module in HERE), HERE[1:])),
])  # fmt: skip
def test_modules_and_their_tests_can_be_taken_away(modules, tests, tmp_path):
    """The one that most others have to do with, before some tests; each alone, and all but one at once, before all."""
    copy = copy_without(modules, tmp_path)
    run = run_tests(copy, installed_into(tmp_path / "environment", copy), ["-x", *tests])
    assert run.returncode == 0, run.stdout[-4000:] + run.stderr[-2000:]
