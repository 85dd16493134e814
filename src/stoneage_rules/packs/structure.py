"""From parsed TOML to attrs records, strictly: nothing is coerced, no key is passed over, every fault is found.

Which reader each type of a field has is decided here; the readers of plain values, lists and records are in `readers`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import UnionType
from typing import Any, Union, get_args, get_origin

import attrs

from stoneage_rules.errors import PluginError
from stoneage_rules.fields import Amount, Cost, EffectSpec, Quantity
from stoneage_rules.packs.diagnostics import nearest
from stoneage_rules.packs.faults import UNREAD, WORDS, Fault, Faults, unknown_word, wrong_type
from stoneage_rules.packs.models import toml_key
from stoneage_rules.packs.readers import Field, Reader, faults_of, items, one_of, record, strict, table
from stoneage_rules.packs.wording import choices_of

__all__ = ["Fault", "Structurer", "structurer_for"]

DO = "do"
"""The key that names an effect's verb."""

COMPOSED = frozenset({"amount", "at_least", "at_most", "kinds"})
"""The keys that go with `of` in a cost that the payer composes."""


class Structurer:
    """Turns parsed TOML into records.

    Each type that a field can have has a reader, made of the readers of its parts when it is first met.

    Args:
        verbs: the verbs that effects may name.
        quantities: the words that a quantity may have as its key.
    """

    def __init__(self, verbs: Mapping[str, type[EffectSpec]], quantities: Mapping[str, Any]) -> None:
        self.verbs = verbs
        self.quantities = quantities
        self.readers: dict[Any, Reader] = {
            Any: lambda value: value,
            Amount: self.amount,
            Cost: self.cost,
            Quantity: self.quantity,
            **{scalar: strict(scalar) for scalar in (str, int, bool)},
        }

    def structure(self, data: Mapping[str, Any], kind: type) -> tuple[Any, list[Fault]]:
        """The record, or None, and every fault found with its path."""
        try:
            return self.reader(kind)(dict(data)), []
        except (Fault, Faults) as refused:
            return None, faults_of(refused)

    def reader(self, kind: Any) -> Reader:
        """What reads values of a type."""
        if kind not in self.readers:
            self.readers[kind] = self._made(kind)
        return self.readers[kind]

    def _made(self, kind: Any) -> Reader:
        origin, of = get_origin(kind), get_args(kind)
        if origin in (Union, UnionType):
            return self._either([member for member in of if member is not type(None)], type(None) in of)
        if origin is tuple and len(of) == 2 and of[1] is Ellipsis:
            return items(self.reader(of[0]))
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return table(of[0], self.reader(of[1]))
        if _is_effect(kind):
            return self.effect
        if attrs.has(kind):
            return self._record(kind)
        raise TypeError

    def _either(self, members: list[Any], or_none: bool) -> Reader:
        if len(members) == 1:
            read = self.reader(members[0])
        elif {*members} <= {str, int, bool}:
            read = one_of(members)
        else:
            read = self.readers[Union[tuple(members)]]  # noqa: UP007
        return (lambda value: None if value is None else read(value)) if or_none else read

    def _record(self, kind: Any) -> Reader:
        fields = {}
        for attribute in _with_types(kind):
            try:
                read = self.reader(attribute.type)
            except (TypeError, KeyError) as error:
                raise _no_reader(kind, f"field `{attribute.name}`", attribute.type) from error
            fields[toml_key(attribute.name)] = Field(attribute.alias, read, attribute.default is attrs.NOTHING)
        return record(kind, fields)

    # --- values of their own shape ------------------------------------------------------------------------------

    def effect(self, value: Any) -> EffectSpec:
        if type(value) is not dict:
            raise wrong_type(value, "a table with a key `do`")
        word = value.get("do")
        if word is None:
            raise self._no_verb(value)
        if type(word) is not str:
            raise attrs.evolve(wrong_type(word, "text"), path=("do",))
        if word not in self.verbs:
            raise unknown_word("SA208", "an effect that does not exist", word, self.verbs, "verb", path=("do",))
        # An `id` only gives edits an address; the effect itself has no use for it.
        rest = {key: item for key, item in value.items() if key not in ("do", "id")}
        made: EffectSpec = self.reader(self.verbs[word])(rest)
        return made

    def _no_verb(self, value: Mapping[str, Any]) -> Fault:
        """What is wrong with an effect without `do`: most likely the key is there, but misspelt."""
        slip = nearest(DO, value)
        if slip is not None:
            return unknown_word("SA202", UNREAD, slip, [DO], "key", at_key=True, path=(slip,))
        label, verbs = "which verb it is must be said here", choices_of("verb", self.verbs)
        return Fault("SA204", "an effect without `do`", label, verbs)

    def quantity(self, value: Any) -> Quantity:
        if type(value) is not dict:
            raise wrong_type(value, 'a quantity, such as { track = "..." },')
        words = [key for key in value if key != "times"]
        for word in words:
            if word not in self.quantities:
                message = "a quantity that does not exist"
                raise unknown_word("SA202", message, word, self.quantities, "quantity", at_key=True, path=(word,))
        if len(words) != 1:
            raise Fault("SA207", "a quantity has one word that says what is counted", f"this one has {len(words)}")
        of, times = value[words[0]], value.get("times", 1)
        if type(of) is not str:
            raise attrs.evolve(wrong_type(of, "text"), path=(words[0],))
        if type(times) is not int:
            raise attrs.evolve(wrong_type(times, "a whole number"), path=("times",))
        choices = self.quantities[words[0]].choices
        if choices and of not in choices:
            message = f"a word that `{words[0]}` does not take"
            raise unknown_word("SA207", message, of, choices, "choice", path=(words[0],))
        return Quantity(words[0], of, times)

    def amount(self, value: Any) -> Amount:
        if type(value) is dict:
            return self.quantity(value)
        if type(value) is not int:
            raise wrong_type(value, "a whole number")
        return value

    def cost(self, value: Any) -> Cost:
        if type(value) is not dict:
            raise wrong_type(value, "a table of goods")
        if "of" in value or COMPOSED & set(value):
            return self._composed_cost(value)
        for good, amount in value.items():
            if type(amount) is not int:
                raise attrs.evolve(wrong_type(amount, "a whole number"), path=(good,))
            if not 1 <= amount <= 99:
                raise Fault("SA207", "a number that cannot be", "1 to 99 belongs here", path=(good,))
        if not value:
            raise Fault("SA207", "a cost of nothing", "name at least one good")
        return Cost(fixed=dict(value))

    def _composed_cost(self, value: dict[str, Any]) -> Cost:
        keys = ("of", *sorted(COMPOSED))
        for key, item in value.items():
            if key not in keys:
                message = "a key that a cost `of` a group does not have"
                raise unknown_word("SA202", message, key, keys, "key", at_key=True, path=(key,))
            wanted = str if key == "of" else int
            if type(item) is not wanted:
                raise attrs.evolve(wrong_type(item, WORDS[wanted]), path=(key,))
        if "of" not in value:
            raise Fault("SA204", "a cost of a group without `of`", "which group it is must be said here")
        for key in ("at_least", "at_most"):
            if key in value and "amount" in value:
                raise Fault("SA207", "values that contradict each other", "`amount` says it already", at_key=True, path=(key,))
        least = value.get("amount", value.get("at_least", 1))
        most = value.get("amount", value.get("at_most"))
        if most is None or not 1 <= least <= most <= 12:
            message = "a cost of a group needs `amount`, or `at_least` and `at_most`"
            raise Fault("SA207", message, "1 to 12, the least first")
        kinds = value.get("kinds")
        if kinds is not None and not 1 <= kinds <= most:
            raise Fault("SA207", "a number that cannot be", f"1 to {most} kinds", path=("kinds",))
        return Cost(of=value["of"], at_least=least, at_most=most, kinds=kinds)


