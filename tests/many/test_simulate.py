"""`sa.simulate`: many games, the same for any worker or process, and shares with their intervals."""

from __future__ import annotations

import json
import os
import random
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from statistics import fmean, pstdev

import attrs
import pytest

import stoneage_rules as sa
from shipped import HERE
from stoneage_rules.many import simulation
from stoneage_rules.policies import play_on, random_policy


def test_players_move_on_by_one_seat_from_game_to_game():
    played = sa.simulate({"players": 3}, 6, makers=["sensible", "random", "random"], seed=4)
    assert [game.seed for game in played.games] == [*range(4, 10)]
    assert [game.seating.index(0) for game in played.games] == [0, 1, 2, 0, 1, 2]
    for game in played.games:
        assert game.policies == tuple(played.players[player].policy for player in game.seating)
    assert [(tally.policy, tally.seats, tally.fair) for tally in played.by_player] == [
        ("sensible", 1, 1 / 3),
        ("random", 2, 2 / 3),
    ]
    sensible, scores = played.by_player[0], [game.scores[game.seating.index(0)] for game in played.games]
    assert (sensible.mean, sensible.spread) == (fmean(scores), pstdev(scores))
    assert (sensible.lowest, sensible.highest) == (min(scores), max(scores))


@pytest.mark.parametrize(("players", "modules"), [(2, []), (4, HERE)])
def test_a_game_is_the_one_that_a_game_with_its_seed_plays(players, modules):
    rules = sa.load(players=players, modules=modules)
    played = sa.simulate(rules, 4, makers="random", seed=11)
    for result in played.games:
        game = sa.Game(rules, result.seed, skip_forced=True)
        game.run(sa.policies.make_policies(result.policies, result.seed))
        assert (result.scores, result.winners, result.round) == (game.state.scores, game.state.winners, game.state.round)
        assert result.ending in ("the game ended", *(sentence.text for sentence in game.sentences()))


def test_neither_executors_nor_chunks_make_a_difference():
    play, heard = partial(sa.simulate, {"players": 2}, 12, makers="random", seed=5), []
    alone = play()
    with ThreadPoolExecutor(2) as pool:
        for workers in (1, 3):
            assert play(executor=pool, workers=workers, on_game=heard.append) == alone
    assert heard == [*alone.games, *alone.games]


@attrs.frozen
class Present:
    """A maker of policies that leaves a file by the number of its process."""

    folder: Path

    def __call__(self, seed: int) -> sa.Policy:
        (self.folder / str(os.getpid())).touch()
        return random_policy(seed)


def test_workers_are_processes_of_their_own(tmp_path):
    """The games are the same for any worker."""
    alone = sa.simulate({"players": 2}, 2, makers=Present(tmp_path), seed=5)
    assert [file.name for file in tmp_path.iterdir()] == [str(os.getpid())]
    shared = sa.simulate({"players": 2}, 2, makers=Present(tmp_path), seed=5, workers=2)
    assert shared.games == alone.games
    assert len(list(tmp_path.iterdir())) > 1


def test_processes_threads_and_a_cluster_write_the_same_bytes(tmp_path):
    play = partial(sa.simulate, {"players": 2}, 12, makers="random", seed=5)
    play(out=tmp_path / "alone")
    play(out=tmp_path / "processes", workers=2)
    with ThreadPoolExecutor(2) as threads:
        play(out=tmp_path / "threads", workers=2, executor=threads)
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        play(out=tmp_path / "cluster", workers=2, executor=client.get_executor())
    for path in tmp_path.iterdir():
        assert path.read_bytes() == (tmp_path / "alone").read_bytes(), path.name


