"""What is wrong, as tests tell it: a line of text, and findings for other programs where there is a place in a file."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.language.wording import shortened
from stoneage_rules.packs.findings.diagnostics import Diagnostic, in_order
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.report import diagnostic_of
from stoneage_rules.packs.reading.find import Source

__all__ = ["Problem", "in_a_line", "problems_of_error", "problems_of_faults"]


LONGEST = 160
"""Of what there is to choose from, a line shows the beginning; the finding has it all."""


@attrs.frozen
class Problem:
    """One thing that is wrong."""

    text: str
    findings: tuple[Diagnostic, ...] = ()
    """The same with codes and places, as `stoneage check` has it."""

    def __str__(self) -> str:
        return self.text


def in_a_line(fault: Fault) -> str:
    """A fault in a line: what is wrong, and how to mend it."""
    mend = fault.help or (
        f"did you mean `{fault.fix}`?" if fault.fix and fault.code != "SA201" else shortened(fault.note, LONGEST)
    )
    return "; ".join(filter(None, [fault.label or fault.message, mend]))


def problems_of_faults(faults: Iterable[Fault], source: Source) -> list[Problem]:
    """Faults at their places in a file, in the order of lines."""
    told = {diagnostic_of(fault, source): in_a_line(fault) for fault in faults}
    found = []
    for diagnostic in in_order(told):
        place = diagnostic.place
        text = f"{place.file}:{place.span.line}:{place.span.column}: {told[diagnostic]}"
        found.append(Problem(text, (diagnostic,)))
    return found


def problems_of_error(error: ContentError, what: str = "") -> Problem:
    """What cannot be loaded, with everything that was found."""
    return Problem(f"{what}{error}", tuple(error.diagnostics))
