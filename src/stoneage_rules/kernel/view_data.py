"""Views as plain data, and the JSON Schema of that data: the one table `PARTS` has both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from stoneage_rules.kernel.state_data import frame_to_list, places_to_dicts, seats_to_dicts
from stoneage_rules.language.handles import HIDDEN

if TYPE_CHECKING:
    from stoneage_rules.kernel.view import View

__all__ = ["view_schema", "view_to_dict"]

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

FRAME = _of(
    "array",
    "name, seat, then the numbers or ids of its progress; null for one that only others know",
    items=[ID, COUNT],
    additionalItems={"type": ["integer", "string", "null"]},
    minItems=2,
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
        for seat, at_home, kinds in zip(seats_to_dicts(view), view.at_home, view.hidden_kinds, strict=True)
    ]


def _pending(view: View) -> dict[str, Any] | None:
    pending = view.pending
    return None if pending is None else pending.to_dict()


def _zones(view: View) -> dict[str, dict[str, Any]]:
    return {zone: {"left": view.left_in(zone), "items": [*view.unseen(zone)]} for zone in view.rules.zones}


def _frames(view: View, frames: Iterable[tuple[int, ...]]) -> list[list[Any]]:
    return [[None if value == HIDDEN else value for value in frame_to_list(view, frame)] for frame in frames]


PARTS = {
    "format": ViewPart({"description": "the format of this data", "const": FORMAT}, lambda view: FORMAT),
    "rules": ViewPart(_of("string", "digest of the rules"), lambda view: view.rules.digest),
    "viewer": ViewPart(_count("the seat whose view this is"), lambda view: view.viewer),
    "round": ViewPart(_count("0 while the game is set up"), lambda view: view.round),
    "phase": ViewPart(_of(["string", "null"], "null while the game is set up"), lambda view: view.phase),
    "first": ViewPart(_count("the seat with the first-player token"), lambda view: view.start_seat),
    "pending": ViewPart(PENDING, _pending),
    "is_over": ViewPart(_of("boolean", "the game has ended and been scored"), lambda view: view.is_over),
    "seats": ViewPart(_list("by seat", SEAT), _seats),
    "places": ViewPart(_by_id("by id", PLACE), lambda view: places_to_dicts(view)),
    "zones": ViewPart(_by_id("by id", ZONE), _zones),
    "stack": ViewPart(_list("unfinished work, what is pending last", FRAME), lambda view: _frames(view, view.stack)),
    "waiting": ViewPart(_list("work set aside for a later moment", FRAME), lambda view: _frames(view, view.waiting)),
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
