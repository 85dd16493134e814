"""Options in content: values that a table's choice gives, rows of `when` that ask for one, and names that are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

import stoneage_rules as sa
from play.positions import first_choice
from writing import TOY, write_pack

OPTIONS = """
[options.berries]
type = "int"
min = 1
max = 9
default = 4
help = "a number"

[options.mood]
type = "text"
choices = ["calm", "wild"]
default = "calm"
help = "a word"

[options.rain]
type = "bool"
default = false
help = "yes or no"
"""
CHARM = '[[charm]]\nid = "pebble"\ncost = { berry = 1 }\neffects = [{ do = "points", amount = 1 }]\n'


def loaded(root: Path, players: int = 2, **options: object) -> sa.Ruleset:
    return sa.load(players=players, modules=[str(TOY), str(root)], options={"stranger": options} if options else None)


def bush_amount(rules: sa.Ruleset) -> int:
    return next(entry.record.effects[0].amount for entry in rules.content.of("location") if entry.id == "bush")


def faults(root: Path) -> list[str]:
    with pytest.raises(sa.ContentError) as caught:
        loaded(root)
    return [f"{found.code}:{found.place.span.line}: {found.place.label}" for found in caught.value.diagnostics]


def test_an_edit_takes_its_value_from_an_option(tmp_path: Path) -> None:
    edit = '[[patch.location]]\ntarget = "bush"\nset.effects.gain.amount = { option = "berries" }'
    root = write_pack(tmp_path, {"rules.toml": edit}, more=OPTIONS)
    assert bush_amount(loaded(root)) == 4
    assert bush_amount(loaded(root, berries=9)) == 9
    assert loaded(root).digest != loaded(root, berries=9).digest
    state = loaded(root, berries=7).initial_state()
    assert state.rules.content.settings.options["stranger"]["berries"] == 7


def test_a_record_takes_values_from_options_however_deep(tmp_path: Path) -> None:
    charm = CHARM.replace("berry = 1", 'berry = { option = "berries" }').replace("amount = 1", 'amount = { option = "berries" }')
    root = write_pack(tmp_path, {"rules.toml": charm + 'name = { option = "mood" }'}, more=OPTIONS)
    entry = next(entry for entry in loaded(root, berries=3, mood="wild").content.of("charm") if entry.id == "pebble")
    assert (entry.record.cost.fixed, entry.record.effects[0].amount, entry.record.name) == ({"berry": 3}, 3, "wild")


def test_an_option_of_a_pack_that_is_named(tmp_path: Path) -> None:
    write_pack(tmp_path, {}, more=OPTIONS, id="friend")
    edit = '[[patch.location]]\ntarget = "bush"\nset.effects.gain.amount = { option = "friend:berries" }'
    rows = f'{CHARM}when = [{{ option = "friend:mood", is = "wild" }}]'
    root = write_pack(tmp_path, {"rules.toml": f"{edit}\n{rows}"}, more='friend = ">=1"')
    modules = [str(TOY), str(root), str(tmp_path / "friend")]
    rules = sa.load(players=2, modules=modules, options={"friend": {"berries": 6, "mood": "wild"}})
    assert bush_amount(rules) == 6
    assert "pebble" in rules.item_ids
    assert "pebble" not in sa.load(players=2, modules=modules).item_ids


def test_a_row_about_a_pack_that_is_not_there_does_not_hold(tmp_path: Path) -> None:
    optional = '[optional]\nfriend = ">=1"\n'
    for row in ('option = "friend:mood", is = "wild"', 'module = "friend"'):
        root = write_pack(tmp_path / row[:3], {"rules.toml": f"{CHARM}when = [{{ {row} }}]"}, more=optional)
        assert "pebble" not in loaded(root).item_ids


WRONG = {
    '[[patch.location]]\ntarget = "bush"\nset.effects.gain.amount = { option = "beries" }': [
        "SA203:3: no option is called `beries`"
    ],
    CHARM.replace("amount = 1", 'amount = { option = "mood" }'): ["SA201:4: this is what the option `mood` gives"],
    CHARM.replace("amount = 1", "amount = { option = 3 }"): ['SA201:4: write "3", in quotation marks'],
    CHARM.replace("amount = 1", 'amount = { option = "friend:mood" }'): ["SA203:4: no pack is called `friend`"],
    f'{CHARM}when = [{{ option = "rian" }}]': ["SA203:5: no option is called `rian`"],
    f'{CHARM}when = [{{ option = "mood" }}]': ["SA204:5: `mood` is text"],
    f'{CHARM}when = [{{ option = "mood", is = "angry" }}]': ['SA207:5: `mood` is "calm" or "wild"'],
    f'{CHARM}when = [{{ option = "berries", is = 10 }}]': ["SA207:5: `berries` is a whole number from 1 to 9"],
    f'{CHARM}when = [{{ option = "foe:mood" }}]': ["SA203:5: no pack is called `foe`"],
    f'{CHARM}when = [{{ module = "foe" }}]': ["SA203:5: no pack is called `foe`"],
    '[[patch.track]]\ntarget = "tan"\nset.top = 5\nwhen = [{ option = "rian" }]': ["SA203:4: no option is called `rian`"],
}


@pytest.mark.parametrize("text", WRONG)
def test_a_name_or_value_that_cannot_be_is_found_at_its_line(text: str, tmp_path: Path) -> None:
    assert faults(write_pack(tmp_path, {"rules.toml": text}, more=OPTIONS)) == WRONG[text]


def test_the_value_of_a_pack_that_may_be_missing_belongs_into_a_file_for_it(tmp_path: Path) -> None:
    edit = '[[patch.location]]\ntarget = "bush"\nset.effects.gain.amount = { option = "friend:berries" }'
    optional = '[optional]\nfriend = ">=1"\n'
    root = write_pack(tmp_path, {"rules.toml": edit}, more=optional)
    assert faults(root) == ["SA203:3: `friend` is not there"]
    (root / "rules.toml").write_text(f'only_if.packs = ["friend"]\n{edit}')
    assert bush_amount(loaded(root)) == 2


def test_a_default_outside_its_own_bounds_is_refused(tmp_path: Path) -> None:
    root = write_pack(tmp_path, {}, more=OPTIONS.replace("default = 4", "default = 10"))
    assert [fault[:5] for fault in faults(root)] == ["SA207"]


def test_a_list_element_with_an_id_is_addressed_by_it_alone(tmp_path: Path) -> None:
    second = '[[patch.phase]]\ntarget = "dusk"\nappend.effects = [{ do = "end-game", id = "late", after_round = 9 }]'
    edit = '[[patch.phase]]\ntarget = "dusk"\nset.effects.end-game.after_round = 2\nset.effects.late.after_round = 8'
    write_pack(tmp_path, {"rules.toml": second}, id="friend")
    root = write_pack(tmp_path, {"rules.toml": edit}, more='friend = ">=1"')
    rules = sa.load(players=2, modules=[str(TOY), str(root), str(tmp_path / "friend")])
    dusk = next(entry.record for entry in rules.content.of("phase") if entry.id == "dusk")
    assert [effect.after_round for effect in dusk.effects if effect.do == "end-game"] == [2, 8]


def test_a_limit_of_nobody_closes_a_place(tmp_path: Path) -> None:
    closed = '[[limit]]\nid = "no-pond"\ncounts = "players"\ngroup = "water"\nat_most = { 2 = 0 }\n'
    edit = '[[patch.location]]\ntarget = "pond"\nset.groups = ["water"]'
    root = write_pack(tmp_path, {"rules.toml": closed + edit})
    for players, there in ((2, False), (3, True)):
        state = first_choice(loaded(root, players))
        assert ("place pond 1" in [action.text for action in state.legal()]) is there
