"""The third-party distribution of the examples, as its users meet it: from its folder, and as if installed.

`.ci/run` runs its own tests beside the wheel in a fresh environment.
"""

from __future__ import annotations

import gc
import pickle
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
import tomli

import stoneage_rules as sa
from dealt import resolved
from mechanics.games import whole_games
from play.positions import first_choice
from properties.play import random_game, states
from properties.tables import players_of
from shipped import HERE
from sources import ROOT
from stoneage_rules import Table
from stoneage_rules.plugin import PackPlugin, Verb
from stoneage_rules.testing import legal_texts, position, read_scenarios, run_properties
from writing import write_metadata

EXAMPLES = ROOT / "docs" / "examples"
DISTRIBUTION = EXAMPLES / "stoneage_river_trade"
SOURCE = DISTRIBUTION / "src"
PACK = SOURCE / "stoneage_river_trade"
ID = "river-trade"
STYLE = "style-is-the-goal"
"""Its pack has a file for this module, and its own tests play with it."""


@pytest.fixture
def plugin(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The plugin of the distribution, imported from its folder."""
    monkeypatch.syspath_prepend(str(SOURCE))
    yield import_module("stoneage_river_trade.plugin")
    for name in [name for name in sys.modules if name.partition(".")[0] == "stoneage_river_trade"]:
        monkeypatch.delitem(sys.modules, name)


@pytest.fixture
def metadata(tmp_path: Path) -> Path:
    """A folder with what an installer would leave of the distribution's entry points."""
    project = tomli.loads((DISTRIBUTION / "pyproject.toml").read_text("utf-8"))["project"]
    points = project["entry-points"]["stoneage.modules"]
    write_metadata(tmp_path, "stoneage_river_trade", "\n".join(f"{name} = {value}" for name, value in points.items()))
    return tmp_path


# --- from its folder --------------------------------------------------------------------------------------------


def test_its_scenarios_hold(plugin):
    def load(table: Table) -> sa.Ruleset:
        modules = [module for module in table.modules if module != ID]
        return sa.load(table, modules=modules, plugins=[PackPlugin(PACK), plugin])

    results = [scenario.run() for scenario in read_scenarios(DISTRIBUTION / "tests", load=load)]
    assert len(results) >= 8
    assert [str(result) for result in results if not result.passed] == []


def test_it_plays_with_all_other_modules_at_every_number_of_players(plugin):
    for players in players_of(HERE):
        rules = sa.load(players=players, modules=HERE, plugins=[PackPlugin(PACK), plugin])
        whole_games(rules, 1, "barter", every=67)
        assert ID in rules.packs


def test_the_order_of_plugin_objects_changes_nothing(plugin):
    def game(*plugins: object) -> tuple[str, tuple[str, ...], list[str]]:
        rules = sa.load(players=3, modules=HERE, plugins=plugins)
        return rules.digest, tuple(rules.frames), [str(answer) for answer in random_game(rules, 4)[1]]

    class Slow:
        """A second voice in every sum."""

        @plugin.hookimpl
        def stoneage_roll_adjustment(self, state):
            return -1

    pack, slow = PackPlugin(PACK), Slow()
    assert game(pack, plugin, slow) == game(slow, plugin, pack) == game(plugin, slow, pack)


def test_what_two_plugins_take_off_a_total_is_added_up(plugin):
    class Slow:
        @plugin.hookimpl
        def stoneage_roll_adjustment(self, state):
            return -3

    rules = sa.load(players=2, plugins=[PackPlugin(PACK), plugin, Slow()])
    state = resolved(rules, "hunt", "roll 4 4 4", count=3, round=3)
    assert state.good(0, "food") == 12 + (12 - 1 - 3) // 2


def test_plugin_objects_that_differ_do_not_share_rules(plugin):
    """Two objects of one class look alike to a digest, but each ruleset has its own."""

    class Slow:
        def __init__(self, by: int) -> None:
            self.by = by

        @plugin.hookimpl
        def stoneage_roll_adjustment(self, state):
            return -self.by

    first, second = (sa.load(players=2, plugins=[Slow(by)]) for by in (1, 5))
    assert first is not second
    for rules, food in ((first, 12 + 5), (second, 12 + 3)):
        state = resolved(rules, "hunt", "roll 5 6", count=2)
        assert state.good(0, "food") == food


def test_what_is_pickled_under_plugin_objects_is_read_while_they_are_loaded(plugin):
    state = position(sa.load(players=2, plugins=[PackPlugin(PACK), plugin]), {"figures": {"landing": [1, 0]}})
    pickled = pickle.dumps(state)
    again = pickle.loads(pickled)
    assert again == state
    assert again.rules is state.rules
    sa.load(players=2, plugins=[PackPlugin(PACK), plugin])  # rules with the same digest, in use for a moment
    gc.collect()
    assert pickle.loads(pickled).rules is state.rules
    del state, again
    gc.collect()
    with pytest.raises(sa.StoneAgeError, match="or plugin objects are missing"):
        pickle.loads(pickled)


# --- as if installed --------------------------------------------------------------------------------------------


def test_its_entry_point_makes_it_a_module(metadata, monkeypatch):
    monkeypatch.syspath_prepend(str(metadata))
    monkeypatch.syspath_prepend(str(SOURCE))
    state = first_choice(sa.load(players=2, modules=[ID]))
    assert state.rules.packs == ("base", ID)
    assert {"place landing 1", "place ferry 1"} <= set(legal_texts(state))
    for name in [name for name in sys.modules if name.partition(".")[0] == "stoneage_river_trade"]:
        monkeypatch.delitem(sys.modules, name)


# --- what it shows ------------------------------------------------------------------------------------------------


def test_every_hook_matters_in_a_game(plugin):
    """Each kind of record, verb, decision, quantity and counter is used, and each question is answered with more than nothing."""
    rules = sa.load(players=3, plugins=[PackPlugin(PACK), plugin])
    content = rules.content
    assert all(content.of(record.table) for record in plugin.stoneage_register_records())
    verbs = {effect.do for entry in content for effect in effects_of(entry.record)}
    assert {verb.do for verb in plugin.stoneage_register_verbs()} <= verbs
    quantities = {part.name for entry in content.of("score") for part in (entry.record.count, entry.record.times) if part}
    assert {quantity.name for quantity in plugin.stoneage_register_quantities()} <= quantities
    counters = {entry.record.counts for entry in content.of("limit")}
    assert {limit.counts for limit in plugin.stoneage_register_limits()} <= counters
    asked, barred, lowered = set(), set(), set()
    for state in states(rules, 2):
        if state.is_over:
            break
        asked.add(rules.handlers[state.stack[-1][0]].name)
        barred |= {barrier(state, 0) > 0 for barrier in rules.questions["stoneage_placement_barred"]}
        lowered |= {adjustment(state, 0) < 0 for adjustment in rules.questions["stoneage_roll_adjustment"]}
    assert {frame.name for frame in plugin.stoneage_register_frames()} <= asked
    assert barred == lowered == {False, True}


def test_properties_name_its_quantities(plugin, tmp_path):
    claim = 'always = { at = "end-of-game", meets = [{ variety = "resource", max = %d }] }'
    for most, shown in ((4, ""), (-1, ": expected -1 or less, found ")):
        file = tmp_path / "properties.toml"
        file.write_text(f'[[property]]\nname = "Variety"\n{claim % most}\nfor = {{ games = 1 }}\n', "utf-8")
        (result,) = run_properties(file, load=lambda table: sa.load(table, plugins=[PackPlugin(PACK), plugin]))
        assert result.passed == (not shown)
        assert shown in str(result)


def effects_of(value: object) -> Iterator[Verb]:
    """Every effect within a record."""
    if isinstance(value, Verb):
        yield value
    if isinstance(value, tuple):
        for part in value:
            yield from effects_of(part)
    elif hasattr(value, "__attrs_attrs__"):
        for attribute in value.__attrs_attrs__:
            yield from effects_of(getattr(value, attribute.name))
