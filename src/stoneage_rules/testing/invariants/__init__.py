"""The invariants of every state of every game, whatever the modules: functions that raise AssertionError if a state breaks one.

Derived numbers are worked out again from scratch; no table of the library is asked.

Example::

    from stoneage_rules.testing import invariants

    for name, invariant in invariants.ALL.items():
        invariant(state)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stoneage_rules.kernel.state import State
from stoneage_rules.testing.invariants.copies import (
    copies_are_independent,
    pickles_are_read_back,
    saves_are_read_back,
    views_keep_secrets,
)
from stoneage_rules.testing.invariants.positions_hold import (
    figures_are_conserved,
    goods_fit_the_supply,
    items_are_conserved,
    numbers_are_in_range,
    places_follow_their_items,
)
from stoneage_rules.testing.invariants.questions import (
    asking_changes_nothing,
    legality_agrees,
    notation_reads_back,
    odds_are_certain,
    questions_can_be_told,
    score_sheets_add_up,
    somebody_is_asked,
)

__all__ = [
    "ALL",
    "CHEAP",
    "Invariant",
    "asking_changes_nothing",
    "check_state",
    "copies_are_independent",
    "figures_are_conserved",
    "goods_fit_the_supply",
    "items_are_conserved",
    "legality_agrees",
    "notation_reads_back",
    "numbers_are_in_range",
    "odds_are_certain",
    "pickles_are_read_back",
    "places_follow_their_items",
    "questions_can_be_told",
    "saves_are_read_back",
    "score_sheets_add_up",
    "somebody_is_asked",
    "views_keep_secrets",
]

Invariant = Callable[[State], None]

CHEAP: Mapping[str, Invariant] = {
    invariant.__name__: invariant
    for invariant in (
        numbers_are_in_range,
        goods_fit_the_supply,
        figures_are_conserved,
        items_are_conserved,
        places_follow_their_items,
        somebody_is_asked,
    )
}
"""Those that take well below a millisecond, so that a test can ask them after every step."""

ALL: Mapping[str, Invariant] = {**CHEAP} | {
    invariant.__name__: invariant
    for invariant in (
        asking_changes_nothing,
        odds_are_certain,
        score_sheets_add_up,
        legality_agrees,
        notation_reads_back,
        questions_can_be_told,
        copies_are_independent,
        saves_are_read_back,
        pickles_are_read_back,
        views_keep_secrets,
    )
}
"""Every invariant by its name; the first line of its docstring says what must hold.  Together some ten milliseconds a state."""


def check_state(state: State, invariants: Mapping[str, Invariant] = CHEAP) -> None:
    """Asserts invariants of a state, the cheap ones by default.

    Raises:
        AssertionError: one of them does not hold; the message says what is wrong with which state.
    """
    for name, invariant in invariants.items():
        try:
            invariant(state)
        except AssertionError as error:
            raise AssertionError(f"{name}: {error}; in {state!r}") from error
