"""Checks that each effect is in a context that its verb allows.

The values of an effect are checked in `values`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stoneage_rules.language.fields import CONTEXTS, Quantity
from stoneage_rules.language.word import Verb
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.packs.records.parts import PLAIN, parts_of
from stoneage_rules.packs.records.values import records_in
from stoneage_rules.text.wording import either, listed

__all__ = ["belonging_faults"]


Verbs = Mapping[str, type[Verb]]


def belonging_faults(
    made: Any, verbs: Verbs, quantities: Mapping[str, Any], path: Path = (), context: str = ""
) -> Iterator[Fault]:
    """Yields a fault for each effect whose verb, and each quantity whose word, does not belong to its context.

    Args:
        made: a record, an effect or a quantity.
        verbs: the verbs that effects may name.
        quantities: the words of quantities.
        path: the path to it.
        context: the context that it is in.
    """
    if isinstance(made, Verb) and context not in (made.belongs_in() or (context,)):
        yield _elsewhere(made, verbs, path, context)
        return
    if isinstance(made, Quantity):
        belongs = quantities[made.name].belongs.get(made.of) if isinstance(made.of, str) else None
        if belongs is not None and context not in belongs:
            label = f"only effects of {either(CONTEXTS[word] for word in belongs)} know it"
            yield Fault("SA207", "a quantity that means nothing here", label, path=(*path, made.name))
        if isinstance(made.of, Quantity):
            yield from belonging_faults(made.of, verbs, quantities, (*path, made.name), context)
    for part in parts_of(made):
        value = getattr(made, part.name)
        if type(value) not in PLAIN:
            within = part.metadata.get("context") or part.metadata.get("becomes", {}).get(context, context)
            for step, inner in records_in(value):
                yield from belonging_faults(inner, verbs, quantities, (*path, part.key, *step), within)


def _elsewhere(effect: Any, verbs: Verbs, path: Path, context: str) -> Fault:
    places = either(CONTEXTS[word] for word in effect.belongs_in())
    label = f"`{effect.do}` belongs to {places}; here stands {CONTEXTS[context]}"
    help = effect.otherwise or "delete it, or write another verb"
    note = "" if effect.otherwise else "verbs for here are " + listed(word for word in verbs if verbs[word].can_stand_in(context))
    return Fault("SA215", "an effect that does not belong here", label, note, help, path=(*path, "do"))
