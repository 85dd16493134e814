"""The numbers of the components, written down once more: cards, building tiles, dice tables.

Nothing is read from the library's content, so a number that is wrong there, or here, is noticed when both are played.

A card is its upper part (an effect and a number) and its lower part (a symbol, or a profession and its icons).
"""

from __future__ import annotations

RESOURCES = ("wood", "clay", "stone", "gold")
WORTH = {"wood": 3, "clay": 4, "stone": 5, "gold": 6}
"""The worth of a resource on a building that is paid freely; its location divides a roll by it, too."""

CARDS = {
    "civ-01": ("dice", 1, "toolmaker", 2),
    "civ-02": ("dice", 1, "toolmaker", 2),
    "civ-03": ("dice", 1, "farmer", 1),
    "civ-04": ("dice", 1, "farmer", 2),
    "civ-05": ("dice", 1, "builder", 1),
    "civ-06": ("dice", 1, "builder", 2),
    "civ-07": ("dice", 1, "pottery", 0),
    "civ-08": ("dice", 1, "writing", 0),
    "civ-09": ("dice", 1, "sundial", 0),
    "civ-10": ("dice", 1, "transport", 0),
    "civ-11": ("food", 7, "pottery", 0),
    "civ-12": ("food", 5, "medicine", 0),
    "civ-13": ("food", 4, "builder", 1),
    "civ-14": ("food", 3, "weaving", 0),
    "civ-15": ("food", 3, "farmer", 2),
    "civ-16": ("food", 2, "builder", 2),
    "civ-17": ("food", 1, "weaving", 0),
    "civ-18": ("clay", 1, "shaman", 2),
    "civ-19": ("stone", 1, "farmer", 1),
    "civ-20": ("stone", 1, "shaman", 1),
    "civ-21": ("stone", 2, "transport", 0),
    "civ-22": ("gold", 1, "shaman", 1),
    "civ-23": ("roll for wood", 2, "shaman", 2),
    "civ-24": ("roll for stone", 2, "shaman", 1),
    "civ-25": ("roll for gold", 2, "art", 0),
    "civ-26": ("points", 3, "builder", 3),
    "civ-27": ("points", 3, "music", 0),
    "civ-28": ("points", 3, "music", 0),
    "civ-29": ("tool", 1, "art", 0),
    "civ-30": ("agriculture", 1, "farmer", 1),
    "civ-31": ("agriculture", 1, "sundial", 0),
    "civ-32": ("face-down card", 1, "writing", 0),
    "civ-33": ("one-use tool", 4, "toolmaker", 1),
    "civ-34": ("one-use tool", 3, "toolmaker", 1),
    "civ-35": ("one-use tool", 2, "toolmaker", 2),
    "civ-36": ("two resources", 2, "medicine", 0),
}

TWO_RESOURCES = "civ-36"

FIXED_BUILDINGS = {
    "bld-01": ({"wood": 2, "clay": 1}, 10),
    "bld-02": ({"wood": 2, "stone": 1}, 11),
    "bld-03": ({"wood": 1, "clay": 2}, 11),
    "bld-04": ({"wood": 2, "gold": 1}, 12),
    "bld-05": ({"wood": 1, "clay": 1, "stone": 1}, 12),
    "bld-06": ({"wood": 1, "clay": 1, "stone": 1}, 12),
    "bld-07": ({"wood": 1, "stone": 2}, 13),
    "bld-08": ({"clay": 2, "stone": 1}, 13),
    "bld-09": ({"wood": 1, "clay": 1, "gold": 1}, 13),
    "bld-10": ({"wood": 1, "clay": 1, "gold": 1}, 13),
    "bld-11": ({"clay": 2, "gold": 1}, 14),
    "bld-12": ({"clay": 1, "stone": 2}, 14),
    "bld-13": ({"wood": 1, "stone": 1, "gold": 1}, 14),
    "bld-14": ({"wood": 1, "stone": 1, "gold": 1}, 14),
    "bld-15": ({"clay": 1, "stone": 1, "gold": 1}, 15),
    "bld-16": ({"clay": 1, "stone": 1, "gold": 1}, 15),
    "bld-17": ({"stone": 2, "gold": 1}, 16),
}
"""Cost and points."""

