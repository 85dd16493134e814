"""Faults of words that take, deal and order: each is written into a little game, and told alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from stoneage_rules.testing import inspect_pack
from writing import write_pack

RELICS = """
[[zone]]
id = "chest"
[[kind]]
id = "relic"
starts_in = "chest"
[[relic]]
id = "bone"
copies = 4
{}
"""
OATH = '[[mark]]\nid = "oath"\n'
WEATHER = """
[[track]]
id = "sky"
top = 3
shared = true
[[location]]
id = "shrine"
effects = [{ do = "advance", track = "sky" }]
"""


def at(*effects: str, more: str = "") -> str:
    """A place with effects."""
    return f'[[location]]\nid = "grotto"\ncircles = 1\neffects = [{", ".join(effects)}]\n{more}'


def in_phase(effect: str) -> str:
    return f'[[patch.phase]]\ntarget = "meadow:dusk"\nappend.effects = [{effect}]\n'


def in_placing(edit: str) -> str:
    return f'[[patch.phase]]\ntarget = "meadow:go"\n{edit}\n'


def in_work(edit: str) -> str:
    return f'[[patch.phase]]\ntarget = "meadow:work"\n{edit}\n'


ERRORS = {
    "tools counted twice": (at('{ do = "lose", tools = 1, amount = 2 }'), "SA207", "How many is said by tools."),
    "a track handed over": (
        at('{ do = "lose", track = "tan", to = "seat", from = "others" }'), "SA207", "Only goods can be handed to a seat.",
    ),
    "two who lose": (
        at('{ do = "lose", good = "nut", from = "others", from_most = { goods = "nut" } }'),
        "SA207", "from_most says already who loses.",
    ),
    "a loss to itself": (
        at('{ do = "lose", good = "berry", to = "seat" }'),
        "SA207", 'A seat takes nothing from itself. In choose-seat write to = "chooser"; elsewhere add from = "others", or',
    ),
    "nothing lost": (at('{ do = "lose" }'), "SA207", "Nothing is lost here."),
    "a loss of two things": (at('{ do = "lose", good = "nut", track = "tan" }'), "SA207", "track stands beside good."),
    "no owner": (
        at('{ do = "lose", good = "berry", to = "owner" }'),
        "SA215", 'to = "owner" belongs to a workplace, not to a location. Delete to.',
    ),
    "lost by most": (
        at('{ do = "lose", good = "berry", from = "most", to = "seat" }'),
        "SA207", 'Write "seat" or "others"; the seat with most of something is named by from_most = { ... }.',
    ),
    "lost by a number": (
        at('{ do = "lose", good = "berry", from = { goods = "berry" } }'),
        "SA201", "The seat with most of something is named by from_most = { ... }.",
    ),
    "two first players": (
        in_phase('{ do = "pass-first", to = "drawn", most = { goods = "nut" }, id = "again" }'),
        "SA207", "most says to whom it passes. Delete one of the two.",
    ),
    "first by most": (
        in_phase('{ do = "pass-first", to = "most", id = "again" }'),
        "SA207", "the seat with most of something is named by most = { ... }.",
    ),
    "first by a number": (
        in_phase('{ do = "pass-first", to = { goods = "nut" }, id = "again" }'),
        "SA201", "The seat with most of something is named by most = { ... }.",
    ),
    "the seat first where no seat acts": (in_phase('{ do = "pass-first", to = "seat", id = "again" }'), "SA215", "belongs to"),
    "first at a place": (at('{ do = "pass-first" }'), "SA215", 'Where a seat acts, write to = "seat"'),
    "an order by a number": (
        in_phase('{ do = "each-seat", order = "most", effects = [{ do = "points", amount = 1 }] }'),
        "SA207", "an order by a number is said by most_first = { ... }.",
    ),
    "two orders": (
        in_phase(
            '{ do = "each-seat", order = "reverse", most_first = { goods = "nut" }, effects = [{ do = "points", amount = 1 }] }'
        ),
        "SA207", "most_first says in which order.",
    ),
    "two orders of placing": (
        in_placing('set.effects.place = { order = "reverse", most_first = { goods = "nut" } }'),
        "SA207", "most_first says in which order.",
    ),
    "no turn at all": (in_placing("set.effects.place.turns = 0"), "SA207", "turns must be from 1 to 99."),
    "placed by a number": (
        in_placing('set.effects.place.order = { goods = "nut" }'),
        "SA201", "An order by a number is said by most_first = { ... }.",
    ),
    "all places outside of a seat's turn": (
        in_work('append.effects = [{ do = "resolve" }]'), "SA215", "resolve without places belongs to each-seat",
    ),
    "a list at a place": (at('{ do = "resolve", places = ["bush"] }'), "SA215", "resolve belongs to"),
    "a roll for nothing": (
        at('{ do = "roll", dice = 2 }'), "SA207",
        "Nothing comes of this roll. Add divide and yields, or write what depends on its total into effects",
    ),
    "goods without a part": (
        at('{ do = "roll", dice = 2, yields = ["berry"] }'), "SA207", "yields needs divide. Write both, or delete this one.",
    ),
    "a part of no goods": (
        at('{ do = "roll", dice = 2, divide = 2, effects = [{ do = "points", amount = 1 }] }'), "SA207", "divide needs yields.",
    ),
    "a total outside of a roll": (
        at('{ do = "points", amount = { rolled = "total" } }'),
        "SA207", "Only the effects under effects of roll know the total of the roll.",
    ),
    "a total behind a payment": (
        at('{ do = "roll", dice = 1, effects = [{ do = "pay", cost = { berry = 1 }, effects = ['
           '{ do = "points", amount = { rolled = "total" } }] }] }'),
        "SA207", "Only the effects under effects of roll know the total of the roll.",
    ),
    "a number added without an end": (
        at('{ do = "roll", dice = 1, divide = 1, yields = ["berry"], plus = { goods = "nut" } }'),
        "SA211", "This can be any number; 60 is the most.",
    ),
    "a toll that leaves a choice": (
        '[[patch.location]]\ntarget = "bush"\nset.toll = { of = "fruit", amount = 1 }\n',
        "SA207", "A placement costs goods by name.",
    ),
    "a toll without an end": (
        '[[patch.location]]\ntarget = "bush"\nset.toll = { berry = { goods = "nut" } }\n',
        "SA211", "A price asks for 99 at the most.",
    ),
    "a floor for a gain": (at('{ do = "points", amount = 2, at_least = 0 }'), "SA207", "No points are lost here."),
    "a bundle of one": (
        at('{ do = "one-of", effects = [{ do = "all-of", effects = [{ do = "tool" }] }, { do = "figure" }] }'),
        "SA207", "effects needs at least 2.",
    ),
    "a verb that only a plugin could have": (
        at('{ do = "haggle", of = "fruit" }'), "SA208", "What no word or key says, a plugin can: docs/plugins.md",
    ),
    "a key of a verb that only a plugin could have": (
        at('{ do = "lose", good = "berry", quietly = true }'), "SA202", "A plugin can: docs/plugins.md",
    ),
    "a key of a place that only a plugin could have": (
        '[[location]]\nid = "grotto"\nweather = "fog"\neffects = [{ do = "tool" }]\n', "SA202", "A plugin can: docs/plugins.md",
    ),
    "a quantity that only a plugin could have": (
        at('{ do = "points", amount = 1, if = [{ moonlight = "now", min = 2 }] }'),
        "SA202", "Of a good or a track called moonlight it is",
    ),
    "each in a quantity": (
        at('{ do = "points", amount = { goods = "berry", each = 2 } }'),
        "SA202", "Did you mean times?",
    ),
    "a good as a quantity": (
        at('{ do = "points", amount = 1, if = [{ berry = 1, min = 2 }] }'),
        "SA202", 'Of a good or a track called berry it is { goods = "berry" } or { track = "berry" }.',
    ),
    "a limit without an end": (
        '[[patch.location]]\nwhere = {}\nappend.groups = ["all"]\n[[limit]]\nid = "few"\ncounts = "occupied-places"\n'
        'group = "all"\nat_most = { 3 = { round = "now" } }\n',
        "SA211", "This can be any number; 99 is the most. Add at_most = 99 or less.",
    ),
    "a text as condition": (at('{ do = "figure", if = "round > 2" }'), "SA201", "text where a list belongs"),
    "a rank by a text": (
        at('{ do = "points", amount = 1, if = [{ rank = "berry", max = 1 }] }'),
        "SA201", "text where a quantity such as { track = \"...\" } belongs",
    ),
    "a key of an effect around it": (
        at('{ do = "one-of", effects = [{ do = "all-of", decline = true, effects = [{ do = "tool" }, { do = "tool" }] },'
           ' { do = "figure" }] }'),
        "SA202", 'decline is a key of { do = "one-of", effects = [...] }',
    ),
    "a key of an effect at its phase": (in_placing("set.turns = 2"), "SA202", "There is set.effects.place.turns."),
    "a key of an effect at a place": (
        '[[patch.location]]\ntarget = "bush"\nset.turns = 2\n', "SA202", 'turns is a key of { do = "place" }',
    ),
    "a key of a place at an effect": (
        in_placing("set.effects.place.each_placement = []"), "SA202", "each_placement is a key of [[location]]",
    ),
    "a key of a table within": (
        '[[location]]\nid = "grotto"\nexactly = 2\neffects = [{ do = "tool" }]\n',
        "SA202", "exactly is a key of figures = { ... }",
    ),
    "a quantity as a key": (
        at('{ do = "end-game", players = 2, wins = "all" }'), "SA202", "players is asked during the game, by if",
    ),
    "a quantity before the game": (
        '[[patch.location]]\ntarget = "bush"\nwhen = [{ round = 2 }]\nset.circles = 2\n',
        "SA202", "round is asked during the game, by if",
    ),
    "a condition before the game": (
        at('{ do = "tool", if = [{ module = "igloos" }] }'), "SA202", "This is asked before the game, in a row of when.",
    ),
    "the winner of another game": (at('{ do = "end-game", winner = "seat" }'), "SA202", "Did you mean wins?"),
    "the workers of another game": (
        at('{ do = "points", amount = { workers = "bush" } }'), "SA202", "Did you mean figures?",
    ),
    "rows of which one must hold": (
        at('{ do = "tool", if = [{ any = [{ goods = "berry", min = 1 }, { goods = "nut", min = 1 }] }] }'),
        "SA202", "All rows must hold, and none is one of several",
    ),
    "an effect alone in place of a list": (
        '[[patch.location]]\ntarget = "bush"\nset.each_placement = { do = "points", amount = 2, id = "at-once", '
        'if = [{ figures = "bush", of = "others", max = 0 }] }\n',
        "SA201", "A list of one has square brackets around it, too.",
    ),
    "a list in place of a price": (
        '[[patch.location]]\ntarget = "bush"\nset.toll = [{ nut = 1 }]\n',
        "SA201", "One value has no square brackets around it.",
    ),
    "a text in place of rows": (
        at('{ do = "choose-seat", among = "others", effects = [{ do = "tool" }] }'),
        "SA201", 'For example among = [{ track = "...", min = 1 }]: a seat can be chosen only if every row holds for it.',
    ),
    "rows in place of a location": (
        in_phase('{ do = "each-seat", id = "call", effects = [{ do = "bring-home", from = [{ figures = "bush", min = 1 }] }] }'),
        "SA201", 'For example from = "...": the location, or the group of locations.',
    ),
    "a track in place of a number": (
        at('{ do = "roll", dice = 1, plus = "tan", effects = [{ do = "points", amount = { rolled = "total" } }] }'),
        "SA201", 'it is { goods = "tan" } or { track = "tan" }.',
    ),
    "numbers from one to another": (
        at('{ do = "tool", if = [{ round = "now", in = "4-13" }] }'), "SA201", "or write min = 4, max = 7.",
    ),
    "a word that counts no figures": (
        at('{ do = "points", amount = { figures = "placed" } }'), "SA203", "Write all, home or here; or add a [[location]]",
    ),
    "a good in place of a kind": (
        RELICS.format("") + at('{ do = "hand-back", of = "nut", to = "chest" }'),
        "SA203", "nut is a good; a kind of item belongs here. Kinds of item are charm, relic.",
    ),
    "a row in place of its kind": (
        at('{ do = "hand-back", of = "stalls", to = "sack" }'), "SA203", 'stalls is a row, with kind = "charm"',
    ),
    "a payment to the chosen seat by itself": (
        at('{ do = "choose-seat", effects = [{ do = "pay", cost = { nut = 1 }, must = true, to = "chosen" }] }'),
        "SA215", 'to = "chosen" belongs to chooser, not to choose-seat. Write to = "chooser".',
    ),
    "a loss of the chooser to itself": (
        at('{ do = "choose-seat", effects = [{ do = "chooser", effects = [{ do = "lose", good = "nut", to = "chooser" }] }] }'),
        "SA215", 'Write to = "chosen".',
    ),
    "placing by each seat": (
        in_phase('{ do = "each-seat", id = "again", effects = [{ do = "place" }] }'),
        "SA215", "It goes round all seats: write it into a phase, outside of each-seat.",
    ),
    "an order of its own": (
        '[[patch.phase]]\ntarget = "meadow:go"\nset.effects.place.order = "snake"\n',
        "SA207", 'Write "clockwise", "reverse" or "there-and-back".',
    ),
}  # fmt: skip
WARNINGS = {
    "more steps than there are": (at('{ do = "lose", track = "tan", amount = 9 }'), "SA515", "The track tan ends at 4."),
    "more tools than there are": (
        '[[tool]]\nid = "set"\nspaces = 1\ntop = 2\n' + at('{ do = "lose", tools = 5 }', '{ do = "tool" }'),
        "SA515", "Tools go up to 2 in all. Lower it to 2 or less.",
    ),
    "the last figure": (at('{ do = "lose", figures = 3 }'), "SA515", "A colour has 3 figures in all, and keeps one."),
    "no others": (
        '[[patch.players]]\ntarget = "meadow:two-or-three"\nset.at_least = 1\nset.at_most = 1\n'
        + at('{ do = "lose", good = "berry", from = "others" }'),
        "SA514", "There is one seat.",
    ),
    "first by what all have": (
        in_phase('{ do = "pass-first", most = { round = "now" }, id = "again" }'),
        "SA514", "It is the same number for every seat.",
    ),
    "an order by what all have": (
        in_phase('{ do = "each-seat", most_first = { round = "now" }, effects = [{ do = "points", amount = 1 }] }'),
        "SA514", "It is the same number for every seat.",
    ),
    "first by a marker of all": (
        WEATHER + in_phase('{ do = "pass-first", most = { track = "sky" }, id = "again" }'),
        "SA514", "It is the same number for every seat. Name what seats have.",
    ),
    "a rank by a marker of all": (
        WEATHER + at('{ do = "points", amount = { rank = { track = "sky" } } }'),
        "SA514", "It is the same number for every seat.",
    ),
    "a loss by a marker of all": (
        WEATHER + at('{ do = "lose", good = "berry", from_most = { track = "sky", plus = { round = "now" } } }'),
        "SA514", "It is the same number for every seat.",
    ),
    "an order by the sum of all": (
        in_placing('set.effects.place.most_first = { goods = "berry", of = "all" }'),
        "SA514", "It is the same number for every seat.",
    ),
    "placed by what all have": (
        in_placing('set.effects.place.most_first = { round = "now" }'), "SA514", "It is the same number for every seat.",
    ),
    "more turns than figures": (
        in_placing("set.effects.place.turns = 4"), "SA515", "A colour has 3 figures in all. Write 3 or less, or delete the key.",
    ),
    "more figures at once than there are": (
        in_placing("set.effects.place.figures = 4"), "SA515", "A colour has 3 figures in all.",
    ),
    "a place that acts twice": (
        '[[patch.location]]\ntarget = "bush"\nappend.groups = ["wild"]\n'
        + in_work(
            'insert.effects = { value = { do = "resolve", id = "first", places = ["wild", "bush"] }, before = "each-seat" }'
        ),
        "SA514", "bush acts already. Delete it.",
    ),
    "figures that never act": (
        at('{ do = "points", amount = 1 }') + in_work('set.effects.each-seat.effects.resolve.places = ["bush", "stall"]'),
        "SA514", "figures never act on pond, grotto: no resolve names them.",
    ),
    "a placement that is too small": (
        in_placing("set.effects.place.figures = 1")
        + '[[patch.location]]\ntarget = "pond"\nset = { circles = 2, figures = { exactly = 2 } }\n',
        "SA514", "Nobody can place on pond: that takes more.",
    ),
    "figures that have come home": (
        in_phase('{ do = "each-seat", id = "call", effects = [{ do = "bring-home", from = "bush" }] }'),
        "SA514", "Figures on bush have acted before, and are home. Write stays = true at the location.",
    ),
    "numbers beyond the track": (
        in_phase('{ do = "seal", track = "tan", at_most = 9 }'), "SA515", "The track tan ends at 4. Lower it to 4 or less.",
    ),
    "more players than there can be": (
        at('{ do = "figure", if = [{ players = "count", min = 4 }] }'), "SA507", "The number is 2 to 3, whatever happens.",
    ),
    "an end without a condition": (
        in_phase('{ do = "end-game", id = "over", wins = "nobody" }'), "SA524", "The game ends here in its first round.",
    ),
    "a win of the starting player": (
        in_phase('{ do = "end-game", id = "over", wins = "seat", if = [{ goods = "berry", of = "most", min = 9 }] }'),
        "SA524", "Outside of each-seat this is for the starting player alone.",
    ),
    "a step of the starting player": (
        in_phase('{ do = "advance", track = "tan" }'), "SA524", "One marker for all is a track with shared = true.",
    ),
    "points for the seat that is robbed": (
        at('{ do = "choose-seat", effects = [{ do = "lose", good = "berry", to = "chooser" }, { do = "points", amount = 2 }] }'),
        "SA524", "This is for the chosen seat, which hands goods to the chooser.",
    ),
    "a total that no dice make": (
        at('{ do = "roll", dice = 1, effects = [{ do = "points", amount = 1, if = [{ rolled = "total", min = 300 }] }] }'),
        "SA507", "Whatever happens",
    ),
    "a mark for nothing": (OATH + at('{ do = "mark", mark = "oath" }'), "SA517", "nothing asks for it, and it bars nothing."),
    "a mark of nobody": (
        OATH + at('{ do = "points", amount = 1, if = [{ mark = "oath", min = 1 }] }'),
        "SA517", "Nobody ever gets anything of oath.",
    ),
    "too many figures": (at('{ do = "figure", amount = 5 }'), "SA515", "1 of a colour's figures are left to take."),
    "a worth of many": (
        at('{ do = "feed", good = "berry", instead = "nut", worth = 9 }'), "SA515", "A colour has 3 figures in all.",
    ),
    "a condition of what is dealt": (
        RELICS.format('effects = [{ do = "points", amount = 1 }]\nif = [{ round = "now", min = 2 }]')
        + at('{ do = "deal", kind = "relic", from = "chest" }'),
        "SA514", "Nobody buys relics, or takes one for nothing.",
    ),
    "one good to trade": (
        OATH + '[[exchange]]\nid = "swap"\ngoods = "berry"\napplies = ["charm"]\ntrack = "tan"\n'
        'rates = [{ at_least = 0, give = 1, get = 1 }]\nmark = "oath"\n',
        "SA514", "berry is one good, and no rate brings more of it than it takes.",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "code", "words"), [*ERRORS.values(), *WARNINGS.values()], ids=[*ERRORS, *WARNINGS])
def test_the_fault_is_told(text: str, code: str, words: str, tmp_path: Path) -> None:
    pack = write_pack(tmp_path, {"fault.toml": text})
    (finding,) = [finding for finding in inspect_pack(pack).findings if "stranger" in finding.place.file]
    said = ". ".join([finding.title, finding.place.label, finding.help, *finding.notes]).replace("`", "")
    assert (finding.code, words.strip(".").lower() in said.lower()) == (code, True), said


FINE = {
    "a marker for all that moves once": WEATHER + in_phase('{ do = "advance", track = "sky" }'),
    "a gain of the new starting player": in_phase('{ do = "pass-first", id = "again" }, { do = "gain", good = "nut" }'),
    "figures that come home before they act": in_work(
        'insert.effects = { value = { do = "each-seat", id = "call", effects = [{ do = "bring-home", from = "bush" }] }, '
        'before = "each-seat" }'
    ),
    "figures that stay": '[[patch.location]]\ntarget = "pond"\nset.stays = true\nunset = ["effects"]\n'
    + in_phase('{ do = "each-seat", id = "call", effects = [{ do = "bring-home", from = "pond" }] }'),
    "a seat that is paid": at(
        '{ do = "choose-seat", effects = [{ do = "pay", cost = { berry = 1 }, to = "chooser", '
        'effects = [{ do = "points", amount = 2 }] }] }'
    ),
}


@pytest.mark.parametrize("text", FINE.values(), ids=FINE)
def test_what_reads_like_a_fault_may_be_meant(text: str, tmp_path: Path) -> None:
    pack = write_pack(tmp_path, {"fine.toml": text})
    found = [str(finding) for finding in inspect_pack(pack).findings if "stranger" in finding.place.file]
    assert [finding for finding in found if "SA524" in finding or "come home" in finding] == []


def test_what_seats_have_beside_what_all_have_compares_them(tmp_path: Path) -> None:
    order = 'set.effects.place.most_first = { track = "sky", plus = { goods = "berry" } }'
    pack = write_pack(tmp_path, {"order.toml": WEATHER + in_placing(order)})
    assert [str(finding) for finding in inspect_pack(pack).findings if "stranger" in finding.place.file] == []


def test_numbers_written_as_texts_are_no_number_twice(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, {"texts.toml": at('{ do = "gain", good = "nut", if = [{ round = "now", in = ["4", "7", 9] }] }')})
    found = [finding for finding in inspect_pack(pack).findings if "stranger" in finding.place.file]
    assert [finding.place.label for finding in found] == [f"write {number}, without quotation marks" for number in (4, 7)]
