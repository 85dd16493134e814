"""The position index, against tomli and places counted by hand.

How findings are built from positions is not tested here: see `test_diagnostics`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import tomli
from hypothesis import given, settings
from hypothesis import strategies as st

from stoneage_rules.packs.spans import TextPosition, TextSpan, given_twice, index_positions, position_of_syntax_error
from stoneage_rules.packs.spans import TomlPath as Path

# --- documents as text ----------------------------------------------------------------------------------------------


def pieces(*choices: str) -> st.SearchStrategy[str]:
    return st.lists(st.sampled_from(choices), max_size=5).map("".join)


AWKWARD = (*"aé木 \t#=,.[]{}\u2028\x85", "e\u0301")
NAMES = (*"a b c 1 - inf".split(), *""" "a" 'b' "" '' "]" '#"' "\\u0061\\"\\\\" "木" """.split(), '"a.b = "')
NUMBERS = "0 +1 -1_000 0xDEAD_beef 0o17 0b1 1.5 -1e-5 6.02E+23 inf -nan true false".split()
TIMES = ("1979-05-27 07:32:00", "1979-05-27 07:32:00.25-07:00", *"1979-05-27 07:32:00 07:32:00.5 1979-05-27T07:32:00Z".split())
NEW_SPELLINGS = ("07:32", "1979-05-27 07:32", "1979-05-27T07:32+01:30", '"\\e"', '"""\n\\x41"""', '{ "\\x41" = 1 }')

keys = st.builds(
    lambda names, dot: dot.join(names),
    st.lists(st.sampled_from(NAMES), min_size=1, max_size=3),
    st.sampled_from([".", " . ", "\t."]),
)
texts = st.one_of(
    pieces(*AWKWARD, "'", '\\"', "\\\\", "\\n", "\\u0041", "\\U0001F600").map(lambda s: f'"{s}"'),
    pieces(*AWKWARD, '"', "\\", "\\e").map(lambda s: f"'{s}'"),
    pieces(*AWKWARD, "\n", "'''", '"', '""', '\\"', "\\\\", "\\\n  ", "\\ \t\n", "\\t").map(lambda s: f'"""{s}"""'),
    pieces(*AWKWARD, "\n", '"""', "'", "''", "\\", "\\x41").map(lambda s: f"'''{s}'''"),
)
plain = st.one_of(st.sampled_from([*NUMBERS, *TIMES, *NEW_SPELLINGS]), texts)
blanks = st.sampled_from(["", " ", "\t "])
fillers = st.sampled_from(["", " ", "\n", " \n\t", " # ], }\n", "#\n\n  "])


