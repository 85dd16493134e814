"""Phrases for words that describe themselves, names for sentences of the log, items and places in brief, prompts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

import attrs

from stoneage_rules.errors import PluginError
from stoneage_rules.kernel.actions import format_goods
from stoneage_rules.kernel.nouns import PRICE_TABLE, Place
from stoneage_rules.kernel.operations import NOBODY
from stoneage_rules.language.cost import counted_goods
from stoneage_rules.language.fields import Amount, Described, Quantity, toml_key
from stoneage_rules.language.quantity import IfRow, range_of
from stoneage_rules.language.word import ContentRecord, DrawnRecord, Verb
from stoneage_rules.text import counted, either

if TYPE_CHECKING:
    from stoneage_rules.kernel.frames import Asked
    from stoneage_rules.kernel.position import Position
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.state import State
    from stoneage_rules.language.binding import Linker
    from stoneage_rules.language.events import Event, EventKind, EventValue


SHARED = frozenset(attribute.name for attribute in attrs.fields(ContentRecord))
"""The fields that all records have."""
APART = {
    Verb: frozenset(attribute.name for attribute in attrs.fields(Verb)),
    DrawnRecord: frozenset(attribute.name for attribute in attrs.fields(DrawnRecord)),
}
"""The fields that all effects or all drawn records share; descriptions of one leave them out."""


SEATS_IN_WORDS = {
    None: "",
    "all": " of all seats together",
    "most": " of the seat with most",
    "fewest": " of the seat with fewest",
    "others": " of the other seats together",
}


COMPARED = {(None, 0): "not more than", (None, -1): "less than", (0, None): "not less than", (1, None): "more than"}
"""The words for the range of a difference of two numbers."""


def range_in_words(row: IfRow, least: int | None = None) -> str:
    """Describes the range of a row: `3 or more`, `3 to 5`, `5 or less`, `3, 5 or 8`, `a multiple of 2`; `least` is the least."""
    if row.in_:
        return either(row.in_)
    words = []
    if row.max is not None and row.max == (least if row.min is None else row.min):
        words.append(str(row.max))
    elif row.min is not None:
        words.append(f"{row.min} or more" if row.max is None else f"{row.min} to {row.max}")
    elif row.max is not None:
        words.append(f"{row.max} or less")
    return " and ".join([*words, *([f"a multiple of {row.every}"] if row.every is not None else [])])


class Phrases:
    """Describes values of content; ids are shown unchanged."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.linker: Linker = rules.linker
        self._moment: tuple[Any, int, int] | None = None
        """A position, a seat, and the number that effects use: of figures, or of a payment by its index."""

    def at(self, position: Position, seat: int, n: int) -> Phrases:
        """Returns phrases for effects of a seat at one moment, with `n` figures, or the payment `n`, as numbers."""
        phrases = Phrases(self.rules)
        phrases._moment = position, seat, n
        return phrases

    @property
    def figures(self) -> int | None:
        """The number of figures that effects use, if known."""
        return (self._moment[2] or None) if self._moment else None

    def known(self, amount: Amount) -> Amount:
        """Returns a quantity that refers to the last event alone, such as a payment, as a number if it is known."""
        if self._moment is None or isinstance(amount, int):
            return amount
        kind = self.linker.word("quantity", amount.name)
        if not kind.under and (amount.of not in kind.belongs or self.figures is None):
            return amount
        number: int = self.linker.quantity(amount)(*self._moment)
        return number

    def effects(self, effects: Iterable[Verb]) -> str:
        """Describes a list of effects in a few words."""
        return ", ".join(map(self.effect, effects))

    def effect(self, effect: Verb) -> str:
        """Describes an effect with its condition in a few words: `advance hunger 1 (from round 3 on)`."""
        words = effect.describe(self)
        return f"{words} ({self.rows(effect.if_)})" if effect.if_ else words

    def amount(self, amount: Amount) -> str:
        """Describes a number, or the quantity that gives it."""
        amount = self.known(amount)
        if isinstance(amount, int):
            return str(amount)
        kind = self.linker.word("quantity", amount.name)
        of = amount.of if isinstance(amount.of, (str, int)) else self.amount(amount.of)
        words = kind.describe(of) + " (ties rank lower)" * amount.alone + SEATS_IN_WORDS[amount.seats]
        if amount.times < 0 and amount.plus != 0:
            words = f"{self.amount(amount.plus)} - {self._times(-amount.times, words)}"
        else:
            words = self._times(amount.times, words)
            if amount.plus != 0:
                words += f" + {self.amount(amount.plus)}".replace("+ -1 x ", "- ").replace("+ -", "- ")
        words += f", divided by {amount.divide}" + ", rounded up" * (amount.rounded == "up") if amount.divide != 1 else ""
        bounds = ("at least", amount.at_least), ("at most", amount.at_most)
        words += "".join(f", {word} {self.amount(bound)}" for word, bound in bounds if bound is not None)
        return f"{words} {self.rows(amount.if_)}, otherwise {self.amount(amount.else_)}" if amount.if_ else words

    def _times(self, times: int, words: str) -> str:
        return words if times == 1 else f"{times} x {words}"

    def rows(self, rows: Sequence[IfRow]) -> str:
        """Describes rows of `if`: `from round 3 on, and if the position on hunger is 3`."""
        return ", and ".join(map(self.row, rows))

    def row(self, row: IfRow) -> str:
        """Describes a row of `if`: `if the position on hunger is 3 or more`, `from round 3 on`."""
        in_range = self.linker.word("quantity", row.name).in_range
        own = (in_range and in_range(row)) or self._compared(row)
        return own or f"if {self.amount(row)} is {range_in_words(row, range_of(self.linker, row)[0])}"

    def _compared(self, row: IfRow) -> str:
        """Describes a row about the difference of two numbers: `if A is not more than B`; empty if it is none."""
        than, other = COMPARED.get((row.min, row.max)), row.plus
        if than is None or isinstance(other, int):
            return ""
        first = IfRow(row.name, row.of, seats=row.seats, plus=other, min=row.min, max=row.max)
        second = Quantity(other.name, other.of, seats=other.seats, times=-1)
        if row != first or other != second:
            return ""
        return f"if {self.amount(attrs.evolve(row, plus=0))} is {than} {self.amount(attrs.evolve(other, times=1))}"

    def rows_now(self, rows: Sequence[IfRow], state: State, seat: int, n: int = 0) -> str:
        """Describes the present values of the quantities of rows: `the position on hunger is 1`."""
        numbers = [f"{self.amount(row)} is {self.linker.open_quantity(row)(state, seat, n)}" for row in rows]
        return ", ".join(dict.fromkeys(numbers))

    def goods(self, amount: Amount, name: str) -> str:
        """Describes a number of goods of a group, or of one kind: `2 of any resource`, `wood, as many as the round`."""
        noun = name if name in self.rules.goods else f"of any {name}"
        return counted_goods(self.known(amount), noun, self.amount)

    def most_of(self, quantity: Quantity) -> str:
        """Describes the number that seats are compared by: `the highest number of wood`, `the lowest ...`."""
        if not quantity.is_plain:
            return f"most of {self.amount(quantity)}"
        end = "lowest" if quantity.times < 0 else "highest"
        return f"the {end} {self.amount(attrs.evolve(quantity, times=1)).removeprefix('the ')}"

    def value(self, value: Any) -> str:
        """Describes any value of a record."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if hasattr(value, "in_words"):
            return str(value.in_words(self))
        if isinstance(value, Verb):
            return self.effect(value)
        if isinstance(value, Mapping):
            return "; ".join(f"{key}: {self.value(inner)}" for key, inner in value.items())
        if isinstance(value, tuple):
            return ", ".join(map(self.value, value))
        if attrs.has(type(value)):
            return ", ".join(f"{key} {words}" for key, words in self.fields(value))
        return str(value)

    def keys(self, record: ContentRecord) -> tuple[str, ...]:
        """Returns the TOML keys of a record's specific fields that differ from their defaults."""
        return tuple(key for key, _ in self.fields(record))

    def fields(self, record: Any, declared_by: type | None = None) -> list[tuple[str, str]]:
        """Returns the TOML keys and descriptions of a record's specific fields that differ from their defaults.

        Args:
            record: an object of an attrs class.
            declared_by: the class whose fields are described; by default that of the record.
        """
        fields = []
        shared = SHARED.union(*(names for kind, names in APART.items() if isinstance(record, kind)))
        for attribute in attrs.fields(declared_by or type(record)):
            value = getattr(record, attribute.name)
            default = attribute.default.factory() if isinstance(attribute.default, attrs.Factory) else attribute.default  # type: ignore[arg-type]
            if attribute.name not in shared and value not in (None, default):
                fields.append((toml_key(attribute.name), self.value(value)))
        return fields


