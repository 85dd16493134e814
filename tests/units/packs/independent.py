"""Chooses generated faults that have nothing to do with each other, so that all of them must be told at once.

Nothing is asserted here.
"""

from __future__ import annotations

from collections.abc import Iterable

from stoneage_rules.packs.merge import EDITS
from units.packs.everything import content
from units.packs.faults import FILES, Fault

__all__ = ["are_independent", "gathered", "hangs_alone", "places_of"]

HINGES = {"id", "groups", "only_if", "when", "target", "where"}
"""Other values mean something else, or nothing, without these."""
PARTS = "reconstructed"
"""It names keys and parts of them."""
EDITED = {touch.key for touch in content().applied}
"""Records that are edited: what an edit says may be about any value of them."""


def hangs_alone(fault: Fault) -> bool:
    """Returns whether with this fault others may not be there, or other ones be there too."""
    inside = [step for step in fault.path[2:] if isinstance(step, str)]
    return fault.is_manifest or fault.path[0] in ("kind", "only_if") or bool(HINGES & {*inside}) or _is_used_elsewhere(fault)


def _is_used_elsewhere(fault: Fault) -> bool:
    """Returns whether a record is edited, or names parts of its values."""
    if fault.path[0] in EDITS:
        return False
    record = FILES[fault.file].data[fault.path[0]][fault.path[1]]
    return PARTS in record or any(kind == fault.path[0] and id == record["id"] for kind, _, id in EDITED)


def are_independent(one: Fault, other: Fault) -> bool:
    """Returns whether each of two faults is there whatever becomes of the other."""
    if one.file != other.file:
        return True
    a, b = _reach(one), _reach(other)
    return one.path[: len(b)] != b and other.path[: len(a)] != a


def _reach(fault: Fault) -> tuple[str | int, ...]:
    """The way to all that is read by what stands at the fault: an effect by its verb, an option's values by each other."""
    if fault.path[0] == "options":
        return fault.path[:2]
    return fault.path[:-1] if fault.path[-1] == "do" else fault.path


def places_of(faults: Iterable[Fault]) -> dict[tuple[str, int, int], Fault]:
    """Tells where each of some faults stands when all of them are written: those before it on its line have moved it."""
    lines: dict[tuple[str, int], list[Fault]] = {}
    for fault in faults:
        lines.setdefault(fault.place[:2], []).append(fault)
    found = {}
    for (file, line), beside in lines.items():
        moved = 0
        for fault in sorted(beside, key=lambda fault: fault.span.column):
            found[file, line, fault.span.column + moved] = fault
            moved += len(fault.text) - (fault.span.end_column - fault.span.column)
    return found


def gathered(faults: Iterable[Fault]) -> list[list[Fault]]:
    """Faults in as few groups as it takes for those of each to be independent."""
    groups: list[dict[str, list[Fault]]] = []
    for fault in faults:
        fits = (group for group in groups if all(are_independent(fault, other) for other in group.get(fault.file, ())))
        group = next(fits, None)
        if group is None:
            groups.append(group := {})
        group.setdefault(fault.file, []).append(fault)
    return [[fault for beside in group.values() for fault in beside] for group in groups]
