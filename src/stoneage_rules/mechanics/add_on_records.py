"""Add-ons as content writes them, and as they are compiled."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from stoneage_rules.kernel.actions import id_shape
from stoneage_rules.kernel.legality import Shortfall
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Condition, Declared, Held, Linker
from stoneage_rules.language.condition import IfRow, if_field
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import field
from stoneage_rules.language.handles import Handle
from stoneage_rules.language.reach import Bound, Bounds
from stoneage_rules.language.word import ContentRecord, Contradiction, Verb
from stoneage_rules.mechanics.item_supply import ItemSupply, unsold
from stoneage_rules.mechanics.payment_table import PaymentTable
from stoneage_rules.mechanics.payments import PRICES, price_index, price_now
from stoneage_rules.mechanics.refused_rows import refused_by
from stoneage_rules.text.wording import noun_of


@attrs.frozen
class AddOnRecord(ContentRecord):
    """An optional extra line on the bill of an item; `when` may ask for the form of the item's cost."""

    table = "add_on"
    has_item_conditions = True

    applies: tuple[str, ...] = field("the kinds of item it can be added to", refers_to="kind", not_empty=True)
    spaces: tuple[str, ...] = field(
        "the locations on which the item must lie; any without the key", default=(), refers_to="location"
    )
    cost: Cost = field("its price, in goods by name")
    effects: tuple[Verb, ...] = field(
        "what it brings: once the whole bill is paid, or at once where it is offered after the item",
        not_empty=True, context="reward",
    )  # fmt: skip
    offered: str = field(
        "when it is offered: before the item takes effect, or after that, so that what the item brought can pay it too",
        default="before", choices=("before", "after"), silent_default=True,
    )  # fmt: skip

    if_: tuple[IfRow, ...] = if_field("it is offered only to a seat for which every row holds now")

    involved = ("cost",)

    def contradictions(self) -> Iterator[Contradiction]:
        if self.cost.form == "composed":
            yield Contradiction("what is added to a bill costs goods by name", ("cost",), "a price that leaves a choice")

    def bind(self, link: Linker, declared: Declared) -> None:
        conditions = [effect.available(link) for effect in self.effects]
        add_on = AddOn(
            id=declared.name,
            record=(declared.kind, declared.name),
            kinds=frozenset(link.index("kind", kind) for kind in self.applies),
            spaces=frozenset(place for space in self.spaces for place in link.places(space)),
            form=next((row.cost for row in self.when if row.cost), None),
            price=price_index(link, self.cost),
            node=link.sequence(self.effects),
            is_late=self.offered == "after",
            conditions=tuple(condition for condition in conditions if condition is not None),
            rows=tuple((row, link.condition((row,))) for row in self.if_),
            effects_held=tuple(link.condition(effect.if_) for effect in self.effects if all(each.if_ for each in self.effects)),
        )
        link.append(ADD_ONS, add_on)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield from unsold(bounds, self.applies)
        supply = bounds.service(ItemSupply)
        for index, space in enumerate(self.spaces):
            rows = supply.rows_of.get(space, [])
            yield Bound(
                ("SA514", "a space that makes no difference"), ("spaces", index),
                not {row.record.kind for row in rows} & {*self.applies},
                f"nothing that it can be added to lies on `{space}`", "take it away",
                about=(space, *(row.name for row in rows)),
            )  # fmt: skip
        forms = set(self._forms(supply))
        nouns = " or ".join(map(noun_of, self.applies))
        for index, row in enumerate(self.when):
            if row.cost is not None:
                yield Bound(
                    ("SA514", "a condition that no item meets"), ("when", index, "cost"), row.cost not in forms,
                    f"no {nouns} for sale has a {row.cost} cost of its own", "take the condition away, or the whole add-on",
                    about=self.applies,
                )  # fmt: skip

    def _forms(self, supply: ItemSupply) -> Iterator[str]:
        """Yields the forms of cost of the items to which it could be added."""
        for kind in self.applies:
            if any(space in self.spaces or not self.spaces for space in supply.shops.get(kind, ())):
                yield from (item.record.cost.form for item in supply.items[kind] if item.record.cost is not None)


@attrs.frozen
class AddOn:
    """An optional extra line on the bill of an item."""

    id: str
    record: tuple[str, str]
    kinds: frozenset[int]
    spaces: frozenset[int]
    """Places on which the item must lie; empty for any."""
    form: str | None
    """The form that the item's own price must have; None for any."""
    price: int
    """A fixed one: paying for it is no choice of its own."""
    node: int
    is_late: bool
    """True if it is offered when the item has taken effect, not with the price."""
    conditions: tuple[Condition, ...]
    """The conditions under which its effects bring anything."""
    rows: tuple[tuple[IfRow, Held], ...] = ()
    """The rows that must hold for the seat, each compiled."""
    effects_held: tuple[Held, ...] = ()
    """The conditions of its effects, if every one of them has rows: where none holds, nothing would be paid for."""

    def closed(self, state: State, seat: int) -> bool:
        """Tells if its rows do not hold for the seat, or those of none of its effects do."""
        if self.rows and any(not held(state, seat, 0) for _, held in self.rows):
            return True
        return bool(self.effects_held) and not any(held(state, seat, 0) for held in self.effects_held)

    def tell(self, state: State, seat: int) -> Shortfall:
        """Returns why it is closed to the seat; called only if it is."""
        rows = enumerate(self.rows)
        if failing := [(("if", index), row) for index, (row, held) in rows if not held(state, seat, 0)]:
            return refused_by("add-on.closed", self.record, failing, f"{self.id} can be added", state, seat)
        needed, found = f"one of the effects of {self.id} must happen", "the condition of none of them holds"
        return Shortfall("add-on.closed", needed, found, self.record, named_only=True)

    def fits(self, rules: Ruleset, number: int, place: int) -> bool:
        """Tells if it can be added to an item, by its index, that lies or lay on a place."""
        item = rules.items[number]
        return (
            item.kind in self.kinds
            and (not self.spaces or place in self.spaces)
            and (self.form is None or (item.price >= 0 and rules.entries(PRICES)[item.price].form == self.form))
        )

    def open(self, state: State, seat: int) -> bool:
        """Tells if it would bring something and can be paid by the seat, unspent items counted."""
        if self.closed(state, seat):
            return False
        return all(condition(state) for condition in self.conditions) and state.rules.service(PaymentTable).payable(
            state, seat, price_now(state, seat, self.price)
        )


ADD_ONS = Handle[AddOn]("add-on", saved_as_id=True)
ADD_ON = id_shape("ADD-ON", ADD_ONS.name)
