"""The tables that compare the models with the library: modules, players, starting seats, options."""

from __future__ import annotations

import random
from functools import lru_cache

import stoneage_rules as sa
from models.base_game import BaseGame
from models.small_modules import HarshWinter, Igloos, OneSite
from models.style_is_the_goal import StyleIsTheGoal
from models.wild_animals import WildAnimals
from shipped import BASE, HERE

STYLE, WINTER, IGLOOS, ANIMALS, SITE = "style-is-the-goal", "harsh-winter", "igloos", "wild-animals", "yucata"
ALL = "all"
"""Any choice of the modules that are there."""
PARTS = {STYLE: StyleIsTheGoal, WINTER: HarshWinter, IGLOOS: Igloos, ANIMALS: WildAnimals, SITE: OneSite}
OPTIONS = {
    BASE: {"edition": ("2018", "2008")},
    STYLE: {"trade_needed": ("short", "used"), "older_tiles": (False, True), "step_at_end": (True, False)},
    WINTER: {"insulate_igloos": (True, False)},
    IGLOOS: {},
    ANIMALS: {},
    SITE: {"deferred_dice": (True, False), "two_resources_now": (True, False), "hunt_again": (True, False)},
}
"""The options of each module, and their settings."""


def table_of(module, number):
    """Draws the table of a game: modules, players, starting seat, options."""
    source = random.Random(f"{module} {number}")
    modules = [part for part in PARTS if part == module or (module == ALL and part in HERE and source.random() < 0.5)]
    players = 2 + number % (4 if STYLE in modules else 3)
    settings = {"players": players, "first": drawn(range(players), source)}
    for part in [BASE, *modules]:
        settings |= {option: drawn(values, source) for option, values in OPTIONS[part].items()}
    return tuple(modules), settings


def new_model(modules, settings):
    """Returns a new game of the model: the classes of the modules, each before what it changes."""
    parts = [PARTS[module] for module in modules if module != STYLE]
    base = StyleIsTheGoal if STYLE in modules else BaseGame
    return type("Table", (*parts, base), {})(**settings)


@lru_cache(200)
def rules_of(modules, extra, players, first, **options):
    """Loads the same table with the library; `extra` are packs that the model does not know."""
    given = {
        module: {option.replace("_", "-"): options[option] for option in OPTIONS[module]}
        for module in (BASE, *modules)
        if OPTIONS[module]
    }
    return sa.load(players=players, first_seat=first, modules=[*modules, *extra], options=given)


def drawn(things, source):
    """Returns one of some things, each equally likely."""
    return things[int(source.random() * len(things))]