class Tokens(Phrases):
    """Describes effects in the fewest words, by the `token` of their verbs: `+5 food`, `+1 tool (if)`."""

    def effect(self, effect: Verb) -> str:
        given = attrs.asdict(effect, recurse=False, filter=lambda field, value: value not in (None, ()))
        template = _fitting(effect.token, given)
        words = template.format_map({name: _Short(self, value) for name, value in given.items()}) or effect.describe(self)
        return words + " (if)" * bool(effect.if_)


class _Short(NamedTuple):
    """A field of an effect in a token."""

    phrases: Tokens
    value: Any

    def __format__(self, how: str) -> str:
        if isinstance(self.value, tuple):
            return (how or ", ").join(map(self.phrases.value, self.value))
        known = self.phrases.known(self.value) if how else self.value
        if type(known) is int:
            return format(known, how)
        return f"+({self.phrases.value(known)})" if how else self.phrases.value(known)


def _fitting(templates: str | tuple[str, ...], facts: Mapping[str, Any]) -> str:
    """Returns the first template whose facts are all known; an empty one if there is none."""
    each = (templates,) if isinstance(templates, str) else templates
    return next((one for one in each if facts.keys() >= facts_in(one)), "")


# --- naming -------------------------------------------------------------------------------------------------------
#
# The narrator's interface for the sentences of the log.


