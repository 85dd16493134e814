"""Moments of a game as tests name them: `end-of-round`, or the start or end of a phase with the phase's id behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar

from stoneage_rules.language.fields import OwnForm
from stoneage_rules.packs.findings.faults import WORDS, Fault, unknown_word, wrong_type

__all__ = ["END_OF_PHASE", "END_OF_ROUND", "START_OF_PHASE", "MomentForm"]

START_OF_PHASE, END_OF_PHASE, END_OF_ROUND = "start-of-phase", "end-of-phase", "end-of-round"


class MomentForm(OwnForm):
    """A moment, or the start or end of a phase."""

    words = "text"
    key: ClassVar[str]
    """The key under which it stands."""
    plain: ClassVar[tuple[str, ...]]
    """The moments without a phase."""
    of_phases: ClassVar[tuple[str, ...]] = (START_OF_PHASE, END_OF_PHASE)

    @classmethod
    def faults(cls, value: Any) -> Iterator[Fault]:
        if type(value) is not str:
            yield wrong_type(value, WORDS[str])
        elif value.strip() in cls.of_phases:
            yield Fault(
                "SA207", "a moment without its phase", "which phase?", help=f'write `{cls.key} = "{value.strip()} PHASE"`'
            )
        elif not re.fullmatch(cls._pattern(), value):
            known = (*cls.plain, *(f"{word} PHASE" for word in cls.of_phases))
            yield unknown_word("SA207", "a moment that does not exist", value, known, "moment")

    @classmethod
    def schema(cls, ids: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        known = [*cls.plain, *(f"{word} {id}" for word in cls.of_phases for id in ids.get("phase", ()))]
        return {"anyOf": [{"enum": known}, {"type": "string", "pattern": f"^({cls._pattern()})$"}]}

    @classmethod
    def _pattern(cls) -> str:
        return f"({'|'.join(cls.plain)})|({'|'.join(cls.of_phases)}) +[^ ].*"