def enclosed(brackets: str, entries: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Entries in brackets, each between fillers; sometimes a comma after the last."""
    between = st.tuples(fillers, entries, fillers).map("".join)
    return st.builds(
        lambda found, comma, rest: brackets[0] + ",".join(found) + (comma if found else "") + rest + brackets[1],
        st.lists(between, max_size=3),
        st.sampled_from(["", ","]),
        fillers,
    )


def containers(inside: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return enclosed("[]", inside) | enclosed("{}", st.builds("{}{}={}{}".format, keys, blanks, blanks, inside))


@st.composite
def documents(draw: st.DrawFn) -> str:
    """A text that tomli accepts, statement by statement."""
    values = st.recursive(plain, containers, max_leaves=5)
    statements = st.one_of(
        st.builds("{}{}={}{}".format, keys, blanks, blanks, values),
        st.builds("{}{}={}{}".format, keys, blanks, blanks, values),
        st.builds("[{}{}{}]".format, blanks, keys, blanks),
        st.builds("[[{}{}{}]]".format, blanks, keys, blanks),
        blanks,
    )
    lines = st.builds("{}{}{}{}\n".format, blanks, statements, blanks, st.sampled_from(["", "# [x]", "#"]))
    text = ""
    for line in draw(st.lists(lines, max_size=8)):
        if parsed(text + line) is not None:
            text += line
    text = draw(st.sampled_from([text, text.removesuffix("\n")]))
    return text.replace("\n", draw(st.sampled_from(["\n", "\r\n"])))


# --- the simplest possible answers to compare with -----------------------------------------------------------------


def walk(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """All entries of a parsed document with their values."""
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, entry in entries:
        yield (*path, key), entry
        yield from walk(entry, (*path, key))


def cut(text: str, span: TextSpan) -> str:
    lines = text.split("\n")
    start, end = (
        sum(len(before) + 1 for before in lines[: line - 1]) + column - 1
        for line, column in [(span.line, span.column), (span.end_line, span.end_column)]
    )
    return text[start:end]


def parsed(text: str) -> Any:
    try:
        return tomli.loads(text)
    except ValueError:
        return None


def names_by_dots(path: Path) -> Any:
    """Returns what a document holds whose only line is a header or dotted key with these names."""
    nested: Any = {}
    for name in reversed([part for part in path if isinstance(part, str)]):
        nested = {name: nested}
    return nested


@given(documents())
@settings(max_examples=3 * settings().max_examples)
def test_each_entry_has_spans_that_hold_it(text: str) -> None:
    found, entries = index_positions(text), [*walk(tomli.loads(text))]
    assert {*found} == {path for path, _ in entries}
    for path, value in entries:
        position = found[path]
        if isinstance(path[-1], int):
            assert position.key == position.value
        else:
            assert parsed(f"{cut(text, position.key)} = 0") == {path[-1]: 0}
        written = cut(text, position.value)
        # By repr, as nan is not equal to itself and 1 is equal to True.
        if repr(parsed(f"value = {written}")) != repr({"value": value}):
            assert isinstance(value, dict) or (isinstance(value, list) and value and isinstance(value[0], dict))
            check_span_of_table(path, written, is_array=isinstance(value, list) or isinstance(path[-1], int))


def check_span_of_table(path: Path, written: str, is_array: bool) -> None:
    if written.startswith("["):
        names = written[2:-2] if is_array else written[1:-1]
        assert written == (f"[[{names}]]" if is_array else f"[{names}]")
        assert parsed(f"[{names}]") == names_by_dots(path)
    else:
        assert not is_array
        assert parsed(f"{written} = 0") == {path[-1]: 0}


# --- places counted by hand ----------------------------------------------------------------------------------------


def shown(span: TextSpan) -> str:
    end = f"{span.end_line}:" if span.end_line != span.line else ""
    return f"{span.line}:{span.column}-{end}{span.end_column}"


HUTS = "[[hut]]\nid = 1\n[[hut.cost]]\n[[hut]]\n[[hut.cost]]\n[[hut.cost]]\nn = 3\n[hut.cost.deep.er]\n"
LONG = "a = ~~~\nb = 1 # no\n]~, ~~,~~~~~\nc = ~~~~~~"
"""The first text ends with two quotation marks of its own."""
PLACES = [
    ('a=1\n\n  bc \t=  "x y"  # c = 3\n', "a 1:1-2 1:3-4, bc 3:3-5 3:10-15"),
    ("set.cost . wd = 3\nset.cost.clay = 1\n",
     "set 1:1-4, set.cost 1:5-9, set.cost.wd 1:12-14 1:17-18, set.cost.clay 2:10-14 2:17-18"),
    ("[a.b]\nx = 1\n[ a . c ]\n", "a 1:2-3, a.b 1:4-5 1:1-6, a.b.x 2:1-2 2:5-6, a.c 3:7-8 3:1-10"),
    ("[a.b]\n[a]\nx = 1", "a 1:2-3 2:1-4, a.b 1:4-5 1:1-6, a.x 3:1-2 3:5-6"),
    (HUTS, "hut 1:3-6 1:1-8, hut.0 1:1-8, hut.0.id 2:1-3 2:6-7, hut.0.cost 3:7-11 3:1-13, hut.0.cost.0 3:1-13, hut.1 4:1-8, "
     "hut.1.cost 5:7-11 5:1-13, hut.1.cost.0 5:1-13, hut.1.cost.1 6:1-13, hut.1.cost.1.n 7:1-2 7:5-6, "
     "hut.1.cost.1.deep 8:11-15, hut.1.cost.1.deep.er 8:16-18 8:1-19"),
    ("[[patch.hut]]\n[[patch.hut]]\n", "patch 1:3-8, patch.hut 1:9-12 1:1-14, patch.hut.0 1:1-14, patch.hut.1 2:1-14"),
    ('e = [{ do = "x", n.m = 2 }, {}]',
     "e 1:1-2 1:5-32, e.0 1:6-27, e.0.do 1:8-10 1:13-16, e.0.n 1:18-19, e.0.n.m 1:20-21 1:24-25, e.1 1:29-31"),
    ("a = [ # one, ]\n  1, # 2,\n  [3,4],\n]\nb = 5",
     "a 1:1-2 1:5-4:2, a.0 2:3-4, a.1 3:3-8, a.1.0 3:4-5, a.1.1 3:6-7, b 5:1-2 5:5-6"),
    *[(LONG.replace("~", quote), "a 1:1-2 1:5-3:13, c 4:1-2 4:5-11") for quote in "'\""],
    ('"a\\"=" = "\\\\"\nb = "\\"#"\nc = """\\""""', 'a"= 1:1-7 1:10-14, b 2:1-2 2:5-10, c 3:1-2 3:5-13'),
    ('"\\u0061" = 1\n\'\\u0061\' = 2', "a 1:1-9 1:12-13, \\u0061 2:1-9 2:12-13"),
    ("a = [1979-05-27 07:32:00Z, 1979-05-27 ,07:32:00]", "a 1:1-2 1:5-49, a.0 1:6-26, a.1 1:28-38, a.2 1:40-48"),
    ('\t"木\u0301😀" = "木" # 木\nb\t=\t1', "木\u0301😀 1:2-7 1:10-13, b 2:1-2 2:5-6"),
    ('a = "\u2028\x85"\nb = 1', "a 1:1-2 1:5-9, b 2:1-2 2:5-6"),
]  # fmt: skip
"""Texts, and the path of each entry with the span of its key and, if it is another, that of its value."""


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["", "windows"])
@pytest.mark.parametrize(("text", "places"), PLACES)
def test_entries_stand_where_a_person_sees_them(text: str, places: str, end: str) -> None:
    assert {*map(entry, index_positions(text.replace("\n", end)).items())} == {*places.split(", ")}


def entry(found: tuple[Path, TextPosition]) -> str:
    path, position = found
    return " ".join(dict.fromkeys((".".join(map(str, path)), shown(position.key), shown(position.value))))


def test_deep_nesting_does_not_exhaust_the_stack() -> None:
    # More than any parser written with recursion allows, tomli included.
    assert len(index_positions("a = " + "[" * 2000 + "]" * 2000)) == 2000


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1\nb = 2\na = 3", ("1:1-2", "3:1-2")),
        ("a = 1\nb.a = 2\nb.a = [\n1]", ("2:3-4", "3:3-4")),
        ("[x]\n[y]\n[x", ("1:2-3", "3:2-3")),
        ("a = { b = 1, b = 2", ("1:7-8", "1:14-15")),
        ("a = 1\na.b = 2", None),
        ("[[x]]\na = 1\n[[x]]\na = 2", None),
        ("", None),
    ],
)
def test_an_entry_that_is_given_twice(text: str, expected: tuple[str, str] | None) -> None:
    found = given_twice(text)
    assert (found and (shown(found[0]), shown(found[1]))) == expected


# --- syntax errors -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a = 1\nb = ?\n", "2:5-6"),
        ("a = 1 b", "1:7-8"),
        ("[a]\r\n[a]\r\n", "2:3-4"),
        ("a = [1,\n  2\n\n\n", "2:4-5"),
        ('a = """x', "1:9-10"),
        ("é = 1", "1:1-2"),
        ("木 = [", "1:1-2"),
        ("a =", "1:4-5"),
    ],
)
def test_position_of_syntax_error(text: str, expected: str) -> None:
    with pytest.raises(tomli.TOMLDecodeError) as caught:
        tomli.loads(text)
    assert shown(position_of_syntax_error(caught.value)) == expected
