"""The pages for plugin authors say what docstrings say, leave no operation out, and name nothing that is not there."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import indent
from typing import Any

import attrs
import pytest

import stoneage_rules as sa
from stoneage_rules import plugin as api
from stoneage_rules import testing
from stoneage_rules.plugin import Linker, Mechanism, Verb
from stoneage_rules.policies.valuation import WORTH, Appraisal
from stoneage_rules.testing import position
from units.plugins.author_page import TABLES, pages
from writing import pack


def text() -> str:
    """Returns the text of all pages."""
    return "".join(file.read_text("utf-8") for file in pages())


def test_the_pages_are_up_to_date():
    for file, words in pages().items():
        assert file.read_text("utf-8") == words, "run tests/units/plugins/author_page.py"


def test_every_table_is_full():
    for title, (_, rows) in TABLES.items():
        made = [*rows()]
        assert len(made) > 1, title
        assert all(len(cells[-1]) > 3 for cells in made), title
    assert "<!-- table" not in text()


def test_names_of_the_text_are_those_of_the_library():
    words = set(re.findall(r"`([A-Z][A-Za-z_]+)[`(]", text())) - {"PluginError"}
    constants = {word for word in words if word.isupper()} - {"NAME", "HANDLE", "KIND"}
    classes = {word for word in words if not word.isupper()}
    assert {"GOODS_FIELD", "PLACEMENT"} <= constants
    assert {"Slot", "EventKind", "Chance"} <= classes
    assert [word for word in sorted(constants | classes) if not hasattr(api, word)] == []
    for names in re.findall(r"from stoneage_rules\.testing import (.*)", text()):
        assert [name for name in names.split(", ") if name not in testing.__all__] == []


def test_the_draw_of_the_pages_is_that_of_a_new_plugin():
    (shown,) = [block for block in re.findall(r"```python\n(.*?)```", text(), re.DOTALL) if "class DrawGuest" in block]
    plugin = Path(testing.__path__[0], "..", "authoring", "starter_plugin", "plugin.py.txt").read_text("utf-8")
    assert "rules.draws" in shown
    assert [line for line in shown.splitlines() if line not in plugin.splitlines()] == []


PLACES = """
[[location]]
id = "shrine"
circles = 1
figures = { exactly = 1 }
effects = [{ do = "gift" }]
[[patch.card]]
target = "base:civ-01"
set.anytime = [{ do = "gift" }]
"""


@pytest.mark.parametrize("says", [True, False])
def test_a_verb_says_what_it_is_worth(says: bool) -> None:
    """The methods of the pages, in a verb: policy, programs and prices know what it brings; without them nobody does."""
    (methods,) = [block for block in re.findall(r"```python\n(.*?)```", text(), re.DOTALL) if "def gains" in block]
    body = "do = 'gift'\ndef bind(self, link):\n    return lambda state, seat, place, n: None\n" + methods * says
    space: dict[str, Any] = {"Verb": Verb, "attrs": attrs, "Linker": Linker}
    exec(f"@attrs.frozen\nclass Gift(Verb):\n{indent(body, '    ')}", space)
    rules = sa.load(players=2, plugins=[pack(PLACES), Mechanism("gift", verbs=(space["Gift"],))])
    appraisal = Appraisal(position(rules, {"phase": "placing"}).view(0), 0)
    wood, clay = (appraisal.good_value(rules.goods.index(good), 1) for good in ("wood", "clay"))
    worth = appraisal.place(rules.place("shrine"), 1)
    assert worth == pytest.approx(2 + max(wood, clay)) if says else worth == WORTH["unknown"]
    assert bool(rules.entries(api.TAKING_ITEMS)) is not says
