"""Events, as a mechanism declares them, and all else that a mechanism registers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias, TypeVar, Union

import attrs
import pluggy

from stoneage_rules.errors import PluginError
from stoneage_rules.language.binding import Handle
from stoneage_rules.language.fields import BESIDE, LEFT_OUT, PublicValue
from stoneage_rules.language.quantity import QuantityKind
from stoneage_rules.language.word import ContentRecord, ExtraKeys, Verb

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.telling.phrases import LogNames


FieldType = TypeVar("FieldType")

EventValue: TypeAlias = Union[int, str, tuple["EventValue", ...], Mapping[str, "EventValue"]]  # noqa: UP007
"""The value of a field: a number, an id or another text, several of them, or numbers by id."""

Viewer: TypeAlias = int | Literal["all"] | None
"""The reader of events: a seat, None for a spectator, or `"all"` for everybody's secrets."""


@attrs.frozen
class Event(PublicValue, Mapping[str, EventValue]):
    """Something that happened in a game, in the words of the content: a mapping of its fields.

    The fields of each event are in the table of docs/events.md: `event["place"]` reads one.
    """

    name: str = attrs.field(metadata={"data": "event"})
    """Its name, as its mechanism declares it."""
    seat: int | None
    """The seat that acted or was affected; None if there is none."""
    round: int = attrs.field(default=0, kw_only=True)
    """The round when it happened; 0 for the set-up."""
    fields: Mapping[str, EventValue] = attrs.field(metadata=BESIDE)
    """All its values besides name, seat and round, by name."""
    secrets: frozenset[str] = attrs.field(default=frozenset(), metadata=LEFT_OUT)
    """The fields that only `seat` may know."""

    def __getitem__(self, field: str) -> EventValue:
        """Returns the value of a field.

        Raises:
            KeyError: the event has no such field, or it has been left out for a viewer.
        """
        return self.fields[field]

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def number(self, field: str) -> int:
        """Returns a field that holds a number."""
        return self._of(field, int)

    def text(self, field: str) -> str:
        """Returns a field that holds an id or another text."""
        return self._of(field, str)

    def several(self, field: str) -> tuple[EventValue, ...]:
        """Returns a field that holds several values."""
        return self._of(field, tuple)

    def counts(self, field: str) -> dict[str, EventValue]:
        """Returns a field that holds numbers by id."""
        return self._of(field, dict)

    def _of(self, field: str, sort: type[FieldType]) -> FieldType:
        value = self.fields[field]
        if not isinstance(value, sort):
            raise TypeError(f"the field `{field}` of the event `{self.name}` holds {value!r}")
        return value

    @property
    def is_partial(self) -> bool:
        """True if secret fields have been left out."""
        return not self.secrets <= self.fields.keys()

    def is_known_to(self, viewer: Viewer) -> bool:
        """Returns True if a viewer may know all of it."""
        return not self.secrets or viewer == "all" or (viewer is not None and viewer == self.seat)

    def for_viewer(self, viewer: Viewer) -> Event:
        """Returns the event as a viewer may know it: without the fields that are secret from it."""
        if self.is_known_to(viewer):
            return self
        return attrs.evolve(self, fields={name: value for name, value in self.fields.items() if name not in self.secrets})


class EventField(NamedTuple):
    """One field of an event."""

    sort: str
    """Its value in words, as in the table of events: `number`, `id of a place`."""
    meaning: str
    """Its meaning, for the table of events."""
    read: Callable[[Ruleset, Any], EventValue] | None = None
    """Turns the noted value into the value; None if they are the same."""
    is_secret: bool = False
    """True if only the seat of the event may know it."""
    names: str = ""
    """The kind of record, or `place` or `item`, whose ids it holds; empty for other values."""

    def called(self, meaning: str) -> EventField:
        """Returns the same field with another meaning."""
        return self._replace(meaning=meaning)


