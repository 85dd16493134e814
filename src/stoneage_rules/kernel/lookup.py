"""Looks up seats, ids and kinds of action by name, and refuses unknown ones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from stoneage_rules.errors import InvalidAction, UnknownName
from stoneage_rules.kernel.actions import Action, Outcome
from stoneage_rules.kernel.frames import DECISION
from stoneage_rules.text.spelling import suggestion, unknown
from stoneage_rules.text.wording import shortened

if TYPE_CHECKING:
    from stoneage_rules.kernel.catalogue import Catalogue

__all__ = ["check_action", "check_answer", "check_number", "check_seat", "find", "index_of", "is_kind", "unknown_kind"]

Value = TypeVar("Value")


def check_seat(rules: Catalogue, seat: int) -> int:
    """Returns the seat after checking that it exists; other types of whole number, such as those of arrays, become an int.

    Raises:
        UnknownName: there is no such seat, or it is no whole number.
    """
    if type(seat) is int and 0 <= seat < rules.players:
        return seat
    number = seat.__index__() if hasattr(seat, "__index__") else -1
    if not 0 <= number < rules.players:
        raise UnknownName(f"there is no seat {seat!r}; seats are 0 to {rules.players - 1}")
    return number


def check_number(number: int, name: str) -> int:
    """Returns a whole number after checking that it is one; other types of whole number become an int.

    Raises:
        TypeError: it is none.
    """
    if not hasattr(number, "__index__"):
        raise TypeError(f"`{name}` is a whole number, not {number!r}")
    return number.__index__()


def check_action(rules: Catalogue, action: Action) -> Action:
    """Returns the action after checking that it is one of these rules.

    Raises:
        InvalidAction: it is not, such as a text or an action of other rules.
    """
    if not isinstance(action, Action) or action.rules is not rules:
        raise InvalidAction(f"{shortened(repr(action))} is no action of these rules; rules.parse(text) makes one")
    return action


def check_answer(rules: Catalogue, answer: Action | Outcome) -> None:
    """Checks that an answer is an action or outcome of these rules.

    Raises:
        InvalidAction: it is not, such as a text or an action of other rules.
    """
    if not isinstance(answer, (Action, Outcome)) or answer.rules is not rules:
        raise InvalidAction(f"{shortened(repr(answer))} is no action or outcome of these rules; rules.parse(text) makes one")


def index_of(rules: Catalogue, noun: str, id: str) -> int:
    """Returns the index of an id: of a `good`, `track`, `zone`, `mark`, `phase`, `kind`, `place` or `item`.

    Raises:
        UnknownName: nothing of this noun has the id; names the nearest one and what there is.
    """
    return find(noun, id, rules.words[noun])


def find(noun: str, id: str, known: Mapping[str, Value]) -> Value:
    """Returns what an id stands for.

    Raises:
        UnknownName: nothing known has the id; names the nearest one and what there is.
    """
    try:
        return known[id]
    except (KeyError, TypeError):
        raise UnknownName(unknown(noun, id, known)) from None


def is_kind(rules: Catalogue, kind: str) -> bool:
    """Returns True if a decision takes actions of a kind, even if these rules offer none."""
    decisions = (handler for handler in rules.handlers if handler.role == DECISION)
    return kind == "use" or any(kind in decision.shapes or kind in decision.extensions for decision in decisions)


def unknown_kind(rules: Catalogue, kind: str) -> InvalidAction:
    """Returns the error for a word that is no kind of action."""
    return InvalidAction(f"`{shortened(str(kind))}` is no kind of action; {suggestion(str(kind), sorted(rules.kinds_of_action))}")
