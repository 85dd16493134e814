"""Tracks with effects of every advance, no matter who moves the marker."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from dealt import resolved
from mechanics.games import read_again
from stoneage_rules.plugin import Phrases
from stoneage_rules.testing import legal_texts, play
from writing import base_with

TRACKS = """
[[track]]
id = "fame"
top = 3
each_advance = [{ do = "choose", of = "resource" }, { do = "points", amount = 2 }, { do = "advance", track = "echo" }]

[[track]]
id = "echo"
top = 9
each_advance = [{ do = "gain", good = "food" }]

[[score]]
id = "renown"
count = { track = "fame" }
times = { track = "echo" }

[[location]]
id = "stage"
circles = 3
figures = { at_least = 1, at_most = 3 }
effects = [{ do = "advance", track = "fame", steps = STEPS }, { do = "gain", good = "gold" }]
"""


def on_stage(steps: str, before: int = 0) -> sa.State:
    """Seat 0 has resolved two figures on the stage."""
    rules = base_with(TRACKS.replace("STEPS", steps))
    return resolved(rules, "stage", count=2, tracks={"fame": before}, goods={"food": 0})


@pytest.mark.parametrize(("steps", "before", "after"), [
    ("1", 0, 1), ("2", 0, 2), ("2", 2, 3), ("1", 3, 3), ('{ figures = "all" }', 0, 3),
])  # fmt: skip
def test_an_advance_brings_the_same_however_far_and_at_the_end_too(steps: str, before: int, after: int) -> None:
    state = on_stage(steps, before)
    assert (state.track(0, "fame"), state.player(0).points, state.good(0, "gold")) == (after, 0, 0), "the choice comes first"
    brought = [frame for frame in state.to_dict()["stack"] if frame[0] == "effects" and frame[3] != "stage"]
    assert [frame[4] for frame in brought] == [0], "what an advance brings knows no number of figures"
    saved = read_again(state)
    assert legal_texts(saved) == ("take 1 wood", "take 1 clay", "take 1 stone", "take 1 gold")
    play(saved, "take 1 wood")
    assert (saved.good(0, "wood"), saved.player(0).points, saved.track(0, "echo")) == (1, 2, 1)
    assert (saved.good(0, "food"), saved.good(0, "gold"), saved.seat) == (1, 1, 1), "then what stood after the advance"


def test_what_an_advance_brings_is_told_where_it_stands() -> None:
    rules = base_with(TRACKS.replace("STEPS", "2"))
    told = rules.service(Phrases).effects(rules.place("stage").effects)
    assert told == "2 forward on fame (with 1 of any resource, 2 points, 1 forward on echo (with 1 food)), 1 gold"


@pytest.mark.parametrize("circle", [
    {"fame": "fame"}, {"fame": "echo", "echo": "fame"},
])  # fmt: skip
def test_an_advance_that_would_never_end_is_refused(circle: dict[str, str]) -> None:
    text = "".join(
        f'[[track]]\nid = "{track}"\ntop = 9\n'
        f'each_advance = [{{ do = "all-of", effects = [{{ do = "tool" }}, {{ do = "advance", track = "{other}" }}] }}]\n'
        for track, other in circle.items()
    )
    with pytest.raises(sa.ContentError) as refused:
        base_with(text)
    assert [found.code for found in refused.value.diagnostics] == ["SA211"]
    assert "advances without an end" in str(refused.value)


def test_a_pack_that_edits_what_an_advance_brings() -> None:
    edit = """
[[patch.track]]
target = "base:agriculture"
append.each_advance = [{ do = "points", amount = 1 }]
why = "farmers are praised"
"""
    state = resolved(base_with(edit), "fields")
    assert (state.track(0, "agriculture"), state.player(0).points) == (1, 1)
    plain = sa.load(players=2)
    assert plain.digest != state.rules.digest
