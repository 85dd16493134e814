"""Collects everything that is wrong in one run, and raises it at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import attrs

from stoneage_rules.errors import ContentError
from stoneage_rules.packs.findings.diagnostics import NOWHERE, Diagnostic, Edit, Place, in_order
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.render import render
from stoneage_rules.packs.findings.wording import counted, listed
from stoneage_rules.packs.reading.find import Setting, Source
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.addressing import value_at
from stoneage_rules.packs.resolution.options import told_of_option
from stoneage_rules.text.toml_writer import written

__all__ = ["MOST_SHOWN", "Report", "diagnostic_of", "refusal", "said_of_the_rest", "together"]

Key = tuple[str, str, Place]

WRONG_TYPE = "SA201"
MOST_SHOWN = 100
"""Of more findings than that, only the number is told; the error has them all."""
MOST_UNCHECKED = 6


def diagnostic_of(fault: Fault, source: Source, base: Path = (), pack: str = "") -> Diagnostic:
    """A fault of a value as a diagnostic, at its place in its file."""
    fault = told_of_option(fault, value_at(source.data, base + fault.path))
    place = source.place(base + fault.path, fault.label, key=fault.at_key)
    mendable = fault.fix is not None and place.span != NOWHERE
    fixes = (Edit(source.file, place.span, _as_written(fault, source, place)),) if mendable else ()
    return Diagnostic(
        fault.code,
        fault.message,
        place,
        help=fault.help or (f"did you mean `{fault.fix}`?" if fault.fix and fault.code != WRONG_TYPE else ""),
        notes=(fault.note,) if fault.note else (),
        fixes=fixes,
        packs=(pack,) if pack else (),
    )


def _as_written(fault: Fault, source: Source, place: Place) -> str:
    """The fix as it stands in the file: a word in place of quoted text is quoted too."""
    assert fault.fix is not None
    line = source.lines[place.span.line - 1] if source.text else ""
    quoted = line[place.span.column - 1 :][:1] in ("'", '"')
    return written(fault.fix) if quoted and not fault.at_key and fault.code != WRONG_TYPE else fault.fix


class Report:
    """Collects what is wrong."""

    def __init__(self) -> None:
        self.found: list[Diagnostic] = []
        self.texts: dict[str, str] = {}
        """The texts of files, in the order in which findings are told."""
        self.unchecked: dict[str, None] = {}
        """What could not be looked at because of what was found, in words."""
        self._once: set[Key] = set()
        self._held: dict[Key, Diagnostic] = {}

    @property
    def held_back(self) -> tuple[Diagnostic, ...]:
        """Findings that only follow from others, and are not told."""
        return tuple(found for key, found in self._held.items() if key not in self._once)

    def add(self, fault: Fault, source: Source, base: Path = (), pack: str = "", *, code: str = "") -> None:
        """A fault of a value; `code` instead of its own."""
        if not isinstance(source, Setting):
            self.texts.setdefault(source.file, source.text)
        found = diagnostic_of(fault, source, base, pack)
        found = attrs.evolve(found, code=code or found.code)
        self.add_once(found, lambda found: found, fault.hides)

    def add_once(
        self, found: Diagnostic, packs_involved: Callable[[Diagnostic], Diagnostic], hides: Iterable[Fault] = ()
    ) -> None:
        """A finding that several worlds may make; told the first time, with the packs that are involved."""
        key = _key(found)
        if key not in self._once:
            self._once.add(key)
            self.found.append(packs_involved(found))
            for fault in hides:
                # It has no better place than that of what it follows from.
                self._hold_back(Diagnostic(fault.code, fault.message, found.place))

    def hold_back(self, fault: Fault, source: Source, base: Path = ()) -> None:
        """A fault that only follows from others: it is counted, once however many worlds make it, and not told."""
        self._hold_back(diagnostic_of(fault, source, base))

    def _hold_back(self, found: Diagnostic) -> None:
        self._held.setdefault(_key(found), found)

    def arrange(self, files: Iterable[str]) -> None:
        """Lets findings in some files come first, in the order of these."""
        self.texts = {file: self.texts[file] for file in files} | self.texts

    def check(self) -> None:
        """Raises everything that was found, if anything was.

        Raises:
            ContentError: with every diagnostic, in the order of packs, files and lines.
        """
        if self.found:
            raise self.error()

    def error(self) -> ContentError:
        """Everything that was found, as an error."""
        return refusal(self.found, self.texts, self.held_back, tuple(self.unchecked))


def _key(found: Diagnostic) -> Key:
    """What makes two findings one; what there is to choose from may be another in each world."""
    return found.code, found.title, found.place


def together(errors: Sequence[ContentError]) -> ContentError:
    """What was found at several tables as one error."""
    report = Report()
    for error in errors:
        report.texts |= error.sources
        report.unchecked |= dict.fromkeys(error.unchecked)
        for found in error.diagnostics:
            report.add_once(found, lambda found: found)
        for found in error.held_back:
            report._hold_back(found)
    return report.error()


def refusal(
    found: Iterable[Diagnostic], texts: Mapping[str, str], held_back: Sequence[Diagnostic] = (), unchecked: Sequence[str] = ()
) -> ContentError:
    """Findings as an error, with a text that shows them in the order of `texts`, and of lines."""
    ordered = in_order(found, texts)
    more = f"\n\n... and {len(ordered) - MOST_SHOWN} more" if len(ordered) > MOST_SHOWN else ""
    count = "; ".join([counted(len(ordered), "error"), *said_of_the_rest(len(held_back), unchecked)])
    text = f"{render(ordered[:MOST_SHOWN], texts)}{more}\n\n{count}. Nothing was loaded."
    return ContentError(ordered, text, texts, held_back, unchecked)


def said_of_the_rest(held_back: int, unchecked: Sequence[str]) -> Iterator[str]:
    """What the last line says about what is not listed: how much follows from what is, and what was not looked at."""
    if held_back:
        yield f"{counted(held_back, 'follow-up error')} held back"
    named = [*unchecked[:MOST_UNCHECKED], *(["more"] if len(unchecked) > MOST_UNCHECKED else [])]
    if named:
        yield f"not checked yet: {listed(named)}"
