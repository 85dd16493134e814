"""Placing figures: whose turn it is, where and how many.

The law is in `placement_checks`, the verb and the frames are in `placement_frames`.
"""

from stoneage_rules.language.events import PLACE_FIELD, EventKind, number_field
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.mechanics.placement.placement_frames import NextPlacement, PlaceFigures, PlaceVerb

__all__ = ["MECHANISM"]

MECHANISM = Mechanism(
    "placement",
    verbs=(PlaceVerb,),
    frames=(NextPlacement, PlaceFigures),
    events=(
        EventKind(
            "put",
            "a seat puts figures on a place",
            {"place": PLACE_FIELD, "figures": number_field("how many")},
            "{seat} puts {figures:figure} on {place}",
            begins=True,
        ),
        EventKind(
            "passed-over",
            "a seat's turn to place comes, and none of its figures at home can be placed",
            {"figures": number_field("how many are at home")},
            "{seat} has nowhere to put {figures:figure}, and is passed over",
        ),
    ),
)
