"""A pack without faults for the toy game, with an option, a scenario and a property."""

from __future__ import annotations

SCENARIO = """
[table]
players = 2
modules = ["..", "../../meadow"]

[[scenario]]
name = "Two berries from the bush"
given = {{ phase = "work", figures = {{ bush = {{ 0 = 1 }}, pond = {{ 1 = 1 }} }} }}
do = ["0: resolve bush"]
then = {{ seats = {{ 0 = {{ goods = {{ berry = {berries} }} }} }} }}
"""
PROPERTY = """
[table]
players = 2
modules = ["..", "../../meadow"]

[[property]]
name = "Berries are bounded"
always = {{ at = "end-of-round", meets = [{{ goods = "berry", max = {berries} }}] }}
for = {{ games = 3 }}
"""
GOOD = {
    "rules.toml": """
        [[patch.location]]
        target = "pond"
        append.effects = [{ do = "points", amount = { option = "splash" } }]
        [[charm]]
        id = "pebble"
        cost = { berry = 1 }
        effects = [{ do = "points", amount = 1 }]
        """,
    "tests/scenarios.toml": SCENARIO.format(berries=3),
    "tests/properties.toml": PROPERTY.format(berries=40),
}
SPLASH = '[options.splash]\ntype = "int"\nmin = 1\nmax = 3\ndefault = 2\nhelp = "points in the pond"'
