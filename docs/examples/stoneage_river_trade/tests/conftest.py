"""Scenario files as tests, by the library's own pytest plugin."""

from __future__ import annotations

from stoneage_rules.testing.pytest_plugin import (
    pytest_addoption,
    pytest_collect_file,
    pytest_collection_modifyitems,
    pytest_configure,
)

__all__ = ["pytest_addoption", "pytest_collect_file", "pytest_collection_modifyitems", "pytest_configure"]
