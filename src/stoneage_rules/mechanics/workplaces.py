"""Workplaces: items that are places for their owner."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from stoneage_rules.kernel.nouns import PLACE_TABLE, Place
from stoneage_rules.kernel.position import Position
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Declared, Effect, Linker
from stoneage_rules.language.condition import IfRow, if_field, in_words
from stoneage_rules.language.fields import field
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.language.phrases import Phrases
from stoneage_rules.language.reach import Bound, Bounds
from stoneage_rules.language.word import Contradiction, ExtraKeys, Verb, Word
from stoneage_rules.mechanics.effect_lists import SUBJECTS, Subject
from stoneage_rules.mechanics.items import ItemRecord
from stoneage_rules.mechanics.locations import PlacementSize, reach_of_placements
from stoneage_rules.mechanics.placement.opening import open_while
from stoneage_rules.text.wording import counted


def owner_of(state: Position, place: int) -> int:
    """Returns the seat that owns the item that is a place; -1 if it is none, or nobody owns it."""
    item = state.rules.places[place].owned if place >= 0 else -1
    return next((seat for seat in range(state.rules.players) if item in state.zones[state.rules.zones_of(seat)[0]]), -1)


@attrs.frozen
class WorkplaceTable(Word):
    """A place for its owner's figures, from the round after the item was taken."""

    circles: int = field("how many figures it holds", least=1, most=99)
    figures: PlacementSize = field("how many figures one placement takes", factory=PlacementSize)
    open: bool = field("whether others than the owner may place there too", default=False, silent_default=True)
    effects: tuple[Verb, ...] = field("what figures here do", not_empty=True, context="workplace")
    if_: tuple[IfRow, ...] = if_field("figures may be placed here only while every row holds")

    involved = ("circles", "figures")

    def contradictions(self) -> Iterator[Contradiction]:
        return self.figures.exceeding(self.circles)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        yield from reach_of_placements(bounds, self.figures, self.circles)
        for number, effect in enumerate(self.effects):
            idle = not self.open and (isinstance(effect, OwnerVerb) or getattr(effect, "to", None) == "owner")
            why, help = "nobody but the owner places here", "add `open = true` to the workplace"
            yield Bound(("SA514", "an effect that never happens"), ("effects", number, "do"), idle, why, help)


@attrs.frozen
class WorkplaceKeys(ExtraKeys):
    """The key of an item that is a place for its owner."""

    table = "item.workplace"
    extends = ItemRecord
    workplace: WorkplaceTable | None = field("the place it is for its owner", default=None)

    @classmethod
    def place_ids(cls, record: Any, name: str, players: int) -> tuple[str, ...]:
        return () if record.workplace is None else (name,)

    @classmethod
    def describe(cls, record: Any, phrases: Phrases) -> str:
        workplace: WorkplaceTable | None = record.workplace
        if workplace is None:
            return ""
        whose = "a workplace for all" if workplace.open else "a workplace"
        condition = f" ({in_words(workplace.if_, phrases)})" if workplace.if_ else ""
        return f"{whose} of {counted(workplace.circles, 'circle')}{condition}: {phrases.effects(workplace.effects)}"

    @classmethod
    def bind(cls, link: Linker, declared: Declared, record: Any) -> None:
        workplace: WorkplaceTable | None = record.workplace
        if workplace is None:
            return
        (index,) = link.places(declared.name)
        place = Place(
            index=index,
            id=declared.name,
            record=(declared.kind, declared.name),
            name=record.name or declared.name,
            circles=workplace.circles,
            room=workplace.circles,
            least=workplace.figures.least,
            most=workplace.figures.most(workplace.circles, link.most_figures),
            node=link.sequence(workplace.effects),
            owned=link.index("item", declared.name),
            is_open=workplace.open,
            effects=workplace.effects,
            rows=workplace.if_,
        )
        link.append(PLACE_TABLE, place)
        open_while(link, (index,), workplace.if_, ("workplace", "if"))


@attrs.frozen
class OwnerVerb(Verb):
    """The owner of the workplace has these effects, when another seat's figures act there; with its own, nobody has them.

    Others can place there only if the workplace is `open`.  What the owner gets from the seat that acts is said by
    `{ do = "lose", good = "food", to = "owner" }`.

    Example: `{ do = "owner", effects = [{ do = "points", amount = 1 }] }`
    """

    do = "owner"
    belongs = ("workplace",)
    effects: tuple[Verb, ...] = field("what the owner has", not_empty=True, becomes={"workplace": "reward"})

    def describe(self, phrases: Phrases) -> str:
        return f"for the owner: {phrases.effects(self.effects)}"

    def bind(self, link: Linker) -> Effect:
        node = link.sequence(self.effects)
        link.append(SUBJECTS, Subject(node, False))

        def effect(state: State, seat: int, place: int, n: int) -> None:
            owner = owner_of(state, place)
            if owner not in (seat, -1):
                state.stack.append((state.rules.effects_frame, owner, node, -1, 0))

        return effect


MECHANISM = Mechanism("workplaces", records=(WorkplaceKeys,), verbs=(OwnerVerb,), features=("owned-workplaces",))
