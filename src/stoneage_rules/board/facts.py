"""All that a program must know once a game to draw its board: looks, names, places in lines, tables of dice."""

from __future__ import annotations

from stoneage_rules.board.picture import OWN_LOOKS, Arrangement, looks_of
from stoneage_rules.board.shapes import FIGURES, SEAT_COLOURS
from stoneage_rules.kernel.frames import JSON
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.telling.phrases import ShortBriefs
from stoneage_rules.telling.wording import KINDS, names_of


def facts_of_game(rules: Ruleset) -> dict[str, JSON]:
    """Returns all that a page must know once a game to draw it, but for the items.

    A place is a list: its name, its circles, what it brings, when it is open, and whether it is owned, and in a row.
    """
    briefs, (_, names) = rules.service(ShortBriefs), rules.service(names_of)
    effects = briefs.phrases.effects
    return {
        "looks": {**OWN_LOOKS, **looks_of(rules)},
        "seats": [*zip(SEAT_COLOURS, FIGURES, strict=True)][: rules.players],
        "shared": [rules.tracks[track] for track in sorted(rules.shared_tracks)],
        "tracks": {track: rules.track(track).top for track in rules.tracks},
        "lines": [[place.id for place in line] for line in rules.service(Arrangement).lines],
        "places": {
            place.id: [
                names[place.id],
                place.circles,
                effects(effect for effect in place.effects if not effect.buys),
                briefs.opening(place),
                place.owned >= 0,
                place.row >= 0,
            ]
            for place in rules.places
        },
        "tables": {
            one.id: {str(face): effects(brought) for face, brought in one.record.faces.items()}
            for one in rules.definitions("dice_table")
        },
        "named": {one.id: one.name for kind in ("phase", *KINDS) for one in rules.definitions(kind)},
    }
