"""Suggests the pack, at the table or installed, that declares a name which another pack cannot resolve."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property
from itertools import product
from typing import Any

import attrs

from stoneage_rules.packs.content import Pack
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.mends import Put
from stoneage_rules.packs.reading.find import PackFiles
from stoneage_rules.packs.records.ids import ONLY_IF
from stoneage_rules.text.wording import either

__all__ = ["Installed", "Suggestions"]

ONLY_WHERE_IT_IS = "let what names it have the same condition, or name another"

Installed = Callable[[], Mapping[str, PackFiles]]
"""Reads the installed packs, by id."""


class Suggestions:
    """Looks up names in all packs; packs that are not at the table are read only when a name is missing."""

    def __init__(self, packs: Sequence[Pack], installed: Installed) -> None:
        self.packs = {pack.id: pack for pack in packs}
        self._installed = installed

    @cached_property
    def _files(self) -> Mapping[str, PackFiles]:
        return {**self._installed(), **{id: pack.files for id, pack in self.packs.items()}}

    @property
    def known(self) -> Set[str]:
        """The ids of the packs at the table and of those that are installed."""
        return self._files.keys()

    @cached_property
    def _declared(self) -> Mapping[tuple[str, str], Sequence[str]]:
        """The packs that declare a record, by its kind and id."""
        found: dict[tuple[str, str], list[str]] = {}
        for pack, its in self._files.items():
            for key in dict.fromkeys(key for source in its.content for key in _keys_in(source.data)):
                found.setdefault(key, []).append(pack)
        return found

    def suggest(self, fault: Fault, word: str, kinds: Iterable[str], pack: str, noun: str) -> Fault:
        """Returns the fault of a name that a pack cannot see, with how to make another pack's record of that name visible."""
        owner, _, short = word.rpartition(":")
        known = {pack, *self.packs[pack].manifest.requires, *self.packs[pack].manifest.optional}
        bases = {other.id for other in self.packs.values() if other.manifest.pack.kind == "base"}
        left_out = self._left_out(short, kinds, {owner} & (known | bases) if owner else known | bases)
        if left_out is not None:
            label = f"`{word}` is not there at every table"
            return attrs.evolve(fault, label=label, note=left_out, help=ONLY_WHERE_IT_IS, near=None)
        holders = {holder for kind in kinds for holder in self._declared.get((kind, short), ())} - known
        if not holders or (owner and owner not in holders):
            return fault
        holder = owner or min(holders)
        version = _version_of(self._files[holder])
        mend, manifest = Put(holder, f'">={version}"'), self.packs[pack].files.manifest
        help = f"{holder} has one: add `{mend}` under [requires] in pack.toml"
        if holder not in self.packs:
            help += f', and `"{holder}"` to the list `modules` in the table file'
        seen = either([other for other in self.packs if other in known or self.packs[other].manifest.pack.kind == "base"])
        label = f"no {noun} of {seen} is called `{word}`"
        return attrs.evolve(
            fault, label=label, note="", help=help, near=None, mend=mend, mend_at=(manifest, ("requires",)) if manifest else None
        )

    def _left_out(self, id: str, kinds: Iterable[str], packs: Iterable[str]) -> str | None:
        """Describes where packs at the table declare a record that does not apply, and why; None if they do not declare it."""
        sources = [source for name in sorted(packs) if name in self.packs for source in self.packs[name].files.content]
        for source, kind in product(sources, kinds):
            records = source.data.get(kind)
            for index, record in enumerate(records if isinstance(records, list) else ()):
                if isinstance(record, dict) and record.get("id") == id and ("when" in record or ONLY_IF in source.data):
                    why = "its `when` holds" if "when" in record else "the `only_if` of its file holds"
                    return f"it exists only where {why}: {source.file}:{source.span((kind, index, 'id')).line}"
        return None


def _version_of(files: PackFiles) -> str:
    """Returns the first two numbers of a pack's version, as a lower bound that is sure to include its records."""
    about = files.manifest.data.get("pack") if files.manifest is not None else None
    version = about.get("version") if isinstance(about, dict) else None
    return ".".join(str(version or "0").split(".")[:2])


def _keys_in(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yields the kind and id of every record in a file, and its groups under the kind `group:KIND`."""
    for kind, records in data.items():
        for record in records if isinstance(records, list) else ():
            if isinstance(record, dict) and isinstance(record.get("id"), str):
                yield kind, record["id"]
                groups = record.get("groups")
                yield from (
                    ((f"group:{kind}", group) for group in groups if isinstance(group, str)) if isinstance(groups, list) else ()
                )
