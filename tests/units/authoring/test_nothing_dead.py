"""Nothing of our own content is dead: all of it comes about in some game, at some table, with some option."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import reduce
from operator import add
from typing import Any

import pytest

import stoneage_rules as sa
from shipped import BASE, HERE
from stoneage_rules.authoring.measured_coverage import Coverage, measure
from stoneage_rules.loading.installed import pack_folder, read_manifest_or_raise

GAMES = 6
"""Random games at each table, and as many with the sensible policy."""

NEVER = {
    "place.players": "tables with another number of players are refused when they are loaded",
    "placement.figures": "no action that the rules list has such a number of figures; it can only be typed",
    "placement.must": "no item of ours takes figures, so that a seat at its turn never lacks a placement",
    "trade.kind": "all that our modules sell can be traded for; it is refused for items of a stranger's kind",
    "trade.goods": "no action that the rules list gives or gets food, or another good that is not traded; it can only be typed",
}
"""Checks that refuse no action that a program can choose, each with the reason; they have tests of their rules."""


def option_sets() -> Iterator[Mapping[str, Mapping[str, Any]]]:
    """The defaults, and then for every option each other value in turn."""
    yield {}
    others: dict[tuple[str, str], list[Any]] = {}
    for module in (BASE, *HERE):
        for name, option in read_manifest_or_raise(pack_folder(module)).options.items():
            values = [False, True] if option.type == "bool" else [*option.choices, option.min, option.max]
            others[module, name] = [value for value in values if value not in (None, option.default)]
    for number in range(max(map(len, others.values()), default=0)):
        chosen: dict[str, dict[str, Any]] = {}
        for (module, name), values in others.items():
            if number < len(values):
                chosen.setdefault(module, {})[name] = values[number]
        yield chosen


def tables() -> Iterator[sa.Ruleset]:
    """The base game and all modules together, with few and many players, and every value of every option."""
    for options in option_sets():
        for modules in ((), HERE):
            most = max(count for count in range(2, 10) if _can_play(count, modules))
            for players in (2, most):
                chosen = {id: values for id, values in options.items() if id in (BASE, *modules)}
                yield sa.load(players=players, modules=list(modules), options=chosen)
    yield sa.load(players=3)


def _can_play(players: int, modules: tuple[str, ...]) -> bool:
    try:
        sa.load(players=players, modules=list(modules))
    except sa.ContentError:
        return False
    return True


@pytest.mark.skipif(not os.environ.get("CI"), reason="takes a minute; set CI")
def test_all_of_our_content_comes_about() -> None:
    measured: list[Coverage] = [measure(rules, range(GAMES), policy) for rules in tables() for policy in ("random", "sensible")]
    missing = [thing for thing in reduce(add, measured).never if thing.where]
    assert [f"{thing.where} {thing.sort} {thing.name}" for thing in missing if thing.name not in NEVER] == []
    there = {thing.name for thing in reduce(add, measured).things()}
    assert {name for name in NEVER if name in there} == {thing.name for thing in missing}
