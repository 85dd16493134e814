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
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from long_profile import LONG
from stoneage_rules.packs.content import Content, Pack, Resolution
from stoneage_rules.packs.diagnostics import Diagnostic
from units.packs.toy import built, data_of, pack_of, toy_base
from writing import as_text

CONFLICT = "SA401"
EXAMPLES = settings().max_examples
TIMES = 6 if LONG else 2
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
    """Returns what came of it: every table and its place, or every finding."""
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


@settings(max_examples=TIMES * EXAMPLES)
@given(pack_sets(), st.randoms(use_true_random=False))
def test_the_order_in_which_packs_are_listed_never_matters(sketches: list[Sketch], random: Any) -> None:
    listed = played(sketches)
    expected = outcome(*built(listed))
    event("loads" if isinstance(expected, list) and expected and isinstance(expected[0], tuple) else "is refused")
    for _ in range(3):
        random.shuffle(listed)
        assert outcome(*built(listed)) == expected


@settings(max_examples=TIMES * EXAMPLES)
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


@settings(max_examples=TIMES * EXAMPLES)
@given(pack_sets(), st.lists(MOSTLY_SOUND, min_size=1, max_size=3))
def test_an_unrelated_pack_adds_its_own_messages_and_conflicts_and_changes_no_other(
    sketches: list[Sketch], body: list[Table]
) -> None:
    stranger = pack_of("stranger", as_text(body), requires={"base": ">=1"})
    _, before = built(played(sketches))
    _, after = built([*played(sketches), stranger])
    assert set(before) <= set(after)
    assert all("stranger" in found.packs for found in set(after) - set(before))


@settings(max_examples=TIMES * EXAMPLES)
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


@settings(max_examples=TIMES * EXAMPLES)
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


@settings(max_examples=TIMES * EXAMPLES)
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


PHASES = ("dawn", "noon", "dusk", "night")


def phases(*ids: str) -> Pack:
    tables = [("course", {"id": "day", "phases": list(ids)}), *(("phase", {"id": id, "effects": []}) for id in ids)]
    return pack_of("base", as_text(tables), "base")


def moving(id: str, **side: str) -> list[Table]:
    return [("patch.course", {"target": "base:day", "drop": {"phases": [id]}, "insert": {"phases": {"value": id, **side}}})]


def adding(id: str, **side: str) -> list[Table]:
    insertion = {"target": "base:day", "insert": {"phases": {"value": id, **side}}}
    return [("phase", {"id": id, "effects": []}), ("patch.course", insertion)]


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


def test_phases_stand_in_the_order_of_the_course_and_not_of_the_files() -> None:
    course = ("course", {"id": "day", "phases": ["dusk", "dawn"]})
    base = pack_of("base", as_text([*(("phase", {"id": id, "effects": []}) for id in ("dawn", "dusk")), course]), "base")
    content, found = built([base])
    assert content is not None
    assert ([entry.id for entry in content.of("phase")], found) == (["dusk", "dawn"], ())


def test_a_phase_is_added_moved_and_taken_out_by_edits_of_the_list() -> None:
    assert put({"alpha": adding("dance", before="noon")}) == (["dawn", "dance", "noon", "dusk", "night"], ())
    assert put({"alpha": moving("night", after="dawn")}) == (["dawn", "night", "noon", "dusk"], ())
    gone = [
        ("remove.phase", {"target": "base:noon", "why": "it is too hot"}),
        ("patch.course", {"target": "base:day", "drop": {"phases": ["noon"]}}),
    ]
    assert put({"alpha": gone}) == (["dawn", "dusk", "night"], ())


def test_two_packs_that_insert_after_the_same_phase_are_a_conflict() -> None:
    bodies = {"alpha": adding("dance", after="dawn"), "beta": adding("song", after="dawn")}
    _, (found,) = put(bodies)
    assert (found.code, found.packs, found.datum) == (CONFLICT, ("alpha", "beta"), "course base:day phases")
    assert lines_of(found) == [("alpha", 7), ("beta", 7)]
    assert found.place.label == 'alpha inserts "dance" after "dawn"'
    # Whoever comes last is nearest.
    assert put(bodies, beta="alpha") == (["dawn", "song", "dance", "noon", "dusk", "night"], ())
    assert put(bodies, alpha="beta") == (["dawn", "dance", "song", "noon", "dusk", "night"], ())
    # What the table has decided against never comes, and that is no fault of the pack.
    assert f'datum = "{found.datum}"' in found.help
    assert put(bodies, Resolution(found.datum, "beta")) == (["dawn", "song", "noon", "dusk", "night", "dance"], ())


def test_two_packs_that_move_one_phase_to_different_places_are_a_conflict() -> None:
    bodies = {"alpha": moving("night", before="dusk"), "beta": moving("night", after="dawn")}
    _, (found,) = put(bodies)
    assert (found.code, found.packs) == (CONFLICT, ("alpha", "beta"))
    for pack, order in {"alpha": ["dawn", "noon", "night", "dusk"], "beta": ["dawn", "night", "noon", "dusk"]}.items():
        assert f'use = "{pack}"' in found.help
        assert put(bodies, Resolution(found.datum, pack)) == (order, ())


def test_a_phase_that_stands_in_no_course_is_refused() -> None:
    _, (found,) = put({"alpha": [("phase", {"id": "dance", "effects": []})]})
    assert (found.code, lines_of(found)) == ("SA217", [("alpha", 2)])
    assert 'append.phases = ["dance"]' in found.help


def test_a_phase_that_stands_in_the_course_twice_is_refused() -> None:
    """However it is written."""
    twice = ("course", {"id": "day", "phases": ["dawn", "base:dawn"]})
    _, (found,) = built([pack_of("base", as_text([twice, ("phase", {"id": "dawn", "effects": []})]), "base")])
    assert (found.code, found.title) == ("SA207", "`dawn` stands twice in one list")


def test_a_phase_that_is_removed_must_leave_the_course() -> None:
    _, (found,) = put({"alpha": [("remove.phase", {"target": "base:noon", "why": "it is too hot"})]})
    assert (found.code, lines_of(found)) == ("SA402", [("alpha", 1), ("base", 3)])


# --- what messages of conflicts claim -------------------------------------------------------------------------------


def test_a_conflict_over_a_table_and_a_key_of_it_claims_nothing_about_the_whole() -> None:
    """The figures of the camp are a table; one pack gives it anew, the other sets one number in it."""
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
