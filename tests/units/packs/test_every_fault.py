"""A fault at every value, key and word of all packs: each is found, at its line and column.

Which word is offered is tried in `test_loading`, and what is said, in `bad`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from long_profile import FULL
from units.packs.faults import FILES, Fault, Where, gathered, hangs_alone, keys_of, places_of, report_with, scalars_of

WRONG: dict[type, tuple[str, ...]] = {
    str: ("{n}", "true", "{n}.5", "[]", "{{}}", "{year}-12-31"),
    int: ('"{n}"', "true", "{n}.5", "[]", "{{}}", '"seven"'),
    bool: ('"true"', "{n}", "{n}.5", "[]", "{{}}", '"no"'),
}
"""The values put in place of a value of a type: everything that is of another type, in turn; few repeat another."""
EVERY = 1 if os.environ.get("STONEAGE_SLOW") else 3 if FULL else 9
"""With `STONEAGE_SLOW` every fault is tried, otherwise all that can be tried together, and a part of the others."""
WORD_OR_NUMBER = ("circles", "copies")
"""Keys whose text may as well be a whole number."""
FREE = {*"name text chapter why source help summary license".split(), *"id groups choices".split()}
"""Keys whose texts mean nothing to the library: said to people, or made here, and wrong only where something refers to them."""
TOLERANT = ("layout", "places")
"""The kind and key of names that only lint compares: a layout may name a place that another pack takes away."""
NAMES = {"options", "optional", "conflicts"}
"""Tables of a manifest with keys that nothing is compared with: made here, or packs that need not be there."""


def wrong_values() -> Iterator[Fault]:
    """One fault for every scalar, of a kind that changes from one to the next."""
    for file, source in FILES.items():
        for number, (path, value, span) in enumerate(scalars_of(source)):
            texts = tuple(text for text in WRONG[type(value)] if path[-1] not in WORD_OR_NUMBER or text != "{n}")
            yield Fault(file, path, span, texts[number % len(texts)].format(n=number, year=1000 + number))


def misspelt_keys() -> Iterator[Fault]:
    """Every key with its first letter doubled; a number becomes one of two digits."""
    for file, source in FILES.items():
        for path, key, span in keys_of(source):
            if len(path) != 2 or path[0] not in NAMES:
                yield Fault(file, path, span, key[0] + key)


def wrong_words() -> Iterator[Fault]:
    """Every text that means something, replaced by a word that nothing has: references, verbs, choices, versions."""
    for file, source in FILES.items():
        for number, (path, value, span) in enumerate(scalars_of(source)):
            keys = [step for step in path if isinstance(step, str)]
            if isinstance(value, str) and not FREE & {*keys[-1:]} and (keys[0], keys[-1]) != TOLERANT:
                # Each has a separate word, so that none repeats another.
                yield Fault(file, path, span, f'"zz-nothing-{number}"')


SORTS = {
    "values": (wrong_values, "SA201 SA207"),
    "keys": (misspelt_keys, "SA107 SA202 SA203 SA207"),
    "words": (wrong_words, "SA104 SA203 SA205 SA207 SA208 SA209 SA210"),
}
"""Values of another type, misspelt keys, and words that nothing has; and the codes under which they are told."""


def batches(faults: Iterable[Fault]) -> list[list[Fault]]:
    """The faults in groups that do not hide each other: as many at once as are independent.

    Those on which others hang are apart, one for each record.  A kind of item is a table of its own: a fault in it, which
    takes that table away, stands alone.  Of groups that stand apart, one of `EVERY` is tried.
    """
    groups: dict[Any, list[Fault]] = {}
    met: Counter[tuple[Any, ...]] = Counter()
    independent = []
    for fault in faults:
        if not hangs_alone(fault):
            independent.append(fault)
            continue
        alone = fault.path[0] in ("kind", "only_if") or len(fault.path) <= 2
        met[fault.record] += 1
        key = fault if alone and not fault.is_manifest else (fault.is_manifest, fault.path[-1] == "id", met[fault.record])
        groups.setdefault(key, []).append(fault)
    return [*gathered(independent), *[*groups.values()][::EVERY]]


def found_with(faults: list[Fault], *, other: bool = False) -> list[tuple[Where, str]]:
    """Place and code of each finding in the packs with these faults."""
    places = ((found.place, found.code) for found in report_with(faults, other=other).diagnostics)
    return [((place.file, place.span.line, place.span.column), code) for place, code in places]


TRIED = [
    pytest.param(sort, faults, id=f"{sort}-{len(faults)}") for sort, (make, _) in SORTS.items() for faults in batches(make())
]


@pytest.mark.parametrize(("sort", "faults"), TRIED)
def test_a_fault_is_found_where_it_stands(sort: str, faults: list[Fault]) -> None:
    """Tries a fault that one table misses at the other table, too: a table does not look up what it does not play with."""
    missed = faults
    for other in (False, True):
        found = {place for place, code in found_with(missed, other=other) if code in SORTS[sort][1]}
        missed = [fault for place, fault in places_of(missed).items() if place not in found]
        if not missed:
            break
    assert [*map(str, missed)] == []


def test_every_place_of_the_content_is_tried() -> None:
    for make in (wrong_values, misspelt_keys):
        faults = list(make())
        assert len({(fault.file, fault.span.start) for fault in faults}) == len(faults) > 1000
    assert found_with([]) == found_with([], other=True) == []


ALL = [fault for make, _ in SORTS.values() for fault in make()]
BESIDE = [fault for fault in ALL if not hangs_alone(fault)]
OF_MANIFESTS = [fault for fault in ALL if fault.is_manifest and "id" not in fault.path and fault.path != ("pack",)]
"""Those with which a manifest still says which pack it is of: how packs stand to each other goes by that."""
FEW = settings(max_examples=settings().max_examples // 2)
"""Half as many examples as others: the groups above have most of these faults in one run already."""


@FEW
@given(st.lists(st.sampled_from(BESIDE), min_size=2, max_size=40))
def test_independent_faults_are_all_told_in_one_run_and_nothing_else(faults: list[Fault]) -> None:
    """Each where it stands, once; at one of two tables where the other does not play with what has it."""
    chosen = gathered(faults)[0]
    told = [Counter(place for place, _ in found_with(chosen, other=other)) for other in (False, True)]
    assert {*told[0], *told[1]} == {*places_of(chosen)}
    assert {*told[0].values(), *told[1].values()} == {1}


@FEW
@given(st.lists(st.sampled_from(OF_MANIFESTS), min_size=1, max_size=12))
def test_independent_faults_of_manifests_are_all_told_in_one_run(faults: list[Fault]) -> None:
    chosen = gathered(faults)[0]
    assert Counter(place for place, _ in found_with(chosen)) == dict.fromkeys(places_of(chosen), 1)
