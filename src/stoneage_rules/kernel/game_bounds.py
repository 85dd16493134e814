"""How large the numbers of a game can become."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import attrs

from stoneage_rules.kernel.frames import LONGEST
from stoneage_rules.kernel.nouns import LAST_ROUND_TABLE
from stoneage_rules.language.described import Described

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset

__all__ = ["GameBounds", "bounds_of"]


@attrs.frozen
class GameBounds(Described):
    """The largest numbers of any game under a ruleset; all are 0 at least.

    Scores have no bounds that rules set: points are scored and lost as long as the game goes on.  No number of a state is
    more than a thousand million: whatever a seat would get beyond is lost.

    >>> rules.bounds.actions, rules.bounds.tracks, rules.bounds.rounds
    (1260, {'agriculture': 10}, None)
    """

    players: int
    actions: int
    """The length of `rules.actions`."""
    outcomes: int
    """The length of `rules.outcomes`."""
    rounds: int | None
    """The last round that there can be; None if a game can go on for ever."""
    answers: int
    """Actions and outcomes of one game: longer ones are treated as endless by `play_out`, `simulate` and the command line."""
    dice: int
    """Dice of one roll."""
    goods: Mapping[str, int | None]
    """By good, how many a seat can hold; None where the supply has no end."""
    tracks: Mapping[str, int]
    """By track, its last space."""
    figures: int
    """Figures of one colour."""
    tools: int
    """Tools of one seat."""
    best_tool: int
    """The highest value of one tool."""
    items: int
    """Items of all kinds together."""


def bounds_of(rules: Ruleset) -> GameBounds:
    """Returns the bounds of a ruleset."""
    supplies = rules.supplies or (-1,) * len(rules.goods)
    return GameBounds(
        players=rules.players,
        actions=len(rules.actions),
        outcomes=len(rules.outcomes),
        rounds=min(rules.entries(LAST_ROUND_TABLE), default=None),
        answers=LONGEST,
        dice=rules.most_dice,
        goods={good: None if supply < 0 else supply for good, supply in zip(rules.goods, supplies, strict=True)},
        tracks=dict(zip(rules.tracks, rules.track_tops, strict=True)),
        figures=rules.most_figures,
        tools=rules.kits.spaces,
        best_tool=rules.kits.top,
        items=len(rules.items),
    )
