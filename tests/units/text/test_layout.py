"""Text in lines and columns: nothing is wider than asked, no word is broken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stoneage_rules.text import aligned, beside, in_columns, padded, text_tables, width_of, within, wrapped

WORDS = st.lists(st.text("ab-é漢", min_size=1, max_size=12), min_size=1, max_size=12).map(" ".join)


@given(WORDS, st.integers(12, 40), st.integers(0, 6))
def test_wrapped_lines_are_no_wider_and_their_words_are_whole(text, width, indent):
    lines = wrapped(text, width, indent)
    assert all(width_of(line) <= width for line in lines)
    assert all(line.startswith(" " * indent) for line in lines[1:])
    whole = [word for word in text.split() if width_of(word) <= width - indent]
    assert [word for line in lines for word in line.split() if not word.endswith("...")] == whole


@given(WORDS, WORDS, st.integers(20, 60))
def test_text_beside_a_start(start, text, width):
    lines = beside(within(start, 10).ljust(11), text, width)
    assert all(width_of(line) <= width for line in lines)


@given(st.lists(WORDS, min_size=1, max_size=12), st.integers(20, 80))
def test_columns_are_no_wider_and_hold_every_text_in_order(cells, width):
    lines = in_columns(cells, width)
    assert all(width_of(line) <= width for line in lines)
    if all(width_of(cell) <= width for cell in cells):
        assert sorted(" ".join(lines).split()) == sorted(" ".join(cells).split())


def test_columns_are_read_downwards():
    assert in_columns(["a", "b", "c", "d", "e"], 7) == ["a  c  e", "b  d"]
    assert in_columns(["a", "b"], 4) == ["a  b"]
    assert in_columns(["a", "b"], 3) == ["a", "b"]


def test_wide_characters_take_two_columns():
    assert width_of("漢字") == 4
    assert width_of("e\u0301") == 1
    assert padded("漢", 4) == "漢  "
    assert within("漢字漢字", 6) == "漢..."


def test_numbers_stand_on_the_right():
    assert aligned([["a", "10"], ["bcd", "5"]], right=(1,)) == ["a    10", "bcd   5"]


ROWS = [["seat", "points", "home", "wood"], ["0 Ada", "7", "5/5", "12"], ["1", "17", "0/6", "3"]]
SHOWN = {
    30: ["seat   points  home  wood\n0 Ada       7   5/5    12\n1          17   0/6     3"],
    22: ["seat  points home wood\n0 Ada      7  5/5   12\n1         17  0/6    3"],
    18: ["   points     wood\nseat      home\n0 Ada   7  5/5  12\n1      17  0/6   3"],
    14: ["   points\nseat      home\n0 Ada   7  5/5\n1      17  0/6", "seat   wood\n0 Ada    12\n1         3"],
    9: ["seat  ...\n0 Ada  7\n1      17", "seat  ...\n0 Ada ...\n1     ...", "seat  ...\n0 Ada  12\n1      3"],
}


@pytest.mark.parametrize("width", SHOWN)
def test_tables_keep_within_their_width(width):
    """Less between columns; heads on two lines; several tables, each with the first column; in the end, cut."""
    got = list(text_tables(ROWS, width))
    assert all(width_of(line) <= width for table in got for line in table)
    assert ["\n".join(table) for table in got] == SHOWN[width]