class LogNames(Protocol):
    """The names that a sentence of the log may use, passed first to each function that writes an event.

    Things are named by their ids, as in answers and on boards.
    """

    rules: Ruleset
    """The rules of the narrated game."""

    def who(self, seat: int | None) -> str:
        """Returns the name of a seat, if it has one, with its number."""

    def said(self, value: EventValue) -> str:
        """Returns a value as part of a sentence: goods as `2 wood, 1 clay`, several values with commas."""

    def called(self, kind: str, id: str) -> str:
        """Returns the name that a record has for people, or its id if it has none."""

    def worth(self, item: str, place: str = "") -> str:
        """Returns an item's effects and symbols, on a place also its price there, as the end of a sentence."""

    def shown(self, item: str) -> str:
        """Returns an item's symbol and icons, for final scoring."""

    def one_use(self, item: str) -> str:
        """Returns an item with its value if it is a tool for one roll: `civ-34 (3)`."""

    def doubt(self, kind: str, id: str, key: str) -> str:
        """Returns ` (reconstructed)` if a value of a record is that, else nothing."""


def told(kind: EventKind, names: LogNames, event: Event) -> str:
    """Returns the sentence of an event; of one without its secrets, the sentence for others."""
    sentence = kind.sentence_for_others if event.is_partial else kind.sentence
    if not isinstance(sentence, str):
        return sentence(names, event)
    who = "" if event.seat is None else names.who(event.seat)
    worth = names.worth(event.text("item"), str(event.get("place", ""))) if "{worth}" in sentence else ""
    values = {name: _Said(names.rules, value) for name, value in event.fields.items()}
    return sentence.format_map({"seat": who, "worth": worth, **values})


def value_in_words(value: Any) -> str:
    """Returns a value as part of a sentence: goods as `2 wood, 1 clay`, several values with commas."""
    if isinstance(value, Mapping):
        return format_goods(tuple(value.items()))
    return ", ".join(map(value_in_words, value)) if isinstance(value, (list, tuple)) else str(value)


class _Said(NamedTuple):
    """A value in a sentence or a prompt; behind a colon stands the noun for the number."""

    rules: Ruleset
    value: Any

    def __format__(self, noun: str) -> str:
        if noun and not isinstance(self.value, str):
            return counted(self.value if isinstance(self.value, int) else len(self.value), noun)
        if hasattr(self.value, "describe"):
            return str(self.value.describe(goods=self.rules.goods))
        return value_in_words(self.value)


# --- briefs -------------------------------------------------------------------------------------------------------
#
# Items and places in brief words: their prices, effects, and symbols for final scoring.


@attrs.frozen
class Brief(Described):
    """An item, or a place with its item, in brief words; a text without content is empty.

    `str()` puts them together: `civ-23: 2 dice / 3 wood, shows 2 shaman; costs 1 of any resource`.
    """

    item: str
    """The id of the item, or of the item on the place."""
    price: str
    """Its price."""
    brings: str
    """The gains of its effects."""
    shows: str
    """Its symbol and icons, for final scoring."""

    @property
    def benefit(self) -> str:
        """Its effects and symbols: `2 dice / 3 wood, shows 2 shaman`."""
        return ", ".join(filter(None, (self.brings, self.shows and f"shows {self.shows}")))

    def __str__(self) -> str:
        said = ": ".join(filter(None, (self.item, self.benefit)))
        return "; ".join(filter(None, (said, self.price and f"costs {self.price}")))


