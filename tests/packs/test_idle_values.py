"""Warnings of single words about values that make no difference, silent where the same values do.

The texts of whole findings are in the folder `bad`; what of several tables is told, in `test_unread`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from packs.toy import write
from stoneage_rules.testing import inspect_pack

GAME = """
[[players]]
id = "people"
at_least = 2
at_most = 3
[[figure]]
id = "tribe"
start = 4
most = 6
[[good]]
id = "corn"
[[good]]
id = "wood"
[[track]]
id = "trading"
top = 9
[[mark]]
id = "traded"
[[symbol]]
id = "sun"
[[zone]]
id = "box"
[[zone]]
id = "bin"
[[location]]
id = "stall"
circles = 1
effects = [{ do = "buy" }, { do = "advance", track = "trading" }, { do = "gain", good = "corn" }, { do = "gain", good = "wood" }]
[[location]]
id = "field"
groups = ["outside"]
circles = 2
effects = [{ do = "advance", track = "trading" }]
[[row]]
id = "stalls"
kind = "relic"
from = "box"
spaces = ["stall"]
[[kind]]
id = "relic"
starts_in = "box"
[[relic]]
id = "bone"
cost = { corn = 1 }
symbol = "sun"
[[relic]]
id = "skull"
cost = { wood = 1 }
symbol = "sun"
[[score]]
id = "suns"
count = { symbols = "sets-squared" }
[[score]]
id = "trading"
count = { track = "trading" }
[[set_up]]
id = "lay-out"
effects = [{ do = "fill", row = "stalls" }]
[[phase]]
id = "spring"
effects = [{ do = "place" }, { do = "each-seat", effects = [{ do = "resolve" }] }]
[[phase]]
id = "autumn"
effects = [{ do = "end-game", after_round = 3 }]
[[course]]
id = "year"
set_up = ["lay-out"]
phases = ["spring", "autumn"]
"""


def idle(folder: Path, text: str) -> list[str]:
    """The reasons that are told for values of the game with this text."""
    found = inspect_pack(write(folder, "base", GAME + text, kind="base"))
    assert found.rules, found.findings
    return [warning.place.label for warning in found.findings if warning.code != "SA505"]


def step(effect: str) -> str:
    return f'[[patch.phase]]\ntarget = "autumn"\nappend.effects = [{effect}]\n'


BLESSING = '[[add_on]]\nid = "blessing"\napplies = ["relic"]\ncost = { wood = 1 }\neffects = [{ do = "points", amount = 2 }]\n'
DICE = '[[dice_table]]\nid = "finds"\nothers_pick = "next-turn"\nfaces.1 = [{ do = "gain", good = "wood" }]\n'
FOR_ALL = '{ do = "each-seat", effects = [{ do = "dice-for-all", table = "finds" }] }'
EVENTS = '[[kind]]\nid = "event"\nstarts_in = "bin"\n{}[[event]]\nid = "storm"\neffects = [{{ do = "pass-first" }}]\n{}'
REVEAL = step('{ do = "reveal", kind = "event", from = "bin" }')
STONES = '[[kind]]\nid = "stone"\nstarts_in = "bin"\n[[stone]]\nid = "flint"\n{}effects = [{{ do = "gain", good = "wood" }}]\n'
QUARRY = '[[location]]\nid = "quarry"\ncircles = 1\neffects = [{}]\n[[row]]\nid = "stones"\nkind = "stone"\nfrom = "bin"\n'
QUARRY += 'spaces = ["quarry"]\n[[patch.set_up]]\ntarget = "lay-out"\nappend.effects = [{{ do = "fill", row = "stones" }}]\n'
BARTER = """
[[exchange]]
id = "barter"
goods = "goods"
applies = ["relic"]
track = "trading"
mark = "traded"
rates = [{ at_least = 0, give = 1, get = 1 }]
[[patch.good]]
where = {}
append.groups = ["goods"]
"""
MEADOW = '[[location]]\nid = "meadow"\ngroups = ["open"]\neffects = [{ do = "gain", good = "corn" }]\n'
LIMIT = '[[limit]]\nid = "crowd"\ncounts = "players"\ngroup = "open"\nat_most = { 3 = 2 }\n'
LAZY = '[[mark]]\nid = "lazy"\n[[patch.location]]\ntarget = "field"\nset.mark = "lazy"\n'
LEFT = '[[mark]]\nid = "lazy"\n'
FEED = step('{ do = "each-seat", effects = [{ do = "feed", good = "corn", instead = "%s" }] }')
MEALS = '[[patch.good]]\ntarget = "%s"\nappend.groups = ["meals"]\n'
FED = "`corn` is the good that feeds, and what is there of it is paid before"

IDLE = {
    "a space of an add-on on which other things lie": (
        f'{BLESSING}spaces = ["stall", "field"]\n', ["nothing that it can be added to lies on `field`"]
    ),
    "a form of cost on a space where nothing is sold": (
        f'{BLESSING}spaces = ["field"]\nwhen = [{{ cost = "fixed" }}]\n',
        ["nothing that it can be added to lies on `field`", "no relic for sale has a fixed cost of its own"],
    ),
    "a group of the good that feeds alone, in place of it": (MEALS % "corn" + FEED % "meals", [FED]),
    "when dice are picked that are never rolled": (DICE, ["no effect `dice-for-all` uses `finds`"]),
    "where to put what no draw meets": (
        EVENTS.format('drawn_to = "box"\n', "") + REVEAL, ["no other kind is drawn from where events can be"]
    ),
    "a tool that is only turned up": (
        EVENTS.format("", "one_use_tool = 2\n") + REVEAL, ["events are only turned up: `effects` count"]
    ),
    "a condition of what nobody takes": (
        STONES.format('if = [{ goods = "corn", min = 1 }]\n') + QUARRY.format('{ do = "gain", good = "wood" }'),
        [
            "nobody buys stones, or takes one for nothing", "nobody can buy stones",
        ],
    ),
    "a mark that bars a second trade anyway": (
        f'{BARTER}[[patch.exchange]]\ntarget = "barter"\nappend.barred_by = ["traded"]\n',
        ["`traded` is its own `mark`, which bars a second trade anyway"],
    ),
    "a mark that nothing leaves": (
        f'{LEFT}{BARTER}[[patch.exchange]]\ntarget = "barter"\nappend.barred_by = ["lazy"]\n', ["nothing leaves the mark `lazy`"]
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", IDLE)
def test_what_makes_no_difference_is_told_with_the_reason(name: str, tmp_path: Path) -> None:
    text, reasons = IDLE[name]
    assert sorted(idle(tmp_path, text)) == sorted(reasons)


FINE = {
    "the game itself": "",
    "an add-on for what lies there": f'{BLESSING}spaces = ["stall"]\nwhen = [{{ cost = "fixed" }}]\n',
    "an add-on with two players": f"{BLESSING}when = [{{ players = [2] }}]\n",
    "dice that are rolled": DICE + step(FOR_ALL),
    "an order of seats by a number of theirs": step(
        '{ do = "each-seat", most_first = { goods = "corn" }, effects = [{ do = "points", amount = 1 }] }'
    ),
    "a first player by a number of theirs": step('{ do = "pass-first", most = { goods = "corn" } }'),
    "feeding with nothing else": step('{ do = "each-seat", effects = [{ do = "feed", good = "corn" }] }'),
    "feeding with another good": FEED % "wood",
    "feeding with a group that has another good": MEALS % "corn" + MEALS % "wood" + FEED % "meals",
    "events that are turned up": EVENTS.format("", "") + REVEAL,
    "what lies in a row, and is turned up": step('{ do = "reveal", row = "stalls", to = "bin" }'),
    "a condition of what is bought": STONES.format('cost = { wood = 1 }\nif = [{ goods = "corn", min = 1 }]\n')
    + QUARRY.format('{ do = "buy" }'),
    "a condition of what is taken for nothing": STONES.format('if = [{ goods = "corn", min = 1 }]\n')
    + QUARRY.format('{ do = "draft", row = "stones" }'),
    "a limit of players at a place with room for all": MEADOW + LIMIT,
    "a trade, and a mark that bars it": f'{LAZY}{BARTER}[[patch.exchange]]\ntarget = "barter"\nappend.barred_by = ["lazy"]\n',
    "a good that is traded for more of itself": BARTER.replace('goods = "goods"', 'goods = "corn"').replace("get = 1", "get = 2"),
}


@pytest.mark.parametrize("name", FINE)
def test_what_makes_a_difference_is_not_told(name: str, tmp_path: Path) -> None:
    assert idle(tmp_path, FINE[name]) == []
