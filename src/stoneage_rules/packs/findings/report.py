"""Collects the diagnostics of a run, and raises them together."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.packs.findings.diagnostics import Diagnostic, TextPlace, in_order
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.mending import edits_of
from stoneage_rules.packs.findings.option_values import as_option_fault
from stoneage_rules.packs.reading.find import Setting, Source
from stoneage_rules.packs.reading.paths import value_at
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.text.wording import counted, listed

__all__ = ["MOST_SHOWN", "Report", "diagnostic_of", "refusal", "remainder", "together"]

Key = tuple[str, str, TextPlace]

MOST_SHOWN = 100
"""Maximum number of diagnostics shown; the error has them all."""
MOST_UNCHECKED = 6


def diagnostic_of(fault: Fault, source: Source, base: Path = (), pack: str = "") -> Diagnostic:
    """Returns a fault of a value as a diagnostic, at its place in its file."""
    source, path = source.locate(base + fault.path)
    fault = as_option_fault(fault, value_at(source.data, path))
    place = source.place(path, fault.label, key=fault.at_key)
    return Diagnostic(
        fault.code,
        fault.message,
        place,
        help=fault.help or (f"did you mean `{fault.near}`?" if fault.near else ""),
        notes=(fault.note,) if fault.note else (),
        fixes=() if fault.mend is None else edits_of(fault.mend, *(fault.mend_at or (source, path))),
        packs=(pack,) if pack else (),
    )


class Report:
    """The diagnostics of a run, each of them once."""

    def __init__(self) -> None:
        self.diagnostics: list[Diagnostic] = []
        self.texts: dict[str, str] = {}
        """The texts of files, in the order in which their diagnostics are shown."""
        self.unchecked: dict[str, None] = {}
        """Descriptions of everything that could not be checked because of the diagnostics."""
        self.met = 0
        """The number of faults so far, including those that were suppressed or reported before."""
        self._keys: set[Key] = set()
        self._suppressed: dict[Key, Diagnostic] = {}

    @property
    def suppressed(self) -> tuple[Diagnostic, ...]:
        """Diagnostics that only follow from others, and are not shown."""
        return tuple(diagnostic for key, diagnostic in self._suppressed.items() if key not in self._keys)

    def add(
        self,
        fault: Fault,
        source: Source,
        base: Path = (),
        pack: str = "",
        *,
        code: str = "",
        with_packs: Callable[[Diagnostic], Diagnostic] = lambda diagnostic: diagnostic,
    ) -> None:
        """Adds the fault of a value; a fault that occurs with several sets of packs is added once.

        Args:
            fault: the fault.
            source: the file of the value.
            base: the path to which that of the fault is relative.
            pack: the pack to which the value belongs.
            code: the code to report, if not that of the fault.
            with_packs: adds the other packs that are involved.
        """
        for shown in (source, *(fault.mend_at or ())[:1]):
            if not isinstance(shown, Setting):
                self.texts |= {file: text for file, text in shown.texts().items() if file not in self.texts}
        diagnostic = attrs.evolve(diagnostic_of(fault, source, base, pack), code=code or fault.code)
        self.met += 1
        if fault.is_suppressed:
            self._suppress(diagnostic)
        elif _key(diagnostic) not in self._keys:
            self.add_once(with_packs(diagnostic))
            for follow_up in fault.suppresses:
                # The place of its cause is the best one there is.
                self._suppress(Diagnostic(follow_up.code, follow_up.message, diagnostic.place))

    def add_once(self, diagnostic: Diagnostic) -> None:
        """Adds a diagnostic, unless it has been added before."""
        key = _key(diagnostic)
        if key not in self._keys:
            self._keys.add(key)
            self.diagnostics.append(diagnostic)

    def suppress(self, fault: Fault, source: Source, base: Path = ()) -> None:
        """Counts a fault that only follows from others, without showing it."""
        self.add(attrs.evolve(fault, is_suppressed=True), source, base)

    def _suppress(self, diagnostic: Diagnostic) -> None:
        self._suppressed.setdefault(_key(diagnostic), diagnostic)

    def arrange(self, files: Iterable[str]) -> None:
        """Puts the diagnostics of the given files first, in the order of the files."""
        self.texts = {file: self.texts[file] for file in files} | self.texts

    def check(self) -> None:
        """Raises the diagnostics, if there are any.

        Raises:
            ContentError: with every diagnostic, in the order of packs, files and lines.
        """
        if self.diagnostics:
            raise self.error()

    def error(self) -> ContentError:
        """Returns the diagnostics as an error."""
        return refusal(self.diagnostics, self.texts, self.suppressed, tuple(self.unchecked))


def _key(diagnostic: Diagnostic) -> Key:
    """Returns the identity of a diagnostic; the choices in its notes may differ between sets of packs."""
    return diagnostic.code, diagnostic.title, diagnostic.place


def together(errors: Sequence[ContentError]) -> ContentError:
    """Merges the errors of several tables into one."""
    report = Report()
    for error in errors:
        report.texts |= error.sources
        report.unchecked |= dict.fromkeys(error.unchecked)
        for diagnostic in error.diagnostics:
            report.add_once(diagnostic)
        for diagnostic in error.held_back:
            report._suppress(diagnostic)
    return report.error()


def refusal(
    diagnostics: Iterable[Diagnostic],
    texts: Mapping[str, str],
    suppressed: Sequence[Diagnostic] = (),
    unchecked: Sequence[str] = (),
) -> ContentError:
    """Returns an error whose text shows the diagnostics in the order of `texts` and of lines."""
    ordered = in_order(diagnostics, texts)
    more = f"\n\n... and {len(ordered) - MOST_SHOWN} more" if len(ordered) > MOST_SHOWN else ""
    count = "; ".join([counted(len(ordered), "error"), *remainder(len(suppressed), unchecked)])
    from stoneage_rules.packs.findings.render import render  # only errors need it

    text = f"{render(ordered[:MOST_SHOWN], texts)}{more}\n\n{count}. Nothing was loaded."
    return ContentError(ordered, text, texts, suppressed, unchecked)


def remainder(suppressed: int, unchecked: Sequence[str]) -> Iterator[str]:
    """Yields the closing notes about suppressed diagnostics and unchecked content."""
    if suppressed:
        yield f"{counted(suppressed, 'follow-up error')} held back"
    named = [*unchecked[:MOST_UNCHECKED], *(["more"] if len(unchecked) > MOST_UNCHECKED else [])]
    if named:
        yield f"not checked yet: {listed(named)}"
