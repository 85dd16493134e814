"""Scenarios of the base game: refusals cite the statements that name their checks."""

from citing import pytest_runtest_call  # noqa: F401
