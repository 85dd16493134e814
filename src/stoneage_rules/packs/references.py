"""What every reference means, from the point of view of the pack that wrote it; the rest is dangling."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.fields import Cost, Quantity, refs_of
from stoneage_rules.packs.content import Content, Entry, Language, Pack
from stoneage_rules.packs.models import toml_key
from stoneage_rules.packs.positions import Path
from stoneage_rules.packs.report import Report
from stoneage_rules.packs.structure import Fault, unknown_word

__all__ = ["References", "scope_of"]


def scope_of(pack: Pack, packs: Sequence[Pack]) -> tuple[str, ...]:
    """The packs whose ids a pack may write without their namespace, besides its own."""
    by_id = {other.id: other for other in packs}
    found: list[str] = []
    queue = [*pack.manifest.requires, *pack.manifest.optional]
    while queue:
        name = queue.pop(0)
        if name in by_id and name not in found:
            found.append(name)
            queue += by_id[name].manifest.requires
    return tuple(found)


class References:
    """Finds what every reference means, from the point of view of the pack that wrote it."""

    def __init__(self, content: Content, language: Language, report: Report) -> None:
        self.report = report
        self.language = language
        self.content = content
        self.scopes = {pack.id: scope_of(pack, content.packs) for pack in content.packs}
        self.names: dict[str, dict[str, dict[str, str]]] = {}
        for entry in content:
            self.names.setdefault(entry.kind, {}).setdefault(entry.id, {})[entry.pack] = entry.name
        self.groups = {
            f"group:{kind}": {group for entry in content.of(kind) for group in entry.record.groups}
            for kind in ("good", "location")
        }

    def resolved(self, entry: Entry) -> Entry:
        """The record with every reference replaced by the name that play uses."""
        return attrs.evolve(entry, record=self._visit(entry.record, (), entry))

    def _visit(self, made: Any, path: Path, entry: Entry) -> Any:
        changes = {}
        for attribute in attrs.fields(type(made)):
            value = getattr(made, attribute.name)
            here = (*path, toml_key(attribute.name))
            new = self._value(value, refs_of(attribute), here, entry)
            if new is not value:
                changes[attribute.name] = new
        return attrs.evolve(made, **changes) if changes else made

    def _value(self, value: Any, kinds: tuple[str, ...], path: Path, entry: Entry) -> Any:
        if isinstance(value, Cost):
            return self._cost(value, path, entry)
        if isinstance(value, Quantity):
            return self._quantity(value, path, entry)
        if isinstance(value, tuple):
            new = tuple(self._value(element, kinds, (*path, index), entry) for index, element in enumerate(value))
            return value if new == value else new
        if isinstance(value, Mapping):
            if kinds:
                return {self._word(key, kinds, (*path, key), entry, at_key=True): item for key, item in value.items()}
            return {key: self._value(item, (), (*path, str(key)), entry) for key, item in value.items()}
        if attrs.has(type(value)):
            return self._visit(value, path, entry)
        return self._word(value, kinds, path, entry) if kinds and isinstance(value, str) else value

    def _cost(self, cost: Cost, path: Path, entry: Entry) -> Cost:
        if cost.of is not None:
            return attrs.evolve(cost, of=self._word(cost.of, ("group:good", "good"), (*path, "of"), entry))
        fixed = {
            self._word(good, ("good",), (*path, good), entry, at_key=True): amount for good, amount in cost.fixed.items()
        }
        return attrs.evolve(cost, fixed=fixed)

    def _quantity(self, quantity: Quantity, path: Path, entry: Entry) -> Quantity:
        kinds = self.language.quantities[quantity.name].refers_to
        if kinds is None:
            return quantity
        return attrs.evolve(quantity, of=self._word(quantity.of, tuple(kinds.split("|")), (*path, quantity.name), entry))

    def _word(self, word: str, kinds: tuple[str, ...], path: Path, entry: Entry, *, at_key: bool = False) -> str:
        origin, rest = entry.origin_of(path)
        for kind in kinds:
            found = self._look_up(word, kind, origin.pack)
            if len(found) == 1:
                return found[0]
            if len(found) > 1:
                message = f"`{word}` is the id of more than one {kind}"
                fault = Fault("SA203", message, "write one of " + ", ".join(found), path=rest, at_key=at_key)
                self.report.add(fault, origin.source, origin.path, origin.pack)
                return word
        what = kinds[-1].replace("_", " ").replace("group:", "group of ")
        code = "SA210" if kinds[-1] in ("check", "kernel") else "SA203"
        message = f"a reference to a {what} that does not exist"
        known = self._known(kinds, origin.pack)
        fault = unknown_word(code, message, word, known, f"no {what}", path=rest, at_key=at_key)
        self.report.add(fault, origin.source, origin.path, origin.pack)
        return word

    def _look_up(self, word: str, kind: str, pack: str) -> list[str]:
        """Every name in play that a word can mean."""
        plain = self._plain_words(kind)
        if plain is not None:
            return [word] if word in plain else []
        owner, _, short = word.rpartition(":")
        holders = self.names.get(kind, {}).get(short, {})
        if kind == "statement":
            return list(holders.values())[:1]
        if owner:
            return [holders[owner]] if owner in holders else []
        if pack in holders:
            return [holders[pack]]
        return [holders[other] for other in self.scopes[pack] if other in holders]

    def _plain_words(self, kind: str) -> Iterable[str] | None:
        if kind in self.groups:
            return self.groups[kind]
        return {"counter": self.language.counters, "check": self.language.checks, "kernel": self.language.kernel}.get(kind)

    def _known(self, kinds: tuple[str, ...], pack: str) -> list[str]:
        known: list[str] = []
        for kind in kinds:
            plain = self._plain_words(kind)
            known += plain if plain is not None else self.names.get(kind, {})
        return sorted(known)
