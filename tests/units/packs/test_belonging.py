"""Places of effects: what a verb says of itself is what the loader, the schema and the reference hold it to.

What effects do where they stand is tested with the verbs.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import attrs
import jsonschema
import pytest
import tomli

from packs.test_schema import schemas
from stoneage_rules.language.fields import CONTEXTS
from stoneage_rules.language.forms import Structurer
from stoneage_rules.mechanics.locations import WorkplaceTable
from stoneage_rules.mechanics.rounds import StandingTable
from stoneage_rules.packs.parts import belonging_faults
from stoneage_rules.plugin import Verb
from units.library import KINDS
from units.packs.everything import language

STEADY = '{ do = "points", amount = 1 }'
EXAMPLES = {
    "place": "",
    "refresh": "",
    "slide": 'row = "card-row"',
    "pass-first": "",
    "resolve": "",
    "feed": 'good = "food", instead = "resource"',
    "fill": 'row = "card-row"',
    "buy": "",
    "drive-off": 'location = "a", value = "b", to = "c", table = "d", instead = 1',
    "roll": 'divide = 2, yields = ["food"]',
    "pay": f"cost = {{ wood = 1 }}, effects = [{STEADY}]",
    "points": "amount = 1",
    "tool": "",
    "draft": 'row = "card-row"',
    "sweep": 'row = "card-row", to = "discard"',
    "owner": f"effects = [{STEADY}]",
    "chooser": f"effects = [{STEADY}]",
    "seal": 'track = "agriculture"',
}
"""A plain way to write each verb that is at home in few places, and some that can stand anywhere."""
WITHIN = '{ do = "each-seat", effects = [EFFECT] }'
ONE = f'{{ do = "one-of", effects = [EFFECT, {STEADY}] }}'
RECORDS = {
    "set-up": [("set_up", "effects = [EFFECT]"), ("set_up", f"effects = [{WITHIN}]")],
    "phase": [("phase", f"effects = [{STEADY}, EFFECT]")],
    "turn": [("phase", f"effects = [{WITHIN}]"), ("phase", f"effects = [{WITHIN.replace('EFFECT', ONE)}]")],
    "location": [("location", "effects = [EFFECT]"), ("location", f"effects = [{ONE}]")],
    "paid": [("location", 'effects = [{ do = "pay", cost = { wood = 1 }, effects = [EFFECT] }]')],
    "workplace": [("card", "workplace = { circles = 1, effects = [EFFECT] }")],
    "reward": [
        ("card", "effects = [EFFECT]"),
        ("card", f"anytime = [{ONE}]"),
        ("card", 'standing = [{ at_start_of = "placing", effects = [EFFECT] }]'),
        ("dice_table", "faces.3 = [EFFECT]"),
        ("add_on", 'applies = ["card"]\ncost = { gold = 1 }\neffects = [EFFECT]'),
        ("location", f"effects = [{WITHIN}]"),
        ("card", f"workplace = {{ circles = 1, effects = [{WITHIN}] }}"),
    ],
    "placement": [("location", "each_placement = [EFFECT]")],
    "chosen": [("card", 'effects = [{ do = "choose-seat", effects = [EFFECT] }]')],
    "chooser": [
        ("location", 'effects = [{ do = "choose-seat", effects = [{ do = "chooser", effects = [EFFECT] }] }]'),
    ],
}
"""By context, records with an effect there: kind, lines."""


@cache
def validator() -> Any:
    return jsonschema.Draft7Validator(schemas()["content"])


@pytest.mark.parametrize("word", sorted({*EXAMPLES} & {*language().verbs}))
@pytest.mark.parametrize("context", CONTEXTS)
def test_a_verb_stands_where_it_says_and_nowhere_else(word: str, context: str) -> None:
    """Refused exactly outside its contexts, at its own word; the schema refuses nothing else."""
    known = language()
    structurer = Structurer(known.verbs, known.quantities)
    effect = ", ".join(filter(None, [f'do = "{word}"', EXAMPLES[word]]))
    allowed = structurer.structure(tomli.loads(f"x = {{ {effect} }}")["x"], Verb)[0].belongs_in()
    assert {*allowed} <= {*CONTEXTS}
    for kind, lines in RECORDS[context]:
        table = {"id": "a", **tomli.loads(lines.replace("EFFECT", f"{{ {effect} }}"))}
        made, faults = structurer.structure(table, KINDS.model(kind))
        assert not faults
        found = [(fault.code, fault.path[-1]) for fault in belonging_faults(made, known)]
        assert found == ([] if not allowed or context in allowed else [("SA215", "do")])
        if list(validator().iter_errors({kind: [table]})):
            assert found


def test_every_verb_that_is_at_home_in_few_places_is_tried() -> None:
    assert {word for word, verb in language().verbs.items() if verb.belongs} <= {*EXAMPLES}


def test_the_schema_offers_a_verb_only_where_it_belongs() -> None:
    """An editor marks a card that places figures, and does not mind a phase that does."""
    assert list(validator().iter_errors({"card": [{"id": "a", "effects": [{"do": "place"}]}]}))
    assert not list(validator().iter_errors({"phase": [{"id": "a", "effects": [{"do": "place"}]}]}))


def test_every_list_of_effects_of_a_record_says_where_it_is() -> None:
    """A list that did not would take every verb."""

    def lists(kind: Any) -> list[tuple[str, Any]]:
        found = []
        attrs.resolve_types(kind)
        for field in attrs.fields(kind):
            inner = [kind for kind in (StandingTable, WorkplaceTable) if kind.__name__ in str(field.type)]
            found += [pair for each in inner for pair in lists(each)]
            if Verb.__name__ in str(field.type):
                found.append((f"{kind.__name__}.{field.name}", field.metadata["context"]))
        return found

    found = dict(pair for kind in (*KINDS.records.values(), KINDS.item) for pair in lists(kind))
    assert len(found) >= 9
    assert {name for name, context in found.items() if context not in CONTEXTS} == set()
