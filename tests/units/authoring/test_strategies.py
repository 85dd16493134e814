"""The strategies, the invariants and the machine of the kit, as authors of packs and plugins use them."""

from __future__ import annotations

import ast
import re
from functools import cache
from importlib import import_module
from typing import Any

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, run_state_machine_as_test

import stoneage_rules as sa
from running import python
from shipped import HERE
from sources import ROOT, blocks
from stoneage_rules.authoring.pack_checks import CODE_CHECKS, GAME_CHECKS
from stoneage_rules.plugin import operations
from stoneage_rules.testing import invariants, machine, play, position, strategies
from stoneage_rules.testing.machine import RulesMachine, machine_for
from stoneage_rules.testing.strategies import actions, positions, states, tables
from writing import TOY

MEADOW = {"players": 2, "modules": [str(TOY)]}
RULES = sa.load(**MEADOW)
FEW = settings(max_examples=max(5, settings().max_examples // 5))


# --- strategies ---------------------------------------------------------------------------------------------------


@FEW
@given(tables())
def test_tables_can_be_loaded(table: sa.Table) -> None:
    rules = sa.load(table)
    assert rules.players == table.players
    assert set(table.modules) <= {pack.id for pack in rules.content.packs}


@pytest.mark.skipif(not HERE, reason="needs a module")
def test_tables_have_modules_with_options_and_any_number_of_players() -> None:
    seen: list[sa.Table] = []

    @settings(max_examples=12, phases=[Phase.generate])
    @given(tables())
    def note(table: sa.Table) -> None:
        seen.append(table)

    note()
    assert len({table.modules for table in seen}) > 2
    assert len({table.players for table in seen}) > 2
    assert any(table.options for table in seen)


def test_tables_keep_to_the_modules_that_are_given() -> None:
    assert find(tables([], always=[str(TOY)]), lambda table: True).modules == (str(TOY),)


@given(states(RULES))
def test_states_hold_every_invariant(state: sa.State) -> None:
    invariants.check_state(state, invariants.ALL)


def test_states_are_of_the_whole_game_and_shrink_to_few_steps() -> None:
    assert find(states(RULES), lambda state: True) == RULES.initial_state()
    assert find(states(RULES), lambda state: state.is_over).is_over
    placed = find(states(RULES), lambda state: state.at_home[0] < state.figures[0])
    assert placed.round == 1
    assert sum(placed.figures) - sum(placed.at_home) == 1, "one step further on than the beginning"


def test_states_meet_every_kind_of_question_soon() -> None:
    met: set[str] = set()

    @settings(max_examples=100, database=None, derandomize=True)
    @given(states(RULES))
    def note(state: sa.State) -> None:
        met.add("over" if state.pending is None else state.pending.kind)

    note()
    assert met >= {"over", "lay-item", "buy", "place-figures", "resolve-place"}


class Won(RulesMachine):
    """A machine whose steps may not win a figure."""

    table = MEADOW


@pytest.mark.parametrize("how", ["states", "machine"])
def test_a_failure_is_cut_short_and_printed_to_be_pasted(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def put(state: sa.State, seat: int, place: int, count: int, put: Any = operations.put) -> None:
        put(state, seat, place, count)
        state.at_home[seat] += RULES.places[place].id == "pond"

    quick = settings(
        max_examples=100, database=None, report_multiple_bugs=False, phases=[Phase.generate, Phase.shrink], deadline=None
    )

    @quick
    @given(states(RULES))
    def holds(state: sa.State) -> None:
        invariants.check_state(state)

    monkeypatch.setattr(operations, "put", put)
    with pytest.raises(AssertionError) as failed:
        holds() if how == "states" else run_state_machine_as_test(Won, settings=quick)
    printed = re.search(r"@example\((play\(.*\))\)", "\n".join(failed.value.__notes__), re.DOTALL)
    assert printed is not None, failed.value.__notes__
    assert printed[1].count(" place ") <= 3, "the first options alone lead there"
    with pytest.raises(AssertionError, match=r"figures_are_conserved|numbers_are_in_range"):
        invariants.check_state(eval(printed[1], {"play": play, "rules": RULES}))


@given(positions(RULES))
def test_positions_are_read_and_have_what_they_say(given: dict[str, Any]) -> None:
    state = position(RULES, given)
    for seat, entry in given.get("seats", {}).items():
        assert {good: state.good(int(seat), good) for good in entry.get("goods", ())} == entry.get("goods", {})
    invariants.check_state(state)


@pytest.mark.parametrize("table", [MEADOW, {"players": 3, "modules": HERE}], ids=["meadow", "modules"])
@given(data=st.data())
def test_actions_are_legal_or_refused_or_cannot_be_read(table: dict[str, Any], data: st.DataObject) -> None:
    rules = sa.load(**table)
    state = data.draw(states(rules, steps=60))
    text = data.draw(actions(state))
    try:
        answer = rules.parse(text)
    except sa.InvalidAction:
        return
    assert str(rules.parse(str(answer))) == str(answer)
    if isinstance(answer, sa.Action):
        invariants.legality_agrees(state, [answer])


def test_actions_of_all_three_sorts_come_about() -> None:
    state = position(RULES, {"phase": "go"})
    legal = {action.text for action in state.legal()}
    others = {action.text for action in RULES.actions} - legal
    assert find(actions(state), lambda text: text in legal)
    assert find(actions(state), lambda text: text in others)
    assert find(actions(state), lambda text: not text.strip() or text.split()[0] not in RULES.shapes) is not None


@pytest.mark.parametrize("strategy", [states, positions])
def test_a_strategy_does_not_write_out_the_rules(strategy: Any) -> None:
    """Hypothesis would, beside an example that fails: six megabytes."""
    assert len(repr(strategy(RULES))) < 1000


# --- invariants ---------------------------------------------------------------------------------------------------


@cache
def middle() -> sa.State:
    """A state of the toy game with figures placed, and a choice pending."""
    return position(RULES, {"phase": "go", "figures": {"bush": [1, 0], "pond": [0, 1]}})


def negative(state: sa.State) -> None:
    state.goods = [-1, *state.goods[1:]]


def figure_lost(state: sa.State) -> None:
    state.at_home[0] = 0


def item_lost(state: sa.State) -> None:
    state.zones = tuple(zone[1:] if zone else zone for zone in state.zones)


def space_opened(state: sa.State) -> None:
    state._closed_places ^= 1 << RULES.place("stall-1").index


def no_options(state: sa.State) -> None:
    state._legal = ()


def one_missing(state: sa.State) -> None:
    state._legal = state.legal()[1:]


def as_a_list(state: sa.State) -> None:
    state._legal = list(state.legal())  # type: ignore[assignment]


@pytest.mark.parametrize(("spoil", "name", "said"), [
    (negative, "numbers_are_in_range", r"goods has \[-1, "),
    (figure_lost, "figures_are_conserved", "seat 0 has 2 of 3 figures, 0 at home and 1 placed"),
    (item_lost, "items_are_conserved", "items must be in one place each"),
    (space_opened, "places_follow_their_items", "the closed places are 0b"),
    (no_options, "somebody_is_asked", "seat 0 is asked, but has no options at all"),
    (as_a_list, "somebody_is_asked", "the options are a list, and must be a tuple"),
    (one_missing, "legality_agrees", "is refused, but no check says why"),
])  # fmt: skip
def test_an_invariant_finds_what_is_wrong_and_says_it(spoil: Any, name: str, said: str) -> None:
    state = middle().copy()
    invariants.check_state(state, invariants.ALL)
    spoil(state)
    with pytest.raises(AssertionError, match=said):
        invariants.ALL[name](state)


def test_a_message_names_the_invariant_and_the_state() -> None:
    state = middle().copy()
    negative(state)
    with pytest.raises(AssertionError, match=r"^numbers_are_in_range: goods has .*; in <State: round 1, seat 0, "):
        invariants.check_state(state)


def test_every_invariant_says_what_must_hold() -> None:
    assert all((invariant.__doc__ or "").split("\n")[0].endswith(".") for invariant in invariants.ALL.values())
    assert {*invariants.CHEAP} < {*invariants.ALL}


# --- the machine --------------------------------------------------------------------------------------------------

TestMeadow = machine_for(MEADOW, {**MEADOW, "players": 3}).TestCase


# --- what must be installed ---------------------------------------------------------------------------------------


def test_the_rest_of_the_kit_does_without_hypothesis() -> None:
    program = "import sys; sys.modules['hypothesis'] = None; import stoneage_rules.testing as t; print(len(t.__all__))"
    python("-c", program)


# --- the page -----------------------------------------------------------------------------------------------------

PAGE = ROOT / "docs" / "testing.md"


def test_the_page_imports_what_there_is_and_names_every_strategy_and_check() -> None:
    text = PAGE.read_text("utf-8")
    imports = [
        node
        for block in blocks("docs/testing.md", "python")
        for node in ast.walk(ast.parse(block))
        if isinstance(node, ast.ImportFrom)
    ]
    assert len(imports) > 6
    for node in imports:
        home = import_module(str(node.module))
        assert all(hasattr(home, alias.name) or import_module(f"{node.module}.{alias.name}") for alias in node.names)
    assert [name for name in (*GAME_CHECKS, *CODE_CHECKS) if f"`{name}`" not in text and name not in ("plays", "used")] == []
    assert all(f"`{name}(" in text for name in strategies.__all__)


def test_a_table_that_cannot_be_loaded_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis shrinks the failing example, which would take minutes if the table were read each time."""
    tried = []

    def counted(**settings: Any) -> Any:
        tried.append(settings)
        return sa.load(**settings)

    monkeypatch.setattr(machine, "load", counted)
    with pytest.raises(sa.ContentError, match="SA301"):
        run_state_machine_as_test(machine_for({"players": 3, "modules": ["nowhere"]}), settings=settings(deadline=None))
    assert len(tried) == 1


def test_the_machine_of_the_page_keeps_its_own_invariant() -> None:
    class Machine(RulesMachine):
        table = MEADOW

        @invariant()
        def nobody_has_any_berry(self) -> None:
            assert all(self.state.good(seat, "berry") == 0 for seat in range(2))

    with pytest.raises(AssertionError):
        run_state_machine_as_test(Machine, settings=settings(max_examples=5, phases=[Phase.generate]))
