"""Rules, states and actions go to other threads and processes, and are the same there.

Saving as plain data is proved in `test_saving`.
"""

from __future__ import annotations

import multiprocessing
import pickle
import random
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

import stoneage_rules as sa
from play.elsewhere import AHEAD, in_another_process
from properties.play import play, random_game
from properties.tables import FEW, TABLES, name_of, rules_of
from shipped import HERE


def halfway(name: str, seed: int) -> sa.State:
    """A state in the middle of a random game."""
    state = rules_of(name).initial_state()
    play(state, random.Random(seed), 300)
    return state


@pytest.mark.parametrize("name", [name for name in FEW if name in ("base-4", "style-5", "wild_animals-3")])
def test_another_process_plays_on_as_this_one(name: str) -> None:
    state = halfway(name, 4)
    action, outcome = state.rules.actions[len(state.rules.actions) // 2], state.rules.parse("roll 1 2 3")
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    worker = context.Process(target=in_another_process, args=(there,))
    worker.start()
    here.send(pickle.dumps((state, action, outcome)))
    assert here.poll(60), "the other process gave no answer"
    digest, same, index, given, key, back = here.recv()
    worker.join(60)
    assert worker.exitcode == 0
    assert digest == state.rules.digest
    assert same
    assert index == action.index
    assert given == [str(answer) for answer in play(state, random.Random(9), AHEAD)]
    assert key == state.key()
    assert pickle.loads(back) == state


@pytest.mark.parametrize("name", FEW)
def test_pickles_come_back_as_the_same_values(name: str) -> None:
    rules = rules_of(name)
    assert pickle.loads(pickle.dumps(rules)) is rules
    edition = rules.content.packs[0].manifest.options["edition"].default
    twin = sa.load(**TABLES[name], options={"base": {"edition": edition}})
    assert (twin.digest, twin is rules) == (rules.digest, False), "the same rules, told of another table"
    assert pickle.loads(pickle.dumps(rules)) is rules
    assert pickle.loads(pickle.dumps(twin)) is twin
    for action in rules.actions[:: len(rules.actions) // 40]:
        assert pickle.loads(pickle.dumps(action)) is action
    outcome = rules.initial_state().outcomes()[0][0]
    assert pickle.loads(pickle.dumps(outcome)) is outcome
    state = halfway(name, 3)
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.rules is rules


def test_a_pickle_is_small() -> None:
    """Rules travel as their table and digest, so a state is no more than its numbers."""
    assert len(pickle.dumps(rules_of("base-4"))) < 1000
    assert len(pickle.dumps(halfway("base-4", 3))) < 6000


def test_rules_that_changed_since_are_refused() -> None:
    from stoneage_rules.loading.load import load_again

    with pytest.raises(sa.StoneAgeError, match="the rules have changed"):
        load_again({"players": 2}, "0" * 64)


def test_threads_that_share_rules_play_as_if_alone() -> None:
    """The option tables of fresh rules are filled by several threads at once."""
    name = name_of(HERE, 4)
    seeds = range(12)
    barrier = threading.Barrier(4)
    fresh = sa.load(**TABLES[name], first_seat=1)
    begun = threading.local()

    def game(seed: int) -> tuple[list[str], tuple[Any, ...]]:
        if not hasattr(begun, "together"):
            begun.together = barrier.wait(30)
        state, answers = random_game(fresh, seed)
        return [str(answer) for answer in answers], state.key()

    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(game, seeds))
    barrier = threading.Barrier(1)
    alone = [game(seed) for seed in seeds]
    assert together == alone


def test_copies_share_nothing_that_changes() -> None:
    state = halfway("base-3", 5)
    copies = [state.copy() for _ in range(3)]
    keys = []
    for seed, copy in enumerate(copies):
        play(copy, random.Random(seed), AHEAD)
        keys.append(copy.key())
    assert len({*keys, state.key()}) == 4
    assert halfway("base-3", 5) == state
    for copy, key in zip(copies, keys, strict=True):
        assert copy.key() == key
