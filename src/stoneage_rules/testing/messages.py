"""Messages of tests: text for people, with diagnostics for other programs if there is a place in a file."""

from __future__ import annotations

from collections.abc import Iterable

import attrs

from stoneage_rules.errors import ContentError, StoneAgeError
from stoneage_rules.packs.findings.diagnostics import Diagnostic, in_order
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.report import diagnostic_of
from stoneage_rules.packs.reading.find import Source

__all__ = ["Message", "in_a_line", "message_of", "messages_of_faults", "raised"]

LONGEST = 160
"""Longest list of choices shown on a line, in characters; the diagnostic has them all."""


@attrs.frozen
class Message:
    """A problem, as text."""

    text: str
    diagnostics: tuple[Diagnostic, ...] = ()
    """The same problem with codes and places, as in `stoneage check`."""

    def __str__(self) -> str:
        return self.text


def in_a_line(fault: Fault) -> str:
    """Formats a fault on one line: the error and the remedy."""
    mend = fault.help or (f"did you mean `{fault.near}`?" if fault.near else _shortened_list(fault.note))
    return "; ".join(filter(None, [fault.label or fault.message, mend]))


def _shortened_list(note: str) -> str:
    """Cuts a note to a length that a line can have, at the end of a word."""
    return note if len(note) <= LONGEST else f"{note[:LONGEST].rpartition(', ')[0]}, ..."


def messages_of_faults(faults: Iterable[Fault], source: Source) -> list[Message]:
    """Returns a message for each fault, with its place in a file, in the order of lines."""
    lines = {diagnostic_of(fault, source): in_a_line(fault) for fault in faults}
    return [
        Message(f"{each.place.file}:{each.place.span.line}:{each.place.span.column}: {lines[each]}", (each,))
        for each in in_order(lines)
    ]


def message_of(error: Exception, before: str = "") -> Message:
    """Returns the message of an exception raised while reading a file or playing a game."""
    return Message(before + raised(error), tuple(error.diagnostics) if isinstance(error, ContentError) else ())


def raised(error: Exception) -> str:
    """Formats an exception on one line, with its point in the game if that was noted."""
    text = str(error) if isinstance(error, StoneAgeError) else f"{type(error).__name__}: {error}"
    return ", ".join([text, *getattr(error, "__notes__", ())])
