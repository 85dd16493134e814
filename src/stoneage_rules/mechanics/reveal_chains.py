"""Items whose own effects turn up further ones: chains of `reveal` that need never end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from stoneage_rules.language.reach import Bounds, Clash, Located
from stoneage_rules.language.word import Verb

__all__ = ["RevealChains", "RevealSource"]


class RevealSource(NamedTuple):
    """Something from which items are turned up and to which they come back."""

    kind: str
    """The kind of item."""
    name: str
    """The zone or the row."""
    is_row: bool
    """True for a row, on which the same item lies first again."""


class RevealChains:
    """The reveals among the effects of items, as far as what they turn up comes back to where it was.

    Args:
        bounds: the content of the table.
        reveals: the effects that turn items up; `source` of each says from where, None if nothing comes back there.
    """

    def __init__(self, bounds: Bounds, reveals: Sequence[Located]) -> None:
        kinds = {kind.id: kind.name for kind in bounds.declared("kind")}
        self._items = {kind.name: bounds.declared(kind.id) for kind in bounds.declared("kind")}
        self._of_kind: dict[str, list[tuple[Located, RevealSource]]] = {}
        for use in reveals:
            source = use.word.source(bounds)
            if source is not None and use.at.kind in kinds and use.path[0] == "effects":
                self._of_kind.setdefault(kinds[use.at.kind], []).append((use, source))
        self._sources = dict.fromkeys(source for uses in self._of_kind.values() for _, source in uses)

    def clashes(self, bounds: Bounds, word: Verb) -> Iterator[Clash]:
        """Yields a clash for a reveal of an item with which a chain goes on that need never end."""
        for source in self._sources:
            certain = self._certain(source)
            if not any(use.word is word and use.at is bounds.here for use in certain[:1]):
                continue
            chain = {other for other in self._after(source) if source in self._after(other)}
            if source in chain and all(map(self._goes_on, chain)):
                yield Clash("SA218", "items that are turned up for ever", (), self._why(source), HELP)
                return

    def _why(self, source: RevealSource) -> str:
        if source.is_row:
            return f"what lies first in `{source.name}` stays there, and is turned up again, and again"
        return f"each {source.kind} turned up from `{source.name}` turns up another item on average, which comes back"

    def _after(self, source: RevealSource) -> set[RevealSource]:
        """Returns the sources from which items may be turned up once one from a source has been."""
        reached: set[RevealSource] = set()
        waiting = [source]
        while waiting:
            further = {other for _, other in self._of_kind.get(waiting.pop().kind, ())} - reached
            reached |= further
            waiting += further
        return reached

    def _certain(self, source: RevealSource) -> list[Located]:
        """Returns the reveals of the items of a source that happen whenever one is turned up, and lead to the source again."""
        uses = self._of_kind.get(source.kind, ())
        return [
            use for use, other in uses
            if len(use.path) == 2 and not use.word.if_ and (other == source or source in self._after(other))
        ]  # fmt: skip

    def _goes_on(self, source: RevealSource) -> bool:
        """Returns whether an item from a source turns up one more, or more than one, on average."""
        copies = {item.shared_name: item.record.count_in_play() for item in self._items[source.kind]}
        count: int = sum(copies[use.at.shared_name] for use in self._certain(source))
        return count > 0 if source.is_row else count >= sum(copies.values())


HELP = "add `to`, so that it leaves, or add items that turn up no other"
