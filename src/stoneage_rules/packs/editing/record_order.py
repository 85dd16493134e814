"""Where records stand: as they are defined, and each that names a neighbour, by `after` or `before`, beside it.

Whether those who named the neighbours agree is judged here too; how they are told is in `disputes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

import attrs

from stoneage_rules.packs.editing.conflict_report import Files, Standing, circle, same_neighbour, two_neighbours, two_sides
from stoneage_rules.packs.editing.edit import AppliedEdit, Provenance, RawRecord
from stoneage_rules.packs.editing.merge import VisibleRecords
from stoneage_rules.packs.findings.diagnostics import Diagnostic
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.report import Report

__all__ = ["Neighbours"]

SIDES = ("after", "before")
CONFLICT = "SA401"
Records = Sequence[RawRecord]
Standings = Mapping[int, Standing]
"""By the identity of records."""


class Neighbours:
    """Puts records beside their neighbours, which are found as whoever named them sees them.

    Args:
        views: by pack, in pack order, the packs that it knows of.
        decisions: what the table has decided: by what packs disagree over, the pack that counts.
    """

    def __init__(self, views: Mapping[str, Sequence[str]], decisions: Mapping[str, str]) -> None:
        self.views = views
        self.decisions = decisions
        self.settled: set[str] = set()
        """Over what packs disagreed until the table decided."""
        self._ranks = {pack: rank for rank, pack in enumerate(views)}

    def ordered(self, entities: Iterable[RawRecord]) -> list[RawRecord]:
        """Records in the order of their definition, but beside their neighbours: whoever comes last is nearest.

        A record takes along those that stand beside it.
        """
        records = list(entities)
        standings = self._standings(records)
        for members in _circles(standings):
            standings = {key: standing for key, standing in standings.items() if standing not in members}
        beside: dict[tuple[int, str], list[RawRecord]] = {}
        for standing in sorted(standings.values(), key=lambda standing: self._weight(standing.spot, standing)):
            beside.setdefault((id(standing.neighbour), standing.side), []).append(standing.entity)
        ordered: list[RawRecord] = []
        waiting = [(record, False) for record in reversed(records) if id(record) not in standings]
        while waiting:
            record, unfolded = waiting.pop()
            if unfolded:
                ordered.append(record)
                continue
            waiting += [(other, False) for other in beside.get((id(record), "after"), ())]
            waiting.append((record, True))
            waiting += [(other, False) for other in reversed(beside.get((id(record), "before"), ()))]
        return ordered

    def report(self, defined: Records, worlds: Iterable[VisibleRecords], merged: Records, files: Files, report: Report) -> None:
        """Reports every contradiction between neighbours, and edits of them that leave the order as it was.

        Args:
            defined: the records before any edit.
            worlds: the records as each pack with edits knows them.
            merged: the records after all edits.
            files: where the ways out are to be written.
            report: takes what is found.
        """
        report.found += self._contradictions(merged, files)
        # What a pack gets wrong by itself is wrong, whatever another makes of it; a conflict can be settled by a third.
        report.found += [found for found in self._contradictions(defined, files) if found.code != CONFLICT]
        for world in worlds:
            records = list(world.entities.values())
            found = list(self._contradictions(records, files))
            report.found += [diagnostic for diagnostic in found if diagnostic.code != CONFLICT]
            for touch in () if found else self._idle(world, records):
                label, help = "it stands there already", "name another neighbour, or take this away"
                fault = Fault("SA305", "an edit that changes nothing", label, help=help)
                report.add(fault, touch.origin.source, touch.origin.path, touch.origin.pack)

    # --- who stands where ---------------------------------------------------------------------------------------

    def _standings(self, records: Records) -> dict[int, Standing]:
        """Of each record that has a neighbour what counts: of two sides what the table decides, or the last pack."""
        called = _by_name(records)
        found = {}
        for record in records:
            sides = list(self._sides(record, called))
            if sides:
                found[id(record)] = max(sides, key=lambda standing: self._weight(standing.choice, standing))
        return found

    def _sides(self, record: RawRecord, called: Mapping[tuple[str, str], Records]) -> Iterator[Standing]:
        for side in SIDES:
            word = record.data.get(side)
            if type(word) is str:
                origins = _origins(record, side, word)
                owner, _, short = word.rpartition(":")
                there = {other.pack: other for other in called.get((record.kind, short), ())}
                seen = [pack for pack in self.views[origins[0].pack] if pack in there and owner in ("", pack)]
                if seen:
                    yield Standing(record, side, there[seen[0]], origins)

    def _weight(self, question: str, standing: Standing) -> tuple[bool, int]:
        """How much a pack's word counts: first of all comes what the table has decided, then who comes last."""
        packs = [origin.pack for origin in standing.origins]
        return self.decisions.get(question) in packs, max(self._ranks[pack] for pack in packs)

    def _is_settled(self, question: str, first: Standing, second: Standing) -> bool:
        """Whether the table has decided for one of the two."""
        settled = any(self._weight(question, standing)[0] for standing in (first, second))
        if settled:
            self.settled.add(question)
        return settled

    # --- who disagrees ------------------------------------------------------------------------------------------

    def _contradictions(self, records: Records, files: Files) -> Iterator[Diagnostic]:
        called = _by_name(records)
        for record in records:
            sides = list(self._sides(record, called))
            if len(sides) == 2:
                yield from self._between_sides(sides[0], sides[1], files)
        standings = self._standings(records)
        for members in _circles(standings):
            firsts = [standing.origins[0] for standing in members]
            unordered = any(self._unordered(*pair) for pair in combinations(firsts, 2))
            yield circle(members, unordered=unordered)
        beside: dict[tuple[int, str], list[Standing]] = {}
        for standing in standings.values():
            beside.setdefault((id(standing.neighbour), standing.side), []).append(standing)
        for found in beside.values():
            for first, second in combinations(found, 2):
                pair = self._unordered_pair(first, second)
                if pair and not self._is_settled(first.spot, first, second):
                    yield same_neighbour((first, second), pair, files, alone=len(found) == 2)

    def _between_sides(self, after: Standing, before: Standing, files: Files) -> Iterator[Diagnostic]:
        """What is wrong with both sides on one record; nothing, where one pack overrides the other."""
        for first, second in product(after.origins, before.origins):
            if first.pack == second.pack:
                yield two_sides((after, before), (first, second))
                return
        pair = self._unordered_pair(after, before)
        if pair and not self._is_settled(after.choice, after, before):
            yield two_neighbours((after, before), pair, files)

    def _unordered_pair(self, first: Standing, second: Standing) -> tuple[Provenance, Provenance] | None:
        return next((pair for pair in product(first.origins, second.origins) if self._unordered(*pair)), None)

    def _unordered(self, first: Provenance, second: Provenance) -> bool:
        return first.pack not in self.views[second.pack] and second.pack not in self.views[first.pack]

    # --- what makes no difference -------------------------------------------------------------------------------

    def _idle(self, world: VisibleRecords, records: Records) -> Iterator[AppliedEdit]:
        """A pack's edits of neighbours without which every record would stand where it stands."""
        order = [record.key for record in self.ordered(records)]
        lines: dict[tuple[str, object], list[tuple[AppliedEdit, bool]]] = {}
        for record in world.touched:
            for touch in record.applied:
                if touch.origin.pack == world.packs[0] and touch.operation.done == "set" and touch.path in PATHS:
                    without = _without(record, touch)
                    others = [without if other is record else other for other in records]
                    idle = [other.key for other in self.ordered(others)] == order
                    lines.setdefault((touch.origin.source.file, touch.origin.path), []).append((touch, idle))
        for touches in lines.values():
            # What moves some of the records that fit is not without effect.
            if all(idle for _, idle in touches):
                yield touches[0][0]


