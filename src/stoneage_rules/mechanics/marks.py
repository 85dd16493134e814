"""Marks: facts about a seat, that it has done something this round or is the first to have reached something."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from stoneage_rules.kernel import operations
from stoneage_rules.kernel.nouns import MARK_TABLE, Mark
from stoneage_rules.language.binding import Declared, Effect, Handle, Linker, Reader
from stoneage_rules.language.events import EventKind, Mechanism, id_field
from stoneage_rules.language.fields import field
from stoneage_rules.language.quantity import IfRow, QuantityKind
from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Bounds, uncounted
from stoneage_rules.language.word import ContentRecord, Verb, Word
from stoneage_rules.telling.phrases import Phrases


@attrs.frozen
class MarkRecord(ContentRecord):
    """A fact about a seat, such as that it has traded: a seat has it or not, and everybody sees it.

    Marks come from placements (`mark` of a location), from trades, and from the effect `mark`.
    """

    table = "mark"
    max_records = 60
    is_used_by_name = True

    lasts: str = field(
        "how long a seat has it: until the effect `refresh` ends the round, or to the end of the game",
        default="round", choices=("round", "game"), silent_default=True,
    )  # fmt: skip

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        help = 'ask for it, for example by a row of `if`: `{{ mark = "{id}", max = 0 }}`'
        yield uncounted(bounds, "nothing asks for it, and it bars nothing", help)

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(MARK_TABLE, Mark(declared.name, self.lasts == "game"))


@attrs.frozen
class MarkVerb(Verb):
    """The seat gets a mark; one that it has already makes no difference.

    The quantity `mark` asks for it.

    Example: `{ do = "mark", mark = "first-farmer" }`
    """

    do = "mark"
    token = "mark {mark}"
    mark: str = field("the mark", refers_to="mark", gives=True)

    def describe(self, phrases: Phrases) -> str:
        return f"the mark {self.mark}"

    def bind(self, link: Linker) -> Effect:
        mark = link.index("mark", self.mark)

        return lambda state, seat, place, n: operations.give_mark(state, seat, mark)


@attrs.frozen
class UnmarkVerb(Verb):
    """The seat loses a mark, if it has it.

    Example: `{ do = "unmark", mark = "first-farmer" }`
    """

    do = "unmark"
    token = "no mark {mark}"
    mark: str = field("the mark", refers_to="mark", loses=True)

    def describe(self, phrases: Phrases) -> str:
        return f"no longer the mark {self.mark}"

    def bind(self, link: Linker) -> Effect:
        mark = link.index("mark", self.mark)
        link.add(LOST_MARKS, mark)

        return lambda state, seat, place, n: operations.unmark(state, seat, mark)

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        idle = self.mark not in bounds.service(GivenMarks).names
        help = f'let something give it, such as `{{ do = "mark", mark = "{self.mark}" }}`, or take the effect away'
        yield Bound(NO_DIFFERENCE, ("mark",), idle, f"no seat ever has the mark `{self.mark}`", help, about=(self.mark,))


LOST_MARKS = Handle[int]("lost mark")
"""The marks that effects take away."""


class GivenMarks:
    """The marks that seats can get at a table: a word that names a single one leaves it, unless it takes it away."""

    def __init__(self, bounds: Bounds) -> None:
        self.names = {
            getattr(use.word, attribute.name)
            for use in bounds.words(Word)
            if not isinstance(use.word, UnmarkVerb)
            for attribute in attrs.fields(type(use.word))
            if attribute.metadata.get("refers_to") == "mark"
        }


def _mark(link: Linker, of: str) -> Reader:
    mark = link.index("mark", of)
    return lambda state, seat, n: state.marks[seat] >> mark & 1


SEATS_IN_WORDS = {"all": ("a seat has", "no seat has"), "others": ("another seat has", "no other seat has")}
"""The words for one holder of a mark and for none, by the seats that are counted."""


def _in_range(row: IfRow) -> str:
    """Returns a row about a mark in words: `without the mark rested`; empty if it asks for something else."""
    if not row.is_plain or row.every is not None:
        return ""
    if row.seats is None and row.holds(0) != row.holds(1):
        return f"{'with' if row.holds(1) else 'without'} the mark {row.of}"
    has, lacks = SEATS_IN_WORDS.get(row.seats or "", ("", ""))
    words = {(1, None): has, (None, 0): lacks, (0, 0): lacks}.get((row.min, row.max))
    return f"if {words} the mark {row.of}" if words else ""


MARK_FIELD = id_field(MARK_TABLE, "the mark")

MECHANISM = Mechanism(
    "marks",
    records=(MarkRecord,),
    verbs=(MarkVerb, UnmarkVerb),
    quantities=(
        QuantityKind(
            "mark",
            "1 if the seat has a mark, else 0",
            _mark,
            "mark",
            words="the mark {of} (1 or 0)",
            in_range=_in_range,
            span=lambda records, of: (0, 1),
            counts=(),
            is_never_got=lambda bounds, of: of not in bounds.service(GivenMarks).names,
            brought_by='let something give it, such as an effect `{{ do = "mark", mark = "{id}" }}`',
        ),
    ),
    events=(
        EventKind(
            "mark",
            "a seat gets a mark by an effect; placements and trades leave theirs without it",
            {"mark": MARK_FIELD},
            "{seat} gets the mark {mark}",
        ),
        EventKind("unmark", "a seat loses a mark", {"mark": MARK_FIELD}, "{seat} loses the mark {mark}"),
    ),
)
