"""The result of a run: a table by room, and the mutants that survived as changes of lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from mutation.equivalents import reason_for
from mutation.mutants import Mutant, diff
from mutation.trials import KILLED, STOPPED, SURVIVED, Verdict

EQUIVALENT = "equivalent"
ENDS = (KILLED, STOPPED, SURVIVED, EQUIVALENT)


def end_of(mutant: Mutant, verdicts: Mapping[str, Verdict]) -> str:
    """Returns the end of a mutant; nothing if it was not tried."""
    if reason_for(mutant):
        return EQUIVALENT
    return verdicts[mutant.key].end if mutant.key in verdicts else ""


def report(mutants: Sequence[Mutant], verdicts: Mapping[str, Verdict]) -> Iterator[str]:
    """Yields the lines of the result."""
    ends = {mutant: end_of(mutant, verdicts) for mutant in mutants}
    rooms = sorted({mutant.room for mutant in mutants})
    yield f"{'':40}{'mutants':>10}" + "".join(f"{end:>12}" for end in ENDS) + f"{'share':>8}"
    for room in rooms:
        yield _row(room, Counter(end for mutant, end in ends.items() if mutant.room == room))
    if len(rooms) > 1:
        yield _row("all", Counter(ends.values()))
    for mutant in (mutant for mutant, end in ends.items() if end == SURVIVED):
        verdict = verdicts[mutant.key]
        yield f"\nsurvived {verdict.met} of {verdict.of} tests: {diff(mutant)}"


def _row(name: str, ends: Counter[str]) -> str:
    killed, tried = ends[KILLED] + ends[STOPPED], ends[KILLED] + ends[STOPPED] + ends[SURVIVED]
    share = f"{killed / tried:.1%}" if tried else "-"
    missing = f"  ({ends['']} not tried)" if ends[""] else ""
    return f"{name:40}{sum(ends.values()):>10}" + "".join(f"{ends[end]:>12}" for end in ENDS) + f"{share:>8}{missing}"
