"""Options that depend on little are made once and kept, by all that they depend on."""

from __future__ import annotations

import stoneage_rules as sa
from stateful.play import states
from stoneage_rules.kernel.legality import ActionSource, Decision


def test_options_of_a_table_are_kept() -> None:
    rules = sa.load(players=2)
    met = set()
    for state in states(rules, 3):
        handler = None if state.is_over else rules.handlers[state.stack[-1][0]]
        if isinstance(handler, Decision) and type(handler).options is ActionSource.options:
            met.add(handler.name)
            assert handler.options(state, state.stack[-1]) is handler.options(state.copy(), state.stack[-1])
    assert met
