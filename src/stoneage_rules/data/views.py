"""Views as data, with its schema, and states that agree with a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from stoneage_rules.errors import InvalidState, PluginError
from stoneage_rules.kernel.frames import FrameTuple
from stoneage_rules.kernel.operations import arranged, counts_dealt
from stoneage_rules.kernel.saving import check_pending, places_to_dicts, seats_to_dicts
from stoneage_rules.kernel.state import State
from stoneage_rules.language.binding import HIDDEN, Slot

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.state import RandomSource, View


FORMAT = 1
"""The format of the data; parts may join within it, but none goes or changes its meaning."""

Schema = dict[str, Any]


def _of(kind: str | list[str], about: str, **more: Any) -> Schema:
    return {"type": kind, "description": about, **more}


def _count(about: str) -> Schema:
    return _of("integer", about, minimum=0)


def _list(about: str, items: Schema) -> Schema:
    return _of("array", about, items=items)


def _by_id(about: str, value: Schema) -> Schema:
    return _of("object", about, additionalProperties=value)


def _table(about: str, **entries: Schema) -> Schema:
    return _of("object", about, properties=entries, required=[*entries], additionalProperties=False)


COUNT: Schema = {"type": "integer", "minimum": 0}
ID: Schema = {"type": "string"}

SEAT = _table(
    "the things of one seat",
    points=_of("integer", "on the score track"),
    goods=_by_id("how many of each good", COUNT),
    tracks=_by_id("the position on each track", COUNT),
    figures=_count("all in play"),
    at_home=_count("those on the player board"),
    tools=_list(
        "value of each tool, and whether it has been used this round",
        {"type": "array", "items": [COUNT, {"type": "boolean"}], "minItems": 2, "maxItems": 2},
    ),
    items=_list("ids of what lies open", ID),
    face_down=_list("ids of what the viewer owns face down; of others, once the game is over", ID),
    hidden=_by_id("how many items of each kind lie face down that only this seat knows", COUNT),
    unspent=_list("ids of open items with a use that is still to come", ID),
    marks=_list("facts about the seat, such as that it has traded this round", ID),
)

PLACE = _table(
    "a place for figures",
    figures=_list("figures here, by seat", COUNT),
    item=_of(["string", "null"], "id of the item that lies open here"),
    pile=_count("items face down beneath it"),
)

ZONE = _table(
    "a home of items that nobody owns",
    left=_count("how many items are in it"),
    items=_list("ids of those that can be in it: more than are left, if others own some of them face down", ID),
)

PENDING = {
    **_table(
        "what is asked, with its facts as `Pending` has them; null once the game is over",
        kind=_of("string", "the name of the decision or chance event"),
        seat=_count("the seat that chooses, or for which chance decides"),
        is_chance=_of("boolean", "a roll or draw comes next"),
        prompt=_of("string", "the question as a phrase"),
    ),
    "type": ["object", "null"],
    "additionalProperties": True,
}


class ViewPart(NamedTuple):
    """One part of the data: its schema, and how it is read from a view."""

    schema: Schema
    read: Callable[[View], Any]


def _seats(view: View) -> list[dict[str, Any]]:
    return [
        {**seat, "at_home": at_home, "hidden": dict(Counter(view.rules.kinds[kind] for kind in kinds))}
        for seat, at_home, kinds in zip(seats_to_dicts(view), view.at_home, view._hidden_kinds, strict=True)
    ]


def _pending(view: View) -> dict[str, Any] | None:
    pending = view.pending
    return None if pending is None else pending.to_dict()


def _zones(view: View) -> dict[str, dict[str, Any]]:
    return {zone: {"left": view.left_in(zone), "items": [*view.unseen(zone)]} for zone in view.rules.zones}


PARTS = {
    "format": ViewPart({"description": "the format of this data", "const": FORMAT}, lambda view: FORMAT),
    "rules": ViewPart(_of("string", "digest of the rules"), lambda view: view.rules.digest),
    "viewer": ViewPart(_count("the seat whose view this is"), lambda view: view.viewer),
    "round": ViewPart(_count("0 while the game is set up"), lambda view: view.round),
    "phase": ViewPart(_of(["string", "null"], "null while the game is set up"), lambda view: view.phase),
    "first": ViewPart(_count("the seat with the first-player token"), lambda view: view.first_seat),
    "pending": ViewPart(PENDING, _pending),
    "is_over": ViewPart(_of("boolean", "the game has ended and been scored"), lambda view: view.is_over),
    "seats": ViewPart(_list("by seat", SEAT), _seats),
    "places": ViewPart(_by_id("by id", PLACE), lambda view: places_to_dicts(view)),
    "zones": ViewPart(_by_id("by id", ZONE), _zones),
    "scores": ViewPart(
        _list("by seat: points on the track, with final scoring once the game is over", {"type": "integer"}),
        lambda view: [*view.scores],
    ),
    "winners": ViewPart(_list("the seats that have won; empty while the game runs", COUNT), lambda view: [*view.winners]),
}
"""Every part of the data, in its order."""


def view_to_dict(view: View) -> dict[str, Any]:
    """Returns the data of `View.to_dict`."""
    return {name: entry.read(view) for name, entry in PARTS.items()}


def view_schema() -> Schema:
    """Returns the JSON Schema of `View.schema`."""
    root = _table("what one seat may know of a game", **{name: entry.schema for name, entry in PARTS.items()})
    return {"$schema": "http://json-schema.org/draft-07/schema#", **root}


# --- guessing -----------------------------------------------------------------------------------------------------
#
# Draws states that agree with a view, each equally likely, for `View.guess`.


MOST_DRAWS = 10_000
"""The most attempts at drawing all hidden values that agree with each other."""

NOTHING = -1
"""The number of a slot with `or_none` that stands for nothing."""


def guess(view: View, random: RandomSource) -> State:
    """Returns the state of `View.guess`.

    Every state that agrees with the view is one deal of the unseen items and one choice of each secret number.  All are
    drawn uniformly from everything within range, and again until the rules' own checks of saved states pass, so that those
    which pass stay equally likely, whatever depends on what.
    """
    hidden = [frame for frame in (*view.stack, *view.waiting) if HIDDEN in frame]
    for _ in range(MOST_DRAWS):
        state = _draw(view, random.random)
        if not hidden or _is_possible(state):
            return state
    handler = view.rules.handlers[hidden[0][0]]
    raise PluginError(
        f"frame {handler.name}: none of {MOST_DRAWS} draws of its secret numbers passed the checks of saved states; "
        "give their slots a narrower range"
    )


def _is_possible(state: State) -> bool:
    """Returns True if the state passes the checks of saved states."""
    try:
        check_pending(state)
    except InvalidState:
        return False
    return True


def _draw(view: View, draw: Callable[[], float]) -> State:
    """Returns a state made from the view, with a value within range drawn for everything hidden."""
    state = State.__new__(State)
    view._copy_numbers(state)
    state._legal = state._options = None
    _deal(state, view, draw)
    if view.rules.secrets.slots:
        state.stack = [_filled(view.rules, frame, draw) for frame in view.stack]
        state.waiting = tuple([_filled(view.rules, frame, draw) for frame in view.waiting])
    return state


def _deal(state: State, view: View, draw: Callable[[], float]) -> None:
    """Deals to each seat as many unseen items of each kind as it owns face down."""
    rules, zones = view.rules, [*view.zones]
    home = rules.secrets.zones
    unseen: dict[int, list[int]] = {}
    for seat, kinds in enumerate(view._hidden_kinds):
        dealt = []
        for kind in kinds:
            if kind not in unseen:
                unseen[kind] = [item for item in zones[home[kind]] if rules.items[item].kind == kind]
            dealt.append(unseen[kind].pop(int(draw() * len(unseen[kind]))))
        if dealt:
            zones[rules.zones_of(seat)[1]] = arranged(dealt, counts_dealt(view, seat, face_down=True))
            for zone in {home[kind] for kind in kinds}:
                zones[zone] = tuple([item for item in zones[zone] if item not in dealt])
    state.zones = tuple(zones)


def _filled(rules: Ruleset, frame: FrameTuple, draw: Callable[[], float]) -> tuple[int, ...]:
    """Returns a frame with a number within range for each that is hidden."""
    slots = rules.handlers[frame[0]].progress
    numbers = (_number(rules, slot, draw) if number == HIDDEN else number for slot, number in zip(slots, frame[2:], strict=True))
    return *frame[:2], *numbers


def _number(rules: Ruleset, slot: Slot, draw: Callable[[], float]) -> int:
    """Draws a number that a slot can hold, each equally likely."""
    least, most = (slot.least, slot.most(rules)) if slot.ids is None else (0, len(slot.ids(rules)) - 1)
    number = least + int(draw() * (most - least + 1 + slot.or_none))
    return number if number <= most else NOTHING
