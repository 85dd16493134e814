"""Packs that edit the same records, made at random in memory: the order of their listing or calling never matters.

What is said of single packs at odds is tested in `test_conflicts`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import permutations
from pathlib import Path
from string import Template
from typing import Any

import attrs
from hypothesis import assume, event, example, given, settings
from hypothesis import strategies as st

from long_profile import LONG
from packs.toy import CAMP, data_of
from stoneage_rules._version import __version__
from stoneage_rules.errors import ContentError
from stoneage_rules.language.forms import Structurer
from stoneage_rules.packs.build import build_content
from stoneage_rules.packs.content import Content, Pack, Resolution, Settings
from stoneage_rules.packs.diagnostics import Diagnostic
from stoneage_rules.packs.find import PackFiles, parse_source
from stoneage_rules.packs.load_order import check_relations, in_pack_order
from stoneage_rules.packs.operators import OPERATORS
from stoneage_rules.packs.options import read_manifest
from stoneage_rules.packs.report import Report
from units.library import LANGUAGE
from writing import manifest_text

CONFLICT = "SA401"
OFTEN = settings(max_examples=settings().max_examples * (6 if LONG else 2))
NAMES = ("alpha", "beta", "gamma", "delta")

GROUPS = ("resource", "soft", "new", "other")
ELEMENTS = ("roll", "extra", "tool", "gain")
EFFECTS = (
    '{ do = "tool" }',
    '{ do = "gain", good = "wood" }',
    '{ do = "figure", id = "more" }',
    '{ do = "roll", divide = 2, yields = ["clay"] }',
)
GOOD_DEEDS = """
set.value = $n
set.name = "$g"
set.groups = ["$g", "$h"]
adjust.value.add = $m
adjust.value.times = [2, 1]
append.groups = ["$g"]
append.groups = ["$g", "$h"]
drop.groups = ["$g"]
drop.groups = ["$g", "$h"]
insert.groups = { value = "$g", $side = "$h" }
unset = ["$key"]
expect.value = $k|set.value = $n
"""
PLACE_DEEDS = """
set.circles = $n
set.effects = [$e]
set.effects = [$e, $f]
set.again = true
set.effects.roll.divide = $n
set.effects.roll.id = "throw"
set.effects.extra.amount = $n
set.effects.extra.do = "tool"
set.effects.extra.id = "roll"
set.effects.gain.amount = $n
set.figures.exactly = $n
set.figures.at_least = $n
adjust.circles.add = $m
adjust.effects.roll.divide.add = 1
append.effects = [$e]
append.effects = [$e, $f]
append.effects.roll.yields = ["clay"]
drop.effects = ["$x"]
drop.effects = ["$x", "$y"]
insert.effects = { value = $e, $side = "$x" }
insert.effects = { value = $e, $side = "$y" }
unset = ["circles"]
unset = ["effects.extra.id"]
unset = ["figures"]
"""
"""Lines of edits; a bar stands for the end of a line, words after dollars for what is drawn."""
KINDS = {
    "good": (("wood", "clay", "stone"), GOOD_DEEDS, ("value = { min = 4 }", 'groups = ["resource"]'), "value = $n"),
    "location": (
        ("forest", "camp"), PLACE_DEEDS, ("circles = { min = 5 }", 'groups = ["wild"]'), "circles = $n, effects = [$e]"
    ),
}  # fmt: skip
UNTRIED = {word for word in OPERATORS if not re.search(rf"^{word}\b", GOOD_DEEDS + PLACE_DEEDS, re.MULTILINE)}
WHENS = ("", "", "", "when = [{ players = [2] }]\n", "when = [{ players = [3] }]\n")


def test_every_operator_is_tried() -> None:
    assert set() == UNTRIED, "write some lines with it in GOOD_DEEDS and PLACE_DEEDS"


@st.composite
def edits(draw: st.DrawFn, *, doubling: bool = True) -> str:
    """One edit; `doubling` lets in what does something else when it is done twice."""

    def one(values: Sequence[Any]) -> Any:
        return draw(st.sampled_from(values))

    kind = one([*KINDS])
    ids, deeds, wheres, record = KINDS[kind]
    lines = [line for line in deeds.split("\n") if line and (doubling or not re.search("insert|times", line))]
    target = f'target = "{one(ids)}"\n'
    aim = one([target, target, f"where = {{ {one(wheres)} }}\n"])
    word = one(["patch"] * 4 + ["replace", "remove"])
    if word == "patch" or aim != target:
        text = f"[[patch.{kind}]]\n{aim}{one(WHENS)}{one(lines)}\n"
    else:
        text = f'[[{word}.{kind}]]\n{aim}why = "dull"\n' + (f"record = {{ {record} }}\n" if word == "replace" else "")
    (g, h), (x, y), (e, f) = (draw(st.permutations(values))[:2] for values in (GROUPS, ELEMENTS, EFFECTS))
    words = {"n": one(range(2, 7)), "k": one(range(2, 7)), "m": one(range(-2, 4)), "side": one(("after", "before"))}
    key = one(("name", "groups", "value"))
    return Template(text).substitute(words, g=g, h=h, x=x, y=y, e=e, f=f, key=key).replace("|", "\n")


def pack_of(id: str, text: str, kind: str = "house-rules", **more: Any) -> Pack:
    """A pack with one file."""
    manifest_source, source = (
        parse_source(content.encode(), f"{id}/{name}.toml")[0]
        for name, content in (("pack", manifest_text(id, kind, **more)), ("all", text))
    )
    assert manifest_source is not None
    assert source is not None
    files = PackFiles(Path(id), manifest_source, (source,), (), {each.file: each.text for each in (manifest_source, source)})
    manifest = read_manifest(files, Structurer({}, {}), Report())
    return Pack(manifest, files)


BASE = pack_of("base", (CAMP / "camp.toml").read_text("utf-8"), "base")


@attrs.frozen
class Sketch:
    """A pack to be."""

    name: str
    edits: Sequence[str]
    after: Sequence[str] = ()

    def pack(self) -> Pack:
        return pack_of(self.name, "".join(self.edits), requires={"base": ">=1"}, order={"after": list(self.after)})


def built(packs: Sequence[Pack | Sketch], resolve: Sequence[Resolution] = ()) -> tuple[Content | None, Sequence[Diagnostic]]:
    """The content of packs as the loader builds it, or what is wrong."""
    report = Report()
    made = [pack.pack() if isinstance(pack, Sketch) else pack for pack in packs]
    try:
        check_relations(made, __version__, frozenset(), report)
        report.check()
        return build_content(in_pack_order(made), Settings(2, {}, tuple(resolve)), LANGUAGE), ()
    except ContentError as error:
        return None, error.diagnostics


@lru_cache(maxsize=10_000)
def has_no_fault(edit: str) -> bool:
    return not built([BASE, Sketch("alone", [edit])])[1]


SOUND = edits().filter(has_no_fault)
"""Edits that are right where they are alone."""
MOSTLY_SOUND = st.one_of(SOUND, SOUND, SOUND, SOUND, edits())


@st.composite
def pack_sets(draw: st.DrawFn, edit: st.SearchStrategy[str] = MOSTLY_SOUND, most: int = 3) -> list[Sketch]:
    """Two to four packs, some of which declare to come after others; none, if all of their edits are sound."""
    names = NAMES[: draw(st.integers(2, 4))]
    packs = []
    for index, name in enumerate(names):
        after = draw(st.lists(st.sampled_from(names[:index]), unique=True)) if index and edit is MOSTLY_SOUND else []
        packs.append(Sketch(name, draw(st.lists(edit, min_size=edit is SOUND, max_size=most)), after))
    return packs


def conflicts(found: Sequence[Diagnostic]) -> list[Diagnostic]:
    return [diagnostic for diagnostic in found if diagnostic.code == CONFLICT]


def without_order(value: Any) -> Any:
    """With every list sorted: appended elements come in pack order, and are the same in any."""
    if isinstance(value, dict):
        return {key: without_order(item) for key, item in value.items()}
    return sorted(map(without_order, value), key=json.dumps) if isinstance(value, list) else value


@OFTEN
@given(pack_sets(), st.randoms(use_true_random=False))
def test_the_order_in_which_packs_are_listed_never_matters(sketches: list[Sketch], random: Any) -> None:
    listed = [BASE, *sketches]
    outcomes = []
    for _ in range(4):
        content, found = built(listed)
        outcomes.append((None if content is None else list(data_of(content).items()), found))
        random.shuffle(listed)
    event("is refused" if outcomes[0][1] else "loads")
    assert all(other == outcomes[0] for other in outcomes)


@OFTEN
@given(st.lists(st.lists(MOSTLY_SOUND, min_size=1, max_size=2), min_size=2, max_size=3))
def test_what_packs_are_called_never_matters_where_none_comes_after_another(bodies: list[list[str]]) -> None:
    outcomes = []
    for names in permutations(NAMES[: len(bodies)]):
        content, found = built([BASE, *map(Sketch, names, bodies)])
        outcomes.append(None if content is None else without_order(data_of(content)))
        event("loads" if content is not None else "is refused")
        assert (content is None) == (outcomes[0] is None), found
    assert all(other == outcomes[0] for other in outcomes)


WIDE = '[[patch.location]]\nwhere = { groups = ["wild"] }\nset.figures.at_least = 3\n'
BRINGS = '[[patch.location]]\ntarget = "forest"\nset.figures.exactly = 4\n'


@OFTEN
@given(pack_sets(), st.lists(MOSTLY_SOUND, min_size=1, max_size=3))
@example([Sketch("alpha", []), Sketch("beta", [WIDE], ["alpha"])], [BRINGS])
def test_an_unrelated_pack_adds_its_own_messages_and_conflicts_and_changes_no_other(
    sketches: list[Sketch], body: list[str]
) -> None:
    _, before = built([BASE, *sketches])
    _, after = built([BASE, *sketches, Sketch("stranger", body)])
    assert set(before) <= set(after)
    assert all("stranger" in found.packs for found in set(after) - set(before))


@OFTEN
@given(st.lists(edits(doubling=False).filter(has_no_fault), min_size=1, max_size=3))
def test_packs_that_agree_do_not_conflict(body: list[str]) -> None:
    alone, faults = built([BASE, Sketch("alpha", body)])
    both, found = built([BASE, Sketch("alpha", body), Sketch("beta", body)])
    assert not conflicts(found)
    if alone is not None:
        # Adjustments add up, which may be too much: then both are told.
        assert all(diagnostic.packs == ("alpha", "beta") for diagnostic in found)
    else:
        assert both is None, faults


@OFTEN
@given(pack_sets(edit=SOUND))
def test_a_conflict_names_the_lines_of_both_packs(sketches: list[Sketch]) -> None:
    texts = {sketch.name: "".join(sketch.edits).split("\n") for sketch in sketches}
    for conflict in conflicts(built([BASE, *sketches])[1]):
        for pack, place in zip(conflict.packs, (conflict.place, conflict.others[0]), strict=True):
            assert place.file == f"{pack}/all.toml"
            assert place.label.startswith(f"{pack} ")
            line = texts[pack][place.span.line - 1]
            assert re.match(rf"{'|'.join(OPERATORS)}|record|\[\[remove", line), line


@OFTEN
@given(pack_sets(edit=SOUND, most=2), st.data())
def test_the_table_can_settle_every_conflict(sketches: list[Sketch], data: st.DataObject) -> None:
    listed = [BASE, *sketches]
    content, found = built(listed)
    assume([*found] == conflicts(found))
    event(f"{min(len(found), 3)} conflicts")
    winner = data.draw(st.permutations([sketch.name for sketch in sketches]))
    decided: dict[str, str] = {}
    for _ in range(12):
        if not conflicts(found):
            break
        decided |= {conflict.datum: min(conflict.packs, key=winner.index) for conflict in conflicts(found)}
        content, found = built(listed, [Resolution(datum, use) for datum, use in decided.items()])
    assert not conflicts(found)
    if content is not None:
        assert set(content.settled) <= set(decided)