def test_makers_and_tables_say_who_plays():
    assert [seat.policy for seat in sa.simulate(None, 1, makers=random_policy, seed=1).players] == [
        "stoneage_rules.policies:random_policy"
    ] * 4
    table = sa.Table(players=2, seats=[sa.Seat(name="Ada", policy="person")])
    played = sa.simulate(table, 1, seed=1)
    version = sa.policies.version_of("sensible")
    assert played.players == (
        sa.Seat(name="Ada", policy="sensible", version=version),
        sa.Seat(policy="sensible", version=version),
    )
    named = sa.simulate(table, 1, seed=1, makers=["random", "sensible"])
    assert [(tally.name, tally.policy) for tally in named.by_player] == [("Ada", "random"), ("", "sensible")]


def test_a_shared_victory_counts_in_part():
    [result] = sa.simulate({"players": 2}, 1, makers="random", seed=1).games
    shared = sa.many.GameResult.from_dict(result.to_dict() | {"winners": [0, 1]})
    assert [shared.victory(seat) for seat in (0, 1)] == [0.5, 0.5]
    played = sa.many.Simulation("", "", 1, (sa.Seat(name="A"), sa.Seat(name="B")), (shared, shared))
    assert [(tally.victories, tally.share.value) for tally in played.by_player] == [(1, 0.5), (1, 0.5)]
    assert sa.many.Simulation.from_dict(json.loads(json.dumps(played.to_dict()))) == played


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({"games": 0}, "`games` is at least 1, not 0"),
        ({"makers": ["random"]}, "`makers` needs one for each player: 2, not 1"),
        ({"seed": -1}, "a seed is 0 or more, not -1"),
        ({"workers": 0}, "at least one worker is needed, not 0"),
        ({"makers": "brilliant"}, "no policy is called `brilliant`"),
    ],
)
def test_what_cannot_be_played(more, told):
    with pytest.raises(ValueError, match=told):
        sa.simulate(sa.load(players=2), **{"games": 2, **more})


def failing(seed):
    """A policy that fails in the third game."""
    return random_policy(seed) if seed >> 8 < 12 else None


def test_games_before_an_error_are_told():
    for workers in (1, 2):
        heard = []
        with ThreadPoolExecutor(2) as pool, pytest.raises(sa.PolicyError, match="failing` returns None for a seed"):
            sa.simulate({"players": 2}, 20, makers=failing, seed=10, on_game=heard.append, executor=pool, workers=workers)
        assert [game.number for game in heard] == [0, 1]


# --- what fails in a game ------------------------------------------------------------------------------------------


def broken(seed):
    """A policy that fails at its first choice."""

    def breaks(view, legal):
        raise KeyError(view.round)

    return breaks


def cheating(seed):
    return lambda view, legal: view.rules.parse("place hut 1")


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize(("maker", "kind", "doing"), [(broken, KeyError, "raised"), (cheating, sa.IllegalAction, "chosen")])
def test_an_error_in_a_game_tells_the_game_and_whose_policy_it_was(maker, kind, doing, workers):
    with pytest.raises(kind) as raised:
        sa.simulate({"players": 2}, 2, makers=["random", maker], seed=5, workers=workers)
    notes = raised.value.__notes__
    assert notes[:2] == [
        f"{doing} by the policy of seat 1",
        f"game 0, seed 5, by seat: random, {__name__}:{maker.__name__}",
    ]
    assert len(notes) == 1 + workers
    if workers > 1:
        assert re.match(r"(?s)Traceback .* in (breaks|choice_of)\n", notes[2])


def test_an_endless_game_tells_the_game_and_who_sat_where(monkeypatch):
    monkeypatch.setattr(simulation, "LONGEST", 30)
    with pytest.raises(sa.EndlessGame, match=r"^game 0, seed 5, by seat: random, sensible: not over after 30 steps, in round 2$"):
        sa.simulate({"players": 2}, 2, makers=["random", "sensible"], seed=5)


SCRIPT = """
import stoneage_rules as sa
try:
    sa.simulate({"players": 2}, 2, makers="random", workers=2)
except sa.WorkerDied as error:
    print(error)
"""


