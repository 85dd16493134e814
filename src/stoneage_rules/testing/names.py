"""Names in test files, held against what there is at a table: every one that names nothing, with the nearest that does.

`refers_to` of a field says what its words, or its keys, are names of.  Whether a position of known names can come about is
judged later (`item_placement`, `figure_limits`, `kernel.saving`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

import attrs

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.chance import Chance
from stoneage_rules.kernel.legality import DECISION_CHECKS, Decision
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.fields import OwnForm, refs_of
from stoneage_rules.packs.findings.faults import Fault, unknown_word
from stoneage_rules.packs.findings.wording import a
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.annotations import element_of, fields_of, is_record, plain_type, values_of
from stoneage_rules.packs.records.structure import PLAIN_NUMBER
from stoneage_rules.packs.records.types import is_own_form

__all__ = ["EMPTY", "Names", "NamingValue"]

EMPTY = "none"
"""The name of no item: that of an empty space."""

KNOWN: Mapping[str, Callable[[Ruleset], Iterable[str]]] = {
    "check": lambda rules: (*DECISION_CHECKS, *(check for decision in _pending(rules, Decision) for check in decision.checks)),
    "frame": lambda rules: (frame.name for frame in _pending(rules, Decision, Chance)),
    "good": lambda rules: rules.goods,
    "item": lambda rules: rules.item_ids,
    "location": lambda rules: (name for place in rules.places for name in (place.id, place.record[1])),
    "mark": lambda rules: rules.marks,
    "phase": lambda rules: (phase.id for phase in rules.phases),
    "place": lambda rules: rules.place_index,
    "space": lambda rules: (place.id for place in rules.places if place.row >= 0),
    "statement": lambda rules: rules.sentences,
    "track": lambda rules: rules.tracks,
    "zone": lambda rules: rules.zones,
}
"""The names of each kind that there are at a table."""

NOUNS = {"frame": "decision or chance event", "location": "place", "space": "place"}
"""What messages call a kind, where that is another word."""


def _pending(rules: Ruleset, *classes: type) -> list[Any]:
    """The frames of some classes: those that can be waiting for an answer."""
    return [handler for handler in rules.handlers if isinstance(handler, classes)]


class NamingValue(OwnForm):
    """A value with a form of its own in which something at the table is named."""

    keyed_by: ClassVar[str] = ""
    """The kind of name that a key before such a value is; without it, the kind that the field refers to."""

    @classmethod
    def unknown(cls, value: Any, path: Path, names: Names) -> Iterator[Fault]:
        """Yields a fault for every name that nothing has at the table, and every number that no such thing can have."""
        yield from ()


class Names:
    """The names that there are at a table.

    Args:
        rules: the rules of the table.
    """

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._known: dict[str, Collection[str]] = {}

    def unknown(self, value: Any, kind: Any, path: Path = (), refers_to: Sequence[str] = ()) -> Iterator[Fault]:
        """Yields a fault for every name within a value that nothing has.

        Args:
            value: a record or a value of one, whose form is right.
            kind: its type.
            path: the path to it.
            refers_to: what the field around it refers to.
        """
        kind = plain_type(kind)
        if value is None:
            return
        if is_own_form(kind) and issubclass(kind, NamingValue):
            yield from kind.unknown(value, path, self)
        if is_record(kind):
            for key, attribute, _ in fields_of(kind):
                yield from self.unknown(getattr(value, attribute.name), attribute.type, (*path, key), refs_of(attribute))
        elif element_of(kind) is not None:
            for index, element in enumerate(value):
                yield from self.unknown(element, element_of(kind), (*path, index), refers_to)
        elif (types := values_of(kind)) is not None:
            named = [getattr(types[1], "keyed_by", "")] if getattr(types[1], "keyed_by", "") else refers_to
            for key, inner in value.items():
                here = (*path, str(key))
                for fault in self.unknown(key, types[0], here, named):
                    yield attrs.evolve(fault, at_key=True)
                yield from self.unknown(inner, types[1], here)
        elif refers_to and not isinstance(value, (dict, list)):
            yield from self.name(refers_to[0], value, path)

    def name(self, kind: str, name: Any, path: Path) -> Iterator[Fault]:
        """Yields the fault of a name, or the number of a seat, or an action in notation, if nothing is called so."""
        if kind == "seat":
            yield from self._seat(name, path)
        elif kind in ("action", "step"):
            yield from (self._action if kind == "action" else self._step)(name, path)
        elif name not in self.known(kind):
            yield self.nothing(NOUNS.get(kind, kind), name, self.known(kind), path)

    def known(self, kind: str) -> Collection[str]:
        """Returns all names of a kind."""
        if kind not in self._known:
            self._known[kind] = set(KNOWN[kind](self.rules))
        return self._known[kind]

    @staticmethod
    def nothing(noun: str, name: str, known: Iterable[str], path: Path) -> Fault:
        """Returns the fault of a name that is not among those known."""
        return unknown_word("SA203", f"{a(noun)} that does not exist", name, known, noun, path=path)

    def _seat(self, seat: int, path: Path) -> Iterator[Fault]:
        if not 0 <= seat < self.rules.players:
            yield Fault(
                "SA203", "a seat that does not exist", f"seats are numbered from 0 to {self.rules.players - 1}", path=path
            )

    def _action(self, text: str, path: Path) -> Iterator[Fault]:
        """Refuses what is no action in notation."""
        try:
            if not isinstance(self.rules.parse(text), Action):
                yield Fault("SA207", "no action", f"`{text}` is an outcome of chance, and no choice of a seat", path=path)
        except StoneAgeError as error:
            yield Fault("SA203", "an action that does not exist", str(error), path=path)

    def _step(self, text: str, path: Path) -> Iterator[Fault]:
        """Refuses what is no action or outcome in notation, with the seat in front or without."""
        seat, colon, answer = text.partition(":")
        try:
            self.rules.parse((answer if colon else seat).strip())
        except StoneAgeError as error:
            yield Fault("SA203", "an action or outcome that does not exist", str(error), path=path)
        if colon:
            yield from self._seat(int(seat) if PLAIN_NUMBER.fullmatch(seat.strip()) else -1, path)
