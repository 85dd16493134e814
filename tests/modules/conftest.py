"""Files about two modules together are collected only if both are there."""

from __future__ import annotations

from pathlib import Path

from citing import pytest_runtest_call  # noqa: F401
from shipped import away


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Passes over `test_..._with_NAME.py` and `scenarios/with_NAME.toml` while that module is away."""
    return away(collection_path) or None
