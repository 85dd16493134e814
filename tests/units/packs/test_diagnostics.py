"""Diagnostics as text and sentences, where no bad pack shows them: odd characters and spans, colours, large fixes; their order.

Whole diagnostics, as text and as data, are compared in `test_bad_packs`.
"""

from __future__ import annotations

import re
import unicodedata

import attrs
import pytest

from stoneage_rules.packs.diagnostics import Diagnostic, Severity, TextEdit, TextPlace, sorted_diagnostics
from stoneage_rules.packs.render import narrate, render
from stoneage_rules.packs.spans import TextSpan


def on(line: int, column: int, end_column: int) -> TextSpan:
    return TextSpan(line, column, line, end_column)


def at(line: int, column: int, end_column: int, label: str = "", file: str = "f") -> TextPlace:
    return TextPlace(file, on(line, column, end_column), label)


def edit(line: int, column: int, end: int | tuple[int, int], text: str, file: str = "f") -> TextEdit:
    return TextEdit(file, TextSpan(line, column, *(end if isinstance(end, tuple) else (line, end))), text)


def plain(found: Diagnostic, text: str) -> list[str]:
    return render([found], {"f": text, "g": text}).split("\n")


# --- in a terminal -------------------------------------------------------------------------------------------------

HARMLESS = " ~\xa0\u1161\u2027\u202f\u205f\u2070\u200d木é😀"
SNIPPETS = [
    ("a = 1, 2", [at(1, 8, 9, "two"), at(1, 1, 2), at(1, 5, 6, "one")],
     ["1 | a = 1, 2", "  | -", "  |     - one", "  |        ^ two"]),
    ("a\nb\nc\nd", [at(4, 1, 2), at(1, 1, 2), at(2, 1, 2)], ["1 | a", "  | -", "2 | b", "  | -", "...", "4 | d", "  | ^"]),
    ("a = [1,\n 2]", [TextPlace("f", TextSpan(1, 5, 2, 4), "here")], ["1 | a = [1,", "  |     ^^^ here"]),
    ("a", [at(2, 1, 2, "the end")], ["2 |", "  | ^ the end"]),
    ("\ta\t=\t1", [at(1, 6, 7)], ["1 |  a = 1", "  |      ^"]),
    ('"木木" = 1', [at(1, 8, 9), at(1, 1, 5)], ['1 | "木木" = 1', "  | ------", "  |          ^"]),
    ("\uff21 = 1", [at(1, 5, 6)], ["1 | \uff21 = 1", "  |      ^"]),
    *[(f'"e{nothing}" = 1', [at(1, 8, 9)], [f'1 | "e{nothing}" = 1', "  |       ^"]) for nothing in "\u0301\u20dd\u200d"],
    ("a = 1\r\nb", [TextPlace("f", TextSpan(1, 5, 2, 1))], ["1 | a = 1", "  |     ^"]),
    ("a = '\x0b\u2028\x85'\nb = 1", [at(2, 1, 2)], ["2 | b = 1", "  | ^"]),
    ("\x1b\u202e = 1", [at(1, 6, 7)], ["1 | \ufffd\ufffd = 1", "  |      ^"]),
    ("\ufeff\u2060\u3164 = 1", [at(1, 7, 8)], ["1 | \ufffd\ufffd\ufffd = 1", "  |       ^"]),
    (HARMLESS, [at(1, 1, 2)], [f"1 | {HARMLESS}", "  | ^"]),
    *[("a = 1\n", [TextPlace("f", span)], ["1 | a = 1", "  |      ^"]) for span in (on(1, 6, 6), on(1, 6, 7), TextSpan(1, 6, 2, 1))],  # noqa: E501
    ("a\n" * 10, [at(10, 1, 2), at(9, 1, 2)], [" 9 | a", "   | -", "10 | a", "   | ^"]),
]  # fmt: skip
"""Lines of a file, places in it, and how both are shown."""


@pytest.mark.parametrize(("text", "places", "lines"), SNIPPETS)
def test_places_are_marked_beneath_their_lines(text: str, places: list[TextPlace], lines: list[str]) -> None:
    shown = plain(Diagnostic("SA207", "t", places[0], others=tuple(places[1:])), text)
    assert shown[3:-2] == lines


EVIL = "".join(c for c in map(chr, range(0x10000)) if unicodedata.category(c) in {"Cc", "Zl", "Zp"} and c != "\n")
EVIL += "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
"""Control characters, other line ends, and what turns the direction of writing."""


@pytest.mark.parametrize("colour", [True, False])
def test_what_strangers_wrote_cannot_steer_the_terminal(colour: bool) -> None:
    place = at(1, 1, 2, EVIL, file=EVIL)
    found = Diagnostic("SA207", EVIL, place, others=(at(1, 1, 2),), notes=(EVIL,), help=EVIL)
    fixed = attrs.evolve(found, help="", fixes=(edit(1, 1, 2, EVIL, EVIL), edit(1, 1, 1, EVIL, f"other{EVIL}")))
    shown = render([found, fixed], {EVIL: EVIL, "f": EVIL}, colour=colour)
    for text in (re.sub(r"\x1b\[[0-9;]*m", "", shown), narrate([found, fixed])):
        assert not set(text.replace("\n", "")) & set(EVIL)


