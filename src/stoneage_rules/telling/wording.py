"""A game told in the names that people know things by, in place of ids: those of the board, and for items what they bring."""

from __future__ import annotations

import re
from collections.abc import Sequence

from stoneage_rules.errors import ContentError
from stoneage_rules.kernel.frames import JSON
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.language.events import Viewer
from stoneage_rules.telling.narration import Narrator
from stoneage_rules.telling.phrases import Briefs, ShortBriefs

KINDS = ("add_on", "dice_table", "mark", "zone")
"""The kinds of records, beside places and items, that have other names than ids in sentences."""
UNVERIFIED = " (reconstructed)"
"""The word of logs for what is not verified; the page says it of an item as a whole."""
FIRST_SEAT = 0xE000
"""The character that stands for seat 0 until ids have been replaced: a seat may have the name of a place."""


class Wording(Narrator):
    """Tells a game in the names of the board."""

    def __init__(self, rules: Ruleset, names: Sequence[str], viewer: Viewer) -> None:
        super().__init__(rules, names, viewer)
        known = dict(enumerate(self.names))
        self._seats = {FIRST_SEAT + seat: known.get(seat) or f"seat {seat}" for seat in range(rules.players)}

    def who(self, seat: int | None) -> str:
        """Returns the character that stands for a seat."""
        return super().who(seat) if seat is None else chr(FIRST_SEAT + seat)

    def worth(self, item: str, place: str = "") -> str:
        """Returns the price of an item on a place; its name tells all else."""
        _, costs, price = super().worth(item, place).removesuffix(UNVERIFIED).partition("costs ") if place else ("", "", "")
        return costs and f" ({costs}{price})"

    def doubt(self, kind: str, id: str, key: str) -> str:
        """Returns nothing."""
        return ""

    def plainly(self, text: str) -> str:
        """Returns a text with names in place of ids."""
        pattern, names = self.rules.service(names_of)
        return pattern.sub(lambda found: names[found[0]], text).replace(" / ", " ÷ ").translate(self._seats)


def names_of(rules: Ruleset) -> tuple[re.Pattern[str], dict[str, str]]:
    """Returns the names by id, and a pattern that finds ids; names are found, too, as they may have ids in them."""
    names = {entry.name: entry.record.name for kind in KINDS for entry in rules.content.of(kind) if entry.record.name}
    names |= {item.id: _item_name(rules, index) for index, item in enumerate(rules.items)}
    names |= {place.id: place.name for place in rules.places if place.owned < 0}
    names |= {name: name for name in names.values()}
    names |= {f"seat {seat}": chr(FIRST_SEAT + seat) for seat in range(rules.players)}
    words = "|".join(map(re.escape, sorted(names, key=len, reverse=True)))
    return re.compile(rf"(?<![\w-])(?:{words})(?![\w-])"), names


def _item_name(rules: Ruleset, index: int) -> str:
    """Returns the name of an item: its own, or its kind with all that it brings and shows."""
    brief, item = rules.service(Briefs).item(index), rules.items[index]
    tables = {entry.name: entry.record.name or entry.name for entry in rules.content.of("dice_table")}
    said = re.sub(r"\((\S+)\)", lambda found: f"({tables.get(found[1], found[1])})", brief.benefit.replace(", shows ", ", "))
    for phase in rules.definitions("phase"):
        said = said.replace(phase.id, phase.name) if "-" in phase.id else said
    kind = rules.kinds[item.kind]
    if not brief.brings:
        return f"{item.id.replace('-', ' ')} ({said.removeprefix('shows ')})"
    return f"{kind} “{said.removeprefix('as points, ')}”"


def items_of_game(rules: Ruleset) -> dict[str, list[JSON]]:
    """Returns for each item its name, its kind, what it brings and shows, and whether its values are verified."""
    briefs, (_, names) = rules.service(ShortBriefs), rules.service(names_of)
    told: dict[str, list[JSON]] = {}
    for item in rules.items_of():
        brief = briefs.item(item.index)
        told[item.id] = [names[item.id], item.kind, brief.brings, brief.shows, not item.reconstructed]
    return told


def fault_in_words(error: Exception) -> str:
    """Returns an error for people: of what cannot be loaded, each finding without its code."""
    if isinstance(error, ContentError):
        return "\n".join(": ".join(filter(None, (found.title, found.place.label))) for found in error.diagnostics)
    return str(error)
