"""The command `explain`: the meaning of a diagnostic code, and what to do about it."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.packs.codes import codes
from stoneage_rules.text import did_you_mean


def explain(
    code: Annotated[str | None, Parameter(help="The code, such as SA205; without it, all are listed.")] = None, /
) -> None:
    """Explain the code of an error that was found in a pack or table."""
    known = codes()
    if code is None:
        screen.table(("code", "meaning"), [(page.code, page.title) for page in known.values()])
        return
    page = known.get(code.upper())
    if page is None:
        hint = did_you_mean(code.upper(), known, "`stoneage explain` lists them")
        raise UsageError(f"no code is called `{code}`; {hint}")
    screen.say(f"{page.code}: {page.title}", style="bold")
    screen.lines((page.meaning, page.mend, *(f"{remedy}." for remedy in (page.fixed_by, page.kept_by) if remedy)))