MISSPELT = Diagnostic(
    "SA203",
    "a cost names something that is not a resource",
    at(3, 10, 14, "no resource is called `wodo`"),
    others=(at(1, 10, 20, "a building; it costs 2 wood and 1 clay"),),
    help="did you mean `wood`?",
    notes=("resources are wood, clay, stone, gold",),
    fixes=(edit(3, 10, 14, "wood"),),
)
TEXT = '[[patch.building]]\ntarget = "base:B01"\nset.cost.wodo    = 3\n'


def test_a_file_without_text_is_shown_without_lines() -> None:
    assert render([MISSPELT], {}).split("\n")[2:-1] == [
        "  |",
        "  | a building; it costs 2 wood and 1 clay",
        "  | no resource is called `wodo`",
        "  |",
        "  = help: did you mean `wood`?",
        "        3 + wood",
        "  = note: resources are wood, clay, stone, gold",
    ]


def test_colour_adds_codes_and_nothing_else() -> None:
    found = [attrs.evolve(MISSPELT, severity=severity) for severity in Severity]
    coloured = render(found, {"f": TEXT}, colour=True)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == render(found, {"f": TEXT})
    parts = ["1;31merror[SA203]", "1;33mwarning[SA203]", "1;36mnote[SA203]", "1;31m^^^^ no resource is called `wodo`"]
    parts += [f"1m: {MISSPELT.title}", "1;34m  |", "31m- set.cost.wodo    = 3", "32m+ set.cost.wood    = 3"]
    for part in parts:
        assert f"\x1b[{part}\x1b[0m" in coloured


# --- fixes ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "edits", "lines"),
    [
        ("a\nb\nc", [edit(2, 1, (3, 1), "")], ["2 - b"]),
        ("a\nb\nc", [edit(2, 1, 1, "x = 1\n")], ["2 + x = 1"]),
        ("a\nb = c\n", [edit(2, 1, 2, "long"), edit(2, 5, 6, "d")], ["2 - b = c", "2 + long = d"]),
        ("a\nb\nc\nd", [edit(4, 1, 2, "D"), edit(1, 1, 2, "A\nA")], ["1 - a", "1 + A", "2 + A", "4 - d", "5 + D"]),
        ("a\r\nb", [edit(1, 1, 2, "A")], ["1 - a", "1 + A"]),
        ("a\nb", [edit(2, 1, 2, "B"), edit(1, 1, 2, "A", "g")], ["2 - b", "2 + B", "in g", "1 - a", "1 + A"]),
    ],
)
def test_a_fix_shows_the_lines_that_go_and_come(text: str, edits: list[TextEdit], lines: list[str]) -> None:
    shown = plain(Diagnostic("SA202", "t", at(1, 1, 2), fixes=tuple(edits)), text)
    assert [line.strip() for line in shown[shown.index("  = help: this would mend it") + 1 : -1]] == lines


# --- in plain sentences --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("changes", "sentences"),
    [
        ({"others": (at(3, 1, 2), at(4, 5, 6, file="g"))}, "At line 3, column 1. In g, line 4, column 5."),
        ({"help": "did you mean `wood`?", "notes": ("low-huts too", "stop!")}, "Did you mean wood? low-huts too. Stop!"),
        (
            {"help": "one settles it\n  in a/pack.toml   [order]\n    use a\n  in b/pack.toml   [order]"},
            "One settles it: in a/pack.toml [order] use a; in b/pack.toml [order].",
        ),
        ({"fixes": (edit(2, 3, 3, "x"),)}, "To mend it, at line 2, column 3, write x."),
        ({"fixes": (edit(2, 3, 4, "x", "g"),)}, "To mend it, in g, line 2, column 3, write x in place of 1 character."),
        (
            {"fixes": (edit(2, 3, (4, 3), "x"),)},
            "To mend it, at line 2, column 3, write x in place of all up to line 4, column 3.",
        ),
        ({"fixes": (edit(2, 3, 5, ""),)}, "To mend it, at line 2, column 3, take away 2 characters."),
        ({"fixes": (edit(2, 1, (3, 1), ""),)}, "To mend it, at line 2, column 1, take away all up to line 3, column 1."),
    ],
)
def test_narrated(changes: dict[str, object], sentences: str) -> None:
    note = Diagnostic("SA202", "t", at(1, 1, 2, "`hut` is one"), severity=Severity.NOTE)
    assert narrate([attrs.evolve(note, place=at(1, 1, 2))]) == "Note SA202 in f, line 1, column 1: t."
    assert narrate([attrs.evolve(note, **changes)]) == f"Note SA202 in f, line 1, column 1: t. hut is one. {sentences}"


# --- order ---------------------------------------------------------------------------------------------------------


def test_in_order() -> None:
    rows = "a 2 1 SA202 t; a 10 1 SA101 t; a 10 2 SA203 t; a 10 10 SA103 t; b 1 1 SA201 t; b 1 1 SA202 s; b 1 1 SA202 t"
    found = []
    for row in rows.split("; "):
        file, line, column, code, title = row.split()
        found.append(Diagnostic(code, title, at(int(line), int(column), 99, file=file)))
    assert sorted_diagnostics([*reversed(found), *found]) == found
