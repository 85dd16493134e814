"""Every table of content as an attrs record: one class per kind, one field per key.

The classes and the verb registry are the one source of loader, schema and reference docs.  Nothing is looked up here.
"""

from collections.abc import Mapping
from typing import ClassVar

import attrs

from stoneage_rules.language.fields import Cost, EffectSpec, Quantity, field

__all__ = ["CONFIDENCES", "KINDS", "Item", "Record", "Requirement", "toml_key"]


def toml_key(attribute: str) -> str:
    """The TOML key of a field: Python's reserved words carry an underscore in Python alone."""
    return attribute.rstrip("_")


CONFIDENCES = ("rulebook", "corroborated", "reconstructed", "house")


@attrs.frozen
class Requirement:
    """One row of `when`: every row must hold, known before the game starts."""

    option: str | None = field("the option of this pack, or of one it names, that must be on", default=None)
    is_: str | int | bool | None = field("the value the option must have; without the key, it must be true", default=None)
    module: str | None = field("the module that must be enabled", default=None)
    cost: str | None = field("the form that the item's cost must have", default=None, choices=("fixed", "composed"))
    players: tuple[int, ...] = field("the player counts for which it holds", default=())


@attrs.frozen
class Figures:
    """How many figures one placement takes."""

    exactly: int | None = field("this many, no more and no fewer", default=None, least=1, most=99)
    at_least: int = field("this many or more", default=1, least=1, most=99)
    at_most: int | None = field("this many or fewer", default=None, least=1, most=99)


@attrs.frozen
class Record:
    """What every record has."""

    is_single: ClassVar[bool] = False
    """Whether one record of the kind applies at a table."""
    is_needed: ClassVar[bool] = False
    """Whether there is no game without one."""
    is_namespaced: ClassVar[bool] = True
    """Whether ids belong to their pack; others are words joined by points, of which all packs have one space."""
    declares_kind: ClassVar[bool] = False
    """Whether its id is the name of a further kind of record, for items."""
    has_item_conditions: ClassVar[bool] = False
    """Whether its `when` may ask for the form of an item's cost."""
    affects_others: ClassVar[bool] = False
    """Whether a change of it can make other records wrong that it does not name."""
    max_records: ClassVar[int] = 1000
    """The number of records that a game can have."""
    id: str = field("lower case letters, digits and hyphens; with the pack's id in front it is unique")
    name: str = field("what people call it", default="")
    rules: tuple[str, ...] = field("the statements it carries out", default=(), refers_to="statement")
    confidence: str | None = field("how sure the values are; the pack's own by default", default=None, choices=CONFIDENCES)
    reconstructed: tuple[str, ...] = field("the keys whose values are reconstructed, or parts of them: `faces.2`", default=())
    when: tuple[Requirement, ...] = field("the record exists only when every row holds", default=())


@attrs.frozen
class Statement(Record):
    """One numbered sentence of the rules."""

    is_namespaced = False
    text: str = field("the rule in one sentence")
    source: str = field("where it is printed", default="")
    kind: str = field("printed, or decided here", default="rule", choices=("rule", "ruling"))
    why: str = field("how a ruling was decided", default="")
    checks: tuple[str, ...] = field("the kernel's checks that refuse what the statement forbids", default=(), refers_to="check")
    kernel: tuple[str, ...] = field("the kernel's verbs and frames that carry the statement out", default=(), refers_to="kernel")


@attrs.frozen
class Seats(Record):
    """How many may play."""

    is_single = True
    is_needed = True
    least: int = field("the smallest number of players", least=1, most=9)
    most: int = field("the largest number of players", least=1, most=9)


@attrs.frozen
class FigureSupply(Record):
    """The figures of a colour."""

    is_single = True
    is_needed = True
    start: int = field("figures of each seat at the start", least=0, most=20)
    most: int = field("figures of a colour in all", least=1, most=20)


@attrs.frozen
class ToolSupply(Record):
    """The tools of a seat."""

    is_single = True
    spaces: int = field("how many tools a seat has room for", least=0, most=4)
    top: int = field("the highest value of a tool", least=1, most=6)


@attrs.frozen
class Good(Record):
    """A countable thing that a seat holds."""

    max_records = 30
    groups: tuple[str, ...] = field("the groups it belongs to", default=())
    supply: int | None = field("how many there are in all; without the key it never runs out", default=None, least=1, most=9999)
    value: int = field("points that one is worth in a cost that the payer composes", default=0, least=0, most=999)