def number_field(meaning: str, is_secret: bool = False) -> EventField:
    """Returns a field that holds a number."""
    return EventField("number", meaning, is_secret=is_secret)


def text_field(meaning: str) -> EventField:
    """Returns a field that holds a text."""
    return EventField("text", meaning)


def id_field(handle: Handle[Any], meaning: str) -> EventField:
    """Returns a field for an entry of a table whose entries have an `id`; its index is noted."""
    if not isinstance(handle, Handle):
        raise TypeError(f"`id_field` takes the handle of a table and then the meaning, not {handle!r}")
    kind = handle.name.replace("-", "_")
    article = "an" if handle.name[0] in "aeiou" else "a"
    return EventField(
        f"id of {article} {handle.name}", meaning, lambda rules, index: str(rules.entries(handle)[index].id), names=kind
    )


PLACE_FIELD = EventField("id of a place", "the place", lambda rules, index: rules.places[index].id, names="place")
ITEM_FIELD = EventField("id of an item", "the item", lambda rules, index: rules.item_ids[index], names="item")
GOOD_FIELD = EventField("id of a good", "the good", lambda rules, index: rules.goods[index], names="good")
TRACK_FIELD = EventField("id of a track", "the track", lambda rules, index: rules.tracks[index], names="track")
ZONE_FIELD = EventField("id of a zone", "the zone", lambda rules, index: rules.zones[index], names="zone")
PHASE_FIELD = EventField("id of a phase", "the phase", lambda rules, index: rules.phases[index].id, names="phase")
KIND_FIELD = EventField("id of a kind", "the kind of item", lambda rules, index: rules.kinds[index], names="kind")
GOODS_FIELD = EventField(
    "numbers by good", "the goods",
    lambda rules, amounts: {good: count for good, count in zip(rules.goods, amounts, strict=True) if count},
)  # fmt: skip
PLACES_FIELD = EventField(
    "ids of places", "the places", lambda rules, places: tuple(rules.places[index].id for index in places), names="place"
)
ITEMS_FIELD = EventField(
    "ids of items", "the items", lambda rules, items: tuple(rules.item_ids[index] for index in items), names="item"
)
TOOLS_FIELD = EventField(
    "value of each tool, and 1 if it has been used", "the tools",
    lambda rules, kit: tuple((value, int(used)) for value, used in rules.kits.kits[kit]),
)  # fmt: skip
DICE_FIELD = EventField("numbers", "the faces of the dice")


@attrs.frozen
class EventKind:
    """The declaration of an event that a mechanism notes.

    Example: `EventKind("bid", "a seat bids", {"bid": number_field("how much")}, "{seat} bids {bid}")` for
    `operations.note(state, "bid", seat, 3)`. In a sentence `{bid}` is a field, `{bid:point}` a number with its noun; `{worth}` at
    the end adds the effects of the event's `item`, on a `place` also its price there.

    Args:
        name: its name in `note`.
        meaning: its description, for the table of events.
        fields: in the order of their values after the seat.
        sentence: a template, or a function that returns the sentence; empty for events not worth mentioning.
        sentence_for_others: the same for viewers who may not know the secret fields.
        begins: whether it begins an action or another part of a game; explanations of later steps go back to it.
    """

    name: str
    meaning: str
    fields: Mapping[str, EventField]
    sentence: str | Callable[[LogNames, Event], str]
    sentence_for_others: str | Callable[[LogNames, Event], str] = ""
    begins: bool = False
    secrets: frozenset[str] = attrs.field(init=False)
    """The names of the fields that are secret."""

    @secrets.default
    def _secrets(self) -> frozenset[str]:
        return frozenset(name for name, field in self.fields.items() if field.is_secret)

    def event(self, rules: Ruleset, seat: int, noted: Sequence[Any], round: int = 0) -> Event:
        """Returns the event with the noted values.

        Raises:
            ValueError: the noted values differ from the declaration.
        """
        if len(noted) != len(self.fields):
            names = ", ".join(self.fields) or "none"
            raise ValueError(f"the event `{self.name}` was noted with {len(noted)} values; its fields are: {names}")
        fields = {
            name: field.read(rules, value) if field.read else value
            for (name, field), value in zip(self.fields.items(), noted, strict=True)
        }
        return Event(self.name, seat if seat >= 0 else None, fields, self.secrets, round=round)


