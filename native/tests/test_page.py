"""The page on the engine says what is so."""

from __future__ import annotations

import doctest
import re

from sources import ROOT
from stoneage_native import known, nodes

PAGE = (ROOT / "docs" / "native.md").read_text("utf-8")


def test_the_session_of_the_page_is_what_happens() -> None:
    (block,) = [block for block in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if block.startswith(">>>")]
    session = doctest.DocTestParser().get_doctest(block, {}, "native.md", None, 0)
    assert doctest.DocTestRunner().run(session) == (0, 2)


def test_names_of_files_and_tables_are_those_of_the_engine() -> None:
    folders = "native/src/stoneage_native", "native/engine", "native", "native/tests"
    for name in re.findall(r"`(?:[a-z_]+/)*([a-z_]+\.(?:py|c|h))`", PAGE):
        assert any((ROOT / folder / name).exists() for folder in folders), name
    for name in ("VERBS", "FRAMES"):
        assert hasattr(known, name)
    assert hasattr(nodes, "WRITERS")


def test_every_known_verb_has_a_writer() -> None:
    assert {*known.VERBS} == {*nodes.WRITERS}
