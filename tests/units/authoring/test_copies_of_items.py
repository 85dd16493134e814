"""Copies of an item: one record with `copies` is as many items in play, told, edited and shown as one record."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

import stoneage_rules as sa
from command import main
from mechanics.games import read_again
from properties.play import random_game, replayed
from stoneage_rules.authoring.explain import diff, why
from stoneage_rules.testing import legal_texts, play, position
from writing import write_pack

EVENTS = """
[[zone]]
id = "events"

[[zone]]
id = "past"

[[kind]]
id = "event"
starts_in = "events"

[[event]]
id = "storm"
copies = {copies}
effects = [{{ do = "each-seat", effects = [{{ do = "points", amount = -2 }}] }}]

[[event]]
id = "feast"
effects = [{{ do = "each-seat", effects = [{{ do = "gain", good = "food" }}] }}]

[[location]]
id = "sky"
copies = 2
circles = 0

[[row]]
id = "forecast"
kind = "event"
from = "events"
spaces = ["sky"]

[[patch.phase]]
target = "base:new-round"
append.effects = [
    {{ do = "sweep", row = "forecast", to = "past" }},
    {{ do = "move", kind = "event", from = "past", to = "events" }},
    {{ do = "fill", row = "forecast" }},
    {{ do = "reveal", kind = "event", from = "events", to = "past" }},
]

[[patch.location]]
target = "base:hunt"
append.if = [{{ open = "storm", max = 1 }}]
"""


def weather(folder: Path, copies: int = 3, more: str = "", edits: str = "") -> sa.Ruleset:
    """The rules with events, at a table where another pack may edit them."""
    modules = [str(write_pack(folder, {"events.toml": EVENTS.format(copies=copies) + more}, requires="base", id="weather"))]
    if edits:
        modules.append(str(write_pack(folder, {"edits.toml": edits}, requires="weather", id="warmer")))
    return sa.load(players=2, modules=modules)


def events(rules: sa.Ruleset) -> list[str]:
    return [item for item in rules.item_ids if rules.item(item).kind == "event"]


def odds_of(state: sa.State) -> dict[str, Fraction]:
    return {str(outcome): chance for outcome, chance in state.outcomes()}


def test_a_record_is_as_many_items_of_one_file_and_line(tmp_path: Path) -> None:
    rules = weather(tmp_path)
    assert events(rules) == ["storm-1", "storm-2", "storm-3", "feast"]
    assert len({rules.item(f"storm-{number}").where for number in (1, 2, 3)}) == 1
    assert str(rules.item("storm-3")) == "storm-3: for each seat: -2 points"


def test_one_copy_is_an_item_without_a_number(tmp_path: Path) -> None:
    """So that the digest of a pack does not change with the key, and no name does."""
    rules = weather(tmp_path, copies=1)
    assert events(rules) == ["storm", "feast"]
    text = EVENTS.format(copies=1).replace("copies = 1\n", "")
    without = write_pack(tmp_path / "without", {"events.toml": text}, requires="base", id="weather")
    assert sa.load(players=2, modules=[str(without)]).digest == rules.digest


def test_each_copy_is_drawn_by_itself_and_an_answer_names_it(tmp_path: Path) -> None:
    state = position(weather(tmp_path), {"phase": "new-round"})
    assert odds_of(state) == {f"draw {event}": Fraction(1, 4) for event in events(state.rules)}
    play(state, "draw storm-2")
    assert odds_of(state) == {f"draw {event}": Fraction(1, 3) for event in ("storm-1", "storm-3", "feast")}


def test_references_mean_all_copies(tmp_path: Path) -> None:
    """The hunt is open with one storm in the sky and closed with two, whichever they are."""
    rules = weather(tmp_path)
    for spaces, is_open in (({"sky-1": "storm-2", "sky-2": "feast"}, True), ({"sky-1": "storm-3", "sky-2": "storm-1"}, False)):
        state = position(rules, {"phase": "placing", "spaces": spaces})
        assert any(option.startswith("place hunt") for option in legal_texts(state)) == is_open


def test_a_whole_game_is_saved_and_replayed(tmp_path: Path) -> None:
    rules = weather(tmp_path)
    state, answers = random_game(rules, 5)
    assert replayed(rules, answers) == state
    read_again(state)


def test_edits_name_the_record_and_change_every_copy(tmp_path: Path) -> None:
    changed = """
[[patch.event]]
target = "weather:storm"
set.copies = 2
set.effects.each-seat.effects.points.amount = -4
why = "a mild year"
"""
    rules = weather(tmp_path, edits=changed)
    assert events(rules) == ["storm-1", "storm-2", "feast"]
    assert [rules.item(item).words for item in events(rules)[:2]] == ["for each seat: -4 points"] * 2
    steps = why(rules, "event weather:storm copies")
    assert [(step.pack, step.line) for step in steps] == [("warmer", 4), ("weather", 14)]
    assert why(rules, "event storm-2 copies") == steps


def test_a_removal_takes_all_copies(tmp_path: Path) -> None:
    rules = weather(tmp_path, edits='[[remove.event]]\ntarget = "weather:feast"\nwhy = "no feasts"\n')
    assert events(rules) == ["storm-1", "storm-2", "storm-3"]
    gone = '[[patch.location]]\ntarget = "base:hunt"\nunset = ["if"]\n[[remove.event]]\ntarget = "weather:storm"\nwhy = "fair"\n'
    assert events(weather(tmp_path / "gone", edits=gone)) == ["feast"]


def test_it_is_listed_and_told_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By `show`, by `diff`, and by warnings."""
    idle = '[[kind]]\nid = "relic"\nstarts_in = "past"\n[[relic]]\nid = "bone"\ncopies = 4\ncost = { wood = 1 }\n'
    rules = weather(tmp_path, more=idle)
    module = str(tmp_path / "weather")
    assert [change.address for change in diff(rules)].count("event weather:storm") == 1
    assert main(["show", "event", "-m", module]) == 0
    assert capsys.readouterr().out.count("storm") == 1
    main(["check", module])
    output = capsys.readouterr().out
    assert output.count("bone") == output.count('id = "bone"') * 2 <= 2, output


def test_what_another_pack_calls_like_a_copy_is_told_apart(tmp_path: Path) -> None:
    rules = weather(tmp_path, edits='[[event]]\nid = "storm-2"\n')
    assert events(rules) == ["weather:storm-1", "weather:storm-2", "weather:storm-3", "feast", "warmer:storm-2"]


@pytest.mark.parametrize("copies", [0, -1, 101, '"3"', 2.5])
def test_copies_are_a_whole_number_from_1_to_100(tmp_path: Path, copies: object) -> None:
    with pytest.raises(sa.ContentError, match="copies"):
        weather(tmp_path, copies=copies)  # type: ignore[arg-type]


def test_more_items_than_a_game_can_have_are_refused(tmp_path: Path) -> None:
    more = "".join(f'[[event]]\nid = "rain-{name}"\ncopies = 100\n' for name in "abcdefghij")
    with pytest.raises(sa.ContentError, match="a game can have 1000: weather has 1004"):
        weather(tmp_path, more=more)
