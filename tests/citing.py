"""Watches the statements that refusals cite, for tests of content that is our own."""

from __future__ import annotations

import pytest

from stoneage_rules import Reason, Ruleset
from stoneage_rules.plugin import Shortfall


@pytest.fixture(autouse=True)
def every_reason_names_its_check(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fails a test in which a statement is cited for a check that it does not name, only because it is the record's first."""
    cite = Ruleset._reason

    def reason(rules: Ruleset, shortfall: Shortfall) -> Reason:
        cited = cite(rules, shortfall)
        is_named = cited.statement in (None, shortfall.statement, *rules.citations.get(cited.check, ()))
        assert is_named, f"{cited.statement} is cited for `{cited.check}`, which it does not name: {cited}"
        return cited

    monkeypatch.setattr(Ruleset, "_reason", reason)
