"""Numbers that plugins count are known in the game alone."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from stoneage_rules.language.quantity import at_least_zero
from stoneage_rules.plugin import Quantity


@pytest.mark.parametrize(("counted", "given"), [(-4, 0), (0, 0), (3, 3)])
def test_a_quantity_of_a_plugin_takes_nothing_away(counted: int, given: int) -> None:
    link: Any = SimpleNamespace(amount=lambda amount: lambda state, seat, n: counted, range_of=lambda amount: (None, None))
    state: Any = None
    assert at_least_zero(link, Quantity("ships", "all"))(state, 0, 0) == given
