"""Diagnostics: their order, their fixes, and each form in which they are shown.

Which faults are found is not tested here, nor where their positions come from: see `test_positions`.
"""

from __future__ import annotations

import json
import re
import unicodedata

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_rules.packs.diagnostics import Diagnostic, Severity, TextEdit, TextPlace, edited, in_order
from stoneage_rules.packs.render import narrate, render, to_json
from stoneage_rules.packs.spans import Span

HUTS = "packs/two_player_huts/content/huts.toml"
POINTS = "packs/two_player_huts/content/points.toml"
ALL = "packs/low_huts/content/all.toml"
BASE = "base 1.0.0, content/buildings.toml"

SOURCES = {
    HUTS: (
        "[[patch.building]]\n"
        'target = "base:B01"\n'
        'drop.tags = ["cheap"]\n'
        "\n"
        "set.cost.wodo    = 3\n"
        "\n"
        "\n"
        "[[patch.building]]\n"
        'target = "base:B02"\n'
        'adjust.points = { add = "1" }\n'
    ),
    POINTS: '[[patch.building]]\ntarget = "base:B01"\nset.points = 8\n',
    ALL: "\n\n\n\n\nset.points    = 9\n",
    BASE: "\n\n\npoints = 10\n",
}


def on(line: int, column: int, end_column: int) -> Span:
    return Span(line, column, line, end_column)


MISSPELT = Diagnostic(
    "SA203",
    "a cost names something that is not a resource",
    TextPlace(HUTS, on(5, 10, 14), "no resource is called `wodo`"),
    others=(TextPlace(HUTS, on(2, 10, 20), "a building; it costs 2 wood and 1 clay"),),
    help="did you mean `wood`?",
    notes=("resources are wood, clay, stone, gold",),
    fixes=(TextEdit(HUTS, on(5, 10, 14), "wood"),),
    packs=("two_player_huts",),
)
QUOTED = Diagnostic(
    "SA201",
    "text where a whole number belongs",
    TextPlace(HUTS, on(10, 25, 28), "write 1, without quotation marks"),
)
DISAGREEING = Diagnostic(
    "SA401",
    "two packs give one building different points, and neither comes after the other",
    TextPlace(POINTS, on(3, 14, 15), "two_player_huts says 8"),
    others=(TextPlace(ALL, on(6, 17, 18), "low_huts says 9"), TextPlace(BASE, on(4, 10, 12), "without them it is 10")),
    help=(
        "one of these settles it\n"
        '  in two_player_huts/pack.toml   [order]  after = ["low_huts"]           gives 8\n'
        '  in low_huts/pack.toml          [order]  after = ["two_player_huts"]    gives 9'
    ),
    packs=("two_player_huts", "low_huts", "base"),
)
IDLE = Diagnostic(
    "SA305",
    "this line takes nothing away",
    TextPlace(HUTS, on(3, 14, 21), "B01 has no tag `cheap`"),
    severity=Severity.WARNING,
    notes=("its tags are `fixed`",),
    help=(
        "if `cheap` comes from another pack, name that pack under [optional] in pack.toml\n"
        'and begin this file with  only_if.packs = ["..."]'
    ),
)


def plain(diagnostic: Diagnostic, sources: dict[str, str] | None = None) -> list[str]:
    return render([diagnostic], SOURCES if sources is None else sources).split("\n")


# --- in a terminal -------------------------------------------------------------------------------------------------


def test_primary_and_other_place_gap_help_fix_and_note() -> None:
    assert plain(MISSPELT) == [
        "error[SA203]: a cost names something that is not a resource",
        " --> packs/two_player_huts/content/huts.toml:5:10",
        "  |",
        '2 | target = "base:B01"',
        "  |          ---------- a building; it costs 2 wood and 1 clay",
        "...",
        "5 | set.cost.wodo    = 3",
        "  |          ^^^^ no resource is called `wodo`",
        "  |",
        "  = help: did you mean `wood`?",
        "        5 - set.cost.wodo    = 3",
        "        5 + set.cost.wood    = 3",
        "  = note: resources are wood, clay, stone, gold",
        "  = more: stoneage explain SA203",
    ]


def test_line_numbers_of_two_figures() -> None:
    assert plain(QUOTED) == [
        "error[SA201]: text where a whole number belongs",
        "  --> packs/two_player_huts/content/huts.toml:10:25",
        "   |",
        '10 | adjust.points = { add = "1" }',
        "   |                         ^^^ write 1, without quotation marks",
        "   |",
        "   = more: stoneage explain SA201",
    ]


