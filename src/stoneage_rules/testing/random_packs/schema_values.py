"""Values of any form of which a schema is all that is known: prices, quantities, and forms of a plugin's own."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from stoneage_rules.packs.schema.edit_tables import EditForms
from stoneage_rules.testing.random_packs.choice_source import NothingFits
from stoneage_rules.testing.random_packs.known_names import KnownNames

__all__ = ["SchemaValues"]

SMALL = 5
"""The number of values that a number takes as a rule, from its smallest one on."""
MARK = "@"
"""The first character of a word that stands for all ids of a kind."""
OPTION = "value-of-option"
"""The definition of a value that is taken from an option."""
NUMBER = re.compile(r"\^\((.+)\)\$")
"""The pattern of keys that are numbers; the group has them, separated by bars."""

Schema = Mapping[str, Any]
Wanted = Callable[[str], bool]
"""Returns whether a key may be written."""


class _Markers(dict[str, Sequence[str]]):
    """Ids for a schema: a marker for each kind in place of ids."""

    def get(self, kind: str, default: Any = None) -> Sequence[str]:
        return (MARK + kind,)


class SchemaValues:
    """Makes values by the schemas of the forms that content can have.

    Args:
        names: the names that can be used.
    """

    def __init__(self, names: KnownNames) -> None:
        self.names = names
        self.choices = names.choices
        self.depth = 0
        """How many tables are around what is made: the deeper, the fewer keys are written."""
        self.forms = EditForms(names.language, _Markers({"": ()}))

    def value(self, annotation: Any, metadata: Mapping[str, Any], keys: Sequence[str] = (), wanted: Wanted = bool) -> Any:
        """Returns a value of a type, with the range of its field.

        Args:
            annotation: the type.
            metadata: the metadata of the field.
            keys: the kinds of what the keys of an open table refer to.
            wanted: tells which keys may be written.

        Raises:
            NothingFits: there is no such value.
        """
        return self._made(self.forms.value(annotation, metadata), keys, wanted)

    def _made(self, schema: Schema, keys: Sequence[str], wanted: Wanted) -> Any:
        if "$ref" in schema:
            return self._made(self.forms.definitions[schema["$ref"].rpartition("/")[2]], keys, wanted)
        if "const" in schema:
            return schema["const"]
        if "enum" in schema:
            return self._word(schema["enum"])
        for word in ("allOf", "anyOf", "oneOf"):
            if word in schema:
                return self._either(schema[word], keys, wanted)
        return self._plain(schema, keys, wanted)

    def _plain(self, schema: Schema, keys: Sequence[str], wanted: Wanted) -> Any:
        kind = schema.get("type")
        kind = self.choices.pick(kind) if isinstance(kind, list) else kind
        if kind == "object":
            self.depth += 1
            try:
                return self._table(schema, keys, wanted)
            finally:
                self.depth -= 1
        if kind == "array":
            fewest = schema.get("minItems", 0)
            most = schema.get("maxItems", fewest + 2)
            return [self._made(schema["items"], keys, wanted) for _ in range(self.choices.between(fewest, most))]
        if kind == "integer":
            return self.number(schema.get("minimum"), schema.get("maximum"), "not" in schema)
        return self.choices.one_in(2) if kind == "boolean" else "a text"

    def _either(self, schemas: Sequence[Schema], keys: Sequence[str], wanted: Wanted) -> Any:
        """Returns a value of one of several forms; where ids are offered, plain text is not one of them."""
        refs = [schema for schema in schemas if "$ref" in schema]
        names = [schema for schema in refs if schema["$ref"].rpartition("/")[2].startswith("id-of-")]
        options = [schema for schema in refs if schema["$ref"].endswith(OPTION)]
        left = names or [schema for schema in schemas if schema not in options]
        while left:
            schema = self.choices.pick(left)
            try:
                return self._made(schema, keys, wanted)
            except NothingFits:
                left = [other for other in left if other is not schema]
        raise NothingFits

    def _word(self, words: Sequence[Any]) -> Any:
        """Returns one of several words; those that are markers stand for ids."""
        refs = [word[len(MARK) :] for word in words if isinstance(word, str) and word.startswith(MARK)]
        return self.names.reference(refs) if refs else self.choices.pick(words)

    def _table(self, schema: Schema, keys: Sequence[str], wanted: Wanted) -> dict[str, Any]:
        """Returns a table; of keys of which one is needed, such as the words of quantities, exactly one."""
        properties = {key: inner for key, inner in schema.get("properties", {}).items() if wanted(key)}
        main = [key for key in properties if key in self.names.language.quantities]
        table: dict[str, Any] = {}
        if main:
            self._add_one(table, properties, main, keys, wanted)
        for key in schema.get("required", ()):
            table[key] = self._made(properties[key], keys, wanted)
        most = schema.get("maxProperties", len(properties) + 3)
        for key, inner in properties.items():
            if key not in table and key not in main and len(table) < most and self.choices.one_in(3 * self.depth**3):
                table[key] = self._made(inner, keys, wanted)
        return self._open(table, schema, keys, wanted)

    def _add_one(
        self, table: dict[str, Any], properties: Mapping[str, Schema], main: Sequence[str], keys: Sequence[str], wanted: Wanted
    ) -> None:
        """Adds one of several keys to a table, the first tried for which there is a value."""
        for key in self.choices.some(main, 1, len(main)):
            try:
                table[key] = self._made(properties[key], keys, wanted)
                return
            except NothingFits:
                continue
        raise NothingFits

    def _open(self, table: dict[str, Any], schema: Schema, keys: Sequence[str], wanted: Wanted) -> dict[str, Any]:
        """Adds entries under keys of one's own, where a table has such."""
        fewest, inner = schema.get("minProperties", 0), schema.get("additionalProperties")
        names: list[Any] = []
        if isinstance(inner, Mapping):
            names = self.choices.some(self.names.named(keys), max(0, fewest - len(table)), 3)
        for pattern, numbered in schema.get("patternProperties", {}).items():
            words = NUMBER.fullmatch(pattern)
            inner = numbered
            names = self.choices.some(words[1].split("|"), fewest, 4) if words else []
        for name in names:
            table[name] = self._made(inner, keys, wanted)  # type: ignore[arg-type]
        if len(table) < fewest:
            raise NothingFits
        return table

    def number(self, least: int | None, most: int | None, not_zero: bool = False) -> int:
        """Returns a number within a range, nearly always a small one."""
        first = -4 if least is None else least
        room = SMALL * 2 if least is None else SMALL
        last = first + room if most is None else min(most, first + room)
        choice = self.choices.below(30)
        number = most if choice == 29 and most is not None else self.choices.between(first, last)
        if least is None:
            number = number + 5 if number < 1 and choice < 15 else number
        return number or (1 if not_zero else 0)
