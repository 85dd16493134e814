"""The page of events says what their declarations say."""

from __future__ import annotations

from units.play import event_page


def test_the_page_has_every_event_as_it_is_declared():
    page = event_page.PAGE.read_text("utf-8")
    assert page == event_page.written(page), "run tests/units/play/event_page.py"