@pytest.mark.parametrize("piped", [False, True])
def test_a_script_that_cannot_be_imported_again_is_told_how_to_write_it(tmp_path, piped):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    with script.open() as source:
        done = subprocess.run(
            [sys.executable, "-" if piped else script], stdin=source, capture_output=True, text=True, check=True
        )
    assert done.stdout.startswith("no worker process could start: ")
    assert 'under `if __name__ == "__main__":`' in done.stdout


# --- what is given for a policy -----------------------------------------------------------------------------------


def unseen(seed):
    """A policy that other processes do not find: one of this name is not in this module there."""
    return random_policy(seed)


unseen.__qualname__ = "not_there"

TWO = {"players": 2}
CALLS = {
    "simulate": lambda **more: sa.simulate(TWO, 2, **more),
    "study": lambda **more: sa.study(TWO, 2, **more),
    "compare": lambda **more: sa.compare(TWO, TWO, 2, **more),
}


def first(view, legal):
    return legal[0]


lambda_choice = lambda view, legal: legal[0]  # noqa: E731 - it has the name of a lambda


def inner_first():
    def choose(view, legal):
        return legal[0]

    return choose


NO_MAKERS = {
    "a policy": (
        random_policy(1),
        r"^policy `_choose_any` is called with a seed .*, but it takes \(view: .*, such as `sa.policies.sensible_policy`$",
    ),
    "a function": (
        first,
        r"^policy `first` .*, but it takes \(view, legal\); .* give a maker: `def make\(seed\): return first`$",
    ),
    "a lambda": (lambda_choice, r"^policy `<lambda>` .* give a maker: `def make\(seed\): return choose`$"),
    "an inner function": (
        inner_first(),
        r"^policy `inner_first.<locals>.choose` .*give the function that makes it: `inner_first`\?$",
    ),
    "a maker without a seed": (inner_first, r"^policy `inner_first` .*, but it takes \(\); give it the parameter `seed`$"),
    "an object": (
        sa.policies.sensible_policy(1),
        r"^policy `Sensible` .*, but it takes \(view: .*`sa.policies.sensible_policy`$",
    ),
    "any arguments": (lambda *given: given[1][0], r"cannot be made: IndexError"),
    "nothing made": (lambda seed: None, r"returns None for a seed, where a policy belongs"),
    "no function": ([1, 2], r"is 1, where a function belongs that takes a seed and returns a policy"),
}


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize(("given", "told"), NO_MAKERS.values(), ids=NO_MAKERS)
def test_what_makes_no_policy_is_told_in_a_sentence(call, given, told):
    with pytest.raises(sa.PolicyError, match=told):
        call(makers=given)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_what_is_neither_a_maker_nor_a_list_is_told(call):
    with pytest.raises(
        TypeError, match=r"^`makers` is a policy's name or a function that makes it of a seed, or a list .*, not 3$"
    ):
        call(makers=3)


class Bot:
    """A maker with a setting."""

    def __init__(self, level):
        self.level = level

    def __call__(self, seed):
        return random_policy(seed + self.level)

    @classmethod
    def plain(cls, seed):
        return random_policy(seed)

    make = __call__


def leveled(seed, level=0, note=None):
    return random_policy(seed + level)


def closure(level):
    return lambda seed: random_policy(seed + level)


def names_of_players(*makers):
    return [seat.policy.rpartition(":")[2] for seat in sa.simulate({"players": len(makers)}, 2, makers=makers, seed=1).players]


def test_a_maker_with_keywords_has_the_name_that_makes_it_again():
    note = 'a "b"\n'
    makers = [partial(leveled, level=1), partial(partial(leveled, level=2), level=3, note=note), partial(leveled)]
    played = sa.simulate({"players": 3}, 3, makers=makers, seed=1)
    assert [seat.policy.rpartition(":")[2] for seat in played.players] == [
        "leveled(level=1)",
        'leveled(level=3, note="a \\"b\\"\\n")',
        "leveled",
    ]
    for result in played.games:
        game = sa.Game(sa.load(players=3), result.seed, skip_forced=True)
        game.run(result.policies)
        assert game.state.scores == result.scores


