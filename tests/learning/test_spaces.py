"""One numbering of actions for a family of tables, and masks of what is legal."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

import pytest

import stoneage_rules as sa
from learning.families import family
from properties.play import pick, states


@cache
def space() -> sa.ActionSpace:
    return sa.ActionSpace(family())


def test_the_same_text_has_the_same_number_at_every_table() -> None:
    for rules in family():
        numbers = [space().number(action) for action in rules.actions]
        assert [space().texts[number] for number in numbers] == [action.text for action in rules.actions]
        assert [sa.ActionSpace(rules).number(action) for action in rules.actions] == [*range(len(numbers))], "those of one table"
        assert all(space().action(number, rules) is action for number, action in zip(numbers, rules.actions, strict=True))
    assert len(space()) == len(space().texts) == len(set(space().texts)) == len({a.text for r in family() for a in r.actions})


def test_neither_order_nor_repetition_of_tables_matters() -> None:
    turned = sa.ActionSpace([*reversed(family()), *family()])
    assert (turned.texts, turned.digest) == (space().texts, space().digest)
    assert sa.ActionSpace(family()[:2]).digest != space().digest


def test_tables_are_given_as_to_load(tmp_path: Path) -> None:
    file = tmp_path / "table.toml"
    file.write_text("players = 3\n", "utf-8")
    for table in ({"players": 3}, sa.Table(players=3), str(file)):
        assert sa.ActionSpace(table).digest == sa.ActionSpace([table]).digest == sa.ActionSpace(sa.load(players=3)).digest


@pytest.mark.parametrize("number", range(len(family())))
def test_masks_are_the_options_but_for_those_that_undo(number: int) -> None:
    rules = family()[number]
    seen: set[str] = set()
    for state in states(rules, 3):
        seat, mask, numbers = state.seat, space().mask(state), space().numbers(state)
        expected = [action for action in state.legal() if action.kind != "take-back"]
        assert [space().action(number, rules) for number in numbers] == expected
        assert [*mask] == [number in numbers for number in range(len(space()))]
        if seat is not None and not state.is_chance:
            assert space().mask(state.view(seat)) == mask
            assert any(mask)
        seen |= {action.kind for action in state.legal()}
    assert seen


def test_actions_that_no_decision_offers_have_no_number() -> None:
    with pytest.raises(sa.InvalidAction, match="`place hunt 99` has no number: no decision of its rules offers it"):
        space().number(family()[0].parse("place hunt 99"))


def test_numbers_that_stand_for_nothing_at_a_table() -> None:
    two = family()[1]
    foreign = next(text for text in space().texts if text not in {action.text for action in two.actions})
    for number in (-1, len(space()), space().texts.index(foreign)):
        with pytest.raises(
            sa.InvalidAction, match=f"number {number} is no action of this table; numbers are 0 to {len(space()) - 1}"
        ):
            space().action(number, two)
    with pytest.raises(TypeError, match="`number` is a whole number"):
        space().action(1.5, two)  # type: ignore[arg-type]


def test_a_table_outside_the_family_is_refused() -> None:
    rules, small = sa.load(players=2), sa.ActionSpace(sa.load(players=3))
    state = rules.initial_state()
    while state.is_chance:
        state.apply(pick(state, random.Random(1)))
    for refused in (lambda: small.mask(state), lambda: small.number(rules.actions[0]), lambda: small.action(0, rules)):
        with pytest.raises(
            sa.UnknownName, match=r"2 players, base> is no table of this space, which is for <Ruleset .* 3 players"
        ):
            refused()
    with pytest.raises(ValueError, match="a space is made for one table at least"):
        sa.ActionSpace([])
