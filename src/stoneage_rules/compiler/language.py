"""What content may say: the kernel's verbs, quantities, counters and checks, as the packs are handed them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stoneage_rules.kernel.frames import Frame
from stoneage_rules.kernel.legality import DECISION_CHECKS, Decision
from stoneage_rules.language.reserved_words import KERNEL_WORDS
from stoneage_rules.mechanics.limits import Limit
from stoneage_rules.mechanics.verbs import Verb
from stoneage_rules.packs.content import Language

__all__ = ["LANGUAGE_WORDS", "kernel_language"]

LANGUAGE_WORDS = KERNEL_WORDS


def kernel_language(
    verbs: Mapping[str, type[Verb]],
    quantities: Mapping[str, Any],
    limits: Mapping[str, type[Limit]],
    frames: Sequence[type[Frame]],
) -> Language:
    """The language of content under these verbs, quantities, limits and frames."""
    checks = {check for frame in frames if issubclass(frame, Decision) for check in frame.checks}
    return Language(
        verbs=verbs,
        quantities=quantities,
        counters=tuple(limits),
        checks=frozenset(checks | set(DECISION_CHECKS)),
        kernel=frozenset({*verbs, *(frame.name for frame in frames)}),
        words=LANGUAGE_WORDS,
    )
