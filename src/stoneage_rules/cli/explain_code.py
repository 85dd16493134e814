"""The command `explain`: what a code of a diagnostic means, and how it is mended."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from stoneage_rules.cli.screen import UsageError, screen
from stoneage_rules.packs.findings.codes import CODES
from stoneage_rules.packs.findings.diagnostics import nearest

__all__ = ["explain"]


def explain(code: Annotated[str | None, Parameter(help="The code, such as SA205; without it, all are listed.")] = None, /) -> int:
    """Explain the code of an error that was found in a pack or table."""
    if code is None:
        screen.table(("code", "meaning"), [(known.code, known.title) for known in CODES.values()])
        return 0
    found = CODES.get(code.upper())
    if found is None:
        near = nearest(code.upper(), CODES)
        hint = f"did you mean `{near}`?" if near else "`stoneage explain` lists them"
        raise UsageError(f"no code is called `{code}`; {hint}")
    screen.say(f"{found.code}: {found.title}", style="bold")
    screen.say(found.meaning)
    screen.say(found.mend)
    return 0
