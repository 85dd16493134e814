"""Packs at odds: what is said of them, and what the table's decision makes of it; phases, which packs put into one list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

import stoneage_rules as sa
from packs.toy import data_of, found, load, written

CONFLICT = "SA401"


def good(id: str, lines: str) -> str:
    return f'[[patch.good]]\ntarget = "{id}"\n{lines}\n'


def decided(datum: str, use: str) -> list[dict[str, str]]:
    return [{"datum": datum, "use": use}]


VALUES = [good("stone", f"set.value = {number}") for number in (7, 8, 9)]
REMOVAL = ['[[remove.good]]\ntarget = "stone"\nwhy = "too heavy"\n', VALUES[1]]


@pytest.mark.parametrize(
    ("texts", "datum", "use", "value"),
    [
        (VALUES, " value", "alpha", 7), (VALUES, " value", "beta", 8), (VALUES, " value", "gamma", 9),
        (REMOVAL, "", "alpha", None), (REMOVAL, "", "beta", 8),
    ],
)  # fmt: skip
def test_a_settled_conflict_ends_as_the_winner_says(
    texts: list[str], datum: str, use: str, value: int | None, tmp_path: Path
) -> None:
    rules = load(tmp_path, *texts, resolve=decided(f"good base:stone{datum}", use))
    assert data_of(rules.content).get("good base:stone", {}).get("value") == value


def test_a_settled_value_is_found_at_the_line_that_set_it_last(tmp_path: Path) -> None:
    """The winner replaces the record, which settles the conflict, and then sets a value of the new one."""
    winner = good("wood", 'why = "rare"\nrecord = { value = 6 }').replace("patch", "replace") + good("wood", "set.value = 7")
    rules = load(tmp_path, winner, good("wood", 'set.name = "logs"'), resolve=decided("good base:wood", "alpha"))
    place = rules.content.locate("good base:wood", ("value",))
    assert place is not None
    assert place.endswith("alpha/all.toml:7")


def test_where_reads_what_its_pack_knows_of(tmp_path: Path) -> None:
    """An unrelated pack changes what would fit; the edit stays with what fitted."""
    picker = '[[patch.good]]\nwhere = { value = { min = 5 } }\nappend.groups = ["dear"]\n'
    goods = data_of(load(tmp_path, good("stone", "set.value = 1") + good("wood", "set.value = 9"), picker).content)
    assert [address for address, record in goods.items() if "dear" in record.get("groups", ())] == ["good base:stone"]


def test_a_number_that_only_two_packs_together_make_impossible_names_both(tmp_path: Path) -> None:
    text = '[[patch.location]]\ntarget = "camp"\nadjust.circles.add = 60\n'
    assert not found(tmp_path, text)
    (each,) = found(tmp_path, text, text)
    assert each.packs == ("alpha", "beta")
    assert {place.file.rpartition("/")[0].rpartition("/")[2] for place in (each.place, *each.others)} == {"alpha", "beta"}


def test_a_conflict_over_a_table_and_a_key_of_it_claims_nothing_about_the_whole(tmp_path: Path) -> None:
    """The figures of the camp are a table; one pack gives it anew, the other sets one number in it."""
    camp = '[[patch.location]]\ntarget = "base:camp"\n'
    diagnostics = found(tmp_path, f"{camp}set.figures.exactly = 1\n", f'{camp}unset = ["figures"]\nset.figures.at_most = 3\n')
    (each,) = [each for each in diagnostics if each.code == CONFLICT]
    assert each.datum == "location base:camp figures"
    labels = [place.label for place in (each.place, *each.others)]
    assert labels == ["alpha sets `figures.exactly` to 1", "beta sets it to { at_most = 3 }", "in base it is { exactly = 2 }"]
    assert "then it is { at_most = 3 }" in each.help
    assert not any(claim in each.help for claim in ("then it is 1", "adjust"))


# --- phases ---------------------------------------------------------------------------------------------------------

COURSE = '[[patch.course]]\ntarget = "base:day"\n'
PHASE = '[[phase]]\nid = "{0}"\neffects = [{{ do = "refresh" }}]\n'


def put(id: str, side: str) -> str:
    return f'insert.phases = {{ value = "{id}", {side} }}\n'


def moving(id: str, side: str) -> str:
    return f'{COURSE}drop.phases = ["{id}"]\n{put(id, side)}'


def adding(id: str, side: str, after: str = "") -> str:
    return (f'order.after = ["{after}"]\n---\n' if after else "") + PHASE.format(id) + COURSE + put(id, side)


def outcome(folder: Path, *texts: str, **settings: Any) -> tuple[str, Sequence[Any]]:
    """The phases in their order, or what is found: the same in whatever order the packs are listed."""
    outcomes: list[tuple[str, Sequence[Any]]] = []
    for modules in permutations(written(folder, *texts)[1::2]):
        try:
            rules = sa.load(sa.Table.from_dict({"players": 2, "modules": [*modules], **settings}))
            outcomes.append((" ".join(phase.id for phase in rules.phases), ()))
        except sa.ContentError as error:
            outcomes.append(("", error.diagnostics))
    assert all(other == outcomes[0] for other in outcomes)
    return outcomes[0]


NOON_GONE = '[[remove.phase]]\ntarget = "base:noon"\nwhy = "it is too hot"\n'
ORDERED = [
    ([adding("dance", 'before = "noon"')], "dawn dance noon dusk night"),
    ([moving("night", 'after = "dawn"')], "dawn night noon dusk"),
    ([f'{NOON_GONE}{COURSE}drop.phases = ["noon"]\n'], "dawn dusk night"),
    ([f'{COURSE}set.phases = ["dusk", "night", "noon", "dawn"]\n'], "dusk night noon dawn"),
    # The last one is nearest.
    ([adding("dance", 'after = "dawn"'), adding("song", 'after = "dawn"', "alpha")], "dawn song dance noon dusk night"),
    ([adding("dance", 'after = "dawn"', "beta"), adding("song", 'after = "dawn"')], "dawn dance song noon dusk night"),
]


@pytest.mark.parametrize(("texts", "order"), ORDERED)
def test_phases_stand_in_the_order_of_the_course_and_of_its_edits(texts: list[str], order: str, tmp_path: Path) -> None:
    assert outcome(tmp_path, *texts) == (order, ())


AT_ODDS = {
    "two after the same phase": (
        [adding("dance", 'after = "dawn"'), adding("song", 'after = "dawn"')],
        # What the table has decided against never comes, and that is no fault of the pack.
        {"alpha": "dawn dance noon dusk night", "beta": "dawn song noon dusk night"},
        'alpha inserts "dance" after "dawn"',
    ),
    "one phase moved to different places": (
        [moving("night", 'before = "dusk"'), moving("night", 'after = "dawn"')],
        {"alpha": "dawn noon night dusk", "beta": "dawn night noon dusk"},
        'alpha drops "night"',
    ),
}  # fmt: skip


@pytest.mark.parametrize(("texts", "orders", "label"), AT_ODDS.values(), ids=AT_ODDS)
def test_insertions_at_odds_are_settled_by_the_table(
    texts: list[str], orders: dict[str, str], label: str, tmp_path: Path
) -> None:
    _, (each,) = outcome(tmp_path, *texts)
    assert (each.code, each.packs, each.datum) == (CONFLICT, ("alpha", "beta"), "course base:day phases")
    assert each.place.label == label
    for pack, order in orders.items():
        assert f'datum = "{each.datum}"\n' in each.help
        assert f'use = "{pack}"' in each.help
        assert outcome(tmp_path, *texts, resolve=decided(each.datum, pack)) == (order, ())


WRONG = {
    "a phase in no course": (PHASE.format("dance"), "SA217", 'append.phases = ["dance"]'),
    "one twice, however it is written": (f'{COURSE}append.phases = ["base:dawn"]\n', "SA207", ""),
    "a phase that is removed and stays in the course": (NOON_GONE, "SA402", ""),
}


@pytest.mark.parametrize(("text", "code", "help"), WRONG.values(), ids=WRONG)
def test_a_course_with_a_fault_is_refused(text: str, code: str, help: str, tmp_path: Path) -> None:
    (each,) = found(tmp_path, text)
    assert (each.code, each.place.file.endswith("alpha/all.toml")) == (code, True)
    assert help in each.help
