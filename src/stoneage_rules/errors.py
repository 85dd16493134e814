"""Every error that the library raises on purpose.

What is *wrong with content* is a diagnostic value (`packs.findings.diagnostics`); this file only carries it to the caller.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stoneage_rules.text.terminal import safe

__all__ = [
    "ContentError",
    "EndlessGame",
    "IllegalAction",
    "InvalidAction",
    "InvalidState",
    "PluginError",
    "RecordError",
    "StoneAgeError",
    "TooManyOptions",
]


class StoneAgeError(Exception):
    """Root of all errors of this library.

    They cross the borders of processes with all that they carry. `str()` has no character that could steer a terminal,
    even where it quotes what strangers wrote.
    """

    def __str__(self) -> str:
        return safe(super().__str__(), lines=True)

    def __reduce__(self) -> tuple[Any, ...]:
        # Python itself would call the class with the message alone, and leave the rest to luck.
        return _revived, (type(self), self.args, dict(self.__dict__))


def _revived(kind: type[StoneAgeError], args: tuple[Any, ...], carried: dict[str, Any]) -> StoneAgeError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(carried)
    return error


class ContentError(StoneAgeError):
    """Packs or a table cannot be loaded.

    `diagnostics` holds every finding of the run (`packs.findings.diagnostics.Diagnostic`), `str()` shows them all, and `sources`
    has the texts of the files that they speak of.  `held_back` are findings that only follow from these and are
    not told, `unchecked` says in words what could not be looked at because of them.
    """

    def __init__(
        self,
        diagnostics: Sequence[Any],
        text: str,
        sources: Mapping[str, str] | None = None,
        held_back: Sequence[Any] = (),
        unchecked: Sequence[str] = (),
    ) -> None:
        super().__init__(text)
        self.diagnostics = tuple(diagnostics)
        self.sources = dict(sources or {})
        self.held_back = tuple(held_back)
        self.unchecked = tuple(unchecked)


class PluginError(StoneAgeError):
    """A plugin is broken: the message names plugin, hook and mend."""


class TooManyOptions(StoneAgeError):
    """Content under which a decision would have more options than can be listed; loading turns it into a diagnostic."""


class EndlessGame(StoneAgeError):
    """Rules by which a game would go on for ever without asking anybody anything; the state is of no use any more."""


class InvalidAction(StoneAgeError, ValueError):
    """Text or a value that cannot be read as an action or outcome; says what was expected there."""


class IllegalAction(StoneAgeError, ValueError):
    """An action or outcome that can be read, but is refused now; the state is unchanged.

    `reasons` are the same values that `state.why_not(action)` returns.
    """

    def __init__(self, message: str, reasons: Sequence[Any] = ()) -> None:
        super().__init__(message)
        self.reasons = tuple(reasons)


class InvalidState(StoneAgeError, ValueError):
    """A saved or written position that cannot exist; says what contradicts what."""


class RecordError(StoneAgeError, ValueError):
    """A record that does not replay.

    `line` is the 1-based line at fault; `game` is the part before it, replayed.
    """

    def __init__(self, message: str, *, line: int, game: Any = None) -> None:
        super().__init__(message)
        self.line = line
        self.game = game
