"""Records that are about the rules themselves: statements, how many may play, what is in the box."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

import attrs

from stoneage_rules.kernel.nouns import STATEMENT_TABLE, Statement
from stoneage_rules.language.binding import MOST_PLAYERS, Declared, Linker
from stoneage_rules.language.events import Mechanism
from stoneage_rules.language.fields import field
from stoneage_rules.language.reach import NO_DIFFERENCE, Bound, Bounds
from stoneage_rules.language.word import ContentRecord, Contradiction
from stoneage_rules.telling.phrases import Phrases
from stoneage_rules.text import did_you_mean


@attrs.frozen
class StatementRecord(ContentRecord):
    """One numbered sentence of the rules."""

    table = "statement"
    is_silent = True
    namespaced = False

    text: str = field("the rule in one sentence")
    source: str = field("its printed source", default="")
    chapter: str = field("the heading of the statements whose ids differ only in the last word", default="")
    kind: str = field("printed, or our decision", default="rule", choices=("rule", "ruling"))
    why: str = field("the reason for a ruling", default="")
    checks: tuple[str, ...] = field("the checks that enforce the statement", default=(), refers_to="check")
    kernel: tuple[str, ...] = field("the kernel's verbs and frames that carry it out", default=(), refers_to="kernel")

    answers: tuple[str, ...] = field(
        "words other than actions; it answers a player who types one at a decision of `kernel`", default=()
    )

    involved = ("answers", "kernel")

    def contradictions(self) -> Iterator[Contradiction]:
        if self.answers and not self.kernel:
            help = "name the decision at which they are typed in `kernel`"
            yield Contradiction("nothing is asked at which these words could be typed", ("answers",), help=help, at_key=True)
        for index, word in enumerate(self.answers):
            if not re.fullmatch("[a-z][a-z-]*", word):
                yield Contradiction("a word is written in small letters, without blanks", ("answers", index))

    def describe(self, phrases: Phrases) -> str:
        return self.text

    def bind(self, link: Linker, declared: Declared) -> None:
        link.append(STATEMENT_TABLE, Statement(declared.name, self.text, self.checks, self.kernel, self.answers))

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        help = (
            "tell what carries it out\n"
            f'  in an edit: append.rules = ["{self.id}"]\n'
            f'  in a record of your own: rules = ["{self.id}"]'
        )
        idle = not (self.checks or self.kernel or "rules" in bounds.keys_naming(self.id))
        why = f"no record and no edit has `{self.id}`"
        yield Bound(("SA504", "a statement that nothing uses"), ("id",), idle, why, help, at_any_table=True)


@attrs.frozen
class PlayersRecord(ContentRecord):
    """The number of players."""

    table = "players"
    is_single = True
    is_needed = True

    at_least: int = field("the smallest number of players", least=1, most=MOST_PLAYERS)
    at_most: int = field("the largest number of players", least=1, most=MOST_PLAYERS)

    involved = ("at_least", "at_most")

    def contradictions(self) -> Iterator[Contradiction]:
        if self.at_most < self.at_least:
            yield Contradiction(f"`at_most` is less than `at_least`, which is {self.at_least}", ("at_most",))

    @property
    def span(self) -> tuple[int, int]:
        """The smallest and the largest number of players."""
        return self.at_least, self.at_most

    def player_counts(self) -> range:
        return range(self.at_least, self.at_most + 1)


@attrs.frozen
class EditionRecord(ContentRecord):
    """The contents of the box, for reference: nothing ever runs out."""

    table = "edition"
    is_silent = True

    pieces: Mapping[str, int] = field("pieces of each good", refers_to="good", least=1, gives=True)
    tool_tiles: int = field("tool tiles", least=0)
    dice: int = field("dice", least=0)


@attrs.frozen
class LayoutRecord(ContentRecord):
    """A group of places on the drawn board, in their order. It has no effect on play.

    Layouts of one region are drawn side by side while there is room; places without a layout come last.
    """

    table = "layout"
    is_silent = True

    region: str = field("where on the board", choices=("top", "middle", "bottom", "beside"))
    places: tuple[str, ...] = field(
        "locations, groups of locations, rows of spaces, and items that are workplaces or their kind, by their ids",
        not_empty=True,
    )

    def reach(self, bounds: Bounds) -> Iterator[Bound]:
        records = [entry for kind in DRAWN_PLACES for entry in bounds.declared(kind)]
        known = {word for entry in records for word in (entry.id, entry.kind, *getattr(entry.record, "groups", ()))}
        for number, word in enumerate(self.places):
            help = did_you_mean(word, sorted(known), "name a location, a group of locations or a row")
            yield Bound(NO_DIFFERENCE, ("places", number), word not in known, f"nothing is called `{word}`", help, about=(word,))


DRAWN_PLACES = ("location", "row", "item")
"""The kinds of record whose ids layouts contain."""

MECHANISM = Mechanism("statements", records=(PlayersRecord, EditionRecord, StatementRecord, LayoutRecord))
