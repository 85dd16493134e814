"""Values of any type that a key of content can have, made from the fields of records and verbs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, get_args

import attrs

from stoneage_rules.language.condition import IfRow
from stoneage_rules.language.cost import Cost
from stoneage_rules.language.fields import Amount, Quantity, refs_of
from stoneage_rules.language.word import Requirement, Verb, toml_key
from stoneage_rules.packs.records.parts import (
    is_effect,
    is_mapping,
    is_own_form,
    is_plain_union,
    is_tuple,
    plain_type,
    typed_fields,
)
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.testing.random_packs.choice_source import NothingFits
from stoneage_rules.testing.random_packs.known_names import KnownNames
from stoneage_rules.testing.random_packs.schema_values import SchemaValues

__all__ = ["AROUND", "Surroundings", "TypedValues"]

AROUND = ("id", "name", "rules", "confidence", "reconstructed", "when")
"""The keys of every record, which do not make it what it is."""
DEEPEST = 2
"""The depth from which on effects have no effects within them."""
LIKELY = 3
"""One of so many keys that can be left away is written."""
MOST_TRIES = 8
"""How many verbs are tried before a list of effects stays empty."""


HOLDERS: Mapping[Any, type] = {
    form: attrs.make_class(f"{form.__name__}Holder", {"value": attrs.field(type=form)}) for form in (Cost, Quantity, IfRow)
}
"""A class of tables with one value for each form whose schema allows more than its reader."""


@attrs.frozen
class Surroundings:
    """The lists, effects and record around a value."""

    context: str = ""
    """The context of effects."""
    lists: tuple[str, ...] = ()
    """The keys of the lists around it, the outermost first."""
    of_item: bool = False
    depth: int = 0

    def within(self, attribute: Any, passes_on: bool) -> Surroundings:
        """Returns the surroundings of what is in a field."""
        metadata = attribute.metadata
        context = metadata.get("context") or metadata.get("becomes", {}).get(self.context, self.context)
        lists = self.lists if passes_on else (*self.lists, toml_key(attribute.name))
        return attrs.evolve(self, context=context, lists=lists if is_tuple(attribute.type) else self.lists)


class TypedValues:
    """Makes values of the types of fields.

    Args:
        names: the names that can be used.
    """

    def __init__(self, names: KnownNames) -> None:
        self.names = names
        self.choices = names.choices
        self.schemas = SchemaValues(names)
        self.structurer = Structurer(names.language.verbs, names.language.quantities)
        self.beside: Mapping[str, Any] = {}
        """The table of which a value is being made."""

    def of_field(self, attribute: Any, around: Surroundings, passes_on: bool = False) -> Any:
        """Returns a value of a field.

        Raises:
            NothingFits: there is none.
        """
        return self.value(attribute.type, attribute.metadata, refs_of(attribute), around.within(attribute, passes_on))

    def value(self, kind: Any, metadata: Mapping[str, Any], refs: tuple[str, ...], around: Surroundings) -> Any:
        """Returns a value of a type."""
        kind = plain_type(kind)
        if kind is Amount or kind == Amount:
            return self._amount(metadata, around)
        if is_plain_union(kind):
            kind = self.choices.pick(get_args(kind))
        if kind is bool:
            return not self.choices.one_in(2)
        if kind is int:
            return self.schemas.number(metadata.get("least"), metadata.get("most"), metadata.get("not_zero", False))
        if kind is str:
            return self._text(metadata, refs)
        if is_tuple(kind):
            return self._list(get_args(kind)[0], metadata, refs, around)
        if is_mapping(kind):
            return self._mapping(get_args(kind), metadata, refs, around)
        return self._composed(kind, metadata, around)

    def _composed(self, kind: Any, metadata: Mapping[str, Any], around: Surroundings) -> Any:
        if kind in HOLDERS and kind is not Cost:
            return self._quantity(metadata, around, kind)
        if kind is Cost:
            return self._sound(kind, lambda: self.schemas.value(kind, metadata, Cost.goods_refer_to))
        if is_own_form(kind) or kind is Any:
            return self.schemas.value(kind, metadata)
        if is_effect(kind):
            return self.effect(around)
        return self._requirement() if kind is Requirement else self.table(kind, around)

    def _amount(self, metadata: Mapping[str, Any], around: Surroundings) -> Any:
        if self.choices.below(5) < 3:
            return self.schemas.number(metadata.get("least"), metadata.get("most"), metadata.get("not_zero", False))
        return self._quantity(metadata, around)

    def _quantity(self, metadata: Mapping[str, Any], around: Surroundings, form: type = Quantity) -> Any:
        def is_readable(key: str) -> bool:
            kind = self.names.language.quantities.get(key)
            if kind is None or not kind.under:
                return True
            own = around.of_item and len(around.lists) == 1
            return around.lists[-1:] == (kind.under,) and (own or not kind.of_items)

        return self._sound(form, lambda: self.schemas.value(form, metadata, wanted=is_readable))

    def _sound(self, form: type, make: Callable[[], Any]) -> Any:
        """Returns a value of a form whose schema allows more than its reader.

        Raises:
            NothingFits: none is found.
        """
        for _ in range(MOST_TRIES):
            value = make()
            if not self.structurer.structure({"value": value}, HOLDERS[form])[1]:
                return value
        raise NothingFits

    def _text(self, metadata: Mapping[str, Any], refs: tuple[str, ...]) -> str:
        words: tuple[str, ...] = metadata.get("choices") or ()
        if words:
            return self.choices.pick(words)
        return self.names.reference(refs, self.beside) if refs else f"text {self.choices.between(1, 4)}"

    # --- lists and tables ---------------------------------------------------------------------------------------

    def _list(self, element: Any, metadata: Mapping[str, Any], refs: tuple[str, ...], around: Surroundings) -> list[Any]:
        fewest = metadata.get("fewest") or (1 if metadata.get("not_empty") else 0)
        count = self.choices.between(max(fewest, 1), max(fewest, 1) + (1 if around.depth else 2))
        values: list[Any] = []
        for _ in range(count):
            try:
                value = self.value(element, metadata, refs, around)
            except NothingFits:
                break
            if element not in (str, int) or value not in values:
                values.append(value)
        if len(values) < fewest:
            raise NothingFits
        return values

    def _mapping(
        self, types: tuple[Any, Any], metadata: Mapping[str, Any], refs: tuple[str, ...], around: Surroundings
    ) -> dict[str, Any]:
        key, inner = types
        if key is int:
            first, last = metadata.get("keys") or (1, 4)
            all_keys = [str(number) for number in range(first, last + 1)]
            keys = all_keys if self.choices.one_in(2) else self.choices.some(all_keys, 1, len(all_keys))
        else:
            keys = (
                list(dict.fromkeys(self.names.reference(refs, self.beside) for _ in range(self.choices.between(1, 3))))
                if refs
                else []
            )
        if not keys:
            raise NothingFits
        return {name: self.value(inner, {**metadata, "keys": None}, (), around) for name in keys}

    def effect(self, around: Surroundings) -> dict[str, Any]:
        """Returns an effect that can stand in its context.

        Raises:
            NothingFits: none is found.
        """
        verbs = [verb for _, verb in sorted(self.names.language.verbs.items()) if verb.can_stand_in(around.context)]
        deeper = attrs.evolve(around, depth=around.depth + 1)
        for _ in range(MOST_TRIES):
            verb = self.choices.pick(verbs)
            if around.depth >= DEEPEST and _holds_effects(verb):
                continue
            try:
                return {"do": verb.do, **self.table(verb, deeper)}
            except NothingFits:
                continue
        raise NothingFits

    def table(self, kind: Any, around: Surroundings, given: Mapping[str, Any] | None = None) -> dict[str, Any]:
        """Returns a table with the fields of a record, verb, or part of one; `given` are keys that have a value already."""
        values = dict(given or {})
        passes_on = getattr(kind, "passes_on", False)
        for attribute in typed_fields(kind):
            key = toml_key(attribute.name)
            needed = attribute.default is attrs.NOTHING
            if key in values or not (needed or self._is_written(attribute)):
                continue
            self.beside = values
            try:
                values[key] = self.of_field(attribute, around, passes_on)
            except NothingFits:
                if needed:
                    raise
        return values

    def _is_written(self, attribute: Any) -> bool:
        if plain_type(attribute.type) is Cost or (is_tuple(attribute.type) and is_effect(get_args(attribute.type)[0])):
            return self.choices.below(4) > 0
        is_rare = attribute.name in AROUND or IfRow in get_args(attribute.type)
        return self.choices.one_in(LIKELY * (4 if is_rare else 1))

    def _requirement(self) -> dict[str, Any]:
        """Returns a row of `when`."""
        names = self.names
        row: dict[str, Any] = {}
        if self.choices.one_in(3) and names.modules:
            row["module"] = self.choices.pick(names.modules)
        if names.options and self.choices.one_in(2):
            row["option"] = self.choices.pick(sorted(names.options))
            row["is"] = names.options[row["option"]]
        if not row or self.choices.one_in(3):
            row["players"] = sorted(self.choices.some(names.players, 1, len(names.players)))
        return row


def _holds_effects(verb: type[Verb]) -> bool:
    return any(is_tuple(attribute.type) and is_effect(get_args(attribute.type)[0]) for attribute in typed_fields(verb))
