"""The same rules, seed and answers lead to the same game, byte for byte, wherever and beside whatever it is played."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
import sysconfig
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import stoneage_rules as sa
from long_profile import FULL
from play.same_games import GAMES, left_by, left_by_all, new_game
from play.same_games import __file__ as PROGRAM
from sources import ROOT

THREADS = 8
SWITCHES = 1e-5
"""Seconds after which another thread comes; thousands of times in a game."""


@functools.cache
def here() -> str:
    """Returns what the games leave in this process."""
    return left_by_all()


def assert_same(told: str) -> None:
    """Compares with this process, and shows the first line that differs."""
    pairs = zip(here().split("\n"), told.split("\n"), strict=False)
    assert next((pair for pair in pairs if pair[0] != pair[1]), None) is None
    assert told == here()


def started(python: str = sys.executable, hash_seed: str = "random", option: str = "") -> str:
    """Runs the program elsewhere, with the libraries that are used here; returns what it prints."""
    standard = tuple({sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")})
    own = [path for path in sys.path if "site-packages" in path or not path.startswith(standard)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT / "tests"), *own]), "PYTHONHASHSEED": hash_seed}
    done = subprocess.run([python, PROGRAM, option], env=environment, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


def other_pythons() -> list[str]:
    """Returns the Pythons of other versions that stand beside the one in use, or are on the path by their version."""
    folders = [*Path(sys.base_prefix).parent.glob("*/bin"), *map(Path, os.get_exec_path())]
    minors = [minor for minor in range(11, 20) if minor != sys.version_info.minor]
    found = [next((python for folder in folders if runs(python := folder / f"python3.{minor}")), None) for minor in minors]
    return [str(python) for python in found if python]


def runs(python: Path) -> bool:
    """Returns whether there is such a Python, and no shim for one that is not in use."""
    return python.is_file() and not subprocess.run([python, "-V"], capture_output=True, check=False).returncode


@pytest.mark.skipif(not FULL, reason="takes four seconds; use the profile `full`")
def test_every_version_of_python_plays_the_same() -> None:
    others = other_pythons()
    if not others:
        pytest.skip("there is no Python of another version here")
    for python in others:
        assert_same(started(python))


def test_processes_that_were_forked_play_the_same_whatever_the_seed_of_hashes() -> None:
    """The program forks itself, where that can be: this process may have threads, which a fork would not survive."""
    assert_same(started(hash_seed="4242", option="--fork" if hasattr(os, "fork") else ""))


def test_games_that_take_turns_play_as_if_alone() -> None:
    running = [new_game(name, seed) for name in GAMES for seed in (4, 5)]
    while not all(game.is_over for game, _ in running):
        for game, policies in running:
            if not game.is_over:
                seat = game.seat
                game.play(policies[seat](game.state.view(seat), game.legal()))
    assert_same("\n".join(left_by(game) for game, _ in running[::2]))


def test_threads_that_share_rules_play_as_if_alone() -> None:
    """Eight at once, on rules whose tables are empty when they begin."""
    rules = [sa.load(players=players, modules=modules, first_seat=1) for players, modules in GAMES.values()]
    together = threading.Barrier(THREADS)

    def play(number: int) -> str:
        shared = rules[number % len(rules)]
        together.wait(60)
        game = sa.Game(shared, seed=7)
        game.run(sa.policies.make_policies(["random"] * shared.players, seed=7))
        return left_by(game)

    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCHES)
    try:
        with ThreadPoolExecutor(THREADS) as threads:
            told = list(threads.map(play, range(THREADS)))
    finally:
        sys.setswitchinterval(before)
    together = threading.Barrier(1)
    assert told == [play(number) for number in range(len(rules))] * (THREADS // len(rules))
