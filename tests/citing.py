"""Watches the statements that refusals cite, in tests and scenarios of content that is our own.

A conftest that imports the hook has it for the tests of its folder.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from stoneage_rules import Reason, Ruleset
from stoneage_rules.plugin import Shortfall


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """Fails a test that cites a statement for a check that it does not name, only because it is the record's first."""
    cite = Ruleset._reason

    def reason(rules: Ruleset, shortfall: Shortfall) -> Reason:
        cited = cite(rules, shortfall)
        is_named = cited.statement in (None, shortfall.statement, *rules.citations.get(cited.check, ()))
        assert is_named, f"{cited.statement} is cited for `{cited.check}`, which it does not name: {cited}"
        return cited

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Ruleset, "_reason", reason)
        yield
