"""The items of many games: how often each was offered and bought, at what price, and how often its buyers won."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from stoneage_rules.language.fields import PublicValue
from stoneage_rules.language.notebook import html_of
from stoneage_rules.many.intervals import Interval, wilson


@attrs.frozen
class ItemTally(PublicValue):
    """An item in the games of a study. Buyers win for many reasons: their victories do not prove what the item is worth."""

    kind: str
    """The id of its kind."""
    item: str
    """The id of the item."""
    offered: int
    """The games in which it was laid out."""
    bought: int
    """The games in which it was bought; an item that is drawn, or got by an effect, is not bought."""
    price: float
    """The mean number of goods paid for it; 0 if nobody bought it."""
    wait: float
    """The mean number of rounds from its offer to its purchase: 1 if it is always bought as soon as possible, 0 if never."""
    share: Interval
    """The share of the games with a buyer that the last buyer won; a shared victory counts in part."""
    usual: float
    """The same of all items of its kind together; more than the fair share, since winners buy more."""

    @property
    def cells(self) -> tuple[str, ...]:
        """The item as a row of a table below `HEADS`."""
        return tuple(map(html_of, attrs.astuple(self, recurse=False)))


HEADS = "kind", "item", "offered", "bought", "price", "wait", "won by buyers (95 of 100)", "usual"


def tallies_of(rows: Iterable[Mapping[str, Any]]) -> tuple[ItemTally, ...]:
    """Returns the items in the rows of the table `items`, kind by kind, first those whose buyers won most."""
    items, kinds = defaultdict[tuple[str, str], Counter[str]](Counter), defaultdict[str, Counter[str]](Counter)
    for row in rows:
        for sums in (items[row["kind"], row["item"]], kinds[row["kind"]]):
            sums.update(offered=1)
            if row["seat"] is not None:
                sums.update(bought=1, price=row["price"], wait=row["round"] - row["offered"], won=row["victory"])
    found = [_tally(kind, item, sums, kinds[kind]) for (kind, item), sums in items.items()]
    return tuple(sorted(found, key=lambda one: (one.kind, -one.share.value)))


def _tally(kind: str, item: str, sums: Counter[str], alike: Counter[str]) -> ItemTally:
    bought = sums["bought"]
    price, wait = (sums[name] / max(1, bought) for name in ("price", "wait"))
    share = wilson(sums["won"], bought) if bought else Interval(0.0, 0.0, 1.0)
    usual = alike["won"] / max(1, alike["bought"])
    return ItemTally(kind, item, sums["offered"], bought, price, wait, share, usual)
