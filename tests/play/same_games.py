"""A separate program: plays the same games wherever it is started, and prints all that they leave.

Importable in every process, so no test stands here.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import sys
from multiprocessing.connection import Connection

import stoneage_rules as sa
from shipped import HERE

GAMES = {"base": (3, ()), "all modules": (5, HERE)}
"""Players and modules of each table; on the second with every module that is there."""
SEED = 4


def new_game(name: str, seed: int = SEED) -> tuple[sa.Game, list[sa.policies.Policy]]:
    """A game that has begun, and who plays it: two kinds of policies, so that chance and calculation take part."""
    players, modules = GAMES[name]
    kinds = ["sensible", *["random"] * (players - 1)]
    return sa.Game(sa.load(players=players, modules=modules), seed=seed, policies=kinds), sa.policies.make_policies(
        kinds, seed=seed
    )


def left_by(game: sa.Game) -> str:
    """Everything that a game leaves: rules, record, log, score sheets, state."""
    rules = game.state.rules
    numbered = "\n".join(answer.text for answer in [*rules.actions, *rules.outcomes])
    sheets = [game.score_sheet(seat).to_dict() for seat in range(rules.players)]
    return "\n".join(
        [
            rules.digest,
            hashlib.sha256(numbered.encode()).hexdigest(),
            str(game.record),
            *game.full_log,
            json.dumps([sheets, game.state.to_dict()]),
        ]
    )


def left_by_all() -> str:
    """Plays every game to its end; returns what they leave."""
    told = []
    for name in GAMES:
        game, policies = new_game(name)
        game.run(policies)
        told.append(left_by(game))
    return "\n".join(told)


def report(connection: Connection) -> None:
    """Plays in a process that another started, and sends the result."""
    connection.send(left_by_all())


def left_by_forks() -> str:
    """Plays in two forks of this process, which has already played: its tables are full, and shared by both."""
    left_by_all()
    context = multiprocessing.get_context("fork")
    told = []
    for here, there in [context.Pipe(), context.Pipe()]:
        worker = context.Process(target=report, args=(there,))
        worker.start()
        told.append(here.recv())
        worker.join()
    assert told[0] == told[1]
    return told[0]


if __name__ == "__main__":
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    sys.stdout.write(left_by_forks() if "--fork" in sys.argv else left_by_all())
