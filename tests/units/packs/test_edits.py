"""Edits that mean several records, quantities where they mean nothing, and files that are no content."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

import stoneage_rules as sa
from stoneage_rules.loading.table_files import TableFile
from stoneage_rules.packs.build import OF_A_TABLE_FILE
from stoneage_rules.packs.content import Pack, Resolution
from stoneage_rules.packs.provenance import diff, why
from units.library import KINDS
from units.packs.toy import BASE, built, data_of, pack_of, toy_base
from writing import as_text, write_pack

NEEDS_BASE = {"base": ">=1"}


def test_a_removal_can_take_all_that_fit() -> None:
    """The records that `where` fits are gone, and the rest is there."""
    goods = [("good", {"id": id, "groups": groups}) for id, groups in (("a", ["cheap"]), ("b", ["cheap"]), ("c", ["dear"]))]
    rules = pack_of(
        "alpha", as_text([*goods, ("remove.good", {"where": {"groups": ["cheap"]}, "why": "junk"})]), requires=NEEDS_BASE
    )
    content, found = built([toy_base(), rules])
    assert not found
    assert content is not None
    assert {address for address in data_of(content) if address.startswith("good alpha:")} == {"good alpha:c"}


def edited(name: str, *edits: dict[str, object]) -> Pack:
    """A pack of patches of the toy camp, which takes exactly 2 figures."""
    tables = [("patch.location", {"target": "base:camp", **edit}) for edit in edits]
    return pack_of(name, as_text(tables), requires=NEEDS_BASE)


def camp_of(*packs: Pack) -> dict[str, object]:
    content, found = built([toy_base(), *packs])
    assert not found
    assert content is not None
    return dict(data_of(content)["location base:camp"])


RANGE = {"at_least": 1, "at_most": 3}


def test_unset_and_set_in_one_edit_give_a_table_anew() -> None:
    """The value is what `set` says and nothing else, also further in and where the record needs the key."""
    assert camp_of(edited("alpha", {"unset": ["figures"], "set": {"figures": RANGE}}))["figures"] == RANGE
    element = edited("alpha", {"unset": ["effects.figure"], "set": {"effects": [{"do": "tool"}]}})
    assert [found.code for found in built([toy_base(), element])[1]] == ["SA305"], "an element of a list is no key"
    anew = edited("alpha", {"unset": ["effects"], "set": {"effects": [{"do": "tool"}]}})
    assert camp_of(anew)["effects"] == [{"do": "tool"}]
    forest = {"target": "base:forest", "unset": ["effects.extra.good"], "set": {"effects": {"extra": {"good": "wood"}}}}
    rules = pack_of("alpha", as_text([("patch.location", forest)]), requires=NEEDS_BASE)
    content, found = built([toy_base(), rules])
    assert not found
    assert content is not None
    assert data_of(content)["location base:forest"]["effects"][1]["good"] == "wood"


def test_a_table_given_anew_as_it_was_is_no_change() -> None:
    rules = edited("alpha", {"unset": ["figures"], "set": {"figures": {"exactly": 2}}})
    assert [found.code for found in built([toy_base(), rules])[1]] == ["SA305"]


def test_a_table_given_anew_has_one_origin() -> None:
    """Provenance knows one change, from what was there to what `set` says."""
    content, _ = built([toy_base(), edited("alpha", {"unset": ["figures"], "set": {"figures": RANGE}})])
    assert content is not None
    (touch,) = content.applied
    assert (touch.operation.done, touch.path, touch.before, touch.value) == ("set", ("figures",), {"exactly": 2}, RANGE)


def test_unset_of_another_key_than_set_takes_it_away() -> None:
    rules = edited("alpha", {"unset": ["figures.exactly"], "set": {"figures": {"at_most": 3}}})
    assert camp_of(rules)["figures"] == {"at_most": 3}


def test_another_edit_that_sets_what_one_unsets_still_undoes_it() -> None:
    rules = edited("alpha", {"unset": ["figures"]}, {"set": {"figures": RANGE}})
    assert [found.code for found in built([toy_base(), rules])[1]] == ["SA307"]


def test_a_table_given_anew_is_at_odds_with_any_edit_within_it() -> None:
    """Though the edit names another key: the key that is edited is gone."""
    within = edited("beta", {"set": {"figures": {"exactly": 3}}})
    anew, mixed = ({**unset, "set": {"figures": {"at_most": 3}}} for unset in ({"unset": ["figures"]}, {}))
    assert "SA401" in [found.code for found in built([toy_base(), edited("alpha", anew), within])[1]]
    assert "SA401" not in [found.code for found in built([toy_base(), edited("alpha", mixed), within])[1]]


def test_keys_that_do_not_go_together_are_told_at_the_edit() -> None:
    """Not in the base game, which has nothing wrong with it; what the edit says would be right alone."""
    (found,) = built([toy_base(), edited("alpha", {"set": {"figures": {"at_most": 3}}})])[1]
    assert (found.place.file, found.help) == ("alpha/all.toml", 'add `unset = ["figures"]` to this edit')


def test_keys_that_are_wrong_alone_are_not_to_be_given_anew() -> None:
    (found,) = built([toy_base(), edited("alpha", {"adjust": {"figures": {"exactly": {"add": -2}}}})])[1]
    assert (found.place.file, found.help) == ("alpha/all.toml", "")


def test_a_faulty_element_that_an_edit_adds_to_a_list_is_told_at_the_edit() -> None:
    """The elements of a list are no keys that could go together or not."""
    still = ("statement", {"id": "base.still", "text": "Nobody speaks.", "kernel": ["place-figures"]})
    patch = ("patch.statement", {"target": "base:base.still", "append": {"answers": ["speak", "two words"]}})
    base, edit = pack_of("base", BASE + as_text([still]), "base"), pack_of("alpha", as_text([patch]), requires=NEEDS_BASE)
    (found,) = built([base, edit])[1]
    assert (found.code, found.place.file) == ("SA207", "alpha/all.toml")
    assert found.place.label == "a word is written in small letters, without blanks"


def test_a_number_that_is_not_written_is_adjusted_from_its_default() -> None:
    forest = {"target": "base:forest", "adjust": {"figures": {"at_least": {"add": 1}}}}
    content, found = built([toy_base(), pack_of("alpha", as_text([("patch.location", forest)]), requires=NEEDS_BASE)])
    assert not found
    assert content is not None
    assert data_of(content)["location base:forest"]["figures"] == {"at_least": 2}


def test_a_number_without_a_default_is_to_be_set() -> None:
    forest = {"target": "base:forest", "adjust": {"figures": {"at_most": {"add": 1}}}}
    (found,) = built([toy_base(), pack_of("alpha", as_text([("patch.location", forest)]), requires=NEEDS_BASE)])[1]
    assert (found.code, found.help) == ("SA203", "give it one: `set.figures.at_most = ...`")


def test_an_edit_that_takes_a_record_away_says_why() -> None:
    """Whoever misses it must be able to learn the reason."""
    for word, more in (("remove", {}), ("replace", {"record": {"value": 1}})):
        for reason, expected in (({}, ["SA204"]), ({"why": " "}, ["SA207"]), ({"why": 3}, ["SA201"]), ({"why": "dull"}, [])):
            edit = (f"{word}.good", {"target": "pebble", **more, **reason})
            rules = pack_of("alpha", as_text([("good", {"id": "pebble"}), edit]), requires=NEEDS_BASE)
            assert [diagnostic.code for diagnostic in built([toy_base(), rules])[1]] == expected


EXCHANGE = {
    "id": "bazaar",
    "goods": "base:wood",
    "applies": ["stall"],
    "track": "fame",
    "mark": "traded",
    "rates": [{"at_least": 0, "give": 3, "get": 1}, {"at_least": 5, "give": 2, "get": 1}],
}
STALL = {"id": "awning", "standing": [{"at_start_of": "dawn", "effects": [{"do": "gain", "good": "base:wood"}]}]}
LISTS = [
    ("track", {"id": "fame", "top": 9}),
    ("mark", {"id": "traded"}),
    ("zone", {"id": "box"}),
    ("kind", {"id": "stall", "starts_in": "box"}),
    ("phase", {"id": "dawn", "effects": []}),
    ("stall", STALL),
    ("exchange", EXCHANGE),
    ("tie_break", {"id": "last", "sum": [{"track": "fame"}, {"goods": "wood", "times": 2}]}),
]
"""Lists of tables that are no effects: rates, standing effects, quantities."""


@pytest.mark.parametrize(
    ("kind", "target", "edit", "expected"),
    [
        ("exchange", "bazaar", {"adjust": {"rates": {"5": {"give": {"add": -1}}}}}, {"rates": [(0, 3, 1), (5, 1, 1)]}),
        ("exchange", "bazaar", {"drop": {"rates": [0]}}, {"rates": [(5, 2, 1)]}),
        (
            "exchange",
            "bazaar",
            {"insert": {"rates": {"value": {"at_least": 3, "give": 4, "get": 2}, "before": 5}}},
            {"rates": [(0, 3, 1), (3, 4, 2), (5, 2, 1)]},
        ),
        (
            "stall",
            "awning",
            {"set": {"standing": {"dawn": {"effects": {"gain": {"amount": 2}}}}}},
            {"standing": [("dawn", [{"do": "gain", "good": "base:wood", "amount": 2}])]},
        ),
        ("tie_break", "last", {"drop": {"sum": ["fame"]}}, {"sum": [("wood", 2)]}),
        ("tie_break", "last", {"adjust": {"sum": {"wood": {"times": {"add": 1}}}}}, {"sum": [("fame",), ("wood", 3)]}),
    ],
)
def test_every_number_in_a_list_of_tables_has_an_address(
    kind: str, target: str, edit: dict[str, object], expected: dict[str, list[tuple[object, ...]]]
) -> None:
    camp = pack_of("camp", as_text(LISTS), requires=NEEDS_BASE)
    rules = pack_of("alpha", as_text([(f"patch.{kind}", {"target": target, **edit})]), requires={**NEEDS_BASE, "camp": ">=1"})
    content, found = built([toy_base(), camp, rules])
    assert not found
    assert content is not None
    made = data_of(content)[f"{kind} camp:{target}"]
    assert {key: [tuple(table.values()) for table in made[key]] for key in expected} == expected


def test_a_rate_that_is_not_there_is_an_entry_not_an_effect() -> None:
    camp = pack_of("camp", as_text(LISTS), requires=NEEDS_BASE)
    edit = ("patch.exchange", {"target": "bazaar", "set": {"rates": {"6": {"give": 1}}}})
    (found,) = built([toy_base(), camp, pack_of("alpha", as_text([edit]), requires={**NEEDS_BASE, "camp": ">=1"})])[1]
    assert (found.code, found.place.label) == ("SA203", "camp:bazaar has no entry called `6`")
    assert found.notes == ("entries are 0, 5",)


def test_another_at_least_for_a_rate_is_at_odds_with_an_edit_of_it() -> None:
    """The other edit goes by the name that the first takes away."""
    camp = pack_of("camp", as_text(LISTS), requires=NEEDS_BASE)
    edits = {"alpha": {"adjust": {"rates": {"5": {"at_least": {"add": 1}}}}}, "beta": {"set": {"rates": {"5": {"give": 1}}}}}
    packs = [
        pack_of(name, as_text([("patch.exchange", {"target": "bazaar", **edit})]), requires={**NEEDS_BASE, "camp": ">=1"})
        for name, edit in edits.items()
    ]
    assert [found.code for found in built([toy_base(), camp, *packs])[1]] == ["SA401"]


PAID, MISSING = {"paid": "value"}, {"missing": "stone"}


@pytest.mark.parametrize(
    ("table", "found"),
    [
        (("score", {"id": "s", "count": MISSING}), ["SA207"]),
        (("score", {"id": "s", "count": PAID}), ["SA207"]),
        (("tie_break", {"id": "t", "sum": [PAID]}), ["SA207"]),
        (("location", {"id": "l", "effects": [{"do": "points", "amount": PAID}]}), ["SA207"]),
        (("location", {"id": "l", "effects": [{"do": "points", "amount": MISSING}]}), ["SA207"]),
        (("location", {"id": "l", "effects": [{"do": "points", "amount": {"goods": "stone"}}]}), []),
    ],
)
def test_a_quantity_is_read_only_where_it_means_something(table: tuple[str, dict[str, object]], found: list[str]) -> None:
    _, diagnostics = built([toy_base(), pack_of("alpha", as_text([table]), requires=NEEDS_BASE)])
    assert [diagnostic.code for diagnostic in diagnostics] == found


def test_what_a_table_file_says_is_known() -> None:
    """Every key of a table file, but those that are kinds of record, too."""
    keys = {field.name for field in attrs.fields(TableFile) if field.init}
    assert keys - {*KINDS.records} == {*OF_A_TABLE_FILE}


# --- numbers that are not written -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "record", "way", "expected"),
    [
        ("location", {"effects": [{"do": "gain", "good": "wood"}]}, ("effects", "gain", "amount"), 2),
        (
            "phase",
            {"effects": [{"do": "each-seat", "effects": [{"do": "gain", "good": "wood"}]}]},
            ("effects", "each-seat", "effects", "gain", "amount"),
            2,
        ),
        ("score", {"count": {"goods": "wood"}}, ("each",), 2),
        ("score", {"count": {"goods": "wood"}}, ("count", "times"), 2),
        ("dice_table", {"faces": {"2": [{"do": "gain", "good": "wood"}]}}, ("faces", "2", "gain", "amount"), 2),
        ("location", {"effects": [{"do": "roll", "divide": 3, "yields": ["wood"]}]}, ("effects", "roll", "nothing"), None),
        ("location", {"cost": {"wood": 1}}, ("cost", "kinds"), None),
    ],
)
def test_a_number_is_adjusted_from_its_default_wherever_it_stands(
    kind: str, record: dict[str, object], way: tuple[str, ...], expected: int | None
) -> None:
    """Also in the effects of effects; where there is no default, there is no number to adjust."""
    change: object = {"add": 1}
    for step in reversed(way):
        change = {step: change}
    edit = (f"patch.{kind}", {"target": "spot", "adjust": change})
    rules = pack_of("alpha", as_text([(kind, {"id": "spot", **record}), edit]), requires=NEEDS_BASE)
    content, found = built([toy_base(), rules])
    if expected is None:
        assert "SA203" in [diagnostic.code for diagnostic in found]
        return
    assert not found
    assert content is not None
    (touch,) = content.applied
    assert (touch.before, touch.result) == (1, expected)


# --- what messages say ----------------------------------------------------------------------------------------------


def test_a_short_id_has_a_nearest_one_too() -> None:
    edit = ("patch.good", {"target": "wod", "set": {"value": 4}})
    (found,) = built([toy_base(), pack_of("alpha", as_text([edit]), requires=NEEDS_BASE)])[1]
    assert found.help == "did you mean `wood`?"


def test_what_an_option_gives_is_told_of_the_option() -> None:
    """There is no quoted number to write without quotation marks."""
    options = {"word": {"type": "text", "default": "7", "help": "?"}, "many": {"type": "int", "default": 700, "help": "?"}}
    edits = [
        ("patch.location", {"target": "camp", "set": {"circles": {"option": "word"}}}),
        ("patch.location", {"target": "forest", "set": {"circles": {"option": "many"}}}),
    ]
    packs = [toy_base(), pack_of("alpha", as_text(edits), requires=NEEDS_BASE, options=options)]
    word, many = built(packs, options={"alpha": {"word": "7", "many": 700}})[1]
    assert (word.code, word.place.label, word.fixes) == ("SA201", "this is what the option `word` gives", ())
    assert (many.code, many.notes) == ("SA207", ("the value is that of the option `many`",))


def test_a_circle_is_shown_where_each_order_is_declared() -> None:
    """`[order] before` stands in the pack that comes earlier."""
    rules = pack_of("alpha", as_text([]), requires=NEEDS_BASE, order={"before": ["base"]})
    (found,) = built([toy_base(), rules])[1]
    assert found.code == "SA110"
    assert {place.file for place in (found.place, *found.others)} == {"alpha/pack.toml"}
    follower = pack_of("beta", as_text([]), order={"before": ["base"]})
    (found,) = built([toy_base(), follower])[1]
    labels = {(place.label, place.span.line) for place in (found.place, *found.others)}
    assert labels == {("base comes after beta", 3), ("beta comes after base", 2)}


PAID_FOR = {"do": "points", "amount": PAID}


@pytest.mark.parametrize(
    ("effects", "found"),
    [
        ([PAID_FOR], []),
        ([{"do": "one-of", "effects": [PAID_FOR, {"do": "tool"}]}], []),
        ([{"do": "one-of", "effects": [{"do": "one-of", "effects": [PAID_FOR, {"do": "tool"}]}, {"do": "tool"}]}], []),
        ([{"do": "each-seat", "effects": [PAID_FOR]}], ["SA207"]),
        ([{"do": "one-of", "effects": [{"do": "each-seat", "effects": [PAID_FOR]}, {"do": "tool"}]}], ["SA207"]),
    ],
)
def test_what_was_paid_is_known_to_each_of_several_effects(effects: list[dict[str, object]], found: list[str]) -> None:
    """An effect that is chosen is about what its list is about; every seat's effects are about nobody's payment."""
    tables = [("zone", {"id": "box"}), ("kind", {"id": "stall", "starts_in": "box"}), ("stall", {"id": "a", "effects": effects})]
    _, diagnostics = built([toy_base(), pack_of("alpha", as_text(tables), requires=NEEDS_BASE)])
    assert [diagnostic.code for diagnostic in diagnostics] == found


# --- values that options give ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "edit",
    [
        {"set": {"circles": {"option": "many"}}},
        {"adjust": {"circles": {"add": {"option": "none"}}}},
        {"set": {"figures": {"exactly": {"option": "many"}}}},
        {"append": {"groups": [{"option": "word"}]}},
    ],
)
def test_an_edit_by_an_option_has_an_effect_at_some_table(edit: dict[str, object]) -> None:
    """A table may choose what is there already, which is no fault of the pack."""
    values = {
        "many": {"type": "int", "default": 4},
        "none": {"type": "int", "default": 0},
        "word": {"type": "text", "default": "near"},
    }
    options = {name: {**option, "help": "?"} for name, option in values.items()}
    rules = pack_of("alpha", as_text([("patch.location", {"target": "camp", **edit})]), requires=NEEDS_BASE, options=options)
    figures = 2 if "figures" in str(edit) else 4
    for many in (figures, 3):
        content, found = built([toy_base(), rules], options={"alpha": {"many": many, "none": 0, "word": "near"}})
        assert not found
        assert content is not None


def test_the_same_number_written_twice_is_still_without_effect() -> None:
    assert [found.code for found in built([toy_base(), edited("alpha", {"set": {"circles": 4}})])[1]] == ["SA305"]


# --- what is different in the end -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ({"set": {"circles": 5}}, {"set": {"circles": 4}}, []),
        ({"set": {"circles": 5}}, {"set": {"circles": 6}}, ["set to 6"]),
        ({"set": {"circles": 5}}, {"adjust": {"circles": {"add": 1}}}, ["set to 5", "adjusted to 6"]),
        ({"adjust": {"circles": {"add": 1}}}, {"adjust": {"circles": {"add": -1}}}, []),
        ({"set": {"figures": {"exactly": 1}}}, {"unset": ["figures"]}, ["unset to None"]),
        ({"set": {"name": "Camp"}}, {"unset": ["name"]}, []),
        ({"append": {"groups": ["far"]}}, {"set": {"again": True}}, ["appended to far", "set to True"]),
    ],
)
def test_what_differs_from_the_base_game_is_listed_and_nothing_else(
    first: dict[str, object], second: dict[str, object], expected: list[str]
) -> None:
    """Of what one pack changes and the next changes back, nothing is different; `why` knows of both."""
    later = pack_of(
        "beta", as_text([("patch.location", {"target": "base:camp", **second})]), requires={**NEEDS_BASE, "alpha": ">=1"}
    )
    content, found = built([toy_base(), edited("alpha", first), later])
    assert not found
    assert content is not None
    listed = [f"{change.operation} to {change.value if change.result is None else change.result}" for change in diff(content)]
    assert listed == expected
    assert {setting.pack for setting in why(content, "location base:camp")} == {"base", "alpha", "beta"}


# --- elements of lists that move ----------------------------------------------------------------------------------

SPADE = {"do": "gain", "good": "stone", "id": "spade"}
SECOND = "location base:forest effects.extra.good"


def forest_history(datum: str, *edits: dict[str, object], kind: str = "patch") -> list[tuple[str, str, object]]:
    """Lists what each pack did with a value of the toy forest, where one pack has these edits, the latest last."""
    tables = [(f"{kind}.location", {"target": "base:forest", **edit}) for edit in edits]
    content, found = built([toy_base(), pack_of("alpha", as_text(tables), requires=NEEDS_BASE)])
    assert not found
    assert content is not None
    return [(setting.pack, setting.operation, setting.value) for setting in reversed(why(content, datum))]


DEFINED_AS_CLAY = ("base", "defines it as", "clay")


@pytest.mark.parametrize(
    "edit",
    [
        {"insert": {"effects": {"value": SPADE, "before": "roll"}}},
        {"insert": {"effects": {"value": SPADE, "before": "extra"}}},
        {"drop": {"effects": ["roll"]}},
    ],
)
def test_an_element_that_an_edit_moves_keeps_its_history(edit: dict[str, object]) -> None:
    assert forest_history(SECOND, edit) == [DEFINED_AS_CLAY]
    changed = forest_history(SECOND, edit, {"set": {"effects": {"extra": {"good": "wood"}}}})
    assert changed == [DEFINED_AS_CLAY, ("alpha", "sets it to", "wood")]


def test_the_last_element_of_a_list_has_a_history_when_it_moves() -> None:
    edit = {"insert": {"effects": {"value": SPADE, "before": "tool"}}}
    assert forest_history("location base:forest effects.tool", edit) == [("base", "defines it as", {"do": "tool"})]


@pytest.mark.parametrize(
    ("edit", "deed"),
    [
        ({"insert": {"effects": {"value": SPADE, "before": "extra"}}}, "inserts before extra:"),
        ({"append": {"effects": [SPADE]}}, "appends"),
    ],
)
def test_an_element_that_an_edit_brings_is_not_of_the_base_game(edit: dict[str, object], deed: str) -> None:
    drop = {"drop": {"effects": ["roll"]}}
    for datum in ("location base:forest effects.spade", "location base:forest effects.spade.good"):
        assert forest_history(datum, edit) == [("alpha", deed, SPADE)]
        assert forest_history(datum, drop, edit) == [("alpha", deed, SPADE)]


def test_an_element_of_a_list_given_anew_is_known_by_its_name() -> None:
    extra = {"do": "gain", "good": "stone", "id": "extra"}
    anew: dict[str, object] = {"set": {"effects": [extra, {"do": "tool"}]}}
    history = forest_history(SECOND, anew)
    assert history == [DEFINED_AS_CLAY, ("alpha", "sets it to", [extra, {"do": "tool"}])]
    brought = forest_history("location base:forest effects.spade.good", {"set": {"effects": [SPADE]}})
    assert brought == [("alpha", "sets it to", [SPADE])]


def test_the_definition_of_a_replaced_record_stays_with_its_pack() -> None:
    record = {"id": "forest", "circles": 7, "effects": [{"do": "gain", "good": "stone", "id": "extra"}]}
    edit = {"why": "dull", "record": record}
    assert forest_history(SECOND, edit, kind="replace") == [DEFINED_AS_CLAY, ("alpha", "replaces it by", record)]


def test_a_key_unset_in_an_element_that_moves_has_a_history() -> None:
    edits: dict[str, list[dict[str, object]]] = {
        "alpha": [{"set": {"effects": {"extra": {"amount": 2}}}}],
        "beta": [{"unset": ["effects.extra.amount"]}, {"drop": {"effects": ["roll"]}}],
    }
    packs = [
        pack_of(name, as_text([("patch.location", {"target": "base:forest", **edit}) for edit in own]), requires=requires)
        for (name, own), requires in zip(edits.items(), (NEEDS_BASE, {**NEEDS_BASE, "alpha": ">=1"}), strict=True)
    ]
    content, found = built([toy_base(), *packs])
    assert not found
    assert content is not None
    history = why(content, "location base:forest effects.extra.amount")
    assert [setting.operation for setting in history] == ["unsets it", "sets it to"]


def test_a_phase_that_the_decision_of_a_table_leaves_out_never_comes(tmp_path: Path) -> None:
    """One pack adds a phase, another writes the list of phases anew, and the table decides for the other."""
    course = '[[patch.course]]\ntarget = "base:order-of-play"\n'
    evening = '[[phase]]\nid = "evening"\neffects = [{ do = "refresh" }]\n'
    phases = ["placing", "take-actions", "new-round", "feed-tribe"]
    adds = write_pack(tmp_path, {"x.toml": f'{evening}{course}append.phases = ["evening"]\n'}, requires="base", id="adds")
    lists = write_pack(tmp_path, {"x.toml": f"{course}set.phases = {phases}\n"}, requires="base", id="lists")
    decision = Resolution("course base:order-of-play phases", "lists")
    rules = sa.load(sa.Table(players=2, modules=(str(adds), str(lists)), resolve=(decision,)))
    assert [phase.id for phase in rules.phases] == phases
