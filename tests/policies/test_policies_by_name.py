"""Policies of strangers: found by entry points without an import, or named as `module:function`, and blamed by name.

How the library's own policies play is in `test_policies`.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import stoneage_rules as sa
from play.conftest import rules_for
from stoneage_rules import policies
from writing import write_metadata

BOTS = '''
"""A distribution of policies."""

import functools, os
from os import chdir

def make_first(seed):
    return lambda view, legal: legal[0]

def make_seeded(seed):
    calls.append(seed)
    return first

calls = []

def first(view, legal):
    return legal[0]

def late(view, legal):
    return legal[1 // 0]

def stubborn(seed):
    return lambda view, legal: view.rules.parse("decline")

def failing(seed):
    return late

def broken(seed):
    raise LookupError("no weights")

def make_level(seed, level=1, mood=""):
    levels.append((seed, level, mood))
    return first

make_level.version = 7
levels = []
make_higher = functools.partial(make_level, level=3)

def no_policy(seed):
    return 7

class Bot:
    needs_view = False
    def __init__(self, seed): self.seed = seed
    def __call__(self, view, legal):
        assert view is None
        return legal[-1]

WORD = "first"
'''

POINTS = "first = trial_bots:make_first\nbot = trial_bots:Bot\nlost = no_such_bots:make"


@pytest.fixture
def bots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path with an installed distribution of policies."""
    (tmp_path / "trial_bots.py").write_text(BOTS, "utf-8")
    write_metadata(tmp_path, "trial_bots", POINTS, "policies")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    sys.modules.pop("trial_bots", None)


def test_installed_policies_are_named_without_an_import(bots: Path) -> None:
    assert policies.policy_names() == ("random", "sensible", "starving", "thoughtful", "bot", "first", "lost")
    with pytest.raises(sa.UnknownName, match="no policy is called `frist`; did you mean `first`"):
        policies.make_policy("frist")
    assert "trial_bots" not in sys.modules


@pytest.mark.parametrize("name", ["first", "trial_bots:make_first", "bot", "trial_bots:Bot", "trial_bots:make_higher"])
def test_a_stranger_s_policy_plays_a_game(bots: Path, name: str) -> None:
    game = sa.Game(rules_for(2), seed=3)
    game.run(policies.make_policies([name, "random"], 3))
    assert game.is_over


def test_a_maker_gets_the_seed(bots: Path) -> None:
    policies.make_policy("trial_bots:make_seeded", 11)
    policies.make_policies(["trial_bots:make_seeded", "trial_bots:make_seeded"], 1)
    assert sys.modules["trial_bots"].calls == [11, 257, 258]


