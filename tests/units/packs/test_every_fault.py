"""A fault at every value, key and word of all packs: each is found, at its line and column.

Faults chosen by hand, with what is said about them, are in `test_loading`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from units.packs.faults import FILES, Fault, diagnostics_with, keys_of, place_of, report_with, scalars_of
from units.packs.independent import gathered, hangs_alone, places_of

WRONG: dict[type, tuple[str, ...]] = {
    str: ("{n}", "true", "{n}.5", "[]", "{{}}", "{year}-12-31"),
    int: ('"{n}"', "true", "{n}.5", "[]", "{{}}", '"seven"'),
    bool: ('"true"', "{n}", "{n}.5", "[]", "{{}}", '"no"'),
}
"""The values put in place of a value of a type: everything that is of another type, in turn; few repeat another."""
EVERY = 1 if os.environ.get("STONEAGE_SLOW") else 3
"""With `STONEAGE_SLOW` every fault is tried, otherwise all that can be tried together, and a part of the others."""
WORD_OR_NUMBER = ("circles", "copies")
"""Keys whose text may as well be a whole number."""


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
            if len(path) == 2 and path[0] in NAMES:
                continue
            yield Fault(file, path, span, key[0] + key)


FREE = {
    # what the author says to people
    "name", "text", "why", "source", "help", "summary", "license",
    # words that are made here: they are wrong only where something refers to them
    "id", "groups", "choices",
}  # fmt: skip
"""Keys whose texts mean nothing to the library."""
NAMES = {
    # keys that are made here
    "options",
    # packs that need not be there
    "optional", "conflicts",
}  # fmt: skip
"""Tables of a manifest with keys that nothing is compared with."""


def wrong_words() -> Iterator[Fault]:
    """Every text that means something, replaced by a word that nothing has: references, verbs, choices, versions."""
    for file, source in FILES.items():
        for number, (path, value, span) in enumerate(scalars_of(source)):
            keys = [step for step in path if isinstance(step, str)]
            if isinstance(value, str) and not FREE & set(keys[-1:]):
                # Each has a word of its own, so that none repeats another.
                yield Fault(file, path, span, f'"zz-nothing-{number}"')


def batches(faults: Iterable[Fault]) -> list[list[Fault]]:
    """The faults in groups of which none hides another: as many at once as are independent.

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


def missed(faults: list[Fault], codes: set[str]) -> list[str]:
    """The faults that are not found where they stand, under one of the codes.

    What a table does not play with is not looked up there; what is missed is tried at the other table, too.
    """
    here = _missed_at(faults, codes, other=False)
    return [str(fault) for fault in _missed_at(here, codes, other=True)] if here else []


def _missed_at(faults: list[Fault], codes: set[str], *, other: bool) -> list[Fault]:
    found: dict[tuple[str, int, int], set[str]] = {}
    for diagnostic in diagnostics_with(faults, other=other):
        found.setdefault(place_of(diagnostic), set()).add(diagnostic.code)
    return [fault for place, fault in places_of(faults).items() if not found.get(place, set()) & codes]


@pytest.mark.parametrize("faults", batches(wrong_values()), ids=len)
def test_a_value_of_another_type_is_found_where_it_stands(faults: list[Fault]) -> None:
    assert missed(faults, {"SA201", "SA207"}) == []


@pytest.mark.parametrize("faults", batches(misspelt_keys()), ids=len)
def test_a_misspelt_key_is_found_where_it_stands(faults: list[Fault]) -> None:
    assert missed(faults, {"SA107", "SA202", "SA203", "SA207"}) == []


@pytest.mark.parametrize("faults", batches(wrong_words()), ids=len)
def test_a_word_that_nothing_has_is_found_where_it_stands(faults: list[Fault]) -> None:
    assert missed(faults, {"SA104", "SA203", "SA205", "SA207", "SA208", "SA209", "SA210"}) == []


def test_every_place_of_the_content_is_tried() -> None:
    values, keys = list(wrong_values()), list(misspelt_keys())
    assert len({fault.place for fault in values}) == len(values) > 1000
    assert len({fault.place for fault in keys}) == len(keys) > 1000
    assert diagnostics_with([]) == diagnostics_with([], other=True) == ()


ALL = [*wrong_values(), *misspelt_keys(), *wrong_words()]
FEW = settings(max_examples=settings().max_examples // 2)
"""Half as many examples as others: the groups above have most of these faults in one run already."""


@FEW
@given(st.lists(st.sampled_from([fault for fault in ALL if not hangs_alone(fault)]), min_size=2, max_size=40))
def test_independent_faults_are_all_told_in_one_run_and_nothing_else(faults: list[Fault]) -> None:
    """Each where it stands, once; at one of two tables where the other does not play with what has it."""
    chosen = gathered(faults)[0]
    told = [Counter(map(place_of, report_with(chosen, other=other).diagnostics)) for other in (False, True)]
    assert {*told[0], *told[1]} == {*places_of(chosen)}
    assert {*told[0].values(), *told[1].values()} == {1}


def has_id(fault: Fault) -> bool:
    """Returns whether the manifest with the fault still says which pack it is of: how packs stand to each other goes by that."""
    return fault.is_manifest and "id" not in fault.path and fault.path != ("pack",)


@FEW
@given(st.lists(st.sampled_from([fault for fault in ALL if has_id(fault)]), max_size=12))
def test_independent_faults_of_manifests_are_all_told_in_one_run(faults: list[Fault]) -> None:
    chosen = (gathered(faults) or [[]])[0]
    told = Counter(place_of(found) for found in report_with(chosen).diagnostics)
    assert {*told} == {*places_of(chosen)}
    assert {*told.values()} <= {1}
