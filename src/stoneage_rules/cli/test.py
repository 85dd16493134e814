"""The command `test`: the checks of a pack, its scenarios and properties among them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.exits import ERROR, FINDINGS, OK
from stoneage_rules.cli.screen import screen
from stoneage_rules.cli.table_options import existing
from stoneage_rules.errors import ContentError
from stoneage_rules.testing.messages import message_of
from stoneage_rules.testing.pack_checks import check_pack
from stoneage_rules.testing.results import NOT_LOADED, Result, results_to_json

__all__ = ["test"]

STYLES = {"passed": "green", "failed": "bold red", "skipped": "yellow"}


def test(
    pack: Annotated[Path, Parameter(help="The folder or zip file of the pack, or the id of an installed module.")],
    /,
    *,
    only: Annotated[
        list[str] | None, Parameter(negative="", help="The name of a check, to make no others. Can be repeated.")
    ] = None,  # noqa: PT028 - a command, and no test of pytest
    all_: Annotated[
        bool, Parameter(name="--all", negative="", help="Show everything that is wrong, not the first of each check alone.")
    ] = False,  # noqa: PT028
    json_: Annotated[
        bool, Parameter(name="--json", negative="", help="Write JSON: an entry for each check, scenario and property.")
    ] = False,  # noqa: PT028
) -> int:
    """Put a pack to every check: does it load, does each edit do something, can it be played, do its own tests pass.

    The packs that it requires must be installed or lie beside it. Games are played at random, with fixed seeds, at
    every player count and with every option at its extremes.

    Exit codes: 0 where no check fails, 1 where one does, 2 where the pack cannot be loaded, so that nothing can be tested.
    """
    try:
        results = check_pack(existing(pack), only=only or ())
    except ContentError as error:
        if not json_:
            raise
        results = [Result("loads", "failed", 0, str(error), (message_of(error),))]
    if json_:
        screen.json(results_to_json(results))
    else:
        for result in results:
            screen.say(result.told(None) if all_ else result, style=STYLES[result.outcome])
        screen.say(_summary(results), style="bold")
    if any(result.detail == NOT_LOADED or (result.name, result.outcome) == ("loads", "failed") for result in results):
        screen.problem(f"{pack} cannot be loaded, so little can be tested; `stoneage check {pack}` says what to mend")
        return ERROR
    return FINDINGS if any(result.outcome == "failed" for result in results) else OK


def _summary(results: list[Result]) -> str:
    counts = Counter(result.outcome for result in results)
    return ", ".join(f"{counts[outcome]} {outcome}" for outcome in STYLES if counts[outcome])