FREE_BUILDINGS = {
    "bld-18": (4, 1),
    "bld-19": (4, 2),
    "bld-20": (4, 3),
    "bld-21": (4, 4),
    "bld-22": (5, 1),
    "bld-23": (5, 2),
    "bld-24": (5, 3),
    "bld-25": (5, 4),
}
"""How many resources, of how many kinds; the points are what they are worth."""

ANY_BUILDINGS = ("bld-26", "bld-27", "bld-28")
"""1 to 7 resources of any kinds."""

DICE_TABLE = {
    1: ("wood", 1),
    2: ("clay", 1),
    3: ("stone", 1),
    4: ("gold", 1),
    5: ("tool", 1),
    6: ("agriculture", 1),
}

# --- Style is the Goal; what the box alone shows is reconstructed ----------------------------------------------

STYLE_CARDS = {
    "style-civ-1": ("dice with style", 1, "ring", 0),
    "style-civ-2": ("dice with style", 1, "trader", 1),
    "style-civ-3": ("dice with style", 1, "trader", 2),
    "style-civ-4": ("dice with style", 1, "shaman", 1),
    "style-civ-5": ("trader track", 1, "trader", 1),
    "style-civ-6": ("trader track", 1, "trader", 2),
    "style-civ-7": ("food", 4, "ring", 0),
    "style-civ-8": ("gold", 1, "trader", 1),
    "style-civ-9": ("points", 3, "farmer", 1),
}

DECORATION_BUILDINGS = ("style-bld-1", "style-bld-2")
"""1 to 4 decorations, at 4 points each."""

STYLE_BUILDINGS = {
    "style-bld-3": ({"wood": 1, "clay": 1, "decoration": 1}, 7, ("face-down card", 1)),
    "style-bld-4": ({"wood": 1, "stone": 1, "decoration": 1}, 8, ("dice with style", 1)),
    "style-bld-5": ({"stone": 2, "decoration": 1}, 10, ("dice with style", 1)),
    "style-bld-6": ({"wood": 2, "clay": 1}, 6, None),
    "style-bld-7": ({"clay": 1, "stone": 1, "decoration": 1}, 7, None),
    "style-bld-8": ({"wood": 1, "gold": 1, "decoration": 2}, 17, None),
    "style-bld-9": ({"stone": 1, "gold": 1, "decoration": 1}, 15, None),
}
"""Cost, points, and what it brings at once."""

OLDER_BUILDINGS = {
    "old-bld-1": ({"wood": 2, "clay": 1}, 3, None),
    "old-bld-2": ({"wood": 1, "clay": 2}, 4, None),
    "old-bld-3": ({"wood": 1, "clay": 1, "stone": 1}, 5, None),
    "old-bld-4": ({"wood": 1, "clay": 1, "stone": 1}, 5, ("figure", 1)),
    "old-bld-5": ({"wood": 2, "stone": 1}, 5, ("tool", 1)),
    "old-bld-6": ({"wood": 1, "clay": 2}, 5, ("agriculture", 1)),
}

WORKPLACES = {"style-bld-6": ("wood", 2), "style-bld-7": ("gold", 5)}
"""The tiles that are places to work at: the resource, and what a roll is divided by."""

INCOME = {"old-bld-1": "wood", "old-bld-2": "clay", "old-bld-3": "stone"}
"""The tiles that bring a resource at the start of each phase 2."""

DICE_TABLE_WITH_STYLE = {
    1: ("wood", 1),
    2: ("clay", 1),
    3: ("stone", 1),
    4: ("gold", 1),
    5: ("decoration", 3),
    6: ("trader track", 1),
}

# --- the small modules ------------------------------------------------------------------------------------------

IGLOOS = {
    "igloo-a": ({"wood": 2, "stone": 1}, 11),
    "igloo-b": ({"wood": 1, "clay": 2}, 11),
    "igloo-c": ({"wood": 1, "clay": 1, "stone": 1}, 12),
    "igloo-d": ({"clay": 2, "stone": 1}, 13),
}
"""Cost and points."""

ANIMALS = {"polar-bear": 3, "wild-boar": 1, "wolf": 2, "raptor": 2}
"""The number that each takes off a total."""

REWARDS = {1: ("points", 3), 2: ("food", 3), 3: ("any resource", 1), 4: ("tool", 1), 5: ("agriculture", 1), 6: ("figure", 1)}
"""The reward of each die when an animal is driven off."""