_MOST_MADE = 16
_made: dict[tuple[tuple[str, int], ...], Structurer] = {}


def structurer_for(verbs: Mapping[str, type[EffectSpec]], quantities: Mapping[str, Any]) -> Structurer:
    """The structurer for these verbs and quantities, made once, because its readers take a while to put together."""
    # It holds on to what it was made for, so an identity means the same object as long as it is kept.
    key = (*((word, id(verb)) for word, verb in verbs.items()), *((word, id(kind)) for word, kind in quantities.items()))
    if key not in _made:
        while len(_made) >= _MOST_MADE:
            del _made[next(iter(_made))]
        _made[key] = Structurer(dict(verbs), dict(quantities))
    return _made[key]


def _with_types(kind: Any) -> tuple[Any, ...]:
    """The fields of a record; where annotations are still texts, they become types first."""
    if any(isinstance(attribute.type, str) for attribute in attrs.fields(kind)):
        try:
            attrs.resolve_types(kind)
        except NameError as error:
            raise _no_reader(kind, "annotations", str(error)) from error
    return tuple(attribute for attribute in attrs.fields(kind) if attribute.init)


def _no_reader(kind: Any, what: str, why: Any) -> PluginError:
    return PluginError(
        f"{kind.__module__}.{kind.__qualname__}, {what}: {why} is no type that content can be read into; there are str, int, "
        "bool, Amount, Cost, Quantity, records, tuple[..., ...] and Mapping[str, ...]"
    )


def _is_effect(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, EffectSpec) and not hasattr(kind, "do")
