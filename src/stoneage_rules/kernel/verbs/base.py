"""What every verb is: a frozen record of its TOML table that can be bound to compiled rules."""

from __future__ import annotations

from typing import ClassVar

import attrs

from stoneage_rules.fields import EffectSpec
from stoneage_rules.kernel.binding import Condition, Effect, Linker
from stoneage_rules.kernel.payments import Amounts

__all__ = ["Verb"]


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
