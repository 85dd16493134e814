"""Placing figures: whose turn it is, where and how many.

The law is in `placement_checks`, the verb and the frames are in `placement_frames`.
"""

from stoneage_rules.language.mechanism import Mechanism
from stoneage_rules.mechanics.placement.placement_frames import NextPlacement, PlaceFigures, PlaceVerb, placed_sentence

__all__ = ["MECHANISM"]

MECHANISM = Mechanism("placement", verbs=(PlaceVerb,), frames=(NextPlacement, PlaceFigures), sentences={"put": placed_sentence})
