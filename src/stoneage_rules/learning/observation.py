"""Views as numbers: one vector with named parts for a family of tables, the own seat first."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import itemgetter, or_
from struct import Struct
from typing import Any, NamedTuple

import attrs

from stoneage_rules.kernel.frames import FrameTuple
from stoneage_rules.kernel.legality import remember
from stoneage_rules.kernel.nouns import FACES
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.kernel.state import View
from stoneage_rules.language.binding import MOST
from stoneage_rules.language.fields import Described
from stoneage_rules.learning.spaces import Space, distinct_rules, merged, space_digest, unknown_table
from stoneage_rules.loading.load import TableLike

AMOUNTS = "amount", "total", "divide", "dice_count"
"""The facts of a question that are one number; named as in `sa.Pending`."""
TRADED = "given", "got", "paid"
"""The facts of a question that are amounts of goods."""
INTEGER = "i"
"""The numbers of an observation, in words of `array` and `struct`."""
WIDTH = array(INTEGER).itemsize

Labels = tuple[str, ...]

# --- parts --------------------------------------------------------------------------------------------------------


@attrs.frozen
class ObservationPart(Described):
    """A named slice of an observation."""

    name: str
    """The subject, such as `goods` or `items`."""
    start: int
    """The place of its first number."""
    labels: tuple[str, ...]
    """The meaning of each number, such as `seat 0 wood`: seats are counted from the own one on, in the order of play."""
    low: int
    """The least that each of its numbers can be."""
    high: int
    """The most that each of its numbers can be."""

    @property
    def stop(self) -> int:
        """The place behind its last number."""
        return self.start + len(self.labels)


class Family(NamedTuple):
    """The words of all tables together, each once."""

    seats: tuple[str, ...]
    goods: tuple[str, ...]
    tracks: tuple[str, ...]
    tools: tuple[str, ...]
    places: tuple[str, ...]
    spaces: tuple[str, ...]
    zones: tuple[str, ...]
    items: tuple[str, ...]
    uses: tuple[str, ...]
    marks: tuple[str, ...]
    phases: tuple[str, ...]
    questions: tuple[str, ...]


def words_of(rules: Ruleset) -> Family:
    """Returns the words of one table, in the order of their numbers."""
    return Family(
        seats=tuple([f"seat {seat}" for seat in range(rules.players)]),
        goods=rules.goods,
        tracks=rules.tracks,
        tools=tuple([f"tool {number}{what}" for number in range(rules.kits.spaces) for what in ("", " unused")]),
        places=tuple([place.id for place in rules.places]),
        spaces=tuple([place.id for place in rules.places if place.row >= 0]),
        zones=rules.zones,
        items=rules.item_ids,
        uses=tuple([rules.item_ids[item] for item in rules.later_uses]),
        marks=rules.marks,
        phases=tuple([phase.id for phase in rules.phases]),
        questions=tuple([handler.name for handler in rules.handlers if handler.role]),
    )


def by(*groups: Sequence[str]) -> Labels:
    """Returns every combination of words, the last group changing fastest."""
    first, *others = groups
    return tuple([f"{word} {rest}" for word in first for rest in by(*others)]) if others else tuple(first)


def counts_of(f: Family, rulesets: Sequence[Ruleset]) -> Iterator[tuple[str, Labels, int, int]]:
    """Yields name, labels and bounds of every part made of counts, in reading order."""
    bounds = [rules.bounds for rules in rulesets]
    figures, items = (max(getattr(each, name) for each in bounds) for name in ("figures", "items"))
    goods = max(MOST if most is None else most for each in bounds for most in each.goods.values())
    yield "round", ("round",), 0, max(MOST if each.rounds is None else each.rounds for each in bounds)
    yield "asked", tuple([name.replace("_", "-") for name in AMOUNTS]), -MOST, MOST
    yield "dice", tuple([f"face {face}" for face in range(1, FACES + 1)]), 0, MOST
    yield "traded", by(TRADED, f.goods), 0, MOST
    yield "piles", f.places, 0, items
    yield "left", f.zones, 0, items
    yield "points", f.seats, -MOST, MOST
    yield "goods", by(f.seats, f.goods), 0, goods
    yield "tracks", by(f.seats, f.tracks), 0, max(top for each in bounds for top in (*each.tracks.values(), 1))
    yield "tools", by(f.seats, f.tools), 0, max(each.best_tool for each in bounds)
    yield "face-down", f.seats, 0, items
    yield "placed", by(f.places, f.seats), 0, figures
    yield "figures", f.seats, 0, figures
    yield "at-home", f.seats, 0, figures


def bits_of(f: Family) -> Iterator[tuple[str, Labels]]:
    """Yields name and labels of every part made of 0 and 1, in reading order."""
    yield "seats", f.seats
    yield "first", f.seats
    yield "turn", f.seats
    yield "phase", f.phases
    yield "question", f.questions
    yield "asked-place", f.places
    yield "asked-item", f.items
    yield "waiting", by(f.seats, f.questions)
    yield "marks", by(f.seats, f.marks)
    yield "unspent", by(f.seats, f.uses)
    yield "items", by(f.seats, f.items)
    yield "own-face-down", f.items
    yield "unseen", by(f.zones, f.items)
    yield "open", by(f.spaces, f.items)


# --- reading ------------------------------------------------------------------------------------------------------


class WordRows(dict[Any, bytes]):
    """Numbers of 32 bits, one for each word of a family: 1 for those named by a table's indexes, or by the bits of a number."""

    def __init__(self, own: Sequence[str], family: Sequence[str]) -> None:
        self.columns = [family.index(word) for word in own]
        self.none = bytes(WIDTH * len(family))
        self.single = [*(self[(index,)] for index in range(len(own))), self.none]
        """One-hot by index; -1, for nothing, is the last."""

    def __missing__(self, key: int | tuple[int, ...]) -> bytes:
        row = array(INTEGER, self.none)
        for index in (bit for bit in range(key.bit_length()) if key >> bit & 1) if isinstance(key, int) else key:
            row[self.columns[index]] = 1
        remember(self, key, row.tobytes())
        return self[key]


