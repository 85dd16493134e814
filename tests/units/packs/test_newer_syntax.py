"""Times that are newer than TOML 1.0: no key of a pack is a time, so that no pack with one loads."""

from __future__ import annotations

import pytest

from stoneage_rules.packs.spans import WITH_SECONDS, newer_syntax


@pytest.mark.parametrize("value", ["07:32", "1979-05-27T07:32", "1979-05-27 07:32Z", "1979-05-27t07:32+01:00"])
def test_a_time_without_seconds_is_newer(value: str) -> None:
    ((span, instead),) = newer_syntax(f'a = [1, {value}]\nb = {value.replace(":32", ":32:00")}\nc = "{value}"\n')
    assert (span.start, span.end, instead) == ((1, 9), (1, 9 + len(value)), WITH_SECONDS)


@pytest.mark.parametrize("value", ["07:32:00.5", "1979-05-27", "1979-05-27T07:32:00-07:00", "1"])
def test_a_date_or_a_time_with_seconds_is_not(value: str) -> None:
    assert newer_syntax(f"a = {value}\n") == []
