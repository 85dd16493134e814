"""TOML that the library writes: a reader gets back what was written, and a terminal can show it."""

from __future__ import annotations

import tomli
from hypothesis import given
from hypothesis import strategies as st

from stoneage_rules.text import UNSAFE, written, written_key
from stoneage_rules.text import toml_tables as tables

texts = st.text(st.one_of(st.characters(codec="utf-8"), st.sampled_from(['"', "'", "\\", " ", ".", "#", "=", *sorted(UNSAFE)])))
scalars = st.one_of(
    texts,
    st.booleans(),
    st.integers(-(2**63), 2**63 - 1),
    st.floats(allow_nan=False),
    st.dates(),
    st.datetimes(),
    st.times(),
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3), max_leaves=8
)


@given(values)
def test_a_value_is_read_as_it_was_written(value):
    line = written(value)
    assert tomli.loads(f"value = {line}\n") == {"value": value}
    assert not UNSAFE & set(line)


@given(st.dictionaries(texts, values, max_size=4))
def test_a_table_is_read_as_it_was_written(table):
    lines = list(tables("table", table))
    assert tomli.loads("\n".join(lines)) == {"table": table}
    assert not UNSAFE & set("".join(lines))


@given(texts, texts)
def test_dotted_keys_lead_to_the_value(outer, inner):
    assert tomli.loads(f"{written_key(outer)}.{written_key(inner)} = 1") == {outer: {inner: 1}}


def test_how_values_look():
    value = {"do": "gain", "": [1, True, 'the "big" hut'], "a b": {}, "path": (r"C:\new", "two\nlines\x7f\u202e")}
    assert written(value) == (
        r'{ do = "gain", "" = [1, true, "the \"big\" hut"], "a b" = {}, path = ["C:\\new", "two\nlines\u007f\u202e"] }'
    )