class TableReader:
    """Reads the views of one table: slices of their numbers in the order of the family, and rows that are looked up.

    Args:
        rules: the rules of the table.
        family: the words of all tables.
        columns: part and label of every count, in the order of the family.
    """

    def __init__(self, rules: Ruleset, family: Family, columns: Sequence[tuple[str, str]]) -> None:
        self.rules, self.family, own, seats = rules, family, words_of(rules), range(rules.players)
        self.getters = []
        for viewer in seats:
            turned = own._replace(seats=tuple([own.seats[seat - viewer] for seat in seats]))
            pairs = [(name, label) for name, labels, *_ in counts_of(turned, [rules]) for label in labels]
            places = {pair: place for place, pair in enumerate(pairs, 1)}
            self.getters.append(itemgetter(*[places.get(pair, 0) for pair in columns]))
        kits = [(*kit, *[(0, True)] * (rules.kits.spaces - len(kit))) for kit in rules.kits.kits]
        self.tools = [[number for value, used in kit for number in (value, int(not used))] for kit in kits]
        nouns = "places", "items", "phases", "seats", "marks", "uses"
        self.places, self.items, self.phases, self.seats, self.marks, self.uses = (
            WordRows(getattr(own, noun), getattr(family, noun)) for noun in nouns
        )
        questions = {handler.index: handler.name for handler in rules.handlers if handler.role}
        self.questions = dict(zip(questions, WordRows([*questions.values()], family.questions).single, strict=False))
        base, absent, none = len(rules.zones), [-1] * (len(family.seats) - rules.players), -1
        self.order = [(*seats[viewer:], *seats[:viewer]) for viewer in seats]
        self.present = self.seats[tuple(seats)]
        homes = [rules.zones.index(id) if id in rules.zones else none for id in family.zones]
        self.zones = [
            [*[base + 2 * seat for seat in self.order[viewer]], *absent, base + 2 * viewer + 1, *homes] for viewer in seats
        ]
        """By viewer, the zones of `bits` as indexes into the zones of a view; -1 for zones that the table lacks."""
        self.spaces = [rules.place_index.get(id, none) for id in family.spaces]
        self.no_question = bytes(WIDTH * len(family.questions))
        self.nothing_waits = self.no_question * len(family.seats)
        self.absent = len(absent)
        self.faces, self.no_dice = range(1, FACES + 1), [0] * FACES
        self.untraded = [0] * (len(TRADED) * len(rules.goods))
        self.pack = Struct(f"{len(columns)}{INTEGER}").pack
        self.known: list[tuple[object, list[int], bytes]] = [((), [], b"")] * rules.players
        """The last that each viewer knew of where items are, and the numbers made of that: few answers change it."""

    def read(self, view: View) -> bytearray:
        """Returns the numbers of a view: all counts, then what is 0 or 1."""
        frame, known = view.stack[-1] if view.stack else None, (view.zones, view.item_at, view.face_down)
        asked: Mapping[str, Any] = self.rules.handlers[frame[0]].asked(view, frame) if frame else {}
        before, left, lying = self.known[view.viewer]
        if before != known:
            left, lying = self._left(view), self._lying(view)
            self.known[view.viewer] = known, left, lying
        return bytearray().join((self.counts(view, asked, left), *self.bits(view, frame, asked), lying))

    def counts(self, view: View, asked: Mapping[str, Any], left: list[int]) -> bytes:
        """Returns all counts, in the order of `counts_of`."""
        rules, tools, get, dice = self.rules, self.tools, asked.get, asked.get("dice")
        is_trade = not asked.keys().isdisjoint(TRADED)
        raw = [
            0, view.round, *[get(fact) or 0 for fact in AMOUNTS], *(map(dice.count, self.faces) if dice else self.no_dice),
            *([get(fact, {}).get(good, 0) for fact in TRADED for good in rules.goods] if is_trade else self.untraded),
            *view.piles, *left, *view.points, *view.goods, *view.tracks,
            *chain.from_iterable([tools[kit] for kit in view.kits]), *view.face_down, *view.placed, *view.figures, *view.at_home,
        ]  # fmt: skip
        return self.pack(*self.getters[view.viewer](raw))

    def bits(self, view: View, frame: FrameTuple | None, asked: Mapping[str, Any]) -> tuple[bytes, ...]:
        """Returns the values that are 0 or 1, in the order of `bits_of`, except the zones of items."""
        rules, viewer, absent = self.rules, view.viewer, self.absent
        order, seats, marks, uses = self.order[viewer], self.seats.single, self.marks, self.uses
        return (
            self.present,
            seats[(view.first_seat - viewer) % rules.players],
            seats[(frame[1] - viewer) % rules.players if frame else -1],
            self.phases.single[view.phase_index],
            self.questions[frame[0]] if frame else self.no_question,
            self.places.single[rules.place_index[asked["place"]] if "place" in asked else -1],
            self.items.single[rules.item_index[asked["item"]] if "item" in asked else -1],
            self._waiting(view) if view.waiting else self.nothing_waits,
            *[marks[view.marks[seat]] for seat in order],
            marks.none * absent,
            *[uses[view.unspent[seat]] for seat in order],
            uses.none * absent,
        )

    def _left(self, view: View) -> list[int]:
        left = [len(zone) for zone in view.zones[: len(self.rules.zones)]]
        for kind in chain(*view._hidden_kinds):
            left[self.rules._secrets.zones[kind]] -= 1
        return left

    def _lying(self, view: View) -> bytes:
        items, zones, spaces = self.items, (*view.zones, ()), (*view.item_at, -1)
        return b"".join(
            [items[zones[zone]] for zone in self.zones[view.viewer]] + [items.single[spaces[place]] for place in self.spaces]
        )

    def _waiting(self, view: View) -> bytes:
        """Returns the questions that were set aside, by the seat that will be asked."""
        none = self.no_question
        rows = [none] * len(self.family.seats)
        for handler, seat, *_ in view.waiting:
            place = (seat - view.viewer) % self.rules.players
            rows[place] = bytes(map(or_, rows[place], self.questions.get(handler, none)))
        return b"".join(rows)


