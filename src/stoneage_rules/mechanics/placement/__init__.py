"""Placing figures: whose turn it is, where and how many.

The law is in `placement_checks`, turns and options are in `placement_frames`, the verb and other orders in `placement_order`.
"""

from stoneage_rules.language.events import PLACE_FIELD, EventKind, number_field
from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.mechanics.placement.placement_frames import NextPlacement, PlaceFigures
from stoneage_rules.mechanics.placement.placement_order import NextInOrder, PlaceOrPass, PlaceVerb

__all__ = ["MECHANISM"]

MECHANISM = Mechanism(
    "placement",
    verbs=(PlaceVerb,),
    frames=(NextPlacement, PlaceFigures, NextInOrder, PlaceOrPass),
    events=(
        EventKind(
            "put",
            "a seat puts figures on a place",
            {"place": PLACE_FIELD, "figures": number_field("how many")},
            "{seat} puts {figures:figure} on {place}",
            begins=True,
        ),
        EventKind(
            "pass",
            "a seat keeps its figures at home, and places no more in this phase",
            {"figures": number_field("how many are at home")},
            "{seat} passes with {figures:figure} at home",
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
