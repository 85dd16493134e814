"""Records that are read again are those of before, and only where every value is the same."""

from __future__ import annotations

from datetime import date

import pytest

from stoneage_rules.language.forms import Structurer
from stoneage_rules.packs.parts import read_again, read_with_contexts
from units.library import KINDS, LANGUAGE

STRUCTURER = Structurer(LANGUAGE.verbs, LANGUAGE.quantities)
MODEL = KINDS.model("statement")
DATA = {"id": "some", "text": "Something holds."}


def test_equal_tables_are_one_record():
    first = read_again(STRUCTURER, DATA, MODEL)
    assert first == read_with_contexts(STRUCTURER, DATA, MODEL)[0]
    assert read_again(STRUCTURER, {**DATA}, MODEL) is first
    assert read_again(STRUCTURER, {**DATA, "text": "Something else holds."}, MODEL) != first


def test_tables_that_python_finds_equal_are_told_apart():
    model = KINDS.model("good")
    data = {"id": "wool", "value": 1}
    assert read_again(STRUCTURER, data, model).value == 1
    for like in (True, 1.0):
        assert data == {**data, "value": like}
        assert read_again(STRUCTURER, {**data, "value": like}, model) is None


def test_other_words_make_another_record():
    model = KINDS.model("location")
    data = {"id": "camp", "circles": 1, "effects": [{"do": "points", "amount": 1}]}
    assert read_again(STRUCTURER, data, model) is not None
    assert read_again(Structurer({}, LANGUAGE.quantities), data, model) is None


@pytest.mark.parametrize("value", [date(2020, 1, 1), 7, [], None])
def test_what_has_a_fault_is_not_kept(value):
    assert read_again(STRUCTURER, {**DATA, "text": value}, MODEL) is None
    assert read_with_contexts(STRUCTURER, {**DATA, "text": value}, MODEL)[1]