def test_places_in_other_files_and_a_list_of_ways_out() -> None:
    assert plain(DISAGREEING) == [
        "error[SA401]: two packs give one building different points, and neither comes after the other",
        " --> packs/two_player_huts/content/points.toml:3:14",
        "  |",
        "3 | set.points = 8",
        "  |              ^ two_player_huts says 8",
        "  |",
        " ::: packs/low_huts/content/all.toml:6:17",
        "  |",
        "6 | set.points    = 9",
        "  |                 - low_huts says 9",
        "  |",
        " ::: base 1.0.0, content/buildings.toml:4:10",
        "  |",
        "4 | points = 10",
        "  |          -- without them it is 10",
        "  |",
        "  = help: one of these settles it",
        '      in two_player_huts/pack.toml   [order]  after = ["low_huts"]           gives 8',
        '      in low_huts/pack.toml          [order]  after = ["two_player_huts"]    gives 9',
        "  = more: stoneage explain SA401",
    ]


def test_help_of_several_lines_and_a_warning() -> None:
    assert plain(IDLE) == [
        "warning[SA305]: this line takes nothing away",
        " --> packs/two_player_huts/content/huts.toml:3:14",
        "  |",
        '3 | drop.tags = ["cheap"]',
        "  |              ^^^^^^^ B01 has no tag `cheap`",
        "  |",
        "  = help: if `cheap` comes from another pack, name that pack under [optional] in pack.toml",
        '          and begin this file with  only_if.packs = ["..."]',
        "  = note: its tags are `fixed`",
        "  = more: stoneage explain SA305",
    ]


def test_several_findings_are_set_apart_and_keep_their_order() -> None:
    both = render([QUOTED, MISSPELT], SOURCES)
    assert both == render([QUOTED], SOURCES) + "\n\n" + render([MISSPELT], SOURCES)
    assert render([], SOURCES) == ""


def snippet(text: str, *places: TextPlace) -> list[str]:
    """The lines between the header and the closing bar."""
    found = Diagnostic("SA207", "t", places[0], others=places[1:])
    shown = plain(found, {"f": text, "g": text})
    return shown[3 : shown.index("  = more: stoneage explain SA207") - 1]


def test_several_places_on_one_line() -> None:
    assert snippet(
        "a = 1, 2", TextPlace("f", on(1, 8, 9), "two"), TextPlace("f", on(1, 1, 2)), TextPlace("f", on(1, 5, 6), "one")
    ) == [
        "1 | a = 1, 2",
        "  | -",
        "  |     - one",
        "  |        ^ two",
    ]


def test_numbers_are_aligned_on_the_right() -> None:
    text = "a\nb\n" * 5
    found = Diagnostic("SA207", "t", TextPlace("f", on(10, 1, 2)), others=(TextPlace("f", on(9, 1, 2)),))
    found = attrs.evolve(found, fixes=(TextEdit("f", on(9, 1, 2), "A"), TextEdit("f", on(10, 1, 2), "B")))
    assert plain(found, {"f": text})[2:] == [
        "   |",
        " 9 | a",
        "   | -",
        "10 | b",
        "   | ^",
        "   |",
        "   = help: this would mend it",
        "          9 - a",
        "         10 - b",
        "          9 + A",
        "         10 + B",
        "   = more: stoneage explain SA207",
    ]


def test_neighbouring_lines_have_no_gap() -> None:
    assert snippet("a\nb\nc\nd", TextPlace("f", on(4, 1, 2)), TextPlace("f", on(1, 1, 2)), TextPlace("f", on(2, 1, 2))) == [
        "1 | a",
        "  | -",
        "2 | b",
        "  | -",
        "...",
        "4 | d",
        "  | ^",
    ]


def test_a_gap_after_the_first_line() -> None:
    assert snippet("a\nb\nc", TextPlace("f", on(3, 1, 2)), TextPlace("f", on(1, 1, 2))) == [
        "1 | a",
        "  | -",
        "...",
        "3 | c",
        "  | ^",
    ]


def test_a_span_of_several_lines_is_marked_to_the_end_of_its_first() -> None:
    assert snippet("a = [1,\n 2]", TextPlace("f", Span(1, 5, 2, 4), "here")) == ["1 | a = [1,", "  |     ^^^ here"]


