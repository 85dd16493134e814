"""Judges what the methods of a plugin's frames answer and push, so that a mistake is told where it is made.

Only methods of plugins are wrapped, once, when the handlers are made; the library's own cost nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from types import GeneratorType
from typing import TYPE_CHECKING, Any

from stoneage_rules.errors import InvalidAction, InvalidState, PluginError
from stoneage_rules.kernel.actions import Action, Outcome, form
from stoneage_rules.kernel.frames import DECISION, MOST_ACTIONS, line_of
from stoneage_rules.kernel.legality import Shortfall
from stoneage_rules.kernel.view import View

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.state import State

__all__ = ["NoOptions", "judged", "pushing"]

Function = Callable[..., Any]
Judge = Callable[[Any, Any], str]
"""Returns what is wrong with a handler's answer; empty if nothing is."""


NOTHING_TO_CHOOSE = "there is no action to choose; do not ask then, or keep one that is always possible, such as to pass"


class NoOptions(PluginError, InvalidState):
    """A seat is asked, and there is nothing that it can choose; in a saved state, the state is to blame."""


def judged(handler: Any, method: str, plugin: str) -> Function:
    """Returns a method of a plugin's frame that refuses its own wrong answers by a `PluginError`."""
    function = getattr(handler, method)
    where = f"plugin {plugin}, frame {handler.name}, {method}"
    if method in ("step", "resume"):
        return pushing(function, where)
    is_own = not all(_is_inherited(handler, each) for each in (method, *MADE_OF.get(method, ())))
    judge = (JUDGES if is_own else INHERITED).get(method)
    must_choose = method == "options" and getattr(handler, "role", None) == DECISION
    if judge is None:
        return function  # type: ignore[no-any-return]

    def call(*args: Any) -> Any:
        answer = function(*args)
        if isinstance(answer, GeneratorType):
            answer = tuple(islice(answer, MOST_ACTIONS + 1))  # it may go on for ever
        wrong = judge(handler, answer)
        if wrong:
            raise PluginError(f"{where}: {wrong}{line_of(function)}")
        if must_choose and not answer and not isinstance(args[0], View):
            raise NoOptions(f"{where}: {NOTHING_TO_CHOOSE}{line_of(function)}")
        return answer

    call.__wrapped__ = function  # type: ignore[attr-defined]
    return call


def _is_inherited(handler: Any, method: str) -> bool:
    """Returns True if a handler has the method from the library's own class."""
    home = next(base for base in type(handler).__mro__ if method in vars(base))
    return home.__module__.startswith("stoneage_rules.")


# --- answers ------------------------------------------------------------------------------------------------------


def _right(handler: Any, answer: Any) -> str:
    return ""


def _wrong_options(handler: Any, answer: Any) -> str:
    if type(answer) is not tuple:
        return f"it must return a tuple of actions, not {_shown(answer)}"
    for action in answer:
        if type(action) is not Action or action.rules is not handler.rules:
            return f"{_shown(action)} is no action of these rules; take them from `self.rules.of_kind(KIND)`"
    return ""


def _wrong_universe(handler: Any, answer: Any) -> str:
    entry: Any = None
    try:
        for entry in answer:
            kind, args, _ = entry
            if kind not in handler.shapes:
                known = ", ".join(handler.shapes) or "it has none"
                return f"it yields the kind {_shown(kind)}, which is none of its `shapes`: {known}"
            if not _reads_back(handler.rules, handler.shapes[kind], args):
                return f"`{kind}` is written `{form(kind, handler.shapes[kind])}`, which {_shown(args)} does not fit"
    except (TypeError, ValueError):
        return f"it must yield a kind, a tuple of arguments and data for each action, not {_shown(entry or answer)}"
    return ""


def _reads_back(rules: Ruleset, shape: Any, args: Any) -> bool:
    """Returns True if arguments are written as text from which they are read again."""
    try:
        return bool(type(args) is tuple and shape.read(shape.write(args), rules.words) == args)
    except (InvalidAction, TypeError, ValueError, IndexError, AttributeError):
        return False


def _wrong_key(handler: Any, answer: Any) -> str:
    try:
        hash(answer)
    except TypeError:
        return f"it must return something that can be hashed, such as a tuple, not {_shown(answer)}"
    return ""


def _wrong_seats(handler: Any, answer: Any) -> str:
    seats = range(handler.rules.players)
    right = type(answer) is tuple and all(type(seat) is int and seat in seats for seat in answer)
    return "" if right else f"it must return a tuple of seats, not {_shown(answer)}"


def _wrong_text(handler: Any, answer: Any) -> str:
    return "" if type(answer) is str else f"it must return a text, not {_shown(answer)}"


def _wrong_shortfalls(handler: Any, answer: Any) -> str:
    wrong = [each for each in answer if type(each) is not Shortfall]
    return f"`explain` of a check must return a Shortfall, not {_shown(wrong[0])}" if wrong else ""


def _wrong_sample(handler: Any, answer: Any) -> str:
    return "" if type(answer) is Outcome else f"it must return an outcome, as `roll_dice` and `draw_one` do, not {_shown(answer)}"


JUDGES: Mapping[str, Judge] = {
    "options": _wrong_options,
    "universe": _wrong_universe,
    "key": _wrong_key,
    "seen_by": _wrong_seats,
    "known_to": _wrong_seats,
    "prompt": _wrong_text,
    "hint": _wrong_text,
    "shortfalls": _wrong_shortfalls,
    "sample": _wrong_sample,
}
"""The judges of answers by the method that gives them."""

INHERITED: Mapping[str, Judge] = {"options": _right, "shortfalls": _wrong_shortfalls}
"""The judges of what the library's own methods make of a plugin's checks."""
MADE_OF = {"options": ("candidates",)}
"""The methods from whose answers others are made."""


def _shown(value: Any) -> str:
    text = f"`{value!r}`"
    return text if len(text) <= 80 else f"{text[:76]}...`"


# --- frames -------------------------------------------------------------------------------------------------------


def pushing(function: Function, where: str) -> Function:
    """Returns a function of a plugin that refuses frames which it pushes or sets aside and which mean nothing.

    Args:
        function: takes the state first.
        where: the plugin and its function, for messages.
    """

    def call(state: State, *args: Any) -> None:
        stack, depth, waiting = state.stack, len(state.stack), len(state.waiting)
        function(state, *args)
        for frame in (*stack[depth:], *state.waiting[waiting:]):
            wrong = _wrong_frame(state.rules, frame)
            if wrong:
                raise PluginError(f"{where}: {wrong}{line_of(function)}")

    call.__wrapped__ = function  # type: ignore[attr-defined]
    return call


def _wrong_frame(rules: Ruleset, frame: Any) -> str:
    """Returns what is wrong with a frame; empty if nothing is."""
    if type(frame) is not tuple or len(frame) < 2 or any(type(number) is not int for number in frame):
        return f"it pushes {_shown(frame)}; a frame is a tuple of whole numbers: kind of frame, seat, and one for each slot"
    if not 0 <= frame[0] < len(rules.handlers):
        return f"it pushes {_shown(frame)}; no kind of frame has the number {frame[0]}: `self.rules.frames[NAME]` is the number"
    if not 0 <= frame[1] < rules.players:
        return f"it pushes {_shown(frame)} for the seat {frame[1]}; seats are 0 to {rules.players - 1}"
    handler = rules.handlers[frame[0]]
    slots = ", ".join(slot.name for slot in handler.progress) or "none"
    if len(frame) != 2 + len(handler.progress):
        return f"it pushes {_shown(frame)}, a frame `{handler.name}` with other numbers than its slots: {slots}"
    return ""
