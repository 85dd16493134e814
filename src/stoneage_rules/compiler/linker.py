"""Ids to indexes, nested effects to nodes, costs to prices: what verbs ask for while they are bound."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stoneage_rules.compiler.contributions import Contributions
from stoneage_rules.errors import PluginError
from stoneage_rules.kernel.frames import guarded
from stoneage_rules.language.binding import Effect, Reader
from stoneage_rules.language.fields import Amount, Cost, Quantity
from stoneage_rules.mechanics.payments import Price
from stoneage_rules.packs.content import Content

__all__ = ["ContentLinker"]


def _nothing(state: Any, seat: int, place: int, n: int) -> None:
    """The effect of node 0, which ends every list and is never run."""


class ContentLinker:
    """The compiler's `Linker`: collects what binding asks for."""

    def __init__(
        self,
        content: Content,
        contributions: Contributions,
        frames: Mapping[str, int],
        locations: Mapping[str, Sequence[int]],
    ) -> None:
        self.content = content
        self.players = content.settings.players
        self.most_figures = content.of("figure")[0].record.most
        self.nodes: list[tuple[Effect, int]] = [(_nothing, 0)]
        self.prices: list[Price] = []
        self.tables: dict[str, list[Any]] = {}
        self._frames = frames
        self.quantities = contributions.quantities
        self._owners = contributions.owners
        self._locations = locations
        self._ids: dict[str, dict[str, int]] = {}
        for kind, entries in content.entries.items():
            self._ids[kind] = {entry.name: index for index, entry in enumerate(entries)}
        self._ids["item"] = {entry.name: index for index, entry in enumerate(content.items())}

    def index(self, kind: str, id: str) -> int:
        return self._ids[kind][id]

    def ids(self, kind: str) -> Sequence[str]:
        return tuple(self._ids[kind])

    def goods(self, name: str) -> tuple[int, ...]:
        goods = self.content.of("good")
        group = tuple(index for index, entry in enumerate(goods) if name in entry.record.groups)
        return group or (self.index("good", name),)

    def places(self, name: str) -> tuple[int, ...]:
        if name in self._locations:
            return tuple(self._locations[name])
        return tuple(
            place for entry in self.content.of("location") if name in entry.record.groups for place in self._locations[entry.name]
        )

    def sequence(self, effects: Sequence[Any]) -> int:
        node = 0
        for effect in reversed(effects):
            self.nodes.append((self._bound(effect.bind, f"verb {effect.do}", self), node))
            node = len(self.nodes) - 1
        return node

    def amount(self, amount: Amount) -> Reader:
        if isinstance(amount, Quantity):
            return self.quantity(amount)
        return lambda state, seat, n: amount

    def quantity(self, quantity: Quantity) -> Reader:
        """A quantity as a function."""
        kind = self.quantities[quantity.name]
        reader = self._bound(kind.bind, f"quantity {quantity.name}", self, quantity.of)
        times = quantity.times
        return reader if times == 1 else lambda state, seat, n: times * reader(state, seat, n)

    def _bound(self, bind: Callable[..., Any], what: str, *args: Any) -> Any:
        """What binding gives; where it is a plugin's, it and its making name the plugin in what they raise."""
        owner = self._owners.get(what)
        return guarded(guarded(bind, owner, f"{what}, bind")(*args), owner, what) if owner else bind(*args)

    def cost(self, cost: Cost) -> int:
        if cost.of is None:
            goods = self.ids("good")
            price = Price(fixed=tuple(cost.fixed.get(good, 0) for good in goods))
        else:
            price = Price(None, self.goods(cost.of), cost.at_least, cost.at_most, cost.kinds, cost.of)
        if price not in self.prices:
            self.prices.append(price)
        return self.prices.index(price)

    def frame(self, name: str) -> int:
        return self._frames[name]

    def row(self, id: str) -> int:
        return self.index("row", id)

    def add(self, table: str, value: Any) -> int:
        values = self.tables.setdefault(table, [])
        if values and type(values[0]) is not type(value):
            theirs, ours = (f"{type(one).__module__}.{type(one).__qualname__}" for one in (values[0], value))
            raise PluginError(f"two verbs file different things under `{table}`: {theirs} and {ours}; call one table otherwise")
        if value not in values:
            values.append(value)
        return values.index(value)
