"""Arguments that cannot be: a clear error at once, that names the argument and what it takes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any

import pytest

import stoneage_rules as sa

RULES = sa.load(players=2)

FIRST: dict[str, Callable[[Any], object]] = {
    "load": sa.load,
    "read_table": sa.read_table,
    "read_record": sa.read_record,
    "replay": sa.replay,
    "simulate": lambda value: sa.simulate(value, 1),
    "study": lambda value: sa.study(value, 1),
    "compare": lambda value: sa.compare(value, value, 2),
    "compare with": lambda value: sa.compare({"players": 2}, value, 2),
    "Game": sa.Game,
    "svg": sa.svg,
    "Narrator": sa.Narrator,
    "Observation": sa.Observation,
    "ActionSpace": sa.ActionSpace,
    "ActionSpace of several": lambda value: sa.ActionSpace([value]),
    "RunningRecord": lambda value: sa.RunningRecord(value, "game.txt"),
}
"""The functions of the door, and the classes that do more than hold values, with their first argument."""


@pytest.mark.parametrize("value", [3, 0, 1.5, True])
@pytest.mark.parametrize("name", FIRST)
def test_a_first_argument_of_another_type_is_told_so(name: str, value: Any) -> None:
    with pytest.raises(TypeError, match=rf"^`\w+` is .*, not {re.escape(repr(value))}$"):
        FIRST[name](value)


def test_every_function_of_the_door_is_among_these() -> None:
    functions = {name for name in sa.__all__ if inspect.isfunction(getattr(sa, name))}
    assert functions <= {*FIRST}
    assert len(functions) > 7


@pytest.mark.parametrize("argument", ["names", "policies"])
@pytest.mark.parametrize("given", [["Ada"], ["a", "b", "c"], ("a", "b", "c", "d")])
def test_a_game_has_a_name_for_every_seat_or_none(argument: str, given: Sequence[str]) -> None:
    with pytest.raises(ValueError, match=f"^`{argument}` needs a text for each of 2 seats; {len(given)} were given$"):
        sa.Game(RULES, **{argument: given})  # type: ignore[arg-type]
    assert sa.Game(RULES, **{argument: []}).names == ()  # type: ignore[arg-type]


@pytest.mark.parametrize("given", ["ab", 5, None, [1, 2], [None, "b"], {"a", "b"}])
def test_names_are_texts(given: Any) -> None:
    for argument in ("names", "policies"):
        with pytest.raises(TypeError, match=f"^`{argument}` is a list of texts, not "):
            sa.Game(RULES, **{argument: given})
    for call in (lambda: sa.svg(RULES.initial_state(), given), lambda: sa.Narrator(RULES, given)):
        with pytest.raises(TypeError, match=r"^`names` is a list of texts, not "):
            call()


def test_a_drawing_and_a_narrator_have_no_names_without_a_seat() -> None:
    state = RULES.initial_state()
    assert "Ada" in sa.svg(state, ["Ada"])
    assert sa.Narrator(RULES, ["Ada"]).who(1) == "seat 1"
    for call in (lambda: sa.svg(state, ["a", "b", "c"]), lambda: sa.Narrator(RULES, ["a", "b", "c"])):
        with pytest.raises(ValueError, match="needs a text for each of 2 seats; 3 were given"):
            call()


@pytest.mark.parametrize(
    "settings",
    [{"options": "x"}, {"options": [1]}, {"options": 5}, {"options": {"base": 5}}, {"options": {"base": [1]}}, {"modules": 5},
     {"options": {"base": "bc"}}, {"modules": [5]}, {"edition": 5}, {"players": "2"}, {"first_seat": []}],
    ids=str,
)  # fmt: skip
def test_a_setting_of_another_type_is_a_fault_of_the_table(settings: dict[str, Any]) -> None:
    with pytest.raises(sa.ContentError, match="SA201"):
        sa.load(**settings)
    with pytest.raises(sa.ContentError, match="SA201"):
        sa.Table.from_dict(settings)


@pytest.mark.parametrize(
    ("value", "words"),
    [(None, "nothing"), ({1}, "a set"), (date(2020, 1, 1), "a date or time"), (1.5, "a fraction")],
)
def test_a_value_that_no_file_has_is_called_by_its_type(value: Any, words: str) -> None:
    with pytest.raises(sa.ContentError, match=f"{words} where a set of keys belongs"):
        sa.load(options={"base": value})
    with pytest.raises(sa.ContentError, match=f"{words} where text belongs"):
        sa.Table.from_dict({"modules": [value]})


def test_mappings_and_other_sequences_are_settings_too() -> None:
    options = MappingProxyType({"base": MappingProxyType({"edition": "2018"})})
    assert sa.load(options=options, modules=("igloos",)) is sa.load(options={"base": {"edition": "2018"}}, modules=["igloos"])
