"""Strategies of Hypothesis for packs; `pip install stoneage-rules[testing]` brings what they need.

Example::

    from hypothesis import given
    from stoneage_rules.testing.strategies import packs

    @given(packs(rules.content))
    def test_every_pack_is_read_or_refused(pack): ...
"""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import strategies as st

from stoneage_rules.packs.content import Content, Language
from stoneage_rules.testing.random_packs import ChoiceSource, Header, RandomPack, Table, random_pack

__all__ = ["choice_sources", "packs"]


@st.composite
def choice_sources(draw: st.DrawFn) -> ChoiceSource:
    """Sources of choices that shrink: everything that is made with one is made plainer."""
    return ChoiceSource(lambda count: draw(st.integers(0, count - 1)))


@st.composite
def packs(
    draw: st.DrawFn,
    table: Content | Language,
    *,
    players: Sequence[int] = (2, 3, 4),
    given: Sequence[tuple[Header, Table]] = (),
) -> RandomPack:
    """Packs of new records and edits, most of them with nothing wrong; `random_packs.repaired` takes out what is.

    Args:
        draw: given by Hypothesis.
        table: the content that they change; or for games of their own the words of the table.
        players: the player counts of the table.
        given: tables that they have in any case; for games of their own, what these need.
    """
    return random_pack(draw(choice_sources()), table, players=players, given=given)