class Briefs:
    """The briefs of a ruleset: `rules.service(Briefs)`."""

    words: ClassVar[type[Phrases]] = Phrases
    """The class that describes effects."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self.phrases: Phrases = rules.service(self.words)
        self.prices: tuple[Any, ...] = rules.entries(PRICE_TABLE)
        self._entries = rules.content.by_name
        self._items: dict[int, Brief] = {}

    def record(self, kind: str, id: str) -> Any:
        """Returns a record of the content by its kind and its id in play."""
        return self._entries[kind, id].record

    def price(self, index: int) -> str:
        """Returns a price in words, by its place in the table of prices; nothing for -1."""
        if index < 0:
            return ""
        price = self.prices[index]
        return self.phrases.value(price.cost) if price.changing else price.describe(self.rules.goods)

    def price_now(self, position: Position, index: int) -> str:
        """Returns the present price in words: for the seat of a view, or else for the seat that must choose."""
        return self.prices[index].now(position, reader_of(position)).describe(self.rules.goods) if index >= 0 else ""

    def item(self, index: int) -> Brief:
        """Returns the brief of an item by its index, with its own price."""
        brief = self._items.get(index)
        if brief is None:
            item = self.rules.items[index]
            shown = [item.symbol] if item.symbol else []
            shown += [f"{count} {icon}" for icon, count in item.icons.items()]
            brings = self.record(*self.rules.item_record(item.id)).describe(self.phrases)
            brief = self._items[index] = Brief(item.id, self.price(item.price), brings, ", ".join(shown))
        return brief

    def opening(self, place: Place) -> str:
        """Returns when a place is open, in words: `open only from round 2 on`; empty if it is always open."""
        return f"open only {self.phrases.rows(place.rows)}" if place.rows else ""

    def place(self, position: Position, place: Place, phrases: Phrases | None = None) -> Brief:
        """Returns the brief of a place: its effects, and its item with the price here.

        `phrases` may know the number of figures there (`Phrases.at`).
        """
        said = phrases or self.phrases
        own = said.effects(effect for effect in place.effects if not effect.buys)
        if place.each_placement:
            own = ", ".join(filter(None, (f"at each placement: {said.effects(place.each_placement)}", own)))
        item = position.item_at[place.index]
        if item < 0:
            return Brief("", "", own, "")
        brief = self.item(item)
        brings = ", ".join(filter(None, (own, brief.brings)))
        price = place.price if place.price >= 0 else self.rules.items[item].price
        return attrs.evolve(brief, price=self.price_now(position, price), brings=brings)


class ShortBriefs(Briefs):
    """The same with effects as tokens."""

    words = Tokens


def reader_of(position: Position) -> int:
    """Returns the seat that reads a position: the viewer, or else the seat that must choose or comes next."""
    viewer: int = getattr(position, "viewer", NOBODY)
    return viewer if viewer != NOBODY else position.stack[-1][1] if position.stack else position.first_seat


# --- prompts ------------------------------------------------------------------------------------------------------
#
# The pending question as a phrase, made of the facts that its frame declares.


def prompt_of(position: Position, asked: Asked | None = None) -> str:
    """Returns the pending question as a phrase: `where to place figures`, or `a roll of 3 dice for seat 0`.

    Args:
        position: the state or view that waits with it.
        asked: its facts, if they are known.

    Raises:
        PluginError: the prompt names a fact that `asked` does not return.
    """
    frame = position.stack[-1]
    rules, handler = position.rules, position.rules.handlers[frame[0]]
    facts: dict[str, Any] = {**(handler.asked(position, frame) if asked is None else asked), "seat": frame[1]}
    said = {name: _Said(rules, value) for name, value in {**facts, **facts.get("more", {})}.items() if value not in ("", None)}
    template = _fitting(handler.prompt, said)
    if not template:
        where = f"plugin {rules.owners.get(f'frame {handler.name}')}, frame {handler.name}"
        raise PluginError(f"{where}: `prompt` names a fact that `asked` does not return; there are {', '.join(said)}")
    return template.format_map(said)


@cache
def facts_in(template: str) -> frozenset[str]:
    """Returns the names of the facts in a template.

    Raises:
        ValueError: it is no template.
    """
    parts = [(name, noun) for _, name, noun, _ in Formatter().parse(template) if name is not None]
    return frozenset(name for name, _ in parts).union(*(facts_in(noun or "") for _, noun in parts))
