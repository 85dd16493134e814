"""The comparison of a model with the library: everything that lies on the table, and the scores.

This is the one file that knows how the library shows a game: `State.to_dict` and its score sheets.
"""

from __future__ import annotations

from models.scoring import score_lines, tie_break, total, winners


def shown_by_library(state):
    """Returns what the library shows of a game, without how it keeps unfinished work."""
    data = state.to_dict()
    for name in ("format", "rules", "stack", "waiting"):
        del data[name]
    for seat in data["seats"]:
        seat["tools"] = sorted(seat["tools"])
        for name in ("items", "face_down", "unspent", "marks"):
            seat[name] = sorted(seat[name])
    data["zones"] = {zone: sorted(items) for zone, items in data["zones"].items()}
    data["places"] = {id: (place["figures"], place["item"], place["pile"]) for id, place in data["places"].items()}
    return data


def shown_by_model(game):
    """Returns the same of a model's game."""
    return {
        "round": game.round,
        "phase": game.phase,
        "first": game.first,
        "seats": [_seat(player) for player in game.players],
        "places": {
            place: (list(figures), game.spaces.get(place), game.stacks.get(place, 0)) for place, figures in game.places.items()
        },
        "zones": _zones(game),
    }


def _zones(game):
    zones = {"deck": game.deck, "tile-supply": game.unseen_tiles}
    if "igloo-1" in game.spaces:
        zones["igloos-aside"] = ()
    if "active-animal" in game.spaces:
        zones |= {"animal-box": game.animals_in_box, "animals-waiting": game.animals_waiting}
    return {zone: sorted(items) for zone, items in zones.items()}


def _seat(player):
    return {
        "points": player["points"],
        "goods": dict(player["goods"]),
        "tracks": dict(player["tracks"]),
        "figures": player["figures"],
        "tools": sorted(map(list, player["tools"])),
        "items": sorted(player["cards"] + player["buildings"] + player["igloos"]),
        "face_down": sorted(player["face down"]),
        "unspent": sorted(player["kept open"]),
        "marks": sorted(player["marks"]),
    }


def scored_by_library(state):
    """Returns the points of every score line, the total and the tie-break of every seat."""
    sheets = [state.score_sheet(seat) for seat in range(state.rules.players)]
    return [([line.points for line in sheet.lines], sheet.total, sheet.tie_break.value) for sheet in sheets]


def scored_by_model(game):
    """Returns the same of a model's game."""
    return [(score_lines(game, seat), total(game, seat), tie_break(game, seat)) for seat in range(len(game.players))]


def won_in_library(state):
    """Returns the seats that have won, and all scores."""
    return sorted(state.winners), list(state.scores)


def won_in_model(game):
    """Returns the same of a model's game."""
    return winners(game), [total(game, seat) for seat in range(len(game.players))]