@attrs.frozen
class Track(Record):
    """A scale on which each seat has a marker, from 0."""

    max_records = 30
    top: int = field("its last space", least=1, most=999)


@attrs.frozen
class Symbol(Record):
    """A symbol that makes sets."""


@attrs.frozen
class Icon(Record):
    """An icon that multiplies something at the end."""


@attrs.frozen
class Mark(Record):
    """A fact about a seat that lasts until the round ends."""

    max_records = 60


@attrs.frozen
class Zone(Record):
    """Where items are that nobody owns and that lie on no space."""

    max_records = 60
    order: str = field(
        "a bag, from which any item is equally likely to come, or a queue, from which the first comes",
        default="bag", choices=("bag", "queue"),
    )  # fmt: skip


@attrs.frozen
class Kind(Record):
    """A kind of item; its id becomes a table of its own for its items."""

    declares_kind = True
    starts_in: str = field("the zone in which its items start", refers_to="zone")
    drawn_to: str | None = field(
        "the zone to which one goes that is met in a draw for another kind", default=None, refers_to="zone"
    )


@attrs.frozen
class Standing:
    """Effects that an owned item has again and again."""

    at_start_of: str = field("the phase at whose start they happen", refers_to="phase")
    effects: tuple[EffectSpec, ...] = field("what happens", not_empty=True, context="reward")


@attrs.frozen
class Workplace:
    """A place for its owner's figures, from the round after the item was taken."""

    circles: int = field("how many figures it holds", least=1, most=99)
    figures: Figures = field("how many figures one placement takes", factory=Figures)
    effects: tuple[EffectSpec, ...] = field("what figures here do", not_empty=True, context="workplace")


@attrs.frozen
class Item(Record):
    """A card, building or other thing that can be taken."""

    cost: Cost | None = field("its price, where the space does not set one", default=None)
    effects: tuple[EffectSpec, ...] = field("what happens when it is taken", default=(), context="reward")
    anytime: tuple[EffectSpec, ...] = field("what its owner may have once, at any time", default=(), context="reward")
    standing: tuple[Standing, ...] = field("what its owner has in every round after it was taken", default=())
    workplace: Workplace | None = field("the place it is for its owner", default=None)
    one_use_tool: int | None = field("its value as a tool for one roll", default=None, least=1, most=12)
    symbol: str | None = field("its symbol", default=None, refers_to="symbol", gives=True)
    icons: Mapping[str, int] = field("its icons and how many of each", factory=dict, refers_to="icon", least=1, gives=True)


@attrs.frozen
class Location(Record):
    """A place for figures, or several of a kind."""

    max_records = 200
    groups: tuple[str, ...] = field("the groups it belongs to", default=())
    copies: int | str | None = field(
        "how many there are: a number, or `players` for one each", default=None, least=1, most=20, choices=("players",)
    )
    circles: int | str | None = field(
        "how many figures it holds: a number, `players`, or no limit without the key",
        default=None, least=1, most=99, choices=("players",),
    )  # fmt: skip
    figures: Figures = field("how many figures one placement takes", factory=Figures)
    again: bool = field("whether a seat that is there may place again in the same round", default=False)
    mark: str | None = field("the mark that a placement here leaves on the seat", default=None, refers_to="mark", gives=True)
    stays: bool = field("whether figures stay instead of acting with the others", default=False)
    cost: Cost | None = field("the price of whatever lies here", default=None)
    effects: tuple[EffectSpec, ...] = field("what figures here do", default=(), context="location")


@attrs.frozen
class Row(Record):
    """Locations on which items of a kind are laid out."""

    affects_others = True
    max_records = 60
    kind: str = field("the kind of item", refers_to="kind")
    from_: str = field("the zone from which it is filled", refers_to="zone")
    spaces: tuple[str, ...] = field("its locations, in the order in which they are filled", refers_to="location", not_empty=True)
    pile: int = field("tiles on each space, the open one included; 0 for no piles", default=0, least=0, most=99)
    when_short: str = field("what happens when it cannot be filled", default="leave", choices=("leave", "end"))


@attrs.frozen
class LimitRecord(Record):
    """A limit on placements, by player count."""

    counts: str = field("what is counted", refers_to="counter")
    group: str = field("the group of locations", refers_to="group:location")
    at_most: Mapping[int, int] = field(
        "the number by player count; a count that is not named has no limit",
        least=0, most=99, keys=(1, 9), not_empty=True,
    )  # fmt: skip


