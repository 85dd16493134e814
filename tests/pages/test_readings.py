"""The page docs/readings.md: it has every ruling with its reason, and each pack and option on it reads the rules otherwise."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import tomli

import stoneage_rules as sa
from properties.play import random_game, replayed
from shipped import AWAY, HERE, named_in
from sources import ROOT
from stoneage_rules.testing import inspect_pack, run_scenarios
from writing import toml_file, write_pack

PAGE = ROOT / "docs" / "readings.md"
TEXT = PAGE.read_text("utf-8")
READINGS = tomli.loads(Path(__file__).with_name("readings.toml").read_text("utf-8"))["reading"]
PACKS = dict(re.findall("^```toml ([a-z-]+)\n(.*?)^```$", TEXT, re.DOTALL | re.MULTILINE))
OPTIONS = re.findall(r"Option `([a-z-]+) = ([^`]+)` of\s+`([a-z-]+)`", TEXT)
STYLE, WINTER, IGLOOS = "style-is-the-goal", "harsh-winter", "igloos"
LEADS = {name: TEXT.partition(f"```toml {name}\n")[0].rpartition("*Otherwise:*")[2] for name in PACKS}
REQUIRED = {name: re.findall("`([a-z-]+)`", lead.partition("(requires")[2]) for name, lead in LEADS.items()}
"""The modules that a pack requires, as the page says before its block."""


def rulings() -> dict[str, str]:
    """Every ruling of the content, as the page must have it."""
    return {
        entry.name: f"**`{entry.name}`** {entry.record.text} *Why:* {entry.record.why}"
        for edition in ("2018", "2008")
        for entry in sa.load(players=2, modules=list(HERE), edition=edition).content.of("statement")
        if entry.record.kind == "ruling"
    }


def test_the_page_has_every_ruling_with_its_sentence_and_its_reason() -> None:
    words = " ".join(TEXT.split())
    assert [id for id, told in rulings().items() if told not in words] == []
    named = re.findall(r"^\*\*`([a-z0-9.-]+)`\*\*", TEXT, re.MULTILINE)
    assert len(named) == len({*named}) == 45
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


def tables(folder: Path, name: str) -> list[dict[str, Any]]:
    """The settings of a table for two without a pack of the page, which has no findings, and with it."""
    required = REQUIRED[name]
    if {*required} & {*AWAY}:
        pytest.skip("it is for a module that is not there")
    text, more = PACKS[name], "\n".join(f'{module} = ">=1.0"' for module in required)
    root = write_pack(folder, {"rules.toml": text}, requires="base", more=more, id="my-rules")
    assert [str(finding) for finding in inspect_pack(root).findings] == []
    options = {"options": {STYLE: {"older-tiles": True}}} if "older-tiles" in text else {}
    return [{"players": 2, "modules": [*required, *pack], **options} for pack in ((), (str(root),))]


@pytest.mark.parametrize("name", PACKS)
def test_a_pack_of_the_page_is_short_and_plays(name: str, tmp_path: Path) -> None:
    assert 2 <= len(PACKS[name].splitlines()) <= 4
    rules = sa.load(**tables(tmp_path, name)[1])
    state, answers = random_game(rules, seed=3)
    assert replayed(rules, answers) == state


@pytest.mark.parametrize("reading", READINGS, ids=lambda reading: reading["pack"])
def test_a_pack_reads_the_rules_otherwise(reading: dict[str, Any], tmp_path: Path) -> None:
    for word, table in zip(("without", "with"), tables(tmp_path, reading["pack"]), strict=True):
        scenario = {"name": word, "given": reading["given"], "do": reading["do"], "then": reading[word]}
        file = tmp_path / f"{word}.toml"
        file.write_text(toml_file({"table": table, "scenario": [scenario]}), "utf-8")
        (result,) = run_scenarios(file)
        assert result.passed, str(result)


def test_every_pack_has_a_reading() -> None:
    assert {reading["pack"] for reading in READINGS} == {*PACKS}