class Observation(Space):
    """The knowledge of one seat as a vector of integers: each position means the same at all tables of a family.

    The viewer's seat comes first, the others follow in the order of play. Parts have names and bounds; `print(observation)` shows
    them. Only the view is read; numbers for things missing at a table are always 0.

    >>> import stoneage_rules as sa
    >>> observation = sa.Observation([sa.load(players=2), sa.load(players=3)])
    >>> vector = observation(sa.Game(sa.load(players=2), seed=1).view(1))
    >>> observation.named(vector)["goods"]["seat 0 food"], len(vector) == len(observation)
    (12, True)

    Args:
        tables: one or several rulesets, or tables as for `sa.load`.
    """

    parts: tuple[ObservationPart, ...]
    """The named slices, in their order."""

    def __init__(self, tables: TableLike | Iterable[TableLike]) -> None:
        self.rulesets: tuple[Ruleset, ...] = distinct_rules(tables)
        words = [words_of(rules) for rules in self.rulesets]
        family = Family(*map(merged, zip(*words, strict=True)))
        parts: list[ObservationPart] = []
        bits = ((name, labels, 0, 1) for name, labels in bits_of(family))
        for name, labels, low, high in (*counts_of(family, self.rulesets), *bits):
            parts.append(ObservationPart(name, parts[-1].stop if parts else 0, labels, low, high))
        self.parts = tuple(parts)
        self.digest: str = space_digest(*self.parts)
        counts = {name for name, *_ in counts_of(family, self.rulesets)}
        columns = [(part.name, label) for part in parts if part.name in counts for label in part.labels]
        self._readers = {rules.digest: TableReader(rules, family, columns) for rules in self.rulesets}

    @property
    def bounds(self) -> tuple[list[int], list[int]]:
        """The least and the greatest value of each number."""
        return [part.low for part in self.parts for _ in part.labels], [part.high for part in self.parts for _ in part.labels]

    def __len__(self) -> int:
        return self.parts[-1].stop

    def packed(self, view: View) -> bytearray:
        """Returns a view as 32-bit integers, which arrays can wrap without a copy.

        Raises:
            TypeError: it is not a view.
            UnknownName: its table is not in the family.
        """
        if not isinstance(view, View):
            raise TypeError(f"an observation is made of a view, not of {view!r}; `state.view(seat)` is one")
        reader = self._readers.get(view.rules.digest)
        if reader is None:
            raise unknown_table(view.rules, self.rulesets)
        return reader.read(view)

    def __call__(self, view: View) -> list[int]:
        """Returns a view as a list of whole numbers; raises what `packed` raises."""
        return array(INTEGER, self.packed(view)).tolist()

    def named(self, numbers: Sequence[int]) -> dict[str, dict[str, int]]:
        """Returns a vector by part and label, without the numbers that are 0."""
        told: dict[str, dict[str, int]] = {}
        for part in self.parts:
            for label, number in zip(part.labels, numbers[part.start : part.stop], strict=True):
                if number:
                    told.setdefault(part.name, {})[label] = int(number)
        return told

    def __str__(self) -> str:
        """Returns the legend: a line for each part, with its place, its bounds, and its first and last label."""
        lines = [f"{'place':>11}  {'part':14} {'from':>12} {'to':>12}  numbers"]
        for part in self.parts:
            if part.labels:
                ends = " ... ".join(dict.fromkeys((part.labels[0], part.labels[-1])))
                lines.append(f"{part.start:5}-{part.stop - 1:<5}  {part.name:14} {part.low:12} {part.high:12}  {ends}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        return f"<Observation {self.digest[:12]}: {len(self)} numbers of {len(self.rulesets)} tables>"
