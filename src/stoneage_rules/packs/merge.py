"""All packs' edits together: each pack is judged by what it knows, then packs that know nothing of each other are compared.

What a single edit does is in `edits`.  The order in which packs are listed cannot matter: edits work in pack order, and
two packs without a declared order that do not commute are refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.packs.diagnostics import Diagnostic, Place
from stoneage_rules.packs.edits import Edit, Entity, Touch, apply_edit
from stoneage_rules.packs.positions import Path
from stoneage_rules.packs.report import Report

__all__ = ["Merger", "Resolution", "datum", "value_path"]

Key = tuple[str, str, str]

DEEDS_IN_WORDS = {
    "set": "sets it to {value}",
    "adjusted": "adjusts it by {value}",
    "appended": "appends {value}",
    "dropped": "drops {value}",
    "inserted": "inserts something {value}",
    "unset": "unsets it",
    "replaced": "replaces the record",
    "removed": "removes the record",
}


@attrs.frozen
class Resolution:
    """A table's decision between packs that disagree: for one value, one pack counts."""

    datum: str
    use: str


def datum(address: str, path: Path) -> str:
    """The printable address of a value: `building base:bld-01 cost.wood`."""
    return f"{address} {'.'.join(map(str, path))}".rstrip()


class Merger:
    """One merging of all packs' edits into the defined records."""

    def __init__(
        self,
        defined: Mapping[Key, Entity],
        edits: Mapping[str, Sequence[Edit]],
        views: Mapping[str, Sequence[str]],
        resolutions: Sequence[Resolution],
        report: Report,
    ) -> None:
        self.defined = defined
        self.edits = edits
        self.views = views
        self.resolutions = {resolution.datum: resolution.use for resolution in resolutions}
        self.used: set[str] = set()
        self.report = report
        self.touches: tuple[Touch, ...] = ()
        """What all edits together have done, record by record."""

    def merge(self) -> dict[Key, Entity]:
        """Every record after all edits; faults and conflicts are reported."""
        found = len(self.report.found)
        touches = [touch for pack in self.edits for touch in self._judge(pack)]
        losers = self._conflicts(touches) if len(self.report.found) == found else {}
        entities = {key: _fresh(entity) for key, entity in self.defined.items()}
        everything = tuple(entities.values())
        for pack in self.edits:
            self._apply(pack, entities, self.views[pack])
        self._settle(entities, losers)
        self.touches = tuple(touch for entity in everything for touch in entity.touches)
        return entities

    def _judge(self, pack: str) -> list[Touch]:
        """Carries a pack's edits out on what it knows, reports their faults and tells what they touch."""
        if not self.edits[pack]:
            return []
        view = self.views[pack]
        entities = {key: _fresh(entity) for key, entity in self.defined.items() if entity.pack in view}
        for other in self.edits:
            if other in view and other != pack:
                self._apply(other, entities, self.views[other])
        everything = list(entities.values())
        before = {id(entity): len(entity.touches) for entity in everything}
        for edit, fault in self._apply(pack, entities, view):
            self.report.add(fault, edit.source, edit.path, pack)
        return [touch for entity in everything for touch in entity.touches[before[id(entity)] :]]

    def _apply(self, pack: str, entities: dict[Key, Entity], view: Sequence[str]) -> list[tuple[Edit, Any]]:
        return [
            (edit, fault)
            for edit in self.edits[pack]
            for fault in apply_edit(edit, entities, _finder(entities, view, edit.kind), view)
        ]

    # --- conflicts ----------------------------------------------------------------------------------------------

    def _conflicts(self, touches: Sequence[Touch]) -> dict[str, tuple[Touch, str]]:
        """Reports values over which unordered packs disagree; what the table has settled comes back by datum."""
        by_record: dict[str, list[Touch]] = {}
        for touch in touches:
            by_record.setdefault(touch.address, []).append(touch)
        settled: dict[str, tuple[Touch, str]] = {}
        reported: set[tuple[str, str, str]] = set()
        for found in by_record.values():
            for spot, first in enumerate(found):
                for second in found[spot + 1 :]:
                    if not self._unordered(first, second) or not _disagree(first, second):
                        continue
                    shorter = min(first, second, key=lambda touch: len(touch.path))
                    name = datum(shorter.address, value_path(shorter, shorter.words))
                    winner = self.resolutions.get(name)
                    if winner in (first.origin.pack, second.origin.pack):
                        self.used.add(name)
                        settled[name] = (first if first.origin.pack == winner else second), str(winner)
                        continue
                    packs = sorted((first.origin.pack, second.origin.pack))
                    if (name, *packs) not in reported:
                        reported.add((name, packs[0], packs[1]))
                        self.report.found.append(self._conflict(name, first, second))
        return settled

    def _unordered(self, first: Touch, second: Touch) -> bool:
        a, b = first.origin.pack, second.origin.pack
        return a != b and a not in self.views[b] and b not in self.views[a]

    def _conflict(self, name: str, first: Touch, second: Touch) -> Diagnostic:
        first, second = sorted((first, second), key=lambda touch: (touch.origin.pack, str(touch.path)), reverse=True)
        a, b = first.origin.pack, second.origin.pack
        places = [self._place(first), self._place(second)]
        defined = self._as_defined(first, name)
        help = [
            "one of these settles it",
            f"  in {a}/pack.toml   [order]  after = [\"{b}\"]   then {a} has the last word",
            f"  in {b}/pack.toml   [order]  after = [\"{a}\"]   then {b} has the last word",
            f"  in the table file   resolve = [{{ datum = \"{name}\", use = \"{a}\" }}]",
        ]
        if first.deed == second.deed == "set" and type(first.before) is int:
            last = name.rpartition(" ")[2]
            help.append(f"  in both packs   adjust.{last} = {{ add = ... }}   then the changes add up")
        return Diagnostic(
            "SA401",
            "two packs disagree, and neither comes after the other",
            places[0],
            others=(places[1], *defined),
            notes=(f"datum: {name}",),
            help="\n".join(help),
            packs=(a, b),
        )

    def _place(self, touch: Touch) -> Place:
        origin = touch.origin
        self.report.texts.setdefault(origin.source.file, origin.source.text)
        words = DEEDS_IN_WORDS[touch.deed].format(value=_short(touch.value))
        return origin.source.place(origin.path, f"{origin.pack} {words}")

    def _as_defined(self, touch: Touch, name: str) -> tuple[Place, ...]:
        entity = next((entity for entity in self.defined.values() if entity.address == touch.address), None)
        if entity is None:
            return ()
        origin, path = entity.origin, tuple(step for step in value_path(touch))
        value: Any = entity.data
        for step in path:
            try:
                value = value[step]
            except (KeyError, IndexError, TypeError):
                return ()
        self.report.texts.setdefault(origin.source.file, origin.source.text)
        return (origin.source.place(origin.path + path, f"without them it is {_short(value)}"),) if path else ()

    def _settle(self, entities: Mapping[Key, Entity], settled: Mapping[str, tuple[Touch, str]]) -> None:
        """Gives values that the table has settled to the winner."""
        for touch, _ in settled.values():
            entity = next((entity for entity in entities.values() if entity.address == touch.address), None)
            if entity is None or touch.deed not in ("set", "unset"):
                continue
            holder: Any = entity.data
            for step in touch.path[:-1]:
                holder = holder[step]
            if touch.deed == "set":
                holder[touch.path[-1]] = touch.value
            else:
                holder.pop(touch.path[-1], None)
            entity.note(touch.path, attrs.evolve(touch.origin, deed="resolved"), touch.value)