@pytest.mark.parametrize("span", [on(1, 6, 6), on(1, 6, 7), Span(1, 6, 2, 1)])
def test_a_mark_is_never_empty(span: Span) -> None:
    assert snippet("a = 1\n", TextPlace("f", span)) == ["1 | a = 1", "  |      ^"]


def test_a_place_after_the_last_line() -> None:
    assert snippet("a", TextPlace("f", on(2, 1, 2), "the end")) == ["2 |", "  | ^ the end"]


def test_tabs_count_one_column() -> None:
    assert snippet("\ta\t=\t1", TextPlace("f", on(1, 6, 7))) == ["1 |  a = 1", "  |      ^"]


def test_wide_characters_count_two_columns_and_combining_ones_none() -> None:
    assert snippet('"木木" = 1', TextPlace("f", on(1, 8, 9)), TextPlace("f", on(1, 1, 5))) == [
        '1 | "木木" = 1',
        "  | ------",
        "  |          ^",
    ]
    assert snippet("\uff21 = 1", TextPlace("f", on(1, 5, 6))) == ["1 | \uff21 = 1", "  |      ^"]
    # A combining accent, a circle around a letter and a space of no width.
    for nothing in "\u0301\u20dd\u2060":
        assert snippet(f'"e{nothing}" = 1', TextPlace("f", on(1, 8, 9))) == [f'1 | "e{nothing}" = 1', "  |       ^"]


def test_carriage_returns_are_not_shown() -> None:
    found = Diagnostic("SA207", "t", TextPlace("f", Span(1, 5, 2, 1)), fixes=(TextEdit("f", on(1, 5, 6), "2"),))
    assert plain(found, {"f": "a = 1\r\nb = 1\r\n"})[3:8] == [
        "1 | a = 1",
        "  |     ^",
        "  |",
        "  = help: this would mend it",
        "        1 - a = 1",
    ]


def test_only_line_feeds_end_lines() -> None:
    assert snippet("a = '\x0b\u2028\x85'\nb = 1", TextPlace("f", on(2, 1, 2))) == ["2 | b = 1", "  | ^"]


@pytest.mark.parametrize("colour", [True, False])
def test_what_strangers_wrote_cannot_steer_the_terminal(colour: bool) -> None:
    evil = EVIL
    place = TextPlace(evil, on(1, 1, 2), evil)
    found = Diagnostic("SA207", evil, place, others=(TextPlace("f", on(1, 1, 2)),), notes=(evil,), help=evil)
    found_too = Diagnostic(
        "SA207", "t", place, fixes=(TextEdit(evil, on(1, 1, 2), evil), TextEdit("other" + evil, on(1, 1, 1), evil))
    )
    shown = render([found, found_too], {evil: evil, "f": evil}, colour=colour)
    assert not set(re.sub(r"\x1b\[[0-9;]*m", "", shown).replace("\n", "")) & set(evil)
    assert not set(narrate([found, found_too]).replace("\n", "")) & set(evil)


EVIL = "".join(c for c in map(chr, range(0x10000)) if unicodedata.category(c) in {"Cc", "Zl", "Zp"} and c != "\n")
EVIL += "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Control characters, other line ends, and what turns the direction of writing."""


def test_harmless_characters_are_shown_as_they_are() -> None:
    harmless = " ~\xa0\u2027\u202f\u2065\u206a\ufeff木é😀"
    assert snippet(harmless, TextPlace("f", on(1, 1, 2)))[0] == f"1 | {harmless}"


def test_a_replaced_character_takes_one_column() -> None:
    assert snippet("\x1b\u202e = 1", TextPlace("f", on(1, 6, 7))) == ["1 | \ufffd\ufffd = 1", "  |      ^"]


def test_a_file_without_text_is_shown_without_lines() -> None:
    assert plain(MISSPELT, {}) == [
        "error[SA203]: a cost names something that is not a resource",
        " --> packs/two_player_huts/content/huts.toml:5:10",
        "  |",
        "  | a building; it costs 2 wood and 1 clay",
        "  | no resource is called `wodo`",
        "  |",
        "  = help: did you mean `wood`?",
        "        5 + wood",
        "  = note: resources are wood, clay, stone, gold",
        "  = more: stoneage explain SA203",
    ]


