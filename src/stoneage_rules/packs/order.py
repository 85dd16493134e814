"""The order of packs: those that a pack needs or comes after stand before it; ties go by id and never matter."""

from __future__ import annotations

from collections.abc import Sequence
from graphlib import TopologicalSorter

from stoneage_rules.packs.content import Pack

__all__ = ["in_pack_order"]


def in_pack_order(packs: Sequence[Pack]) -> tuple[Pack, ...]:
    """The packs in canonical order."""
    by_id = {pack.id: pack for pack in packs}
    before: dict[str, set[str]] = {pack.id: set() for pack in packs}
    for pack in packs:
        manifest = pack.manifest
        before[pack.id] |= {*manifest.requires, *manifest.optional, *manifest.order.after} & set(by_id)
        for later in set(manifest.order.before) & set(by_id):
            before[later].add(pack.id)
    sorter = TopologicalSorter(before)
    sorter.prepare()
    ordered: list[Pack] = []
    while sorter.is_active():
        for id in sorted(sorter.get_ready()):
            ordered.append(by_id[id])
            sorter.done(id)
    return tuple(ordered)
