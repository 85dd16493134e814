"""The mechanisms of the game, one room each: placing, rolling, buying, feeding and so on.

Each enters through the hooks that plugins use; the kernel knows none of them.

- The base game uses most of them.
- Only modules use `belongings.MARKS`, `locations.WORKPLACES`, `rounds.STANDING`, `add_ons` and `trading`.
- Only house rules use `choosing.ONE_OF`, `drawing.DEALING`, `buying.DRAFTING`, `paying`, `rows.SWEEPING`, `rows.REVEALING`,
  `scoring.QUANTITIES` and `selecting`.
"""

from __future__ import annotations

from stoneage_rules.language.events import Mechanism
from stoneage_rules.mechanics import (
    add_ons,
    belongings,
    buying,
    choosing,
    drawing,
    effect_lists,
    feeding,
    items,
    locations,
    paying,
    placement,
    placement_checks,
    rolling,
    rounds,
    rows,
    scoring,
    selecting,
    statements,
    trading,
)

MECHANISMS: tuple[Mechanism, ...] = (
    belongings.FIGURES, belongings.TOOLS, belongings.GOODS, belongings.TRACKS, scoring.POINTS, belongings.MARKS,
    locations.MECHANISM, locations.WORKPLACES, items.MECHANISM, rows.MECHANISM, drawing.DRAWING, placement_checks.LIMITS,
    placement.PLACING, placement.RESOLVING, rolling.MECHANISM, choosing.MECHANISM, choosing.ONE_OF, rounds.MECHANISM,
    rounds.STANDING, choosing.DICE_FOR_ALL, buying.BUYING, add_ons.MECHANISM, trading.MECHANISM, feeding.MECHANISM,
    effect_lists.EFFECT_LISTS, rounds.HOLDINGS, drawing.DEALING, buying.DRAFTING, paying.LOSING, rows.SWEEPING,
    rows.REVEALING, paying.MECHANISM, selecting.SEATS, selecting.HANDING_BACK, selecting.SEALING, add_ons.LATE_ADD_ONS,
    scoring.QUANTITIES, scoring.MECHANISM, statements.MECHANISM, effect_lists.FIRST_PLAYER,
)  # fmt: skip
"""Every mechanism of the library.  Records are bound kind by kind, in this order as far as their `after` allows."""
