"""The page of events says what their declarations say, and its examples run."""

from __future__ import annotations

import doctest

from units.play import event_page


def test_the_page_has_every_event_as_it_is_declared():
    page = event_page.PAGE.read_text("utf-8")
    assert page == event_page.written(page), "run tests/units/play/event_page.py"


def test_the_examples_of_the_page_run():
    assert doctest.testfile(str(event_page.PAGE), module_relative=False).failed == 0
