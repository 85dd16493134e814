"""The options `--rule` and `--bless`, the command as a fixture, what tests have to show to people, and Hypothesis' profiles.

Fixtures of one folder belong into that folder's own conftest.
"""

from __future__ import annotations

import gc
import io
import os
from collections.abc import Callable
from importlib import import_module
from typing import Any

import attrs
import pytest
from hypothesis import HealthCheck, settings

from command import main
from long_profile import PROFILE
from shown import SHOWN

SLOW_START = [HealthCheck.too_slow, HealthCheck.data_too_large]
"""Loading rules and playing to a position are part of an example, so neither is a fault of a strategy."""

settings.register_profile(
    "quick", max_examples=10, stateful_step_count=25, deadline=None, derandomize=True, suppress_health_check=SLOW_START
)
settings.register_profile(
    "full", max_examples=25, stateful_step_count=25, deadline=None, derandomize=True, suppress_health_check=SLOW_START
)
settings.register_profile(
    "long", max_examples=1500, stateful_step_count=60, deadline=None, print_blob=True, suppress_health_check=SLOW_START
)
settings.load_profile(PROFILE)

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each process that a test starts compiles the whole library anew
if hasattr(gc, "set_threshold"):  # not on PyPy
    gc.set_threshold(50_000, 20, 50)  # rules that are kept for many tests are looked through less often: a fifth of all time


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--rule` as a short word for `--stoneage-rule` of the library's plugin, and `--bless` for texts that are kept as files."""
    parser.addoption("--rule", action="append", dest="stoneage_rule", metavar="ID", help="only tests of this rule statement")
    parser.addoption("--bless", action="store_true", help="write texts of bad packs, boards, pages of codes and schemas anew")


def pytest_cmdline_main(config: pytest.Config) -> None:
    """Gives each worker neighbouring tests, which share what they load; who is done first takes over some of the rest."""
    if getattr(config.option, "dist", "no") == "load":
        config.option.dist = "worksteal"
        if "COVERAGE_PROCESS_CONFIG" in os.environ:
            # On a busy machine workers take longer to end than xdist waits, and with them all that they measured would be lost.
            workermanage = import_module("xdist.workermanage")
            workermanage.NodeManager.EXIT_TIMEOUT = 600


@attrs.frozen
class Ran:
    """The outcome of a command."""

    code: int
    out: str
    err: str


@pytest.fixture
def stoneage(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """The command in this process, with some words and the lines that are typed to it; without lines, the input is at its end."""

    def run(*words: object, typed: str = "") -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        capsys.readouterr()
        code = main([str(word) for word in words])
        shown = capsys.readouterr()
        assert "\x1b" not in shown.out + shown.err, "plain where it does not go to a terminal"
        assert "Traceback" not in shown.err
        return Ran(code, shown.out, shown.err)

    return run


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """Prints what tests have recorded for people."""
    reports = [report for reports in terminalreporter.stats.values() for report in reports]
    lines = [line for report in reports for name, line in getattr(report, "user_properties", ()) if name == SHOWN]
    if lines:
        terminalreporter.section("what was seen")
    for line in sorted(set(lines)):
        terminalreporter.write_line(line)