def _fresh(entity: Entity) -> Entity:
    return attrs.evolve(entity, changes={}, touches=[], as_defined=None)


def _finder(entities: Mapping[Key, Entity], view: Sequence[str], kind: str) -> Callable[[str], list[Entity]]:
    """Finds the records that a target can mean, from the point of view of a pack."""

    def find(target: str) -> list[Entity]:
        owner, _, short = target.rpartition(":")
        owners = (owner,) if owner else ("",) if kind == "statement" else tuple(view)
        return [entities[kind, name, short] for name in owners if (kind, name, short) in entities]

    return find


def value_path(touch: Touch, path: Path | None = None) -> Path:
    """The path of the value itself: for an element that was added or dropped, its list."""
    path = touch.path if path is None else path
    return path[:-1] if touch.deed in ("appended", "dropped", "inserted") else path


def _disagree(first: Touch, second: Touch) -> bool:
    """Whether it matters which of two touches of one record comes first."""
    a, b = value_path(first), value_path(second)
    shorter = min(len(a), len(b))
    if a[:shorter] != b[:shorter]:
        return False
    if a != b:
        # One touches a value, the other something within it: setting, replacing or removing the whole collides.
        outer = first if len(a) < len(b) else second
        return outer.deed in ("set", "unset", "replaced", "removed")
    return not _commute(first, second)


def _commute(first: Touch, second: Touch) -> bool:
    deeds = {first.deed, second.deed}
    if deeds == {"set"} or deeds == {"replaced"}:
        return bool(first.value == second.value)
    if deeds == {"adjusted"}:
        return set(first.value) == set(second.value) == {"add"}
    if deeds in ({"appended"}, {"unset"}, {"removed"}):
        return True
    if deeds == {"inserted"}:
        return bool(first.value != second.value)
    if deeds == {"dropped"}:
        return True
    if deeds == {"appended", "dropped"}:
        return bool(first.value != second.value)
    return False


def _short(value: Any) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."

