"""Positions to draw, and a view read back from its drawing by nothing but the `data-` attributes of what is drawn."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

import stoneage_rules as sa
from properties.play import states
from properties.tables import ALL, TABLES

NOTHING = {"figures": {}, "item": None, "pile": 0}
"""A place that need not be drawn."""
OF_SEATS = ("points", "goods", "tracks", "figures", "at_home", "tools", "items", "face_down", "unspent", "marks")


def views(positions: int, seed: int = 0) -> Iterator[sa.View]:
    """Yields views of random games at tables of any modules and numbers of players: some in a hundred steps, and every end."""
    random_ = random.Random(seed)
    while True:
        rules = sa.load(**TABLES[ALL[int(random_.random() * len(ALL))]])
        for state in states(rules, int(random_.random() * 1000)):
            if state.round and (state.is_over or random_.random() < 0.02):
                yield state.view(int(random_.random() * rules.players))
                positions -= 1
                if not positions:
                    return


def played(players: int, modules: Sequence[str] = (), rounds: int = 3, phase: str = "take-actions") -> sa.State:
    """Returns a position of the sensible policy in a phase of a round, or the end of a game."""
    policy, rules = sa.policies.sensible_policy(1), sa.load(players=players, modules=modules)
    for state in states(rules, players, lambda state, _: policy(state.view(int(state.seat or 0)), state.legal())):
        if state.round >= rounds and state.phase == phase and not state.is_chance:
            break
    return state


def facts_drawn(drawing: str) -> dict[str, Any]:
    """Returns the facts of a view as its drawing has them."""
    root = ET.fromstring(drawing)
    return {
        "viewer": int(root.get("data-viewer", -1)),
        "round": int(root.get("data-round", -1)),
        "phase": root.get("data-phase"),
        "first": int(root.get("data-first", -1)),
        "winners": [int(seat) for seat in root.get("data-winners", "").split()],
        "places": {id: _place(place) for id, place in _named(root, "place")},
        "zones": {
            id: {"left": int(zone.get("data-left", -1)), "items": zone.get("data-items", "").split()}
            for id, zone in _named(root, "zone")
        },
        "seats": [_seat(seat) for _, seat in _named(root, "seat")],
        "scores": [int(seat.get("data-score", "")) for _, seat in _named(root, "seat")],
    }


def _named(element: ET.Element, name: str) -> Iterator[tuple[str, ET.Element]]:
    """Yields what has an attribute, by its value."""
    return ((part.get(f"data-{name}", ""), part) for part in element.iter() if part.get(f"data-{name}") is not None)


def _place(place: ET.Element) -> dict[str, Any]:
    figures: dict[int, int] = {}
    for seat, figure in _named(place, "figure"):
        figures[int(seat)] = figures.get(int(seat), 0) + int(figure.get("data-count", ""))
    items = [item for item, _ in _named(place, "item")]
    assert len(items) < 2
    return {"figures": figures, "item": items[0] if items else None, "pile": int(place.get("data-pile", ""))}


def _seat(seat: ET.Element) -> dict[str, Any]:
    owned = [*_named(seat, "owned")]
    return {
        "points": int(seat.get("data-points", "")),
        "goods": {good: int(chip.get("data-count", "")) for good, chip in _named(seat, "good")},
        "tracks": {track: int(chip.get("data-level", "")) for track, chip in _named(seat, "track")},
        "figures": int(seat.get("data-figures", "")),
        "at_home": int(seat.get("data-home", "")),
        "tools": [[int(value), chip.get("data-used") == "1"] for value, chip in _named(seat, "tool")],
        "items": [id for id, _ in owned],
        "face_down": [id for id, _ in _named(seat, "face-down")],
        "hidden": sum(int(count) for count, _ in _named(seat, "hidden")),
        "unspent": sorted(id for id, item in owned if item.get("data-unspent")),
        "marks": [mark for mark, _ in _named(seat, "mark")],
    }


def facts_known(view: sa.View, drawn: Collection[str]) -> dict[str, Any]:
    """Returns the same facts as the data of the view has them; places with nothing on them may be left out of those drawn."""
    data: Mapping[str, Any] = view.to_dict()
    seats = [{key: seat[key] for key in OF_SEATS} for seat in data["seats"]]
    for seat, of in zip(seats, data["seats"], strict=True):
        seat |= {"hidden": sum(of["hidden"].values()), "unspent": sorted(of["unspent"])}
        seat["tools"] = [list(tool) for tool in of["tools"]]
    places = {
        id: {**place, "figures": {seat: count for seat, count in enumerate(place["figures"]) if count}}
        for id, place in data["places"].items()
    }
    return {
        **{key: data[key] for key in ("viewer", "round", "phase", "first", "zones")},
        "winners": list(data["winners"]), "scores": list(data["scores"]), "seats": seats,
        "places": {id: place for id, place in places.items() if id in drawn or place != NOTHING},
    }  # fmt: skip
