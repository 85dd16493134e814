"""Where effects may stand: every verb says to which lists of effects it belongs, and elsewhere it is refused.

What an effect itself says is looked at in `values`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stoneage_rules.fields import CONTEXTS, EffectSpec
from stoneage_rules.packs.faults import Fault
from stoneage_rules.packs.parts import PLAIN, parts_of
from stoneage_rules.packs.positions import Path
from stoneage_rules.packs.values import records_in
from stoneage_rules.packs.wording import either

__all__ = ["belonging_faults"]


def belonging_faults(made: Any, path: Path = (), context: str = "") -> Iterator[Fault]:
    """Effects that stand where they do not belong; `context` is where the record at hand stands."""
    if isinstance(made, EffectSpec) and context not in (made.belongs_in() or (context,)):
        yield _elsewhere(made, path, context)
        return
    for part in parts_of(made):
        value = getattr(made, part.name)
        if type(value) not in PLAIN:
            within = part.metadata.get("context") or part.metadata.get("becomes", {}).get(context, context)
            for step, inner in records_in(value):
                yield from belonging_faults(inner, (*path, part.key, *step), within)


def _elsewhere(effect: Any, path: Path, context: str) -> Fault:
    places = either(CONTEXTS[word] for word in effect.belongs_in())
    label = f"`{effect.do}` belongs to {places}; here stands {CONTEXTS[context]}"
    help = effect.otherwise or "move it to where it belongs, or write another verb"
    return Fault("SA215", "an effect that does not belong here", label, help=help, path=(*path, "do"))
