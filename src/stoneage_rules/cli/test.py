"""The command `test`: the checks of a pack, its scenarios and properties among them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.screen import screen
from stoneage_rules.testing.packs import Result, check_pack

__all__ = ["test"]

STYLES = {"passed": "green", "failed": "bold red", "skipped": "yellow"}


def test(
    pack: Annotated[Path, Parameter(help="The folder or zip file of the pack, or the id of an installed module.")],
    /,
    *,
    only: Annotated[
        list[str] | None, Parameter(negative="", help="The name of a check, to make no others. Can be repeated.")
    ] = None,  # noqa: PT028 - a command, and no test of pytest
) -> int:
    """Put a pack to every check: does it load, does each edit do something, can it be played, do its own tests pass.

    The packs that it requires must be installed or lie beside it. Games are played at random, with fixed seeds, at
    every player count and with every option at its extremes. The exit code is 1 if a check fails.
    """
    results = check_pack(pack, only=only or ())
    for result in results:
        screen.say(str(result), style=STYLES[result.outcome])
    screen.say(_summary(results), style="bold")
    return int(any(result.outcome == "failed" for result in results))


def _summary(results: list[Result]) -> str:
    counts = Counter(result.outcome for result in results)
    return ", ".join(f"{counts[outcome]} {outcome}" for outcome in STYLES if counts[outcome])