def test_colour_adds_codes_and_nothing_else() -> None:
    found = [MISSPELT, QUOTED, DISAGREEING, IDLE]
    coloured = render(found, SOURCES, colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(found, SOURCES)
    assert "\x1b[1;31merror[SA203]\x1b[0m" in coloured
    assert "\x1b[1;33mwarning[SA305]\x1b[0m" in coloured
    assert "\x1b[1;31m^^^^ no resource is called `wodo`\x1b[0m" in coloured
    assert "\x1b[1m: this line takes nothing away\x1b[0m" in coloured
    assert "\x1b[1;34m  |\x1b[0m" in coloured
    assert "\x1b[1;34m-- without them it is 10\x1b[0m" in coloured
    assert "\x1b[31m- set.cost.wodo    = 3\x1b[0m" in coloured
    assert "\x1b[32m+ set.cost.wood    = 3\x1b[0m" in coloured
    remark = attrs.evolve(QUOTED, severity=Severity.NOTE)
    assert render([remark], SOURCES, colour=True).startswith("\x1b[1;36mnote[SA201]\x1b[0m\x1b[1m: text")


# --- fixes ---------------------------------------------------------------------------------------------------------


def fix(text: str, *edits: TextEdit) -> list[str]:
    """The lines of a fix as shown, below the help."""
    shown = plain(Diagnostic("SA202", "t", TextPlace("f", on(1, 1, 2)), fixes=edits), {"f": text, "g": text})
    return shown[shown.index("  = help: this would mend it") + 1 : -1]


def test_a_line_taken_away() -> None:
    assert fix("a\nb\nc", TextEdit("f", Span(2, 1, 3, 1), "")) == ["        2 - b"]


def test_a_line_put_in() -> None:
    assert fix("a\nb\nc", TextEdit("f", on(2, 1, 1), "x = 1\n")) == ["        2 + x = 1"]


def test_edits_on_one_line_are_one_change() -> None:
    assert fix("a\nb = c\n", TextEdit("f", on(2, 1, 2), "long"), TextEdit("f", on(2, 5, 6), "d")) == [
        "        2 - b = c",
        "        2 + long = d",
    ]


def test_lines_after_a_change_of_length_have_their_new_numbers() -> None:
    assert fix("a\nb\nc\nd", TextEdit("f", on(4, 1, 2), "D"), TextEdit("f", on(1, 1, 2), "A\nA")) == [
        "        1 - a",
        "        1 + A",
        "        2 + A",
        "        4 - d",
        "        5 + D",
    ]


def test_edits_in_another_file_name_it() -> None:
    assert fix("a\nb", TextEdit("f", on(2, 1, 2), "B"), TextEdit("g", on(1, 1, 2), "A")) == [
        "        2 - b",
        "        2 + B",
        "      in g",
        "        1 - a",
        "        1 + A",
    ]


def test_edited() -> None:
    edits = [TextEdit("f", on(2, 1, 2), "x"), TextEdit("f", Span(1, 2, 2, 1), ""), TextEdit("f", on(2, 3, 3), "!")]
    assert edited("ab\r\n1\u20282\n3", edits) == "ax\u2028!2\n3"
    assert edited("ab", []) == "ab"


# --- in plain sentences --------------------------------------------------------------------------------------------


def test_narrated() -> None:
    assert narrate([MISSPELT, QUOTED, DISAGREEING, IDLE]).split("\n\n") == [
        "Error SA203 in packs/two_player_huts/content/huts.toml, line 5, column 10: a cost names something that is not "
        "a resource. No resource is called wodo. At line 2, column 10: a building; it costs 2 wood and 1 clay. Did you "
        "mean wood? To mend it, at line 5, column 10, write wood in place of 4 characters. Resources are wood, clay, "
        "stone, gold.",
        "Error SA201 in packs/two_player_huts/content/huts.toml, line 10, column 25: text where a whole number "
        "belongs. Write 1, without quotation marks.",
        "Error SA401 in packs/two_player_huts/content/points.toml, line 3, column 14: two packs give one building "
        "different points, and neither comes after the other. two_player_huts says 8. "
        "In packs/low_huts/content/all.toml, line 6, column 17: low_huts says 9. "
        "In base 1.0.0, content/buildings.toml, line 4, column 10: without them it is 10. "
        'One of these settles it: in two_player_huts/pack.toml [order] after = ["low_huts"] gives 8; '
        'in low_huts/pack.toml [order] after = ["two_player_huts"] gives 9.',
        "Warning SA305 in packs/two_player_huts/content/huts.toml, line 3, column 14: this line takes nothing away. "
        "B01 has no tag cheap. If cheap comes from another pack, name that pack under [optional] in pack.toml and "
        'begin this file with only_if.packs = ["..."]. Its tags are fixed.',
    ]


@pytest.mark.parametrize(
    ("edit", "expected"),
    [
        (TextEdit("f", on(2, 3, 3), "x"), "at line 2, column 3, write x."),
        (TextEdit("g", on(2, 3, 4), "x"), "in g, line 2, column 3, write x in place of 1 character."),
        (TextEdit("f", Span(2, 3, 4, 3), "x"), "at line 2, column 3, write x in place of all up to line 4, column 3."),
        (TextEdit("f", on(2, 3, 5), ""), "at line 2, column 3, take away 2 characters."),
        (TextEdit("f", Span(2, 1, 3, 1), ""), "at line 2, column 1, take away all up to line 3, column 1."),
    ],
)
def test_fixes_narrated(edit: TextEdit, expected: str) -> None:
    said = narrate([Diagnostic("SA202", "t", TextPlace("f", on(1, 1, 2)), severity=Severity.NOTE, fixes=(edit,))])
    assert said == f"Note SA202 in f, line 1, column 1: t. To mend it, {expected}"


def test_names_get_no_capital() -> None:
    found = Diagnostic("SA202", "t", TextPlace("f", on(1, 1, 2), "`hut` is one"), notes=("low-huts too", "stop!", "see"))
    assert narrate([found]).split(": ")[1] == "t. hut is one. low-huts too. Stop! See."


def test_a_place_without_a_label_is_narrated_too() -> None:
    found = Diagnostic(
        "SA206", "t", TextPlace("f", on(1, 1, 2)), others=(TextPlace("f", on(3, 1, 2)), TextPlace("g", on(4, 5, 6)))
    )
    assert narrate([found]) == "Error SA206 in f, line 1, column 1: t. At line 3, column 1. In g, line 4, column 5."


# --- for programs --------------------------------------------------------------------------------------------------


def test_json() -> None:
    assert to_json([MISSPELT]) == [
        {
            "code": "SA203",
            "severity": "error",
            "title": "a cost names something that is not a resource",
            "place": {
                "file": HUTS,
                "line": 5,
                "column": 10,
                "end_line": 5,
                "end_column": 14,
                "label": "no resource is called `wodo`",
            },
            "others": [
                {
                    "file": HUTS,
                    "line": 2,
                    "column": 10,
                    "end_line": 2,
                    "end_column": 20,
                    "label": "a building; it costs 2 wood and 1 clay",
                }
            ],
            "notes": ["resources are wood, clay, stone, gold"],
            "help": "did you mean `wood`?",
            "fixes": [{"file": HUTS, "line": 5, "column": 10, "end_line": 5, "end_column": 14, "text": "wood"}],
            "packs": ["two_player_huts"],
            "datum": "",
        }
    ]


def test_json_has_every_key_always_and_in_one_order() -> None:
    found = to_json([MISSPELT, QUOTED, DISAGREEING, IDLE])
    assert len({tuple(entry) for entry in found}) == 1
    assert json.loads(json.dumps(found)) == found
    assert [entry["severity"] for entry in found] == ["error", "error", "error", "warning"]


# --- order ---------------------------------------------------------------------------------------------------------


def test_in_order() -> None:
    files = [
        Diagnostic(code, title, TextPlace(file, on(line, column, 99)))
        for file, line, column, code, title in [
            ("a", 2, 1, "SA202", "t"),
            ("a", 10, 1, "SA101", "t"),
            ("a", 10, 2, "SA203", "t"),
            ("a", 10, 10, "SA103", "t"),
            ("b", 1, 1, "SA201", "t"),
            ("b", 1, 1, "SA202", "s"),
            ("b", 1, 1, "SA202", "t"),
        ]
    ]
    assert in_order([*reversed(files), *files]) == files


places = st.builds(TextPlace, st.sampled_from("fg"), st.builds(on, st.just(1), st.integers(1, 2), st.just(3)))
findings = st.builds(
    Diagnostic, st.sampled_from(["SA201", "SA202"]), st.just("t"), places, notes=st.sampled_from([(), ("n",), ("m",)])
)


@given(st.data())
def test_order_does_not_depend_on_how_they_come(data: st.DataObject) -> None:
    found = data.draw(st.lists(findings, max_size=8))
    assert in_order(data.draw(st.permutations(found))) == in_order(found)
