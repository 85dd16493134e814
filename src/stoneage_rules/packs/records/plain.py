"""Reading values that are no records: strictly of their type, or in a form of their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from stoneage_rules.language.fields import OwnForm
from stoneage_rules.packs.findings.faults import WORDS, wrong_type

__all__ = ["in_its_own_form", "one_of", "strict"]


def strict(scalar: type) -> Callable[[Any, Any], Any]:
    def structure(value: Any, _: Any) -> Any:
        if type(value) is not scalar:
            raise wrong_type(value, WORDS[scalar])
        return value

    return structure


def one_of(value: Any, kind: Any) -> Any:
    members = [member for member in get_args(kind) if member is not type(None)]
    if type(value) not in members:
        raise wrong_type(value, " or ".join(WORDS[member] for member in members))
    return value


def in_its_own_form(value: Any, kind: type[OwnForm]) -> Any:
    faults = list(kind.faults(value))
    if faults:
        raise ExceptionGroup(kind.words, faults)
    return value
