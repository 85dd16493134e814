"""Every error that the library raises on purpose.

Errors of content are diagnostics (`packs.diagnostics`), which a `ContentError` carries to the caller.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from types import FunctionType
from typing import TYPE_CHECKING, Any

from stoneage_rules.text import safe, shortened

if TYPE_CHECKING:
    from stoneage_rules.kernel.legality import Reason
    from stoneage_rules.packs.diagnostics import Diagnostic
    from stoneage_rules.play.game import Game


def check_type(value: object, name: str, kinds: type | tuple[type, ...], wanted: str) -> None:
    """Checks an argument of a public function.

    Raises:
        TypeError: it is of no type that it can have.
    """
    if not isinstance(value, kinds):
        raise TypeError(f"`{name}` is {wanted}, not {shortened(repr(value))}")


class StoneAgeError(Exception):
    """Root of all errors of this library.

    They can be pickled with all their attributes. `str()` contains no control characters, even if it quotes texts of strangers.
    """

    def __str__(self) -> str:
        return safe(super().__str__(), lines=True)

    def __reduce__(self) -> tuple[Any, ...]:
        # Python itself would call the class with the message alone.
        return _revived, (type(self), self.args, dict(self.__dict__))


def _revived(kind: type[StoneAgeError], args: tuple[Any, ...], carried: dict[str, Any]) -> StoneAgeError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(carried)
    return error


class ContentError(StoneAgeError, ValueError):
    """Packs or a table cannot be loaded.

    `diagnostics` contains every finding (`packs.diagnostics.Diagnostic`) of the run, `str()` shows them, and `sources` contains
    the texts of their files. `held_back` are consequences of these that are not shown; `unchecked` names the checks that they
    prevented.
    """

    def __init__(
        self,
        diagnostics: Sequence[Diagnostic],
        text: str,
        sources: Mapping[str, str] | None = None,
        held_back: Sequence[Diagnostic] = (),
        unchecked: Sequence[str] = (),
    ) -> None:
        super().__init__(text)
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        self.sources: dict[str, str] = dict(sources or {})
        self.held_back: tuple[Diagnostic, ...] = tuple(held_back)
        self.unchecked: tuple[str, ...] = tuple(unchecked)


class PluginError(StoneAgeError):
    """A plugin is broken: the message names plugin, hook and mend."""


class PolicyError(StoneAgeError):
    """There is no such policy, or it breaks the rules for policies; the message names it."""


class WorkerDied(StoneAgeError):
    """A worker process was killed, or none could start; a study in files keeps the games that it had handed over."""


class TooManyOptions(StoneAgeError):
    """A decision would have more options than can be listed; loading turns this error into a diagnostic."""


class EndlessGame(StoneAgeError):
    """The game would go on forever without a question to any seat; the state can no longer be used."""


class InvalidAction(StoneAgeError, ValueError):
    """A text or value cannot be read as an action or outcome; the message says what was expected."""


class IllegalAction(StoneAgeError, ValueError):
    """An action or outcome is refused now; the state is unchanged.

    `reasons` are the same values that `state.why_not(action)` returns.
    """

    def __init__(self, message: str, reasons: Sequence[Reason] = ()) -> None:
        super().__init__(message)
        self.reasons: tuple[Reason, ...] = tuple(reasons)


class UnknownName(StoneAgeError, ValueError):
    """A seat, an id or a kind is unknown to these rules; the message lists the known ones, and the nearest word."""


class InvalidState(StoneAgeError, ValueError):
    """A saved or written position cannot exist; the message names the contradiction."""


class ListenerError(StoneAgeError):
    """A change of a game succeeded, but then a listener failed: do not repeat the change.

    `errors` lists the errors of the listeners in order; the first is also the cause.
    """

    def __init__(self, errors: Sequence[Exception]) -> None:
        first = "; ".join(f"{type(error).__name__}: {error}" for error in errors)
        super().__init__(f"the step was carried out, but a listener failed: {first}")
        self.errors: tuple[Exception, ...] = tuple(errors)


class RecordError(StoneAgeError, ValueError):
    """A record cannot be replayed.

    `line` is the 1-based line at fault; `game` is the part before it, replayed.
    """

    def __init__(self, message: str, *, line: int, game: Game | None = None) -> None:
        super().__init__(message)
        self.line = line
        self.game = game


# --- doors --------------------------------------------------------------------------------------------------------


def show_at_door(door: str, names: Mapping[str, object]) -> None:
    """Has the functions and errors of a door say that they are at home there, or at the first door if that has them, too.

    Other classes stay: the annotations of their fields are resolved in the module that `__module__` names.
    """
    first: Any = sys.modules["stoneage_rules"]
    own: Any = sys.modules[door]
    for name, value in names.items():
        is_error = isinstance(value, type) and issubclass(value, Exception)
        if name in own.__all__ and (is_error or isinstance(value, FunctionType)):
            value.__module__ = "stoneage_rules" if name in first.__all__ else door


show_at_door("stoneage_rules", vars())