def read_event(rules: Ruleset, noted: tuple[Any, ...], round: int = 0) -> Event:
    """Returns the event of what has been noted in a round: its name, the seat or -1, and its values.

    Of an event that nobody has declared, the values are in the field `noted`.

    Raises:
        PluginError: a plugin has noted other values than it has declared.
    """
    name, seat, *values = noted
    kind = rules.event_kinds.get(name)
    if kind is None:
        return Event(name, seat if seat >= 0 else None, {"noted": tuple(values)}, round=round)
    try:
        return kind.event(rules, seat, values, round)
    except Exception as error:
        if f"event {name}" not in rules.owners:
            raise
        raise PluginError(f"plugin {rules.owners[f'event {name}']}, event {name}: {type(error).__name__}: {error}") from error


# --- mechanism ----------------------------------------------------------------------------------------------------
#
# A mechanism of a game as one object that implements the hooks for registering words and frames.


PROJECT = "stoneage"

hookimpl: pluggy.HookimplMarker = pluggy.HookimplMarker(PROJECT)
"""Marks the implementation of a hook in a plugin."""
REGISTERED = ("records", "verbs", "frames", "quantities", "limits", "events")
"""The sorts of words that a mechanism registers, each by the hook of its name."""


def _registering(part: str) -> Any:
    """Returns the implementation of a hook for registering words of one sort."""

    def register(self: Mechanism) -> list[Any]:
        return [*getattr(self, part)]

    return hookimpl(register)


@attrs.define(eq=False)
class Mechanism:
    """Everything that a mechanism registers. Register it like any plugin."""

    name: str
    """The name of the mechanism, in one word."""
    records: Sequence[type[ContentRecord] | type[ExtraKeys]] = ()
    """Kinds of record, and keys added to kinds of other mechanisms."""
    verbs: Sequence[type[Verb]] = ()
    """The verbs of effects."""
    frames: Sequence[type[Any]] = ()
    """Steps, decisions, chance events, and extensions of decisions."""
    quantities: Sequence[QuantityKind] = ()
    """The quantities that content can read."""
    limits: Sequence[type[Any]] = ()
    """The counters that limits can use."""
    events: Sequence[EventKind] = ()
    """The events that it notes, each with its fields and its sentence."""
    features: Sequence[str] = ()
    """The features that packs may require of the library by name."""
    after: Sequence[str] = ()
    """The names of mechanisms whose records are bound first, because this one reads their values."""

    def __dir__(self) -> list[str]:
        """Lists only the hooks that the mechanism uses, so that a plugin manager registers no others."""
        return [f"{PROJECT}_register_{part}" for part in REGISTERED if getattr(self, part)]


for _part in REGISTERED:
    setattr(Mechanism, f"{PROJECT}_register_{_part}", _registering(_part))


def binding_order(mechanisms: Iterable[Mechanism]) -> tuple[Mechanism, ...]:
    """Returns mechanisms in their order, but each after the mechanisms that it names; unknown names are passed over.

    Raises:
        PluginError: some wait for each other.
    """
    waiting = {mechanism.name: mechanism for mechanism in mechanisms}
    ordered: list[Mechanism] = []
    while waiting:
        ready = next((one for one in waiting.values() if waiting.keys().isdisjoint(one.after)), None)
        if ready is None:
            raise PluginError(
                f"no order can bind the records of these mechanisms, which wait for each other: {', '.join(waiting)}"
            )
        ordered.append(waiting.pop(ready.name))
    return tuple(ordered)
