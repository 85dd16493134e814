"""Random conditions on places, items and add-ons: whatever they ask, options are the actions against which nothing speaks."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from itertools import islice
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import stoneage_rules as sa
from mechanics.games import read_again
from properties.play import states
from writing import write_pack

STEPS = 400
"""Games are left after so many: where conditions close every card to everybody, they do not end."""
QUANTITIES = {
    'goods = "food"': (0, 12),
    'goods = "wood"': (0, 3),
    'goods = "resource", of = "all"': (0, 12),
    'goods = "wood", of = "most"': (0, 3),
    'track = "agriculture"': (0, 2),
    'round = "now"': (1, 4),
    'seat = "order"': (1, 2),
    'owned = "card"': (0, 2),
    'points = "now"': (0, 20),
}
PLACES = [f'[[patch.location]]\ntarget = "base:{id}"' for id in ("forest", "hut", "hunt", "fields", "card-1", "building")]
ITEMS = [f'[[patch.card]]\ntarget = "base:civ-{number:02}"' for number in range(1, 37)]
ADD_ON = '[[add_on]]\nid = "gift"\napplies = ["card"]\ncost = { wood = 1 }\neffects = [{ do = "points", amount = 3 }]'
DRAFT = '[[patch.location]]\ntarget = "base:hunt"\nappend.effects = [{ do = "draft", row = "card-row" }]'


@st.composite
def rows(draw: st.DrawFn) -> str:
    """One row of `if`, in TOML."""
    quantity = draw(st.sampled_from(sorted(QUANTITIES)))
    least, most = QUANTITIES[quantity]
    number = draw(st.integers(least, most))
    return "{ " + quantity + draw(st.sampled_from((f", min = {number}", f", max = {number}", ", every = 2"))) + " }"


def packed(conditions: Mapping[str, list[str]], sign: str) -> str:
    """Edits that append these rows; those of an add-on are its own."""
    return "\n\n".join(f"{record}\n{sign}if = [{', '.join(asked)}]" for record, asked in conditions.items() if asked)


def load(folder: Path, texts: list[str], *, turned: bool = False) -> sa.Ruleset:
    """The base game with packs of these texts, in this order or the other."""
    packs = [write_pack(folder, {"x.toml": text}, requires="base", id=f"pack-{n}") for n, text in enumerate(texts)]
    return sa.load(players=2, modules=list(map(str, packs[::-1] if turned else packs)))


def check_options(state: sa.State) -> set[str]:
    """Every action is an option, or refused by a check; returns the names of those checks."""
    legal, checks = set(state.legal()), set()
    assert legal
    handler = state.rules.handlers[state.stack[-1][0]]
    for kind in {*handler.shapes, *handler.extensions}:
        for action in state.rules.actions_of(kind)[:60]:
            against = state.why_not(action)
            assert (action in legal) == (not against), action
            checks |= {reason.check for reason in against}
    return checks


@given(
    asked=st.lists(rows(), min_size=8, max_size=8),
    places=st.lists(st.sampled_from(PLACES), unique=True, max_size=2),
    items=st.sets(st.sampled_from(ITEMS), min_size=20),
    is_drafted=st.booleans(),
    seed=st.integers(0, 99),
)
@settings(max_examples=settings().max_examples // 5)
def test_options_are_the_actions_against_which_nothing_speaks(
    asked: list[str], places: list[str], items: set[str], is_drafted: bool, seed: int
) -> None:
    conditions = {record: asked[number % 3 :: 3] for number, record in enumerate([*places, *sorted(items)])}
    own = f"{ADD_ON}\nif = [{asked[0]}]\n\n" + (DRAFT if is_drafted else "")
    parts = [packed(dict(list(conditions.items())[n::2]), "append.") for n in (0, 1)]
    parts = [parts[0], parts[1], packed({record: [asked[-1]] for record in conditions}, "append."), own]
    with tempfile.TemporaryDirectory() as folder:
        rules, other = (load(Path(folder), parts, turned=turned) for turned in (False, True))
        for number, (state, same) in enumerate(islice(zip(states(rules, seed), states(other, seed), strict=True), STEPS)):
            assert state.to_dict()["stack"] == same.to_dict()["stack"]
            if state.is_over or state.is_chance:
                continue
            assert [str(action) for action in state.legal()] == [str(action) for action in same.legal()], "packs in either order"
            if number % 5 == 0 or state.pending.kind in ("draft", "take-or-skip"):
                check_options(state)
            if number % 25 == 0:
                read_again(state)
