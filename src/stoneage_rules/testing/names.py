"""What scenarios name, held against what there is at a table: every word that nothing is called by, with the nearest that is.

The forms of values are in `forms`; whether a position of known words can be is judged later (`dealing`, `kernel.saving`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.kernel.actions import Action
from stoneage_rules.kernel.chance import Chance
from stoneage_rules.kernel.legality import DECISION_CHECKS, Check, Decision
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.mechanics.rows import ROWS
from stoneage_rules.packs.findings.faults import Fault, unknown_word
from stoneage_rules.packs.findings.wording import a
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.structure import PLAIN_NUMBER
from stoneage_rules.testing.scenario_schema import in_range

__all__ = ["EMPTY", "Names", "unknown_names", "unknown_statements"]

EMPTY = "none"
"""What is said to lie on a space that is empty."""


def unknown_names(what: str, words: Mapping[Path, str], known: Collection[str], *, at_key: bool = False) -> Iterator[Fault]:
    """The words, by the ways to them, that are not among those known."""
    for path, word in words.items():
        if word not in known:
            yield unknown_word("SA203", f"{a(what)} that does not exist", word, known, what, at_key=at_key, path=path)


def unknown_statements(rules: Ruleset, cited: Iterable[str], path: Path) -> Iterator[Fault]:
    """Statements of a list that nobody has made."""
    yield from unknown_names("statement", _numbered(cited, path), rules.sentences)


def _further(decision: Decision) -> list[Check]:
    """Returns the checks of what extends a decision."""
    return [check for extension in decision.extensions.values() for check in extension.judges]


class Names:
    """What there is at a table, for the words of scenarios."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.spaces = {place.id: rules.entries(ROWS)[place.row] for place in rules.places if place.row >= 0}
        decisions = [handler for handler in rules.handlers if isinstance(handler, Decision)]
        self.checks = sorted(
            {*DECISION_CHECKS, *(check.name for decision in decisions for check in (*decision.judges, *_further(decision)))}
        )
        self.pending = sorted({handler.name for handler in rules.handlers if isinstance(handler, (Decision, Chance))})

    # --- a position -----------------------------------------------------------------------------------------------

    def given(self, said: Mapping[str, Any], path: Path = ()) -> Iterator[Fault]:
        """What is wrong with the words of a position, whose form is right."""
        yield from self.facts(said, path)
        for space, count in said.get("piles", {}).items():
            if space in self.spaces:
                yield from in_range(count, 0, max(0, self.spaces[space].pile - 1), (*path, "piles", space))
        for zone, held in said.get("zones", {}).items():
            if type(held) is int:
                yield from in_range(held, 0, len(self.rules.items), (*path, "zones", zone))

    def facts(self, said: Mapping[str, Any], path: Path) -> Iterator[Fault]:
        """What is wrong with words that positions and facts have in common."""
        rules = self.rules
        if "phase" in said:
            yield from unknown_names("phase", {(*path, "phase"): said["phase"]}, [phase.id for phase in rules.phases])
        for key in ("first", "acting", "seat"):
            yield from self.seat(said.get(key, 0), (*path, key))
        for seat, entry in said.get("seats", {}).items():
            yield from self.seat(int(seat), (*path, "seats", seat), at_key=True)
            yield from self.of_seat(entry, (*path, "seats", seat))
        for key, known, what in (
            ("figures", rules.place_index, "place"),
            ("spaces", self.spaces, "place"),
            ("piles", self.spaces, "place"),
            ("zones", rules.zones, "zone"),
        ):
            yield from unknown_names(what, _keys(said.get(key, {}), (*path, key)), known, at_key=True)
        for place, figures in said.get("figures", {}).items():
            yield from self.figures(figures, (*path, "figures", place))
        for space, item in said.get("spaces", {}).items():
            if space in self.spaces and item != EMPTY:
                yield from self.item_on(space, item, (*path, "spaces", space))
        for zone, held in said.get("zones", {}).items():
            yield from self.items(held, (*path, "zones", zone))

    def seat(self, seat: int, path: Path, *, at_key: bool = False) -> Iterator[Fault]:
        if not 0 <= seat < self.rules.players:
            label = f"seats are numbered from 0 to {self.rules.players - 1}"
            yield Fault("SA203", "a seat that does not exist", label, at_key=at_key, path=path)

    def of_seat(self, entry: Mapping[str, Any], path: Path) -> Iterator[Fault]:
        for key, known in (("goods", self.rules.goods), ("tracks", self.rules.tracks)):
            yield from unknown_names(key.removesuffix("s"), _keys(entry.get(key, {}), (*path, key)), known, at_key=True)
        for key in ("items", "face_down", "unspent"):
            yield from self.items(entry.get(key, ()), (*path, key))
        yield from unknown_names("mark", _numbered(entry.get("marks", ()), (*path, "marks")), self.rules.marks)

    def items(self, held: Any, path: Path) -> Iterator[Fault]:
        if type(held) is not int:
            yield from unknown_names("item", _numbered(held, path), self.rules.item_ids)

    def item_on(self, space: str, item: str, path: Path) -> Iterator[Fault]:
        kind = self.spaces[space].kind
        known = [other.id for other in self.rules.items if other.kind == kind]
        yield from unknown_names(self.rules.kinds[kind], {path: item}, [*known, EMPTY])

    def figures(self, figures: Any, path: Path) -> Iterator[Fault]:
        if isinstance(figures, Mapping):
            for seat in figures:
                yield from self.seat(int(seat), (*path, seat), at_key=True)
        elif len(figures) != self.rules.players:
            label = f"{len(figures)} numbers of figures for {self.rules.players} seats"
            yield Fault("SA207", "a list that has not one number for each seat", label, path=path)

    # --- what must be so ------------------------------------------------------------------------------------------

    def then(self, said: Mapping[str, Any], path: Path) -> Iterator[Fault]:
        """What is wrong with the words of facts, whose form is right."""
        yield from self.facts(said, path)
        if "asks" in said:
            yield from unknown_names("decision or chance event", {(*path, "asks"): said["asks"]}, self.pending)
        for index, seat in enumerate(said.get("winners", ())):
            yield from self.seat(seat, (*path, "winners", index))
        for key in ("legal", "legal_has", "legal_lacks"):
            for index, text in enumerate(said.get(key, ())):
                yield from self.action(text, (*path, key, index))

    def refused(self, said: Mapping[str, Any], path: Path) -> Iterator[Fault]:
        """What is wrong with the words of a refusal, whose form is right."""
        yield from self.action(said["action"], (*path, "action"))
        yield from self.seat(said.get("seat", 0), (*path, "seat"))
        if "rule" in said:
            yield from unknown_names("statement", {(*path, "rule"): said["rule"]}, self.rules.sentences)
        if "check" in said:
            yield from unknown_names("check", {(*path, "check"): said["check"]}, self.checks)

    def action(self, text: str, path: Path) -> Iterator[Fault]:
        """An action in notation that cannot be read, or is none."""
        try:
            if not isinstance(self.rules.parse(text), Action):
                yield Fault("SA207", "no action", f"`{text}` is an outcome of chance, and no choice of a seat", path=path)
        except StoneAgeError as error:
            yield Fault("SA203", "an action that does not exist", str(error), path=path)

    def step(self, text: str, path: Path) -> Iterator[Fault]:
        """An action or outcome in notation, with the seat in front or without, that cannot be read."""
        seat, colon, rest = text.partition(":")
        try:
            self.rules.parse((rest if colon else seat).strip())
        except StoneAgeError as error:
            yield Fault("SA203", "an action or outcome that does not exist", str(error), path=path)
        if colon:
            yield from self.seat(int(seat) if PLAIN_NUMBER.fullmatch(seat.strip()) else -1, path)


def _numbered(words: Iterable[str], path: Path) -> dict[Path, str]:
    return {(*path, index): word for index, word in enumerate(words)}


def _keys(table: Iterable[str], path: Path) -> dict[Path, str]:
    return {(*path, key): key for key in table}
