"""The page docs/readings.md: it has every ruling with its reason, and each pack and option on it reads the rules otherwise."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import stoneage_rules as sa
from properties.play import random_game, replayed
from shipped import AWAY, HERE, named_in, needs
from stoneage_rules.testing import inspect_pack, legal_texts, play, position
from writing import write_pack

PAGE = Path(__file__).parents[2] / "docs" / "readings.md"
TEXT = PAGE.read_text("utf-8")
PACKS = dict(re.findall("^```toml ([a-z-]+)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE))
OPTIONS = re.findall(r"Option `([a-z-]+) = ([^`]+)` of\s+`([a-z-]+)`", TEXT)
STYLE, WINTER, IGLOOS = "style-is-the-goal", "harsh-winter", "igloos"
BONUS = "bonus-before-the-card"
REQUIRED = {
    "paid-after-the-item": (WINTER,),
    "no-gold-on-the-fifth-space": (WINTER, STYLE),
    BONUS: (STYLE,),
    "income-in-the-round-of-purchase": (STYLE,),
    "no-trade-for-igloos": (STYLE, IGLOOS),
}
"""The modules whose records a pack changes."""


def rulings() -> dict[str, str]:
    """Every ruling of the content, as the page must have it."""
    return {
        entry.name: f"**`{entry.name}`** {entry.record.text} *Why:* {entry.record.why}"
        for entry in sa.load(players=2, modules=list(HERE)).content.of("statement")
        if entry.record.kind == "ruling"
    }


def test_the_page_has_every_ruling_with_its_sentence_and_its_reason() -> None:
    words = " ".join(TEXT.split())
    assert [id for id, told in rulings().items() if told not in words] == []
    named = re.findall(r"^\*\*`([a-z0-9.-]+)`\*\*", TEXT, re.MULTILINE)
    assert len(named) == len({*named}) == 37
    assert AWAY or {*named} == {*rulings()}


# --- options ----------------------------------------------------------------------------------------------------


def test_the_options_of_the_page_are_those_of_the_modules() -> None:
    assert {option for option, _, _ in OPTIONS} == {"edition", "insulate-igloos", "step-at-end", "trade-needed", "older-tiles"}


@pytest.mark.parametrize(("option", "value", "module"), OPTIONS)
def test_an_option_changes_the_rules(option: str, value: str, module: str) -> None:
    if {*named_in(module, option)} & {*AWAY}:
        pytest.skip(f"{option} of {module} is about a module that is not there")
    given = {"true": True, "false": False}.get(value, value.strip('"'))
    modules = [id for id in HERE if id in (STYLE, WINTER, IGLOOS)]
    tables = [sa.load(players=2, modules=modules, options=chosen) for chosen in ({}, {module: {option: given}})]
    assert len({rules.digest for rules in tables}) == 2


# --- packs ------------------------------------------------------------------------------------------------------


def load(folder: Path, name: str) -> list[sa.Ruleset]:
    """The rules for two without a pack of the page, and with it."""
    required = REQUIRED.get(name, ())
    text, more = PACKS[name], "\n".join(f'{module} = ">=1.0"' for module in required)
    root = write_pack(folder, {"rules.toml": text}, requires="base", more=more, id="my-rules")
    assert [str(finding) for finding in inspect_pack(root).findings] == []
    chosen = {STYLE: {"older-tiles": True}} if "older-tiles" in text else {}
    return [sa.load(players=2, modules=[*required, *pack], options=chosen) for pack in ((), (str(root),))]


@pytest.mark.parametrize("name", PACKS)
def test_a_pack_of_the_page_is_short_and_plays(name: str, tmp_path: Path) -> None:
    if {*REQUIRED.get(name, ())} & {*AWAY}:
        pytest.skip("it is for a module that is not there")
    assert 2 <= len(PACKS[name].splitlines()) <= 4
    _, rules = load(tmp_path, name)
    state, answers = random_game(rules, seed=3)
    assert replayed(rules, answers) == state


def acting(rules: sa.Ruleset, place: str, item: str = "", **seat: object) -> sa.State:
    """Seat 0 resolves a figure on a place where an item lies; seat 1 waits at the hunt."""
    figures = {place: {0: 1}, "hunt": {1: 1}}
    spaces = {"spaces": {place: item}} if item else {}
    state = position(rules, {"phase": "take-actions", "figures": figures, "seats": {0: seat}, **spaces})
    play(state, f"resolve {place}")
    return state


def test_resources_must_feed(tmp_path: Path) -> None:
    given = {"phase": "feed-tribe", "seats": {0: {"goods": {"food": 2, "wood": 2}}}}
    before, after = (position(rules, given) for rules in load(tmp_path, "resources-must-feed"))
    assert legal_texts(before) == ("starve",)
    assert legal_texts(after) == ("pay 2 wood",)


def test_nobody_places_on_fields_that_bring_nothing(tmp_path: Path) -> None:
    given = {"phase": "placing", "seats": {0: {"tracks": {"agriculture": 10}}}}
    before, after = (position(rules, given) for rules in load(tmp_path, "no-fields-at-the-end"))
    assert "place fields 1" in legal_texts(before)
    assert "place fields 1" not in legal_texts(after)


@needs(WINTER)
def test_gold_that_a_card_brings_pays_for_its_points(tmp_path: Path) -> None:
    before, after = (acting(rules, "card-1", "civ-22", goods={"wood": 1}) for rules in load(tmp_path, "paid-after-the-item"))
    for state in (before, after):
        play(state, "pay 1 wood")
    assert before.seat == 1
    assert legal_texts(after) == ("add pay-gold", "skip pay-gold")


@needs(WINTER, STYLE)
def test_no_gold_is_paid_on_the_fifth_space(tmp_path: Path) -> None:
    goods = {"decoration": 3, "gold": 1, "wood": 1}
    tables = load(tmp_path, "no-gold-on-the-fifth-space")
    before, after = (acting(rules, "card-5", "civ-26", goods=goods) for rules in tables)
    for state in (before, after):
        play(state, "pay 3 decoration")
    assert "add pay-gold" in legal_texts(before)
    assert after.seat == 1
    elsewhere = acting(tables[1], "card-1", "civ-26", goods=goods)
    play(elsewhere, "pay 1 wood")
    assert "add pay-gold" in legal_texts(elsewhere)


@needs(STYLE)
@pytest.mark.parametrize(("decorations", "asked"), [(4, [(True, 1), (False, 1)]), (6, [(True, 1), (True, 0)])])
def test_the_bonus_is_paid_before_the_card_brings_decorations(
    tmp_path: Path, decorations: int, asked: list[tuple[bool, int]]
) -> None:
    """Compares by the ruling and by the pack if the bonus is offered, and where the marker stands then."""
    states = [acting(rules, "card-5", "style-civ-5", goods={"decoration": decorations}) for rules in load(tmp_path, BONUS)]
    for state in states:
        play(state, "pay 3 decoration")
    assert [("add bonus-card" in legal_texts(state), state.track(0, "trader")) for state in states] == asked


@needs(STYLE)
def test_income_comes_in_the_round_in_which_the_tile_is_taken(tmp_path: Path) -> None:
    for rules, wood in zip(load(tmp_path, "income-in-the-round-of-purchase"), (0, 1), strict=True):
        state = acting(rules, "building-1", "old-bld-1", goods={"wood": 2, "clay": 1, "food": 20})
        play(state, "pay 2 wood, 1 clay", "draw bld-03", "1: resolve hunt", "roll 1")
        assert (state.round, state.good(0, "wood")) == (2, wood)


@needs(STYLE, IGLOOS)
def test_no_trade_serves_an_igloo(tmp_path: Path) -> None:
    seat = {"goods": {"wood": 1, "clay": 1, "decoration": 1}, "tracks": {"trader": 9}}
    before, after = (acting(rules, "igloo-1", "igloo-b", **seat) for rules in load(tmp_path, "no-trade-for-igloos"))
    assert "give 1 decoration" in legal_texts(before)
    assert legal_texts(after) == ("decline",)
