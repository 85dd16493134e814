"""Edits: what becomes of a record, which edits are refused or at odds, and the history that each leaves."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import tomli

import stoneage_rules as sa
from packs.toy import codes, data_of, found, load, written
from writing import write_pack


def of(id: str, lines: str, word: str = "patch.location") -> str:
    return f'[[{word}]]\ntarget = "{id}"\n{lines}\n'


EX = "patch.exchange"
UPON = 'optional.alpha = ">=1"\n---\n'
"""The manifest of a pack that knows the one before it."""
CAMP = "location base:camp"
FOREST = "location base:forest"
ANEW = "unset = ['figures']\nset.figures = { at_least = 1, at_most = 3 }"
SPADE = "{ do = 'gain', good = 'stone', id = 'spade' }"
LISTS = """
track = [{ id = "fame", top = 9 }]
mark = [{ id = "traded" }]
zone = [{ id = "box" }]
kind = [{ id = "stall", starts_in = "box" }]
phase = [{ id = "spring", effects = [] }]
tie_break = [{ id = "last", sum = [{ track = "fame" }, { goods = "wood", times = 2 }] }]
[[stall]]
id = "awning"
standing = [{ at_start_of = "spring", effects = [{ do = "gain", good = "wood" }] }]
[[exchange]]
id = "bazaar"
goods = "base:wood"
applies = ["stall"]
track = "fame"
mark = "traded"
rates = [{ at_least = 0, give = 3, get = 1 }, { at_least = 5, give = 2, get = 1 }]
[[patch.course]]
target = "base:day"
append.phases = ["spring"]
"""
"""Lists of tables that are no effects: rates, standing effects, quantities."""

BETWEEN = "insert.rates = { before = 5, value = { at_least = 3, give = 4, get = 2 } }"

CHANGED = {
    # what holds: (texts of packs, address, keys of the record in the end)
    "unset and set in one edit give a table anew": ([of("base:camp", ANEW)], CAMP, "figures = { at_least = 1, at_most = 3 }"),
    "also where the record needs the key": (
        [of("base:camp", "unset = ['effects']\nset.effects = [{ do = 'tool' }]")], CAMP, "effects = [{ do = 'tool' }]"
    ),
    "also further in": (
        [of("base:forest", "unset = ['effects.extra.good']\nset.effects.extra.good = 'wood'\ndrop.effects = ['roll', 'tool']")],
        FOREST, "effects = [{ do = 'gain', good = 'wood', id = 'extra' }]",
    ),
    "unset of another key than set takes it away": (
        [of("base:camp", "unset = ['figures.exactly']\nset.figures.at_most = 3")], CAMP, "figures = { at_most = 3 }"
    ),
    "a number that is not written is adjusted from its default": (
        [of("base:forest", "adjust.figures.at_least.add = 1")], FOREST, "figures = { at_least = 2 }"
    ),
    "of rates, a number": (
        [LISTS, UPON + of("bazaar", "adjust.rates.5.give.add = -1", EX)],
        "exchange alpha:bazaar", "rates = [{ at_least = 0, give = 3, get = 1 }, { at_least = 5, give = 1, get = 1 }]",
    ),
    "of rates, one by its number": (
        [LISTS, UPON + of("bazaar", "drop.rates = [0]", EX)],
        "exchange alpha:bazaar", "rates = [{ at_least = 5, give = 2, get = 1 }]",
    ),
    "between rates": (
        [LISTS, UPON + of("bazaar", "drop.rates = [0]\n" + BETWEEN, EX)],
        "exchange alpha:bazaar", "rates = [{ at_least = 3, give = 4, get = 2 }, { at_least = 5, give = 2, get = 1 }]",
    ),
    "within a standing effect": (
        [LISTS, UPON + of("awning", "set.standing.spring.effects.gain.amount = 2", "patch.stall")],
        "stall alpha:awning", "standing = [{ at_start_of = 'spring', effects = [{ do = 'gain', good = 'wood', amount = 2 }] }]",
    ),
    "a quantity": (
        [LISTS, UPON + of("last", "drop.sum = ['fame']", "patch.tie_break")],
        "tie_break alpha:last", "sum = [{ goods = 'wood', times = 2 }]",
    ),
    "a number of a quantity": (
        [LISTS, UPON + of("last", "adjust.sum.wood.times.add = 1", "patch.tie_break")],
        "tie_break alpha:last", "sum = [{ track = 'fame' }, { goods = 'wood', times = 3 }]",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("texts", "address", "keys"), CHANGED.values(), ids=CHANGED)
def test_a_record_becomes_what_the_edit_says(texts: list[str], address: str, keys: str, tmp_path: Path) -> None:
    record = data_of(load(tmp_path, *texts).content)[address]
    for key, value in tomli.loads(keys).items():
        assert record[key] == value


def test_a_removal_can_take_all_that_fit(tmp_path: Path) -> None:
    goods = "".join(
        f'[[good]]\nid = "{id}"\ngroups = ["{group}"]\n' for id, group in (("a", "cheap"), ("b", "cheap"), ("c", "dear"))
    )
    rules = load(tmp_path, goods + '[[remove.good]]\nwhere.groups = ["cheap"]\nwhy = "junk"\n')
    assert [address for address in data_of(rules.content) if "alpha:" in address] == ["good alpha:c"]


STALLS = (
    "[[zone]]\nid = 'box'\n[[kind]]\nid = 'stall'\nstarts_in = 'box'\n[[stall]]\nid = 'a'\ncost = { wood = 1 }\neffects = [%s]\n"
)
PAID = "{ do = 'points', amount = { paid = 'value' } }"
SCORE = "[[score]]\nid = 's'\ncount = { paid = 'value' }"
TIE = "[[tie_break]]\nid = 't'\nsum = [{ paid = 'value' }]"
LAKE = "[[location]]\nid = 'lake'\neffects = [{ do = 'points', amount = { %s } }]\n"
PEBBLE = "[[good]]\nid = 'pebble'\n"
STILL = "[[statement]]\nid = 'alpha.still'\ntext = 'Nobody speaks.'\nkernel = ['place-figures']\n"
REFUSED: dict[str, tuple[list[str], list[str], str]] = {
    # what is refused: (texts of packs, codes, what its label, notes or help say)
    "an element of a list is no key": (
        [of("base:camp", "unset = ['effects.figure']\nset.effects = [{ do = 'tool' }]")], ["SA305"], ""
    ),
    "a table given anew as it was": ([of("base:camp", "unset = ['figures']\nset.figures.exactly = 2")], ["SA305"], ""),
    "another edit that sets what one unsets": (
        [of("base:camp", "unset = ['figures']") + of("base:camp", "set.figures.at_most = 3")], ["SA307"], ""
    ),
    "keys that do not go together": (
        [of("base:camp", "set.figures.at_most = 3")], ["SA207"], 'add `unset = ["figures"]` to this edit'
    ),
    "a faulty element that an edit adds": (
        [STILL, UPON + of("alpha:alpha.still", "append.answers = ['speak', 'two words']", "patch.statement")],
        ["SA207"], "a word is written in small letters, without blanks",
    ),
    "a removal without a reason": ([PEBBLE + of("pebble", "", "remove.good")], ["SA204"], ""),
    "a replacement without a reason": ([PEBBLE + of("pebble", "record.value = 1", "replace.good")], ["SA204"], ""),
    "a blank reason": ([PEBBLE + of("pebble", "why = ' '", "remove.good")], ["SA207"], ""),
    "a reason that is no text": ([PEBBLE + of("pebble", "why = 3", "remove.good")], ["SA201"], ""),
    "a rate that is not there": (
        [LISTS, UPON + of("bazaar", "set.rates.6.give = 1", EX)], ["SA203"], "entries are 0, 5"
    ),
    "what was paid where nothing is": ([SCORE], ["SA207"], ""),
    "what was paid in a tie": ([TIE], ["SA207"], ""),
    "what was paid at a place": ([LAKE % "paid = 'value'"], ["SA207"], ""),
    "what was missing where nobody starves": ([LAKE % "missing = 'stone'"], ["SA207"], ""),
    "what was paid for all seats": ([STALLS % f"{{ do = 'each-seat', effects = [{PAID}] }}"], ["SA207"], ""),
    "what was paid, within a choice for all": (
        [STALLS % f"{{ do = 'one-of', effects = [{{ do = 'each-seat', effects = [{PAID}] }}, {{ do = 'tool' }}] }}"],
        ["SA207"], "",
    ),
    "a short id, misspelt": ([of("wod", "set.value = 4", "patch.good")], ["SA203"], "did you mean `wood`?"),
    "a pack that its base game comes after": (["order.before = ['base']\n---\n"], ["SA110"], "base comes after alpha"),
    "a neighbour of whose name there are two": (
        ["[[location]]\nid = 'hill'\ncircles = 1\neffects = [{ do = 'tool' }, { do = 'tool' }]\n"
         + of("hill", f"insert.effects = {{ value = {SPADE}, before = 'tool' }}")],
        ["SA203"], "",
    ),
    "an element that is there": ([of("base:camp", "insert.groups = { value = 'near', before = 'wild' }")], ["SA305"], ""),
    "a number without a default": ([of("base:forest", "adjust.effects.roll.nothing.add = 1")], ["SA203"], ""),
}  # fmt: skip


@pytest.mark.parametrize(("texts", "expected", "said"), REFUSED.values(), ids=REFUSED)
def test_an_edit_that_cannot_be_is_refused(texts: list[str], expected: list[str], said: str, tmp_path: Path) -> None:
    """In the pack that has it, never in the base game."""
    diagnostics = found(tmp_path, *texts)
    assert [each.code for each in diagnostics] == expected
    for each in diagnostics:
        assert said in "\n".join([each.help, *each.notes, *(place.label for place in (each.place, *each.others))])
        assert "camp" not in each.place.file


def test_keys_that_are_wrong_alone_are_not_to_be_given_anew(tmp_path: Path) -> None:
    (each,) = found(tmp_path, of("base:camp", "adjust.figures.exactly.add = -2"))
    assert ("alpha/all.toml" in each.place.file, each.help) == (True, "")


@pytest.mark.parametrize(
    "effects",
    [PAID, *(f"{{ do = 'one-of', effects = [{inner}, {{ do = 'tool' }}] }}" for inner in (
        PAID, f"{{ do = 'one-of', effects = [{PAID}, {{ do = 'figure' }}] }}"
    ))],
)  # fmt: skip
def test_what_was_paid_is_known_to_each_of_several_effects(effects: str, tmp_path: Path) -> None:
    assert codes(tmp_path, STALLS % effects) == []


ODDS = {
    "a table given anew, and an edit within it": (
        [of("base:camp", "unset = ['figures']\nset.figures.at_most = 3"), of("base:camp", "set.figures.exactly = 3")], True
    ),
    "two replacements of a record": (
        [of("base:camp", f"why = 'dull'\nrecord.circles = {circles}", "replace.location") for circles in (2, 3)], True
    ),
    "a table of which another key is set": (
        [of("base:camp", "set.figures.at_most = 3"), of("base:camp", "set.figures.exactly = 3")], False
    ),
    "another name for a rate, and an edit of it by its name": (
        [LISTS, UPON + of("bazaar", "adjust.rates.5.at_least.add = 1", EX),
         UPON + of("bazaar", "set.rates.5.give = 1", EX)],
        True,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("texts", "at_odds"), ODDS.values(), ids=ODDS)
def test_packs_are_at_odds_where_one_edits_what_another_takes_away(texts: list[str], at_odds: bool, tmp_path: Path) -> None:
    assert ("SA401" in codes(tmp_path, *texts)) is at_odds


@pytest.mark.parametrize(
    ("text", "way"),
    [
        ("[[phase]]\nid = 'spot'\neffects = [{ do = 'each-seat', effects = [{ do = 'gain', good = 'wood' }] }]\n"
         "[[patch.course]]\ntarget = 'base:day'\nappend.phases = ['spot']\n[[patch.phase]]",
         "effects.each-seat.effects.gain.amount"),
        ("[[score]]\nid = 'spot'\ncount = { goods = 'wood' }\n[[patch.score]]", "each"),
        ("[[score]]\nid = 'spot'\ncount = { goods = 'wood' }\n[[patch.score]]", "count.times"),
        ("[[dice_table]]\nid = 'spot'\nfaces.2 = [{ do = 'gain', good = 'wood' }]\n[[patch.dice_table]]", "faces.2.gain.amount"),
    ],
)  # fmt: skip
def test_a_number_is_adjusted_from_its_default_wherever_it_stands(text: str, way: str, tmp_path: Path) -> None:
    rules = load(tmp_path, f"{text}\ntarget = 'spot'\nadjust.{way}.add = 1\n")
    touch = rules.content.applied[-1]
    assert (touch.before, touch.result) == (1, 2)


# --- values that options give ---------------------------------------------------------------------------------------

MANY = "[options.%s]\ntype = '%s'\ndefault = %s\nhelp = '?'\n"


def test_what_an_option_gives_is_told_of_the_option(tmp_path: Path) -> None:
    """There is no quoted number to write without quotation marks."""
    options = MANY % ("word", "text", "'7'") + MANY % ("many", "int", 700) + "---\n"
    edits = of("camp", "set.circles.option = 'word'") + of("forest", "set.circles.option = 'many'")
    word, many = found(tmp_path, options + edits)
    assert (word.code, word.place.label, word.fixes) == ("SA201", "this is what the option `word` gives", ())
    assert (many.code, many.notes) == ("SA207", ("the value is that of the option `many`",))


@pytest.mark.parametrize("many", [2, 3, 4])
@pytest.mark.parametrize(
    "edit",
    [
        "set.circles.option = 'many'",
        "adjust.circles.add.option = 'none'",
        "set.figures.exactly.option = 'many'",
        "append.groups = [{ option = 'word' }]",
    ],
)
def test_an_edit_by_an_option_has_an_effect_at_some_table(edit: str, many: int, tmp_path: Path) -> None:
    """A table may choose what is there already, which is no fault of the pack."""
    options = MANY % ("many", "int", 4) + MANY % ("none", "int", 0) + MANY % ("word", "text", "'near'") + "---\n"
    assert codes(tmp_path, options + of("camp", edit), options={"alpha": {"many": many}}) == []


# --- history --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ("set.circles = 5", "set.circles = 4", []),
        ("set.circles = 5", "set.circles = 6", [("set", 6)]),
        ("set.circles = 5", "adjust.circles.add = 1", [("set", 5), ("adjusted", 6)]),
        ("adjust.circles.add = 1", "adjust.circles.add = -1", []),
        ("set.figures.exactly = 1", "unset = ['figures']", [("unset", None)]),
        ("set.name = 'Camp'", "unset = ['name']", []),
        ("append.groups = ['far']", "set.again = true", [("appended", "far"), ("set", True)]),
        (ANEW, "set.again = true", [("set", {"at_least": 1, "at_most": 3}), ("set", True)]),
    ],
)
def test_what_differs_from_the_base_game_is_listed_and_nothing_else(
    first: str, second: str, expected: list[Any], tmp_path: Path, stoneage: Callable[..., Any]
) -> None:
    """Of what one pack changes and the next changes back, nothing is different; `why` knows of both."""
    modules = written(tmp_path, of("base:camp", first), UPON + of("base:camp", second))
    changes = json.loads(stoneage("diff", "base", *modules, "--json").out)
    assert [(one["operation"], one["value"] if one["result"] is None else one["result"]) for one in changes] == expected
    assert {step["pack"] for step in json.loads(stoneage("why", CAMP, *modules, "--json").out)} == {"base", "alpha", "beta"}


SECOND = f"{FOREST} effects.extra.good"
BASE = ("base", "defines it as", "clay")
GAIN = {"do": "gain", "good": "stone", "id": "spade"}
EXTRA = GAIN | {"id": "extra"}
BEFORE = of("base:forest", f"insert.effects = {{ value = {SPADE}, before = '%s' }}")
DROP, WOOD = of("base:forest", "drop.effects = ['roll']"), of("base:forest", "set.effects.extra.good = 'wood'")
SET = of("base:forest", f"set.effects = [{SPADE}]")
ANOTHER = f"why = 'dull'\nrecord = {{ id = 'forest', circles = 7, effects = [{SPADE.replace('spade', 'extra')}] }}"
MOVED = [
    *[(SECOND, [edit], [BASE]) for edit in (BEFORE % "roll", BEFORE % "extra", DROP)],
    *[(SECOND, [edit + WOOD], [BASE, ("alpha", "sets it to", "wood")]) for edit in (BEFORE % "roll", BEFORE % "extra", DROP)],
    (f"{FOREST} effects.tool", [BEFORE % "tool"], [("base", "defines it as", {"do": "tool"})]),
    *[
        (f"{FOREST} effects.spade{key}", [before + edit], [("alpha", deed, GAIN)])
        for edit, deed in (
            (BEFORE % "extra", "inserts before extra:"), (of("base:forest", f"append.effects = [{SPADE}]"), "appends")
        )
        for key in ("", ".good")
        for before in ("", DROP)
    ],
    (SECOND, [SET.replace("spade", "extra")], [BASE, ("alpha", "sets it to", [EXTRA])]),
    (f"{FOREST} effects.spade.good", [SET], [("alpha", "sets it to", [GAIN])]),
    (SECOND, [of("base:forest", ANOTHER, "replace.location")],
     [BASE, ("alpha", "replaces it by", {"id": "forest", "circles": 7, "effects": [EXTRA]})]),
    (f"{FOREST} effects.extra.amount",
     [of("base:forest", "set.effects.extra.amount = 2"), UPON + of("base:forest", "unset = ['effects.extra.amount']") + DROP],
     [("alpha", "sets it to", 2), ("beta", "unsets it", None)]),
]  # fmt: skip
"""A value, packs that edit it or what it stands in, and its history."""


@pytest.mark.parametrize(("datum", "texts", "expected"), MOVED)
def test_a_value_keeps_its_history_when_it_moves(
    datum: str, texts: list[str], expected: list[Any], tmp_path: Path, stoneage: Callable[..., Any]
) -> None:
    """The history of a value lists the operation of each pack, the latest last."""
    steps = json.loads(stoneage("why", datum, *written(tmp_path, *texts), "--json").out)
    assert [(step["pack"], step["operation"], step["value"]) for step in reversed(steps)] == expected


def test_a_phase_that_the_decision_of_a_table_leaves_out_never_comes(tmp_path: Path) -> None:
    """One pack adds a phase, another writes the list of phases anew, and the table decides for the other."""
    course = '[[patch.course]]\ntarget = "base:day"\n'
    evening = f'[[phase]]\nid = "evening"\neffects = [{{ do = "refresh" }}]\n{course}append.phases = ["evening"]\n'
    decision = {"datum": "course base:day phases", "use": "beta"}
    rules = load(tmp_path, evening, f"{course}set.phases = ['dawn', 'dusk', 'night', 'noon']\n", resolve=[decision])
    assert [phase.id for phase in rules.phases] == ["dawn", "dusk", "night", "noon"]


def test_a_pack_that_leaves_the_rules_broken_is_refused_even_if_another_mends_them(tmp_path: Path) -> None:
    """A pack is judged by what it requires: it must work at tables without the other one."""
    broken = '[[remove.dice_table]]\ntarget = "base:finds"\nwhy = "no dice for all"\n'
    mend = '[[patch.card]]\nwhere = { rules = ["base.civ.dice-for-all"] }\nset.effects = [{ do = "points", amount = 3 }]\n'
    packs = [write_pack(tmp_path, {"rules.toml": text}, requires="base", id=id) for id, text in (("one", broken), ("two", mend))]
    with pytest.raises(sa.ContentError) as error:
        sa.load(players=2, modules=packs)
    assert [(each.code, each.place.label) for each in error.value.diagnostics] == [("SA402", "one removes `base:finds`")]
    both = write_pack(tmp_path, {"rules.toml": broken + mend}, requires="base", id="both")
    assert sa.load(players=2, modules=[both]).packs == ("base", "both")
