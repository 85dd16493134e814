"""The command `test`: the checks of a pack, its scenarios and properties among them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.exits import ERROR, FINDINGS, OK
from stoneage_rules.cli.parameters import Modules
from stoneage_rules.cli.path_hints import MANIFEST, expect_modules, expect_no_content
from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.cli.table_options import existing
from stoneage_rules.errors import ContentError
from stoneage_rules.testing.lone_files import check_file
from stoneage_rules.testing.messages import message_of
from stoneage_rules.testing.pack_checks import check_pack
from stoneage_rules.testing.results import NOT_LOADED, Result, results_to_json

__all__ = ["test"]

STYLES = {"passed": "green", "failed": "bold red", "skipped": "yellow"}

TEST_KEYS = ("scenario", "property", "table")
"""The keys of files of scenarios and properties."""

Tested = Annotated[Path, Parameter(help="A pack by its folder, zip file or id, or a file of scenarios or properties.")]
Table = Annotated[Path | None, Parameter(help="Of a file: the table file for what the file's own `[table]` does not say.")]
Count = Annotated[int | None, Parameter(name=("--players", "-p"), help="Of a file: how many play, instead of what it says.")]
Only = Annotated[list[str] | None, Parameter(negative="", help="The name of a check, to make no others. Can be repeated.")]
All = Annotated[
    bool, Parameter(name="--all", negative="", help="Show everything that is wrong, not the first of each check alone.")
]
AsJson = Annotated[
    bool, Parameter(name="--json", negative="", help="Write JSON: an entry for each check, scenario and property.")
]


def test(
    pack: Tested,
    /,
    *,
    table: Table = None,  # noqa: PT028 - a command, and no test of pytest
    players: Count = None,  # noqa: PT028
    module: Modules = None,  # noqa: PT028
    only: Only = None,  # noqa: PT028
    all_: All = False,  # noqa: PT028
    json_: AsJson = False,  # noqa: PT028
) -> int:
    """Put a pack to every check: does it load, does each edit do something, can it be played, do its own tests pass.

    Of a file of scenarios or properties, those in it are tried alone, at its own table.

    The packs that a pack requires must be installed or lie beside it. Games are played at random, with fixed seeds, at
    every player count and with every option at its extremes.

    Exit codes: 0 where no check fails, 1 where one does, 2 where the pack cannot be loaded, so that nothing can be tested.
    """
    expect_modules(module or ())
    try:
        results = _results(pack, only, table, players, module)
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


def _results(
    pack: Path, only: list[str] | None, table: Path | None, players: int | None, modules: list[str] | None
) -> list[Result]:
    """Returns the results of a pack's checks, or that of a file of tests.

    Raises:
        ContentError: it cannot be read.
        UsageError: it is no file, and a table is given.
    """
    if pack.suffix == ".toml" and pack.is_file() and pack.name != MANIFEST:
        expect_no_content(pack, "test", TEST_KEYS)
        return [check_file(pack, table=table, players=players, modules=modules or ())]
    if (table, players, modules) != (None, None, None):
        raise UsageError("`--table`, `--players` and `--module` are for a file of tests; a pack is tried at tables of all sorts")
    return check_pack(existing(pack.parent if pack.name == MANIFEST else pack), only=only or ())


def _summary(results: list[Result]) -> str:
    counts = Counter(result.outcome for result in results)
    return ", ".join(f"{counts[outcome]} {outcome}" for outcome in STYLES if counts[outcome])