WRONG = {
    "lost": "policy `lost` cannot be imported from `no_such_bots:make`: ModuleNotFoundError",
    "trial_bots:mke": "cannot be imported from `trial_bots:mke`: AttributeError",
    "trial_bots:WORD": "policy `trial_bots:WORD` is 'first', where a function belongs that takes a seed and returns a policy",
    "trial_bots:first": r"it takes \(view, legal\); if it is a policy itself, give a maker: `def make\(seed\): return first`",
    "trial_bots:no_policy": "`trial_bots:no_policy` returns 7 for a seed, where a policy belongs",
    "os:system": "policy `os:system` is part of Python itself, which has no policies",
    "sys:path.append": "is part of Python itself",
    "time:sleep": "is part of Python itself",
    "trial_bots:chdir": "policy `trial_bots:chdir` is part of Python itself",
    "trial_bots:os.chdir": "is part of Python itself",
    "builtins:str.upper": "is part of Python itself",
    "trial_bots:broken": r"policy `trial_bots:broken` cannot be made: LookupError: no weights \(.*trial_bots.py:\d+\)",
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_no_policy_is_refused_by_name(bots: Path, name: str) -> None:
    with pytest.raises(sa.PolicyError, match=WRONG[name]):
        policies.make_policy(name, 1)


@pytest.mark.parametrize(("name", "said"), [
    ("trial_bots:stubborn", "policy `trial_bots:stubborn` chose <Action 'decline'>, which is none of the legal actions given"),
    ("trial_bots:failing", r"policy `trial_bots:failing` failed: ZeroDivisionError: .* \(.*trial_bots.py:\d+\)"),
])  # fmt: skip
def test_what_a_policy_does_wrong_is_told_with_its_name(bots: Path, name: str, said: str) -> None:
    game = sa.Game(rules_for(2), seed=1)
    with pytest.raises(sa.PolicyError, match=said):
        game.run(policies.make_policies([name] * 2, 1))
    assert not game.is_over


def test_a_name_that_two_packages_bring_is_refused(bots: Path) -> None:
    write_metadata(bots, "other_bots", "first = other_bots:make", "policies")
    with pytest.raises(sa.PolicyError, match="installed more than once: as `other_bots:make` and `trial_bots:make_first`"):
        policies.make_policy("first")


def test_no_package_replaces_a_policy_of_the_library(bots: Path) -> None:
    write_metadata(bots, "other_bots", "random = other_bots:make", "policies")
    assert policies.make_policy("random", 1) is not None
    assert policies.policy_names().count("random") == 1


def test_a_record_that_names_a_function_imports_nothing(bots: Path) -> None:
    game = sa.Game(rules_for(2), seed=3, policies=["trial_bots:make_first", "bot"])
    game.run([policies.random_policy(1), policies.random_policy(2)])
    record = bots / "game.rec"
    game.record.write(record)
    assert "trial_bots:make_first" in record.read_text("utf-8")
    assert sa.replay(record).state == game.state
    assert "trial_bots" not in sys.modules


# --- named by others ----------------------------------------------------------------------------------------------


def test_names_of_strangers_can_be_kept_from_running_code(bots: Path) -> None:
    for name in ("trial_bots:make_first", "trial_bots:make_level(level=2)", "os:system"):
        for make in (policies.make_policy, lambda name, **settings: policies.make_policies(["random", name], 1, **settings)):
            with pytest.raises(sa.PolicyError, match=f"policy `{re.escape(name)}` would run Python; pass `allow_code=True`"):
                make(name, allow_code=False)
    assert "trial_bots" not in sys.modules
    game = sa.Game(rules_for(2), seed=3)
    game.run(policies.make_policies(["first", "thoughtful(playouts=1)"], 3, allow_code=False))
    assert game.is_over


@pytest.mark.parametrize("form", ["file", "table", "data"])
def test_a_function_at_a_table_plays_only_if_that_is_allowed(bots: Path, form: str) -> None:
    (bots / "t.toml").write_text('players = 2\nseats = [{policy = "random"}, {policy = "trial_bots:make_first"}]', "utf-8")
    read = sa.read_table(bots / "t.toml")
    table = {"file": bots / "t.toml", "table": read, "data": read.to_dict()}[form]
    playing = [
        partial(sa.simulate, table, 2),
        partial(sa.study, table, 2),
        partial(sa.compare, {"players": 2}, table, 2),
        partial(sa.compare, table, {"players": 2}, 2),
    ]
    for play in playing:
        with pytest.raises(sa.PolicyError, match="policy `trial_bots:make_first` would run Python"):
            play()
        assert "trial_bots" not in sys.modules
    for play in playing:
        assert play(makers="random") is not None
    assert "trial_bots" not in sys.modules
    for play in playing:
        assert play(allow_code=True) is not None
    assert "trial_bots" in sys.modules


# --- versions -----------------------------------------------------------------------------------------------------


def test_an_installed_policy_has_the_version_of_its_distribution(bots: Path) -> None:
    assert policies.version_of("bot") == "1"
    assert policies.version_of("nobody") is None
    assert "trial_bots" not in sys.modules


def test_a_function_declares_a_version_or_has_none(bots: Path) -> None:
    assert policies.version_of("trial_bots:Bot") is None
    assert "trial_bots" not in sys.modules
    assert policies.version_of("trial_bots:make_level(level=2)", load=True) == "7"
    assert policies.version_of("trial_bots:make_level") == "7", "it is imported"
    assert policies.version_of(sys.modules["trial_bots"].make_level) == "7"
    assert policies.version_of("trial_bots:Bot", load=True) is None
    with pytest.raises(sa.PolicyError, match="cannot be imported from `trial_bots:mke`"):
        policies.version_of("trial_bots:mke", load=True)


def test_records_and_simulations_note_versions(bots: Path) -> None:
    names = ["trial_bots:make_level", "random"]
    played, own = sa.simulate({"players": 2}, 1, makers=names, seed=1), policies.version_of("random")
    assert [seat["version"] for seat in played.to_dict()["players"]] == ["7", own]
    game = sa.Game(rules_for(2), seed=3, policies=names)
    assert [seat.version for seat in game.record.table.seats] == ["7", own]


@pytest.mark.parametrize(("policy", "has"), [("trial_bots:Bot", "no version"), ("bot", "version 1"), ("sensible", "version ")])
def test_a_table_asks_for_a_version(bots: Path, policy: str, has: str) -> None:
    table = sa.Table(players=2, seats=(sa.Seat(policy=policy, version="0"), sa.Seat(policy="random")))
    with pytest.raises(sa.PolicyError, match=f"policy `{policy}` has {has}.*, and version 0 is asked for"):
        sa.simulate(table, 1, allow_code=True)
    met = sa.Seat(policy="bot", version="1"), sa.Seat(policy="random", version=policies.version_of("random"))
    assert sa.simulate(sa.Table(players=2, seats=met), 1, seed=1).players == met


# --- options ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["trial_bots:make_level(level=2)", "trial_bots:make_level( level = 2, mood = 'calm' )"])
def test_options_are_handed_to_the_maker(bots: Path, name: str) -> None:
    policies.make_policy(name, 5)
    assert sys.modules["trial_bots"].levels[-1][:2] == (5, 2)


REFUSED = {
    "thoughtful(playouts=)": r"the options of policy `thoughtful\(playouts=\)` cannot be read; they are written as in",
    "thoughtful()": "cannot be read",
    "thoughtful(playouts=3": "cannot be read",
    "thoughtful(playouts=3) ": "cannot be read",
    "thoughtful(playouts=0)": "policy `thoughtful` cannot be made: ValueError: `playouts` is 1 to 10000, not 0",
    "thoughtful(playouts=10001)": "`playouts` is 1 to 10000, not 10001",
    "thoughtful(depth=3)": "policy `thoughtful`: got an unexpected keyword argument 'depth'; its options: playouts",
    "sensible(playouts=3)": "policy `sensible`: got an unexpected keyword argument 'playouts'; it has no options",
    "trial_bots:make_level(depth=3)": "got an unexpected keyword argument 'depth'; its options: level, mood",
    "trial_bots:make_first(level=3)": "it has no options",
}


@pytest.mark.parametrize("name", REFUSED)
def test_options_that_a_policy_does_not_have_are_refused(bots: Path, name: str) -> None:
    with pytest.raises(sa.PolicyError, match=REFUSED[name]):
        policies.make_policy(name, 1)


def test_a_policy_that_is_not_there_is_named_without_its_options() -> None:
    with pytest.raises(sa.UnknownName, match="no policy is called `thoghtful`; did you mean `thoughtful`"):
        policies.make_policy("thoghtful(playouts=3)")
