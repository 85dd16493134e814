"""The flag `--remaster`: playthroughs are written anew only when it is given, and never by accident."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--remaster", action="store_true", help="write the golden playthroughs anew instead of comparing them")


@pytest.fixture
def remaster(request: pytest.FixtureRequest) -> bool:
    """Returns whether playthroughs are to be written anew."""
    return bool(request.config.getoption("--remaster", default=False))
