"""The mechanisms of the game, one room each: placing, rolling, buying, feeding and so on.

Each enters through the hooks that plugins use; the kernel knows none of them.
"""

from __future__ import annotations

from stoneage_rules.language.events import Mechanism
from stoneage_rules.mechanics import (
    add_ons,
    buying,
    choosing,
    dealing,
    dice_for_all,
    drafting,
    drawing,
    effect_lists,
    feeding,
    figures,
    first_player,
    goods,
    items,
    limits,
    locations,
    losing,
    marks,
    paying,
    placement,
    resolving,
    revealing,
    rolling,
    rounds,
    rows,
    scoring,
    statements,
    tools,
    tracks,
    trading,
)

MECHANISMS: tuple[Mechanism, ...] = (
    figures.MECHANISM, tools.MECHANISM, goods.MECHANISM, tracks.MECHANISM, scoring.POINTS, marks.MECHANISM, locations.MECHANISM,
    locations.WORKPLACES, items.MECHANISM, rows.MECHANISM, drawing.MECHANISM, limits.MECHANISM, placement.MECHANISM,
    resolving.MECHANISM, rolling.MECHANISM, choosing.MECHANISM, choosing.ONE_OF, rounds.MECHANISM, rounds.STANDING,
    dice_for_all.MECHANISM, buying.MECHANISM, add_ons.MECHANISM, trading.MECHANISM, feeding.MECHANISM, effect_lists.MECHANISM,
    rounds.HOLDINGS, dealing.MECHANISM, drafting.MECHANISM, losing.MECHANISM, rows.SWEEPING, revealing.MECHANISM,
    paying.MECHANISM, add_ons.LATE_ADD_ONS, scoring.QUANTITIES, scoring.MECHANISM, statements.MECHANISM, first_player.MECHANISM,
)  # fmt: skip
"""Every mechanism of the library.  Records are bound kind by kind, in this order as far as their `after` allows."""
