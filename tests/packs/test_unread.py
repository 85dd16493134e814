"""Values that no table reads, and values that some table does: only those that matter at none are told.

The texts of the findings are in the folder `bad`; that nothing is forgotten is tried in `test_every_key`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from packs.toy import write
from shipped import needs
from stoneage_rules.testing import inspect_pack, inspect_table

SHOP = """
[[location]]
id = "stall"
circles = 1
effects = [{ do = "buy" }]
[[row]]
id = "stall-row"
kind = "relic"
from = "box"
spaces = ["stall"]
[[set_up]]
id = "relics"
effects = [{ do = "fill", row = "stall-row" }]
[[patch.course]]
target = "base:order-of-play"
append.set_up = ["relics"]
"""
RELIC = """
[[zone]]
id = "box"
[[kind]]
id = "relic"
starts_in = "box"
[[relic]]
id = "bone"
cost = { wood = 1 }
effects = [{ do = "tool" }]
"""
PLAIN = RELIC.replace('effects = [{ do = "tool" }]\n', "")
TRACK = """
[[track]]
id = "wisdom"
top = 6
[[location]]
id = "school"
circles = 1
effects = [{ do = "advance", track = "wisdom" }]
"""
SCORE = '[[score]]\nid = "wisdom"\ncount = { track = "wisdom" }\n'
SAUNA = '[[location]]\nid = "sauna"\ncircles = {circles}\neffects = [{{ do = "gain", good = "food" }}]\n{more}'
LIMIT = 'groups = ["warm"]\n[[limit]]\nid = "warmth"\ncounts = "{counts}"\ngroup = "warm"\nat_most = {at_most}\n'


def check(folder: Path, text: str, beside: str = "", **more: Any) -> list[str]:
    """The codes of what is said of a pack with these files."""
    pack = write(folder, "rules", text, requires={"base": ">=1.0"}, **more)
    (pack / "beside.toml").write_text(beside or "# nothing", "utf-8")
    found = inspect_pack(pack)
    assert found.rules, found.findings
    return [finding.code for finding in found.findings if finding.code != "SA508"]


def sauna(circles: str = "2", **more: object) -> str:
    return SAUNA.format(circles=circles, more="".join(f"{key} = {value}\n" for key, value in more.items()))


ODD = {
    "items that nobody can buy": (RELIC + SHOP.replace('"buy"', '"gain", good = "wood"'), ["SA514", "SA514"]),
    "circles for more figures than there are": (sauna("60"), ["SA515"]),
    "no room for a second placement": (sauna("1", again="true"), ["SA514"]),
    "a symbol on no item": ('[[symbol]]\nid = "sun"\n[[score]]\nid = "suns"\ncount = { symbols = "sun" }\n', ["SA517"]),
    "effects where nobody may place": (sauna("0"), ["SA514"]),
    "a kind without items, with the id of a phase": (
        '[[zone]]\nid = "box"\n[[kind]]\nid = "festival"\nstarts_in = "box"\n'
        '[[phase]]\nid = "festival"\neffects = [{ do = "each-seat", effects = [{ do = "points", amount = 1 }] }]\n'
        '[[patch.course]]\ntarget = "base:order-of-play"\ninsert.phases = { value = "festival", before = "placing" }\n',
        ["SA505"],
    ),
    "more players than circles": (sauna("1") + LIMIT.format(counts="players", at_most="{ 2 = 1 }"), ["SA515"]),
    "more places than the group has": (sauna() + LIMIT.format(counts="occupied-places", at_most="{ 2 = 1 }"), ["SA515"]),
    "a price of more kinds than there are": (
        '[[building]]\nid = "tower"\ncost = { of = "resource", amount = 7, kinds = 5 }\neffects = [{ do = "tool" }]\n',
        ["SA515"],
    ),
    "a roll of which nothing comes": (
        '[[building]]\nid = "mill"\ncost = { wood = 1 }\neffects = [{ do = "roll", dice = 1, divide = 40, yields = ["gold"] }]\n',
        ["SA515"],
    ),
    "an icon without a score": ('[[icon]]\nid = "potter"\n[[card]]\nid = "jug"\nicons = { potter = 1 }\n', ["SA517"]),
    "a value of no use": (
        '[[good]]\nid = "shell"\nvalue = 2\n[[score]]\nid = "shells"\ncount = { goods = "shell" }\n'
        '[[patch.location]]\ntarget = "base:hunt"\nappend.effects.roll.yields = ["shell"]\n',
        ["SA517"],
    ),
    "an empty phase": (
        '[[phase]]\nid = "rest"\neffects = []\n[[patch.course]]\ntarget = "base:order-of-play"\nappend.phases = ["rest"]\n',
        ["SA514"],
    ),
    "rows that no number of players meets together": (
        '[[patch.location]]\ntarget = "base:hut"\nwhen = [{ players = [2] }, { players = [3] }]\nset.circles = 3\n',
        ["SA507"],
    ),
    "a required pack that is asked for again": (
        '[[patch.location]]\ntarget = "base:hut"\nwhen = [{ module = "base" }]\nset.circles = 4\n',
        ["SA513"],
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_what_is_read_nowhere_is_told(name: str, tmp_path: Path) -> None:
    text, codes = ODD[name]
    assert check(tmp_path, text) == codes


FINE = {
    "items for sale": RELIC + SHOP,
    "an item that is only counted itself": PLAIN + SHOP + '[[score]]\nid = "bones"\ncount = { owned = "bone" }\n',
    "a symbol that is counted alone": (
        PLAIN + 'symbol = "sun"\n[[symbol]]\nid = "sun"\n' + SHOP + '[[score]]\nid = "suns"\ncount = { symbols = "sun" }\n'
    ),
    "a track that is scored": TRACK + SCORE,
    "room for two placements": sauna("2", again="true"),
    "a limit that binds": sauna("4") + LIMIT.format(counts="players", at_most="{ 2 = 1, 3 = 2, 4 = 3 }"),
    "as many circles as players, and a bound that binds with 4 alone": sauna('"players"', figures="{ at_most = 3 }"),
    "a condition that fails with 4": '[[patch.location]]\ntarget = "base:hut"\nwhen = [{ players = [2, 3] }]\nset.circles = 4\n',
    "a price whose form an add-on asks for": (
        '[[card]]\nid = "song"\ncost = { gold = 1 }\nsymbol = "music"\n'
        '[[add_on]]\nid = "encore"\napplies = ["card"]\nwhen = [{ cost = "fixed" }]\ncost = { wood = 1 }\n'
        'effects = [{ do = "points", amount = 2 }]\n'
    ),
    "a condition that an edit takes away": (
        '[[card]]\nid = "song"\nsymbol = "music"\nwhen = [{ players = [2] }]\n'
        '[[patch.card]]\ntarget = "song"\nexpect.when = [{ players = [2] }]\nset.when = []\n'
    ),
    "a number as it stands": '[[score]]\nid = "gift"\ncount = { count = 3 }\n',
    "a building that only builders count": '[[building]]\nid = "shed"\ncost = { wood = 1 }\n',
}


@pytest.mark.parametrize("name", FINE)
def test_what_some_table_reads_is_not_told(name: str, tmp_path: Path) -> None:
    assert check(tmp_path, FINE[name]) == []


def test_what_an_option_would_read_is_not_told(tmp_path: Path) -> None:
    """The option is off at every table that is looked at, but a table may set it."""
    options = {"wise": {"type": "bool", "default": False, "help": "Whether wisdom counts"}}
    assert check(tmp_path, TRACK + SCORE + 'when = [{ option = "wise" }]\n', options=options) == []
    longer = '[[patch.track]]\ntarget = "wisdom"\nwhen = [{ option = "wise" }]\nset.top = 12\n'
    steps = TRACK.replace('"wisdom" }]', '"wisdom", steps = 8 }]') + SCORE
    assert check(tmp_path, steps + longer, options=options) == []
    assert check(tmp_path, steps) == ["SA515"]


STEPS = TRACK.replace('"wisdom" }]', '"wisdom", steps = 8 }]').replace("6", "WIDTH") + SCORE
MILL = (
    '[[building]]\nid = "mill"\ncost = { wood = 1 }\neffects = [{ do = "roll", dice = WIDTH, divide = 90, yields = ["gold"] }]\n'
)
LATER = '[[patch.limit]]\ntarget = "warmth"\nset.at_most.2 = WIDTH\n'
BY_OPTION = {
    "circles": (sauna("WIDTH"), 60),
    "a limit": (sauna() + LIMIT.format(counts="players", at_most="{ 2 = WIDTH }"), 7),
    "a limit that an edit sets": (sauna() + LIMIT.format(counts="players", at_most="{ 2 = 1 }") + LATER, 7),
    "the track on which steps are made": (STEPS, 6),
    "the dice of a roll": (MILL, 2),
}


@pytest.mark.parametrize("name", BY_OPTION)
def test_a_number_that_an_option_gives_is_not_judged_by_this_table(name: str, tmp_path: Path) -> None:
    """Neither where the option stands nor where another number is measured by it: another table may choose otherwise."""
    text, number = BY_OPTION[name]
    options = {"width": {"type": "int", "default": number, "help": "How wide it is"}}
    assert check(tmp_path, text.replace("WIDTH", '{ option = "width" }'), options=options) == []
    assert check(tmp_path, text.replace("WIDTH", str(number))) == ["SA515"]


@needs("igloos")
def test_what_is_read_beside_an_optional_pack_is_not_told(tmp_path: Path) -> None:
    only = "only_if.packs = ['igloos']\n"
    for beside, told in ((SCORE, []), ("[[patch.igloo]]\ntarget = 'igloo-a'\nset.cost.wood = 5\n", ["SA517"])):
        assert check(tmp_path, TRACK, only + beside, optional={"igloos": ">=1.0"}) == told


def test_a_comment_allows_it(tmp_path: Path) -> None:
    allowed = TRACK.replace('id = "wisdom"', 'id = "wisdom" # stoneage: allow SA517 for another pack to score')
    assert check(tmp_path, allowed) == []
    assert check(tmp_path, allowed + SCORE) == ["SA509"]


def test_one_fault_of_many_items_is_told_once(tmp_path: Path) -> None:
    """Of all the items of a kind that have a price in vain, the first is shown."""
    more = "".join(f'[[relic]]\nid = "bone-{n}"\ncost = {{ wood = 1 }}\neffects = [{{ do = "tool" }}]\n' for n in range(5))
    assert check(tmp_path, RELIC + more + SHOP.replace('"buy"', '"gain", good = "wood"')) == ["SA514", "SA514"]


FOUR = '[[limit]]\nid = "more"\ncounts = "players"\ngroup = "village"\nat_most = { 2 = 1, 4 = 1 }\n'
FOUR += '[[patch.location]]\ntarget = "base:hut"\nwhen = [{ players = [4] }]\nset.if = [{ round = "now", min = 2 }]\n'
NARROW = "[[patch.players]]\nwhere = {}\nset.at_most = 3\n"


@pytest.mark.parametrize(
    ("texts", "told"), [([FOUR], []), ([NARROW], []), ([FOUR, NARROW], []), ([NARROW + FOUR], ["SA507"] * 2)]
)
def test_a_pack_that_narrows_the_players_does_not_make_other_packs_wrong(
    texts: list[str], told: list[str], tmp_path: Path
) -> None:
    """Numbers that cannot play are told to packs that set the range, or know who does; others serve other tables, too."""
    packs = [str(write(tmp_path, f"pack-{n}", text, requires={"base": ">=1"})) for n, text in enumerate(texts)]
    assert [warning.code for warning in inspect_table(players=3, modules=packs).findings] == told


@needs("style-is-the-goal")
def test_what_an_installed_module_can_do_without_is_no_warning() -> None:
    """Only authors slip there: whoever checks a pack beside the module can mend nothing."""
    assert "SA512" not in {warning.code for warning in inspect_table(players=2, modules=["style-is-the-goal"]).findings}