PATHS = tuple((side,) for side in SIDES)


def _by_name(records: Records) -> Mapping[tuple[str, str], Records]:
    found: dict[tuple[str, str], list[RawRecord]] = {}
    for record in records:
        found.setdefault((record.kind, record.id), []).append(record)
    return found


def _origins(record: RawRecord, side: str, word: str) -> tuple[Provenance, ...]:
    """Everyone who says that a record has this neighbour: packs that agree do so in any order."""
    origin, rest = record.origin_of((side,))
    found = {origin.pack: attrs.evolve(origin, path=origin.path + rest)}
    for claim in record.claims:
        if claim.path == (side,) and claim.operation.done == "set" and claim.value == word:
            found.setdefault(claim.origin.pack, claim.origin)
    return tuple(found.values())


def _without(record: RawRecord, touch: AppliedEdit) -> RawRecord:
    """A record as it would be had one edit not set its neighbour."""
    changes = {path: [origin for origin in origins if origin is not touch.origin] for path, origins in record.changes.items()}
    claims = [claim for claim in record.claims if claim.origin is not touch.origin]
    data = {**record.data, str(touch.path[0]): touch.before}
    return attrs.evolve(record, data=data, changes=changes, claims=claims)


def _circles(standings: Standings) -> list[list[Standing]]:
    """The circles of records that stand beside each other, each from the record that is defined first."""
    found = []
    done: set[int] = set()
    for start in standings:
        way: dict[int, Standing] = {}
        at = start
        while at in standings and at not in done and at not in way:
            way[at] = standings[at]
            at = id(standings[at].neighbour)
        if at in way:
            keys = list(way)
            members = keys[keys.index(at) :]
            first = members.index(next(key for key in standings if key in members))
            found.append([standings[key] for key in (*members[first:], *members[:first])])
        done.update(way)
    return found
