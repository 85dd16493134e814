"""Two games that differ only in what a seat cannot know are the same to it, byte for byte: view, question, events, log, record.

A random game is played twice: once as it was, and once with two hidden items, or one hidden number, in each other's place.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import attrs
import pytest

import stoneage_rules as sa
from long_profile import LONG
from properties.play import Answer, random_game
from toy import secrets

TESTS = Path(__file__).parent.parent
PACKS, EXAMPLES = TESTS / "authoring" / "packs", TESTS.parent / "docs" / "examples"


@cache
def rules_of(name: str) -> sa.Ruleset:
    if name == "curios":
        return sa.load(players=3, modules=[str(TESTS / "toy" / "curios")], plugins=[secrets.MECHANISM])
    if name == "hidden-bid":
        folder = EXAMPLES / "stoneage_hidden_bid" / "src"
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(str(folder))
            plugin = import_module("stoneage_hidden_bid.plugin")
        return sa.load(players=3, modules=[str(folder / "stoneage_hidden_bid")], plugins=[plugin])
    return sa.load(players=3, modules=[str(PACKS / pack) for pack in name.split("+") if pack != "base"])


ITEMS = ("base", "hidden-goals", "hidden-goals+tribes", "curios", "hidden-bid")
NUMBERS = ("curios", "hidden-bid")


@attrs.frozen
class Pair:
    """Two games and a seat that cannot tell them from each other, until a number of steps has been taken."""

    rules: sa.Ruleset
    viewer: int
    owner: int
    answers: Sequence[Answer]
    others: Sequence[Answer]
    steps: Sequence[int]
    """How many steps are taken before the two games are compared."""


def told_now(game: sa.Game, seat: int) -> dict[str, Any]:
    """All that a seat is told of the state, as texts."""
    view = game.state.view(seat)
    return {
        "view": json.dumps(view.to_dict()),
        "board": str(view),
        "question": json.dumps(view.pending.to_dict()) if view.pending else None,
        "options": [f"{action} {game.rules.describe(action, view)}" for action in view.legal()],
        "odds": sorted(map(str, view.outcomes())),
        "refusals": [str(reason) for action in game.rules.actions[::97] for reason in view.why_not(action)],
    }


def told_so_far(game: sa.Game, seat: int) -> dict[str, Any]:
    """All that a seat is told of the game: texts that only ever grow, so that the last has whatever stood in those before."""
    listening = game.rules.initial_state(listen=True)
    for _, answer in game.answers():
        listening.apply(answer)
    return {
        "events": [json.dumps(event.for_viewer(seat).to_dict()) for event in listening.events],
        "log": list(map(str, game.log_for(seat))),
        "record": str(game.record.for_seat(seat)),
    }


def assert_alike(pair: Pair) -> None:
    games = [sa.Game(pair.rules, seed=1, auto_chance=False) for _ in range(2)]
    taken = 0
    for step in pair.steps:
        for game, answers in zip(games, (pair.answers, pair.others), strict=True):
            for answer in answers[taken:step]:
                game.play(answer)
        if not taken:
            # Whoever has the secret is told another one from the first.
            one, other = (str(game.record.for_seat(pair.owner)) for game in games)
            assert one != other
        taken = step
        _assert_same(told_now, games, pair.viewer)
    _assert_same(told_so_far, games, pair.viewer)


def _assert_same(told: Callable[[sa.Game, int], dict[str, Any]], games: Sequence[sa.Game], viewer: int) -> None:
    one, other = (told(game, viewer) for game in games)
    for what in one:
        assert one[what] == other[what], f"{what} of seat {viewer} after {len(games[0].answers())} steps"


def steps_between(first: int, end: int) -> list[int]:
    """The first, a middle and the last of some numbers of steps."""
    return sorted({first, (first + end) // 2, end})


# --- items --------------------------------------------------------------------------------------------------------


def hidden_from(state: sa.State, seat: int) -> set[str]:
    """The items of which a seat cannot know where they are: in a bag from which secrets come, or face down before others."""
    rules = state.rules
    if state.is_over:
        return set()
    zones = {rules.zones[zone] for zone in rules.secrets.zones.values() if zone not in rules.queues}
    unseen = {item for zone in zones for item in state.unseen(zone)}
    return unseen.union(*(state.player(other).face_down for other in range(rules.players) if other != seat))


def exchanged(answers: Sequence[Answer], one: str, other: str) -> list[Answer]:
    """The answers with two items in each other's place."""
    places = {one: other, other: one}
    found: list[Answer] = []
    for answer in answers:
        if not answer.args or (one not in answer.args and other not in answer.args):
            found.append(answer)
            continue
        order = answer.rules.item_ids.index
        args = sorted((places.get(arg, arg) for arg in answer.args), key=order)
        found.append(answer.rules.parse(f"{answer.kind} {', '.join(args)}"))
    return found


