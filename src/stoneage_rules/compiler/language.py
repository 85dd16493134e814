"""The language of content at a table: the registered words, as packs are handed them."""

from __future__ import annotations

from typing import Any

from stoneage_rules.compiler.contributions import Contributions
from stoneage_rules.kernel.legality import ActionSource
from stoneage_rules.kernel.reasons import DECISION_CHECKS
from stoneage_rules.language.reserved_words import KERNEL_WORDS
from stoneage_rules.language.word import ContentRecord, with_keys
from stoneage_rules.packs.content import Language
from stoneage_rules.packs.records.kinds import Kinds

__all__ = ["LANGUAGE_WORDS", "language_of_words"]

LANGUAGE_WORDS = KERNEL_WORDS


def language_of_words(words: Contributions) -> Language:
    """Returns the language of content under these contributions."""
    sources = [frame for frame in words.frames if issubclass(frame, ActionSource)]
    checks = {check.name for frame in sources for check in (*frame.checks, *getattr(frame, "gates", ()))}
    checks |= {check.name for kind in words.kinds.values() for check in kind.own_checks}
    return Language(
        kinds=_kinds(words),
        verbs=words.verbs,
        quantities=words.quantities,
        counters=words.limits,
        checks=frozenset(checks | set(DECISION_CHECKS)),
        kernel=frozenset({*words.verbs, *(frame.name for frame in words.frames)}),
        words=LANGUAGE_WORDS,
        guard=words.guard,
    )


def _kinds(words: Contributions) -> Kinds:
    """Returns the kinds of record, and of items with the keys that mechanisms add to them."""
    item: Any = next((kind.declares for kind in words.kinds.values() if kind.declares is not None), ContentRecord)
    return Kinds(words.kinds, with_keys(item, tuple(words.keys)))
