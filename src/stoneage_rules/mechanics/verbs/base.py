"""What every verb is: a frozen record of its TOML table that can be bound to compiled rules."""

from __future__ import annotations

from typing import ClassVar

import attrs

from stoneage_rules.language.binding import Condition, Effect, Linker, Reader
from stoneage_rules.language.fields import Amount, EffectSpec, Quantity
from stoneage_rules.mechanics.payments import Amounts

__all__ = ["Verb", "at_least_zero"]


@attrs.frozen
class Verb(EffectSpec):
    """One effect in content.  The class docstring is the verb's reference page; its fields are its TOML keys."""

    do: ClassVar[str]
    """The word in content that names the verb."""

    def bind(self, link: Linker) -> Effect:
        """The effect as a function that runs."""
        raise NotImplementedError

    def available(self, link: Linker) -> Condition | None:
        """When it can bring anything, for what must be paid; None for always."""
        return None

    def gains(self, link: Linker) -> tuple[Amounts, ...] | None:
        """The goods it can bring, one amount per good and possibility; None where that cannot be told beforehand."""
        return None


def at_least_zero(link: Linker, amount: Amount) -> Reader:
    """A number or quantity as a function that never gives less than 0.

    Numbers are bounded where content is loaded; what a plugin's quantity gives is known in the game alone.
    """
    reader = link.amount(amount)
    if not isinstance(amount, Quantity):
        return reader
    return lambda state, seat, n: max(0, reader(state, seat, n))
