"""Describes values of content in a few words, for boards, prompts and the command `show`.

Each word describes itself; `Phrases` describes the values that it holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.language.condition import IfRow, in_words
from stoneage_rules.language.cost import Cost, counted_goods
from stoneage_rules.language.fields import Amount, Quantity
from stoneage_rules.language.word import ContentRecord, Verb, toml_key

if TYPE_CHECKING:
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.kernel.ruleset import Ruleset

__all__ = ["Phrases"]

SHARED = frozenset(attribute.name for attribute in attrs.fields(ContentRecord))
"""The fields that all records have."""
APART = frozenset(attribute.name for attribute in attrs.fields(Verb))
"""The fields that all effects have, which are not described with those of one verb."""


SEATS_IN_WORDS = {
    None: "",
    "all": " of all seats together",
    "most": " of the seat with most",
    "fewest": " of the seat with fewest",
    "others": " of the other seats together",
}


class Phrases:
    """Describes values of content; ids are shown unchanged."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.linker = rules.linker
        self._moment: tuple[Any, int, int] | None = None
        """A position, a seat, and what effects there are about: a number of figures, or a payment by its index."""

    def at(self, position: Position, seat: int, n: int) -> Phrases:
        """Returns phrases for effects of a seat at one moment, where `n` figures, or the payment `n`, can be named."""
        phrases = Phrases(self.rules)
        phrases._moment = position, seat, n
        return phrases

    @property
    def figures(self) -> int | None:
        """How many figures effects are about, if it is known."""
        return (self._moment[2] or None) if self._moment else None

    def known(self, amount: Amount) -> Amount:
        """Returns a quantity that only refers to what has just happened, such as what was paid, as a number if that is known."""
        if self._moment is None or not isinstance(amount, Quantity):
            return amount
        kind = self.linker.word("quantity", amount.name)
        if not kind.under and (amount.of not in kind.belongs or self.figures is None):
            return amount
        number: int = self.linker.quantity(amount)(*self._moment)
        return number

    def effects(self, effects: Iterable[Verb]) -> str:
        """Describes a list of effects in a few words."""
        return ", ".join(map(self.effect, effects))

    def effect(self, effect: Verb) -> str:
        """Describes an effect with its condition in a few words: `advance hunger 1 (from round 3 on)`."""
        words = effect.describe(self)
        return f"{words} ({in_words(effect.if_, self)})" if effect.if_ else words

    def amount(self, amount: Amount) -> str:
        """Describes a number, or the quantity from which it is read."""
        amount = self.known(amount)
        if not isinstance(amount, Quantity):
            return str(amount)
        kind = self.linker.word("quantity", amount.name)
        of = self.amount(amount.of) if isinstance(amount.of, Quantity) else amount.of
        words = kind.describe(of) + " (ties rank lower)" * amount.alone + SEATS_IN_WORDS[amount.seats]
        if amount.times < 0 and amount.plus != 0:
            words = f"{self.amount(amount.plus)} - {self._times(-amount.times, words)}"
        else:
            words = self._times(amount.times, words)
            if amount.plus != 0:
                words += f" + {self.amount(amount.plus)}".replace("+ -1 x ", "- ").replace("+ -", "- ")
        words += f", divided by {amount.divide}" + ", rounded up" * (amount.rounded == "up") if amount.divide != 1 else ""
        bounds = ("at least", amount.at_least), ("at most", amount.at_most)
        words += "".join(f", {word} {self.amount(bound)}" for word, bound in bounds if bound is not None)
        return f"{words} {in_words(amount.rows, self)}, otherwise {self.amount(amount.else_)}" if amount.if_ else words

    def _times(self, times: int, words: str) -> str:
        return words if times == 1 else f"{times} x {words}"

    def goods(self, amount: Amount, name: str) -> str:
        """Describes a number of goods of a group, or of one kind: `2 of any resource`, `wood, as many as the round`."""
        noun = name if name in self.rules.goods else f"of any {name}"
        return counted_goods(self.known(amount), noun, self.amount)

    def most_of(self, quantity: Quantity) -> str:
        """Describes the number by which the seat with most is found: `the highest number of wood`, `the lowest ...`."""
        if not quantity.is_plain:
            return f"most of {self.amount(quantity)}"
        end = "lowest" if quantity.times < 0 else "highest"
        return f"the {end} {self.amount(attrs.evolve(quantity, times=1)).removeprefix('the ')}"

    def value(self, value: Any) -> str:
        """Describes any value of a record."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, Cost):
            return value.describe(self.amount, self.rules.goods)
        if isinstance(value, IfRow):
            return value.describe(self).removeprefix("if ")
        if isinstance(value, Quantity):
            return self.amount(value)
        if isinstance(value, Verb):
            return self.effect(value)
        if isinstance(value, Mapping):
            return "; ".join(f"{key}: {self.value(inner)}" for key, inner in value.items())
        if isinstance(value, tuple):
            return ", ".join(map(self.value, value))
        if attrs.has(type(value)):
            return ", ".join(f"{key} {words}" for key, words in self.fields(value))
        return str(value)

    def keys(self, record: ContentRecord) -> tuple[str, ...]:
        """Returns the TOML keys of a record's specific fields that differ from their defaults."""
        return tuple(key for key, _ in self.fields(record))

    def fields(self, record: Any, declared_by: type | None = None) -> list[tuple[str, str]]:
        """Returns the TOML keys and descriptions of a record's specific fields that differ from their defaults.

        Args:
            record: an object of an attrs class.
            declared_by: the class whose fields are described; by default that of the record.
        """
        fields = []
        shared = SHARED | APART if isinstance(record, Verb) else SHARED
        for attribute in attrs.fields(declared_by or type(record)):
            value = getattr(record, attribute.name)
            default = attribute.default.factory() if isinstance(attribute.default, attrs.Factory) else attribute.default  # type: ignore[arg-type]
            if attribute.name not in shared and value not in (None, default):
                fields.append((toml_key(attribute.name), self.value(value)))
        return fields