class EmptyArray:
    """Shown and compared as empty arrays of numpy are."""

    __hash__ = None

    def __str__(self):
        return "[]"

    def __eq__(self, other):
        raise ValueError("the truth value of an empty array is ambiguous")


def test_a_keyword_that_options_cannot_say_is_left_out_of_the_name():
    for note in (EmptyArray(), (1, 2), None, float("nan")):
        assert names_of_players(partial(leveled, note=note), "random") == ["leveled(...)", "random"]
    assert names_of_players(partial(leveled, 5), "random")[0] == "leveled(...)"


@pytest.mark.parametrize("make", [Bot, closure, lambda level: partial(leveled, note=object()), lambda level: Bot(level).make])
def test_different_makers_with_one_name_are_different_players(make):
    one, other = make(1), make(2)
    name, second, again = names_of_players(one, other, one)
    assert (name[:-1], second, again) == (second[:-1], f"{second[:-1]}2", name)
    assert name.endswith(" #1")
    found = sa.compare(TWO, TWO, 2, makers=[one, other], seed=1)
    assert [row.name.rpartition(" ")[2] for row in found.shares][:4] == ["0", "1", "#1", "#2"], "endings follow"
    with pytest.raises((sa.PolicyError, sa.UnknownName)):
        sa.policies.make_policy(found.one.players[0].policy, 1)


def test_one_maker_is_one_player_by_its_name_and_in_person():
    here = Bot(3)
    assert set(names_of_players(here.make, here.make)) == {"Bot.__call__(...)"}
    for function, name in ((leveled, "leveled"), (Bot.plain, "Bot.plain"), (partial(leveled, level=1), "leveled(level=1)")):
        assert set(names_of_players(function, f"{__name__}:{name}")) == {name}
    assert names_of_players("random", "random") == ["random"] * 2


def test_a_policy_instead_of_its_maker_leaves_no_folder(tmp_path):
    with pytest.raises(sa.PolicyError, match="is called with a seed"):
        sa.study(TWO, 2, to=tmp_path / "new", form="csv", makers=random_policy(1))
    assert not (tmp_path / "new").exists()
    with pytest.raises(sa.PolicyError, match="is called with a seed"):
        sa.policies.make_policies([random_policy(1)] * 2, 1)


@pytest.mark.parametrize("maker", [random_policy, sa.policies.sensible_policy, sa.policies.thoughtful_policy, lambda seed: None])
def test_a_maker_instead_of_its_policy_is_told_in_a_sentence(maker):
    rules = sa.load(TWO)
    for play in (
        lambda: sa.Game(rules, seed=1).run(maker),
        lambda: sa.Game(rules, seed=1).run([random_policy(1), maker]),
        lambda: play_on(rules.initial_state(), maker, random.Random(1)),
    ):
        with pytest.raises(
            sa.PolicyError, match=r"policy of seat [01] is called with a view .*, but it takes \(seed.*call it: `"
        ):
            play()


def test_the_errors_of_a_policy_are_its_own():
    def fails(view, legal):
        raise TypeError("mine")

    with pytest.raises(TypeError, match="mine") as raised:
        sa.Game(sa.load(TWO), seed=1).run(fails)
    assert raised.value.__notes__ == ["raised by the policy of seat 0"]


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("maker", [lambda seed: random_policy(seed), unseen])
def test_a_policy_that_cannot_be_sent_is_told_by_name(call, maker):
    with pytest.raises(
        sa.PolicyError,
        match=rf"policy `.*:{re.escape(maker.__qualname__)}` cannot be sent to other processes: define it at the top of a",
    ):
        call(makers=maker, workers=2)
