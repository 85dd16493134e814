"""The verb `one-of`: one effect of the seat's own choice."""

from __future__ import annotations

from typing import Any

import attrs

from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import Condition, Effect, Linker
from stoneage_rules.language.fields import Quantity, field
from stoneage_rules.mechanics.alternatives import Offer, Offering
from stoneage_rules.mechanics.payments import Amounts
from stoneage_rules.mechanics.verbs.base import Verb

__all__ = ["OneOf"]


@attrs.frozen
class OneOf(Verb):
    """The seat chooses one of these effects, and has it; the others are lost.

    The choice is written `choose 1`, `choose 2`, ..., numbered as the effects are listed.  Each can be chosen, whether
    it would bring anything or not.

    Example: `{ do = "one-of", effects = [{ do = "gain", good = "gold" }, { do = "figure" }] }`
    """

    do = "one-of"
    passes_on = True
    effects: tuple[Verb, ...] = field("what there is to choose from, two or more", not_empty=True, fewest=2)

    def bind(self, link: Linker) -> Effect:
        nodes = tuple(link.sequence((effect,)) for effect in self.effects)
        return Offering(link.frame("one-of"), link.add("one-of", Offer(nodes, self.effects, tuple(map(_brief, self.effects)))))

    def available(self, link: Linker) -> Condition | None:
        conditions = [effect.available(link) for effect in self.effects]
        found = [condition for condition in conditions if condition is not None]
        if len(found) < len(conditions):
            return None

        def any_of(state: State) -> bool:
            return any(condition(state) for condition in found)

        return any_of

    def gains(self, link: Linker) -> tuple[Amounts, ...] | None:
        found = [effect.gains(link) for effect in self.effects]
        if not any(found):
            return None
        nothing = ((0,) * len(link.ids("good")),)
        return tuple(dict.fromkeys(amounts for gains in found for amounts in gains or nothing))


def _brief(effect: Any) -> str:
    """The verb with what it says beyond the defaults: `gain gold`, `points 90`."""
    values = [
        getattr(effect, field.name) for field in type(effect).__attrs_attrs__ if getattr(effect, field.name) != field.default
    ]
    words = [word for value in values for word in (value if isinstance(value, tuple) else (value,))]
    return " ".join((effect.do, *(found for word in words if (found := _word(word)))))


def _word(value: Any) -> str:
    """A number, an id or a quantity; nothing for effects."""
    if isinstance(value, Quantity):
        return f"{value.name} {value.of}"
    return str(value) if type(value) in (int, str) else ""
