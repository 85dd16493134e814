"""The mechanisms of the game, one room each: placing, rolling, buying, feeding and so on.

Each enters through the hooks that plugins use; the kernel knows none of them.
"""

from __future__ import annotations

from stoneage_rules.language.mechanism import Mechanism
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
    holdings,
    items,
    late_add_ons,
    limits,
    locations,
    losing,
    marks,
    one_of,
    paying,
    placement,
    points,
    quantities,
    resolving,
    revealing,
    rolling,
    rounds,
    rows,
    scoring,
    standing,
    statements,
    sweeping,
    tools,
    tracks,
    trading,
    workplaces,
)

__all__ = ["MECHANISMS"]

MECHANISMS: tuple[Mechanism, ...] = tuple(
    room.MECHANISM
    for room in (
        figures, tools, goods, tracks, points, marks, locations, workplaces, items, rows, drawing, limits, placement,
        resolving, rolling, choosing, one_of, rounds, standing, dice_for_all, buying, add_ons, trading, feeding, effect_lists,
        holdings, dealing, drafting, losing, sweeping, revealing, paying, late_add_ons, quantities, scoring,
        statements, first_player,
    )
)  # fmt: skip
"""Every mechanism of the library.  Records are bound kind by kind, in this order as far as their `after` allows."""
