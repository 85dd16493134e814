"""A separate program: kills players at random moments, and goes on with the games that they have left.

Called with a folder and a number of kills; ends with 0 if every record could be replayed, and the game went on from there.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

import stoneage_rules as sa
from stoneage_rules import files

LONGEST = 0.2
"""The seconds after which a player that has begun to write is killed at the latest."""


def play(game: sa.Game, path: Path, chance: random.Random) -> None:
    """Plays for ever, takes back, enters outcomes by hand: all that changes a record."""
    with sa.RunningRecord(game, path):
        while True:
            if game.is_over or chance.random() < 0.1:
                game.undo_to(int(chance.random() * game.length))
            elif game.state.is_chance:
                game.play(game.foresee()) if chance.random() < 0.1 else game.roll()
            else:
                legal = game.legal()
                game.play(legal[int(chance.random() * len(legal))])


def killed(path: Path, rules: sa.Ruleset, chance: random.Random, number: int) -> None:
    """Starts a player, goes on from the record that is there if there is one, and kills it."""
    child = os.fork()
    if not child:
        try:
            if path.exists():
                game = sa.replay(sa.read_record(path).whole, rules=rules, allow_unfinished=True)
                game.auto_chance = False
            else:
                game = sa.Game(rules, seed=number, auto_chance=False)
            play(game, path, random.Random(number))
        finally:
            os._exit(1)
    while not path.exists() and not os.waitpid(child, os.WNOHANG)[0]:
        time.sleep(0.001)
    time.sleep(chance.random() * LONGEST)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the player failed before it was killed"


def main(folder: Path, kills: int) -> None:
    files.LEFT_AFTER = 0
    rules, chance = sa.load(players=2), random.Random(kills)
    path = folder / "game.txt"
    for number in range(kills):
        killed(path, rules, chance, number)
        record = sa.read_record(path).whole
        game = sa.replay(record, rules=rules, allow_unfinished=True)
        assert game.length == sum(text.split()[0] in ("-", "0", "1") for _, text in record.lines())
        if not number % 4:
            path.unlink()
    game = sa.Game(rules, seed=1)
    game.record.write(path)
    assert os.listdir(folder) == ["game.txt"], "half-written files of the killed are gone"


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
