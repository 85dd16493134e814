"""Reads a view back from its drawing, by nothing but the `data-` attributes of what is drawn.

`PYTHONPATH=tests python -m board.read_back --positions 1000` compares views of random games of all modules with their drawings.
"""

from __future__ import annotations

import argparse
import random
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from typing import Any

import stoneage_rules as sa
from shipped import HERE

OF_SEATS = ("points", "goods", "tracks", "figures", "at_home", "tools", "items", "face_down", "unspent", "marks")


def views(positions: int, seed: int = 0) -> Iterator[sa.View]:
    """Yields views of random games at tables of any modules and numbers of players: some in a hundred steps, and every end."""
    random_ = random.Random(seed)
    while True:
        modules = [module for module in HERE if random_.random() < 0.5]
        most = max(players for players in range(2, 10) if _can_play(players, modules))
        state = sa.load(players=2 + int(random_.random() * (most - 1)), modules=modules).initial_state()
        while True:
            if state.round and (state.is_over or random_.random() < 0.02):
                yield state.view(int(random_.random() * state.rules.players))
                positions -= 1
                if not positions:
                    return
            if state.is_over:
                break
            legal = state.legal()
            state.apply(legal[int(random_.random() * len(legal))] if legal else state.sample(random_))


def _can_play(players: int, modules: list[str]) -> bool:
    try:
        sa.load(players=players, modules=modules)
    except sa.ContentError:
        return False
    return True


def facts_drawn(drawing: str) -> dict[str, Any]:
    """Returns the facts of a view as its drawing has them."""
    root = ET.fromstring(drawing)
    winners = root.get("data-winners", "").split()
    return {
        "viewer": int(root.get("data-viewer", -1)),
        "round": int(root.get("data-round", -1)),
        "phase": root.get("data-phase"),
        "first": int(root.get("data-first", -1)),
        "winners": [int(seat) for seat in winners],
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


def facts_known(view: sa.View) -> dict[str, Any]:
    """Returns the same facts as the data of the view has them; places without a figure and an item may be left out."""
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
        "winners": list(data["winners"]), "scores": list(data["scores"]), "places": places, "seats": seats,
    }  # fmt: skip


def differences(view: sa.View) -> list[str]:
    """Returns what the drawing of a view says otherwise than the view."""
    drawn, known = facts_drawn(sa.svg(view)), facts_known(view)
    nothing = {"figures": {}, "item": None, "pile": 0}
    left_out = [id for id in known["places"] if id not in drawn["places"]]
    found = [f"{id} is not drawn" for id in left_out if known["places"][id] != nothing]
    known["places"] = {id: place for id, place in known["places"].items() if id not in left_out}
    return found + [f"{key}: {drawn[key]} drawn, {known[key]} known" for key in known if drawn[key] != known[key]]


def main(words: list[str] | None = None) -> int:
    """Compares drawings with views, and returns the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(words)
    wrong = 0
    for number, view in enumerate(views(given.positions, given.seed)):
        for difference in differences(view):
            wrong += 1
            print(f"position {number}, {view.rules}: {difference}")
    print(f"{given.positions} positions, {wrong} differences")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
