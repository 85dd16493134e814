"""Packs that edit the same records, made at random: the order in which they are listed or called never matters.

Single operators and their messages are not tested here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from typing import Any

import attrs
import pytest
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from packs.toy import as_text, built, data_of, pack_of, toml, toy_base
from stoneage_rules.packs.content import Content, Pack, Resolution
from stoneage_rules.packs.findings.diagnostics import Diagnostic

CONFLICT = "SA401"
EXAMPLES = settings().max_examples
NAMES = ("alpha", "beta", "gamma", "delta")

GOODS = ("wood", "clay", "stone")
NUMBERS = st.integers(2, 6)
GROUPS = st.sampled_from(["resource", "soft", "new", "other"])
ELEMENTS = st.sampled_from(["roll", "extra", "tool", "gain"])
EFFECTS = st.sampled_from(
    [
        {"do": "tool"},
        {"do": "gain", "good": "wood"},
        {"do": "figure", "id": "more"},
        {"do": "roll", "divide": 2, "yields": ["clay"]},
    ]
)


def one_of_sets(*tables: dict[str, st.SearchStrategy[Any]]) -> st.SearchStrategy[dict[str, Any]]:
    return st.one_of([st.fixed_dictionaries(table) for table in tables])


AFTER_OR_BEFORE = st.sampled_from(["after", "before"])


@st.composite
def inserted(draw: st.DrawFn, values: st.SearchStrategy[Any], neighbours: st.SearchStrategy[str]) -> dict[str, Any]:
    return {"value": draw(values), draw(AFTER_OR_BEFORE): draw(neighbours)}


GOOD_DEEDS = st.one_of(
    st.fixed_dictionaries({"set": one_of_sets({"value": NUMBERS}, {"name": GROUPS}, {"groups": st.lists(GROUPS, max_size=2)})}),
    st.fixed_dictionaries({"adjust": one_of_sets({"value": st.one_of(
        st.fixed_dictionaries({"add": st.integers(-2, 3)}), st.just({"times": [2, 1]})
    )})}),
    st.fixed_dictionaries({"append": one_of_sets({"groups": st.lists(GROUPS, min_size=1, max_size=2)})}),
    st.fixed_dictionaries({"drop": one_of_sets({"groups": st.lists(GROUPS, min_size=1, max_size=2, unique=True)})}),
    st.fixed_dictionaries({"insert": one_of_sets({"groups": inserted(GROUPS, GROUPS)})}),
    st.fixed_dictionaries({"unset": st.sampled_from([["name"], ["groups"], ["value"]])}),
    st.fixed_dictionaries({"expect": one_of_sets({"value": NUMBERS}), "set": one_of_sets({"value": NUMBERS})}),
)  # fmt: skip
PLACE_DEEDS = st.one_of(
    st.fixed_dictionaries({"set": st.one_of(
        one_of_sets({"circles": NUMBERS}, {"effects": st.lists(EFFECTS, max_size=2)}, {"again": st.booleans()}),
        one_of_sets({"effects": one_of_sets(
            {"roll": one_of_sets({"divide": NUMBERS}, {"id": st.just("throw")})},
            {"extra": one_of_sets({"amount": NUMBERS}, {"do": st.just("tool")}, {"id": st.just("roll")})},
            {"gain": one_of_sets({"amount": NUMBERS})},
        )}),
        one_of_sets({"figures": one_of_sets({"exactly": NUMBERS}, {"at_least": NUMBERS})}),
    )}),
    st.fixed_dictionaries({"adjust": one_of_sets(
        {"circles": st.fixed_dictionaries({"add": st.integers(-2, 3)})},
        {"effects": st.fixed_dictionaries({"roll": st.just({"divide": {"add": 1}})})},
    )}),
    st.fixed_dictionaries({"append": one_of_sets(
        {"effects": st.lists(EFFECTS, min_size=1, max_size=2)},
        {"effects": st.just({"roll": {"yields": ["clay"]}})},
    )}),
    st.fixed_dictionaries({"drop": one_of_sets({"effects": st.lists(ELEMENTS, min_size=1, max_size=2, unique=True)})}),
    st.fixed_dictionaries({"insert": one_of_sets({"effects": inserted(EFFECTS, ELEMENTS)})}),
    st.fixed_dictionaries({"unset": st.sampled_from([["circles"], ["effects.extra.id"], ["figures"]])}),
)  # fmt: skip
WHENS = st.sampled_from([{}, {}, {}, {"when": [{"players": [2]}]}, {"when": [{"players": [3]}]}])
Table = tuple[str, dict[str, Any]]


@st.composite
def edits(draw: st.DrawFn, *, doubling: bool = True) -> Table:
    """One edit; `doubling` lets in what does something else when it is done twice."""
    kind, ids, deeds = draw(st.sampled_from([("good", GOODS, GOOD_DEEDS), ("location", ("forest", "camp"), PLACE_DEEDS)]))
    aims = [st.sampled_from(ids).map(lambda id: {"target": id})]
    wheres = (
        [{"groups": ["wild"]}, {"circles": {"min": 5}}]
        if kind == "location"
        else [{"value": {"min": 4}}, {"groups": ["resource"]}]
    )
    aim = draw(st.one_of(*aims, *aims, st.sampled_from(wheres).map(lambda where: {"where": where})))
    word = draw(st.sampled_from(["patch", "patch", "patch", "patch", "replace", "remove"]))
    if word == "patch" or "target" not in aim:
        deed = draw(deeds)
        doubles = "insert" in deed or "times" in json.dumps(deed)
        deed = deed if doubling or not doubles else {"append": {"groups": ["new"]}}
        return f"patch.{kind}", {**aim, **draw(WHENS), **deed}
    if word == "remove":
        return f"remove.{kind}", {**aim, "why": "too much"}
    record = (
        {"value": draw(NUMBERS)} if kind == "good" else {"circles": draw(NUMBERS), "effects": draw(st.lists(EFFECTS, max_size=2))}
    )
    return f"replace.{kind}", {**aim, "why": "dull", "record": record}


@lru_cache(maxsize=10_000)
def has_no_fault(text: str) -> bool:
    return not built([toy_base(), pack_of("alone", text, requires={"base": ">=1"})])[1]


SOUND = edits().filter(lambda edit: has_no_fault(as_text([edit])))
"""Edits that are right where they are alone."""
MOSTLY_SOUND = st.one_of(SOUND, SOUND, SOUND, SOUND, edits())


@attrs.frozen
class Sketch:
    """A pack to be."""

    name: str
    text: str
    after: tuple[str, ...] = ()

    def pack(self) -> Pack:
        order = {"order": {"after": list(self.after)}} if self.after else {}
        return pack_of(self.name, self.text, requires={"base": ">=1"}, **order)


@st.composite
def pack_sets(
    draw: st.DrawFn, *, ordered: bool = True, edit: st.SearchStrategy[Table] = MOSTLY_SOUND, most: int = 3
) -> list[Sketch]:
    """Two to four packs, some of which declare to come after others."""
    names = NAMES[: draw(st.integers(2, 4))]
    packs = []
    for index, name in enumerate(names):
        after = draw(st.lists(st.sampled_from(names[:index]), unique=True)) if index and ordered else []
        text = as_text(draw(st.lists(edit, max_size=most)))
        packs.append(Sketch(name, text, tuple(after)))
    return packs


def outcome(content: Content | None, found: Sequence[Diagnostic]) -> Any:
    """What came of it: every table and its place, or every finding."""
    return list(found) if content is None else list(data_of(content).items())


def played(sketches: Sequence[Sketch]) -> list[Pack]:
    return [toy_base(), *(sketch.pack() for sketch in sketches)]


def conflicts(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    return [diagnostic for diagnostic in found if diagnostic.code == CONFLICT]


def without_order(value: Any) -> Any:
    """With every list sorted: appended elements come in pack order, and are the same in any."""
    if isinstance(value, dict):
        return {key: without_order(item) for key, item in value.items()}
    return sorted(map(without_order, value), key=json.dumps) if isinstance(value, list) else value


@settings(max_examples=5 * EXAMPLES)
@given(pack_sets(), st.randoms(use_true_random=False))
def test_the_order_in_which_packs_are_listed_never_matters(sketches: list[Sketch], random: Any) -> None:
    listed = played(sketches)
    expected = outcome(*built(listed))
    event("loads" if isinstance(expected, list) and expected and isinstance(expected[0], tuple) else "is refused")
    for _ in range(3):
        random.shuffle(listed)
        assert outcome(*built(listed)) == expected


@settings(max_examples=6 * EXAMPLES)
@given(st.lists(st.lists(MOSTLY_SOUND, min_size=1, max_size=2), min_size=2, max_size=3))
def test_what_packs_are_called_never_matters_where_none_comes_after_another(bodies: list[list[Table]]) -> None:
    outcomes = []
    for names in permutations(NAMES[: len(bodies)]):
        packs = [pack_of(name, as_text(body), requires={"base": ">=1"}) for name, body in zip(names, bodies, strict=True)]
        content, found = built([toy_base(), *packs])
        outcomes.append(None if content is None else without_order(data_of(content)))
        event("loads" if content is not None else "is refused")
        assert (content is None) == (outcomes[0] is None), found
    assert all(other == outcomes[0] for other in outcomes)


@settings(max_examples=6 * EXAMPLES)
@given(pack_sets(), st.lists(MOSTLY_SOUND, min_size=1, max_size=3))
def test_an_unrelated_pack_adds_its_own_messages_and_conflicts_and_changes_no_other(
    sketches: list[Sketch], body: list[Table]
) -> None:
    stranger = pack_of("stranger", as_text(body), requires={"base": ">=1"})
    _, before = built(played(sketches))
    _, after = built([*played(sketches), stranger])
    assert set(before) <= set(after)
    assert all("stranger" in found.packs for found in set(after) - set(before))


@settings(max_examples=4 * EXAMPLES)
@given(st.lists(edits(doubling=False).filter(lambda edit: has_no_fault(as_text([edit]))), min_size=1, max_size=3))
def test_packs_that_agree_do_not_conflict(body: list[Table]) -> None:
    twins = [pack_of(name, as_text(body), requires={"base": ">=1"}) for name in NAMES[:2]]
    alone, faults = built([toy_base(), twins[0]])
    both, found = built([toy_base(), *twins])
    assert not conflicts(found)
    if alone is not None:
        # Adjustments add up, which may be too much: then both are told.
        assert all(diagnostic.packs == ("alpha", "beta") for diagnostic in found)
    else:
        assert both is None, faults


@settings(max_examples=6 * EXAMPLES)
@given(pack_sets(ordered=False, edit=SOUND))
def test_a_conflict_names_the_lines_of_both_packs(sketches: list[Sketch]) -> None:
    listed = played(sketches)
    for conflict in conflicts(built(listed)[1]):
        sides = (conflict.place, conflict.others[0])
        assert [place.file for place in sides] == [f"{pack}/all.toml" for pack in conflict.packs]
        texts = {pack.id: pack.files.content[0].lines for pack in listed}
        for pack, place in zip(conflict.packs, sides, strict=True):
            assert place.label.startswith(f"{pack} ")
            line = texts[pack][place.span.line - 1]
            assert line.split(" = ")[0] in ("set", "adjust", "append", "drop", "insert", "unset", "record") or line.startswith(
                "[[remove"
            )


@settings(max_examples=6 * EXAMPLES)
@given(pack_sets(ordered=False, edit=SOUND, most=2), st.data())
def test_the_table_can_settle_every_conflict(sketches: list[Sketch], data: st.DataObject) -> None:
    listed = played(sketches)
    _, found = built(listed)
    others = [diagnostic for diagnostic in found if diagnostic.code != CONFLICT]
    assume(not others)
    event(f"{min(len(conflicts(found)), 3)} conflicts")
    winner = data.draw(st.permutations([sketch.name for sketch in sketches]))
    decided: dict[str, str] = {}
    content = None
    for _ in range(12):
        for conflict in conflicts(found):
            datum = conflict.datum
            decided[datum] = min(conflict.packs, key=winner.index)
        content, found = built(listed, resolve=[Resolution(datum, use) for datum, use in decided.items()])
        if not conflicts(found):
            break
    assert not conflicts(found)
    if content is not None:
        assert content.settled <= set(decided)


def test_the_winner_of_a_settled_conflict_has_its_value() -> None:
    packs = [
        pack_of(name, as_text([("patch.good", {"target": "wood", "set": {"value": value}})]), requires={"base": ">=1"})
        for name, value in (("alpha", 7), ("beta", 8), ("gamma", 9))
    ]
    for index, pack in enumerate(packs):
        content, found = built([toy_base(), *packs], resolve=[Resolution("good base:wood value", pack.id)])
        assert not found
        assert content is not None
        assert data_of(content)["good base:wood"]["value"] == 7 + index
        assert content.settled == {"good base:wood value"}


def test_a_settled_removal_keeps_the_record_or_takes_it() -> None:
    remover = pack_of("alpha", as_text([("remove.good", {"target": "stone", "why": "too heavy"})]), requires={"base": ">=1"})
    setter = pack_of("beta", as_text([("patch.good", {"target": "stone", "set": {"value": 9}})]), requires={"base": ">=1"})
    for use, kept in (("alpha", None), ("beta", 9)):
        content, found = built([toy_base(), remover, setter], resolve=[Resolution("good base:stone", use)])
        assert not found
        assert content is not None
        assert data_of(content).get("good base:stone", {}).get("value") == kept


def test_where_reads_what_its_pack_knows_of() -> None:
    """An unrelated pack changes what would fit; the edit stays with what fitted."""
    setter = pack_of("alpha", as_text([("patch.good", {"target": "stone", "set": {"value": 1}})]), requires={"base": ">=1"})
    picker = pack_of(
        "beta",
        as_text([("patch.good", {"where": {"value": {"min": 5}}, "append": {"groups": ["dear"]}})]),
        requires={"base": ">=1"},
    )
    content, found = built([toy_base(), setter, picker])
    assert not found
    assert content is not None
    goods = data_of(content)
    assert goods["good base:stone"]["groups"] == ["dear"]
    assert "dear" not in goods["good base:clay"]["groups"]


def test_a_number_that_only_two_packs_together_make_impossible_names_both() -> None:
    packs = [
        pack_of(
            name, as_text([("patch.location", {"target": "camp", "adjust": {"circles": {"add": 60}}})]), requires={"base": ">=1"}
        )
        for name in ("alpha", "beta")
    ]
    assert not built([toy_base(), packs[0]])[1]
    (found,) = built([toy_base(), *packs])[1]
    assert found.packs == ("alpha", "beta")
    assert {place.file for place in (found.place, *found.others)} == {"alpha/all.toml", "beta/all.toml"}


def test_two_records_put_beside_the_same_one_are_a_conflict() -> None:
    base = pack_of("base", as_text([("phase", {"id": "act", "effects": []})]), "base")
    packs = [
        pack_of(name, as_text([("phase", {"id": name, "after": "base:act", "effects": []})]), requires={"base": ">=1"})
        for name in ("alpha", "beta")
    ]
    (found,) = built([base, *packs])[1]
    assert (found.code, found.packs) == (CONFLICT, ("alpha", "beta"))
    ordered = pack_of("beta", packs[1].files.content[0].text, requires={"base": ">=1"}, order={"after": ["alpha"]})
    content, faults = built([base, packs[0], ordered])
    assert not faults
    assert content is not None
    assert [entry.id for entry in content.of("phase")] == ["act", "beta", "alpha"]
    assert attrs.has(type(content.settings))
    assert toml({"a": [1, True, "x"]}) == '{ a = [1, true, "x"] }'


PHASES = ("dawn", "noon", "dusk", "night")


def phases(*ids: str) -> Pack:
    return pack_of("base", as_text([("phase", {"id": id, "effects": []}) for id in ids]), "base")


def moving(id: str, **sets: str) -> Table:
    return "patch.phase", {"target": id, "set": sets}


def adding(id: str, **sides: str) -> Table:
    return "phase", {"id": id, **sides, "effects": []}


def put(bodies: dict[str, list[Table]], *resolve: Resolution, **after: str) -> tuple[list[str], tuple[Diagnostic, ...]]:
    """The phases in their order, and what is found: the same however the packs are listed."""
    packs = [phases(*PHASES)]
    for name, body in bodies.items():
        order = {"order": {"after": [after[name]]}} if name in after else {}
        packs.append(pack_of(name, as_text(body), requires={"base": ">=1"}, **order))
    outcomes = []
    for listed in permutations(packs):
        content, found = built(listed, resolve=resolve)
        outcomes.append(([] if content is None else [entry.id for entry in content.of("phase")], found))
    assert all(other == outcomes[0] for other in outcomes)
    return outcomes[0]


def lines_of(found: Diagnostic) -> list[tuple[str, int]]:
    return [(place.file.partition("/")[0], place.span.line) for place in (found.place, *found.others)]


def test_two_packs_that_put_one_record_on_different_sides_are_a_conflict() -> None:
    bodies = {"alpha": [moving("night", before="dusk")], "beta": [moving("night", after="dawn")]}
    _, (found,) = put(bodies)
    assert (found.code, found.packs) == (CONFLICT, ("alpha", "beta"))
    assert lines_of(found) == [("alpha", 3), ("beta", 3)]
    assert found.place.label == "alpha puts `night` before `dusk`"
    assert put(bodies, beta="alpha") == (["dawn", "night", "noon", "dusk"], ())
    assert put(bodies, alpha="beta") == (["dawn", "noon", "night", "dusk"], ())
    first, second = found.help.index('after = ["beta"]'), found.help.index('after = ["alpha"]')
    assert "then it stands before `dusk`" in found.help[first:second]
    assert "then it stands after `dawn`" in found.help[second:]


@pytest.mark.parametrize(
    ("bodies", "orders"),
    [
        (
            {"alpha": [moving("night", before="dusk")], "beta": [moving("night", after="dawn")]},
            {"alpha": ["dawn", "noon", "night", "dusk"], "beta": ["dawn", "night", "noon", "dusk"]},
        ),
        (
            {"alpha": [moving("night", before="noon")], "beta": [adding("dance", before="noon")]},
            {"alpha": ["dawn", "dance", "night", "noon", "dusk"], "beta": ["dawn", "night", "dance", "noon", "dusk"]},
        ),
        (
            {name: [adding(name, after="dawn")] for name in ("alpha", "beta")},
            {
                "alpha": ["dawn", "alpha", "beta", "noon", "dusk", "night"],
                "beta": ["dawn", "beta", "alpha", "noon", "dusk", "night"],
            },
        ),
    ],
)
def test_the_table_decides_who_stands_where(bodies: dict[str, list[Table]], orders: dict[str, list[str]]) -> None:
    """By the lines that the message of the conflict prints."""
    _, (found,) = put(bodies)
    assert f'datum = "{found.datum}"' in found.help
    for pack, order in orders.items():
        assert f'use = "{pack}"' in found.help
        assert put(bodies, Resolution(found.datum, pack)) == (order, ())
    _, (still,) = put(bodies, Resolution(found.datum, "nobody"))
    assert still == found
    first, second = found.help.index("1. in alpha"), found.help.index("3. in the table file")
    assert "then" in found.help[first:second]


def test_what_the_table_has_decided_about_neighbours_is_settled() -> None:
    """So that no lint calls the decision idle; a third that claims the place is still at odds with both that lost."""
    packs = [phases(*PHASES), *(pack_of(n, as_text([adding(n, after="dawn")]), requires={"base": ">=1"}) for n in NAMES[:3])]
    decision = Resolution("phase base:dawn next.after", NAMES[0])
    content, found = built(packs[:3], resolve=(decision,))
    assert not found
    assert content is not None
    assert content.settled == {decision.datum}
    assert [diagnostic.packs for diagnostic in built(packs, resolve=(decision,))[1]] == [NAMES[1:3]]


def test_a_record_moved_and_one_added_beside_the_same_are_a_conflict_of_those_who_wrote_it() -> None:
    bodies = {"alpha": [moving("night", before="noon")], "beta": [adding("dance", before="noon")]}
    _, (found,) = put(bodies)
    assert (found.code, found.packs) == (CONFLICT, ("alpha", "beta"))
    assert lines_of(found) == [("alpha", 3), ("beta", 3)]
    # Whoever comes last is nearest.
    assert put(bodies, beta="alpha") == (["dawn", "night", "dance", "noon", "dusk"], ())
    assert put(bodies, alpha="beta") == (["dawn", "dance", "night", "noon", "dusk"], ())


@pytest.mark.parametrize(
    ("body", "lines"),
    [
        ([adding("one", after="two"), adding("two", after="one")], [3, 8]),
        ([moving("noon", after="night"), moving("night", after="noon")], [3, 7]),
        ([adding("one", after="two"), adding("two", before="three"), adding("three", after="one")], [3, 8, 13]),
        ([adding("one", before="one")], [3]),
    ],
)
def test_a_circle_of_neighbours_is_refused_with_every_line(body: list[Table], lines: list[int]) -> None:
    _, (found,) = put({"alpha": body})
    assert (found.code, found.packs) == ("SA207", ("alpha",))
    assert sorted(lines_of(found)) == [("alpha", line) for line in lines]


def test_a_circle_that_two_packs_make_together_is_a_conflict_and_a_fault_of_the_later_one() -> None:
    bodies = {"alpha": [moving("noon", after="night")], "beta": [moving("night", before="noon", name="Night")]}
    _, (found,) = put(bodies)
    assert (found.code, found.packs, lines_of(found)) == (CONFLICT, ("alpha", "beta"), [("alpha", 3), ("beta", 3)])
    _, (found,) = put(bodies, beta="alpha")
    assert (found.code, found.packs, lines_of(found)) == ("SA207", ("alpha", "beta"), [("alpha", 3), ("beta", 3)])


@pytest.mark.parametrize(
    "body", [[adding("dance", after="dawn", before="night")], [moving("night", after="dawn", before="dusk")]]
)
def test_both_sides_on_one_record_are_refused(body: list[Table]) -> None:
    _, (found,) = put({"alpha": body})
    assert (found.code, found.title) == ("SA207", "a phase with both `after` and `before`")
    assert len(found.others) == 1


def test_what_a_pack_says_twice_is_wrong_whatever_another_makes_of_it() -> None:
    both = [adding("dance", after="dawn", before="night")]
    mender = ("patch.phase", {"target": "alpha:dance", "unset": ["before"]})
    packs = [
        phases(*PHASES),
        pack_of("alpha", as_text(both), requires={"base": ">=1"}),
        pack_of("beta", as_text([mender]), requires={"alpha": ">=1"}),
    ]
    assert [found.code for found in built(packs)[1]] == ["SA207"]


@pytest.mark.parametrize("sides", [{"after": "noon"}, {"before": "night"}])
def test_a_record_moved_to_where_it_stands_is_without_effect(sides: dict[str, str]) -> None:
    _, (found,) = put({"alpha": [moving("dusk", **sides)]})
    assert (found.code, lines_of(found)) == ("SA305", [("alpha", 3)])


def test_a_record_held_to_another_that_moves_is_not_without_effect() -> None:
    assert put({"alpha": [moving("noon", after="night"), moving("dusk", after="noon")]}) == (
        ["dawn", "night", "noon", "dusk"],
        (),
    )


def test_records_of_the_same_id_beside_the_same_one_are_told_apart() -> None:
    bodies = {name: [adding("dance", after="dusk")] for name in ("alpha", "beta")}
    _, (found,) = put(bodies)
    first, second = found.help.index('after = ["beta"]'), found.help.index('after = ["alpha"]')
    assert "then that of alpha comes first" in found.help[first:second]
    assert "then that of beta comes first" in found.help[second:]


def test_a_record_takes_along_what_stands_beside_it() -> None:
    bodies = {"alpha": [adding("dance", after="song"), adding("song", before="dusk")], "beta": [moving("dusk", after="dawn")]}
    assert put(bodies) == (["dawn", "song", "dance", "dusk", "noon", "night"], ())


def test_packs_that_agree_on_a_neighbour_are_both_at_odds_with_a_third() -> None:
    """Whichever of the two is listed first, the third has no order with both."""
    agreeing = [moving("night", before="noon")]
    for names in permutations(NAMES[:3]):
        bodies = dict(zip(names, [agreeing, agreeing, [adding("dance", before="noon")]], strict=True))
        _, found = put(bodies, **{names[2]: names[0]})
        assert [diagnostic.code for diagnostic in found] == [CONFLICT]
        assert set(found[0].packs) == {names[1], names[2]}


# --- what messages of conflicts claim -------------------------------------------------------------------------------


def test_a_conflict_over_a_table_and_a_key_of_it_claims_nothing_about_the_whole() -> None:
    """What the camp takes is a table; one pack gives it anew, the other sets one number in it."""
    whole = {"target": "base:camp", "unset": ["figures"], "set": {"figures": {"at_most": 3}}}
    part = {"target": "base:camp", "set": {"figures": {"exactly": 1}}}
    packs = [
        pack_of(name, as_text([("patch.location", edit)]), requires={"base": ">=1"})
        for name, edit in (("alpha", part), ("beta", whole))
    ]
    (found,) = [found for found in built([toy_base(), *packs])[1] if found.code == CONFLICT]
    assert found.datum == "location base:camp figures"
    assert found.place.label == "alpha sets `figures.exactly` to 1"
    assert [place.label for place in found.others] == ["beta sets it to { at_most = 3 }", "in base it is { exactly = 2 }"]
    assert "then it is 1" not in found.help
    assert "then it is { at_most = 3 }" in found.help
    assert "adjust" not in found.help


def test_three_packs_at_one_place_cannot_be_settled_by_naming_one() -> None:
    packs = [phases(*PHASES), *(pack_of(n, as_text([adding(n, after="dawn")]), requires={"base": ">=1"}) for n in NAMES[:3])]
    found = built(packs)[1]
    assert [diagnostic.code for diagnostic in found] == [CONFLICT] * 3
    assert not any("resolve" in diagnostic.help for diagnostic in found)