@attrs.frozen
class DiceTable(Record):
    """What each face of a die stands for."""

    faces: Mapping[int, tuple[EffectSpec, ...]] = field("the effects of each face, 1 to 6", keys=(1, 6), context="reward")
    others_pick: str = field(
        "when the other seats take their die: at once, or as the first thing of their next turn",
        default="at-once", choices=("at-once", "next-turn"),
    )  # fmt: skip


@attrs.frozen
class AddOnRecord(Record):
    """An optional extra line on the bill of an item; `when` may ask for the form of the item's cost."""

    has_item_conditions = True
    applies: tuple[str, ...] = field("the kinds of item it can be added to", refers_to="kind", not_empty=True)
    spaces: tuple[str, ...] = field(
        "the locations on which the item must lie; any without the key", default=(), refers_to="location"
    )
    cost: Cost = field("its price, in goods by name")
    effects: tuple[EffectSpec, ...] = field(
        "what it brings once everything is paid, before the item takes effect", not_empty=True, context="reward"
    )


@attrs.frozen
class RateRecord:
    """One rate of an exchange."""

    at_least: int = field("from this position on the track on", least=0)
    give: int = field("how many goods are given", least=1, most=4)
    get: int = field("how many goods are got", least=1, most=4)


@attrs.frozen
class ExchangeRecord(Record):
    """A trade in the middle of a purchase, once per round."""

    goods: str = field("the group of goods that can be given and got", refers_to="group:good|good")
    applies: tuple[str, ...] = field("the kinds of item whose purchase it serves", refers_to="kind", not_empty=True)
    track: str = field("the track whose position sets the rate", refers_to="track")
    rates: tuple[RateRecord, ...] = field("the rates, the lowest position first", not_empty=True)
    mark: str = field("the mark that a trade leaves: with it there is no second one", refers_to="mark")
    barred_by: tuple[str, ...] = field("further marks with which there is no trade", default=(), refers_to="mark")
    needed: str = field(
        "when a trade is needed: when what is got is used, or only when the price is out of reach without it",
        default="used", choices=("used", "short"),
    )  # fmt: skip


@attrs.frozen
class SetUp(Record):
    """A step of the set-up."""

    effects: tuple[EffectSpec, ...] = field("what is done", not_empty=True, context="set-up")


@attrs.frozen
class PhaseRecord(Record):
    """A part of the round."""

    max_records = 60
    effects: tuple[EffectSpec, ...] = field("the steps of the phase", context="phase")


@attrs.frozen
class Course(Record):
    """The order of the set-up and of the round; a game has one course, which packs edit."""

    is_single = True
    is_needed = True
    set_up: tuple[str, ...] = field("the steps of the set-up, in their order", default=(), refers_to="setup", orders=True)
    phases: tuple[str, ...] = field("the phases of a round, in their order", refers_to="phase", orders=True, not_empty=True)


@attrs.frozen
class Score(Record):
    """A line of final scoring: the product of `count` and `times`, times `each`."""

    count: Quantity = field("what is counted")
    times: Quantity | None = field("what it is multiplied with", default=None)
    each: int = field("points for one", default=1, not_zero=True)


@attrs.frozen
class TieBreak(Record):
    """What tied seats compare."""

    sum: tuple[Quantity, ...] = field("the quantities that are added up", not_empty=True)


@attrs.frozen
class Edition(Record):
    """What is in the box, for reference: nothing ever runs out."""

    pieces: Mapping[str, int] = field("pieces of each good", refers_to="good", least=1, gives=True)
    tool_tiles: int = field("tool tiles", least=0)
    dice: int = field("dice", least=0)


KINDS: Mapping[str, type[Record]] = {
    "seats": Seats,
    "figure": FigureSupply,
    "tool": ToolSupply,
    "good": Good,
    "track": Track,
    "symbol": Symbol,
    "icon": Icon,
    "mark": Mark,
    "zone": Zone,
    "kind": Kind,
    "location": Location,
    "row": Row,
    "limit": LimitRecord,
    "dice_table": DiceTable,
    "add_on": AddOnRecord,
    "exchange": ExchangeRecord,
    "setup": SetUp,
    "phase": PhaseRecord,
    "course": Course,
    "score": Score,
    "tie_break": TieBreak,
    "edition": Edition,
    "statement": Statement,
}
"""The tables of content; each `kind` record adds one for its items (`Item`)."""
