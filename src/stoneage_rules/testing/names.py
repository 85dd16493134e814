"""Checks the names in test files, and makes faults of those that do not exist at the table, with the nearest name.

`refers_to` of a field gives the kinds that its texts or keys name.  Impossible positions of known names are
refused later (`item_placement`, `figure_limits`, `kernel.saving`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.chance import Chance
from stoneage_rules.kernel.legality import Decision
from stoneage_rules.kernel.reasons import DECISION_CHECKS
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.packs.findings.faults import Fault, unknown_word
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import parts_of
from stoneage_rules.packs.records.structure import PLAIN_NUMBER
from stoneage_rules.text.wording import a

__all__ = ["EMPTY", "SET_UP", "Names"]

EMPTY = "none"
"""The name for no item, as on an empty space."""
SET_UP = "set-up"
"""The name for the set-up, where a phase is named; no phase can be called so."""

KNOWN: Mapping[str, Callable[[Ruleset], Iterable[str]]] = {
    "check": lambda rules: (*DECISION_CHECKS, *(name for decision in _pending(rules, Decision) for name in _checks(decision))),
    "frame": lambda rules: (frame.name for frame in _pending(rules, Decision, Chance)),
    "good": lambda rules: rules.goods,
    "item": lambda rules: rules.item_ids,
    "location": lambda rules: (name for place in rules.places for name in (place.id, place.record[1])),
    "line": lambda rules: (line.id for line in rules.initial_state().score_sheet(0).lines),
    "mark": lambda rules: rules.marks,
    "moment": lambda rules: (SET_UP, *(phase.id for phase in rules.phases)),
    "phase": lambda rules: (phase.id for phase in rules.phases),
    "place": lambda rules: rules.place_index,
    "space": lambda rules: (place.id for place in rules.places if place.row >= 0),
    "statement": lambda rules: rules.sentences,
    "track": lambda rules: rules.tracks,
    "zone": lambda rules: rules.zones,
}
"""The names of each kind that exist at a table."""

NOUNS = {
    "frame": "decision or chance event", "line": "line of the score sheet",
    "location": "place", "moment": "phase", "space": "place",
}  # fmt: skip
"""The nouns that messages use instead of the names of kinds."""
NO_CHOICE = (
    "is an outcome of chance, and no choice of a seat",
    "`outcomes_have` and `outcomes_lack` of `then` say what can be rolled or drawn, and what cannot",
)
NO_OUTCOME = (
    "is the choice of a seat, and no outcome of chance",
    "`legal_has` and `legal_lacks` of `then` say what can be chosen, and what cannot",
)
"""The fault of an answer of the other sort, and the help against it."""


def _pending(rules: Ruleset, *classes: type) -> list[Any]:
    """Returns the frames of the given classes, which are those that can wait for an answer."""
    return [handler for handler in rules.handlers if isinstance(handler, classes)]


def _checks(decision: Decision) -> list[str]:
    """Returns the names of the checks of a decision and of its extensions."""
    return [check.name for judged in (decision, *decision.extensions.values()) for check in judged.judges]


class Names:
    """Checks names against those that exist at a table."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._known: dict[str, Collection[str]] = {}
        self._texts: Mapping[str, Callable[[str, Path], Iterator[Fault]]] = {
            "action": self._action, "outcome": self._outcome, "step": self._step,
        }  # fmt: skip

    def unknown(self, value: Any, path: Path = (), refers_to: Sequence[str] = ()) -> Iterator[Fault]:
        """Yields a fault for every unknown name within a record, or within the value of a field that `refers_to` kinds."""
        if attrs.has(type(value)):
            for part in parts_of(value):
                yield from self.unknown(getattr(value, part.name), (*path, part.key), part.refs)
        elif isinstance(value, (tuple, list)):
            for index, element in enumerate(value):
                yield from self.unknown(element, (*path, index), refers_to)
        elif isinstance(value, Mapping):
            for key, inner in value.items():
                here = (*path, str(key))
                for fault in self.name(refers_to[0], key, here) if refers_to else ():
                    yield attrs.evolve(fault, at_key=True)
                yield from self.unknown(inner, here)
        elif refers_to and (type(value) is str or (refers_to[0] == "seat" and value is not None)):
            yield from self.name(refers_to[0], value, path)

    def name(self, kind: str, name: Any, path: Path) -> Iterator[Fault]:
        """Yields the fault of a name, seat number or action in notation that does not exist."""
        if kind == "seat":
            yield from self._seat(name, path)
        elif kind in self._texts:
            yield from self._texts[kind](name, path)
        else:
            yield from self.among(NOUNS.get(kind, kind), name, self.known(kind), path)

    @staticmethod
    def among(noun: str, name: str, known: Collection[str], path: Path) -> Iterator[Fault]:
        """Yields the fault of a name that is not among the known ones."""
        if name not in known:
            yield unknown_word("SA203", f"{a(noun)} that does not exist", name, known, noun, path=path)

    def known(self, kind: str) -> Collection[str]:
        """Returns all names of a kind."""
        if kind not in self._known:
            self._known[kind] = set(KNOWN[kind](self.rules))
        return self._known[kind]

    def _seat(self, seat: int | str, path: Path) -> Iterator[Fault]:
        if not 0 <= int(seat) < self.rules.players:
            yield Fault(
                "SA203", "a seat that does not exist", f"seats are numbered from 0 to {self.rules.players - 1}", path=path
            )

    def _action(self, text: str, path: Path) -> Iterator[Fault]:
        """Yields the fault of a text that is not an action in notation."""
        yield from self._answer(text, Action, "action", NO_CHOICE, path)

    def _outcome(self, text: str, path: Path) -> Iterator[Fault]:
        """Yields the fault of a text that is not an outcome of chance in notation."""
        yield from self._answer(text, Outcome, "outcome", NO_OUTCOME, path)

    def _answer(self, text: str, wanted: type, noun: str, other: tuple[str, str], path: Path) -> Iterator[Fault]:
        try:
            if not isinstance(self.rules.parse(text), wanted):
                yield Fault("SA207", f"no {noun}", f"`{text}` {other[0]}", help=other[1], path=path)
        except StoneAgeError as error:
            yield Fault("SA203", f"{a(noun)} that does not exist", str(error), path=path)

    def _step(self, text: str, path: Path) -> Iterator[Fault]:
        """Yields the fault of a text that is not an action or outcome in notation, with or without a leading seat."""
        seat, colon, answer = text.partition(":")
        try:
            self.rules.parse((answer if colon else seat).strip())
        except StoneAgeError as error:
            yield Fault("SA203", "an action or outcome that does not exist", str(error), path=path)
        if colon:
            yield from self._seat(int(seat) if PLAIN_NUMBER.fullmatch(seat.strip()) else -1, path)
