"""Strategies of Hypothesis for tables, states, positions, actions and packs.

`pip install stoneage-rules[testing]` brings what they need.

Example::

    import stoneage_rules as sa
    from hypothesis import given
    from stoneage_rules.testing import invariants
    from stoneage_rules.testing.strategies import states

    @given(states(sa.load(players=3, modules=["my-module"])))
    def test_invariants_hold(state):
        invariants.check_state(state, invariants.ALL)
"""

from stoneage_rules.testing.game_strategies import actions, positions, states, tables
from stoneage_rules.testing.pack_strategies import choice_sources, faulty_packs, packs

__all__ = ["actions", "choice_sources", "faulty_packs", "packs", "positions", "states", "tables"]