def known_from(states: Sequence[sa.State], seat: int) -> dict[str, int]:
    """By item, the first number of steps after which a seat can have seen it lie somewhere; all steps if it never can."""
    known: dict[str, int] = {}
    for step, state in enumerate(states):
        for item in {*state.rules.item_ids} - hidden_from(state, seat):
            known.setdefault(item, step)
    return {item: known.get(item, len(states) - 1) for item in states[0].rules.item_ids}


def item_pairs(rules: sa.Ruleset, seed: int) -> Iterator[Pair]:
    """Yields games with two items exchanged, of which another seat has one face down."""
    _, answers = random_game(rules, seed)
    states = [rules.initial_state()]
    for answer in answers:
        states.append(states[-1].after(answer))
    kind_of = {item.id: item.kind for item in rules.items}
    for viewer in range(rules.players):
        known = known_from(states, viewer)
        for owner in (seat for seat in range(rules.players) if seat != viewer):
            held = {item for state in states[:-1] for item in state.player(owner).face_down}
            for item in sorted(held):
                first = next(step for step, state in enumerate(states) if item in state.player(owner).face_down)
                candidates = [id for id, kind in kind_of.items() if id != item and kind == kind_of[item] and known[id] > first]
                for other in sorted(candidates, key=lambda id: (-known[id], id))[:2]:
                    last = min(known[item], known[other]) - 1
                    if last >= first:
                        steps = steps_between(first, last)
                        yield Pair(rules, viewer, owner, answers, exchanged(answers, item, other), steps)


@pytest.mark.parametrize("name", ITEMS)
def test_games_that_differ_in_hidden_items_are_alike(name: str) -> None:
    source, compared = random.Random(name), 0
    for seed in range(12 if LONG else 2):
        pairs = list(item_pairs(rules_of(name), seed))
        for pair in sorted(pairs, key=lambda pair: source.random())[: 40 if LONG else 2]:
            assert_alike(pair)
            compared += 1
    assert compared == 2 * 2 or LONG


# --- numbers ------------------------------------------------------------------------------------------------------


def number_pairs(rules: sa.Ruleset, seed: int, source: random.Random) -> Iterator[Pair]:
    """Yields games in which one seat has answered with another number that only it sees, until that is opened."""
    _, answers = random_game(rules, seed)
    state = rules.initial_state()
    for step, answer in enumerate(answers):
        blind = [seat for seat in range(rules.players) if seat not in state.seen_by(answer)]
        if blind and not state.is_chance and len(state.legal()) > 1 and answer.kind == "bid":
            owner = state.seat
            assert owner is not None
            others = [option for option in state.legal() if option.kind == "bid" and option is not answer]
            if others:
                changed = [*answers]
                changed[step] = others[int(source.random() * len(others))]
                opened, ahead = step + 1, state.after(answer)
                while ahead.waiting and opened < len(answers):
                    ahead.apply(answers[opened])
                    opened += 1
                for viewer in blind:
                    yield Pair(rules, viewer, owner, answers, changed, steps_between(step + 1, opened - 1))
        state.apply(answer)


@pytest.mark.parametrize("name", NUMBERS)
def test_games_that_differ_in_a_hidden_number_are_alike(name: str) -> None:
    source, compared = random.Random(name), 0
    for seed in range(12 if LONG else 3):
        pairs = list(number_pairs(rules_of(name), seed, source))
        for pair in sorted(pairs, key=lambda pair: source.random())[: 40 if LONG else 2]:
            assert_alike(pair)
            compared += 1
    assert compared == 3 * 2 or LONG
