"""A separate program: plays a study that is killed, or whose disk is full.

Called with a folder, a form and a number of workers, it plays on until it is killed, and prints the number of each game that the
study has told of. With a size in place of the workers no file can be larger than that; it prints how many games were told of, and
the file that the error names.
"""

from __future__ import annotations

import sys
from pathlib import Path

import stoneage_rules as sa
from stoneage_rules.many import study_files

MANY = 100_000


def plays(folder: Path, form: str, workers: int) -> None:
    sa.study(
        {"players": 2},
        MANY,
        to=folder,
        form=form,
        makers="random",
        seed=1,
        workers=workers,
        on_game=lambda game: print(game.number, flush=True),
    )


def fills(folder: Path, form: str, size: int) -> None:
    import resource
    import signal

    told: list[sa.many.GameResult] = []
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
    try:
        sa.study({"players": 2}, MANY, to=folder, form=form, makers="random", seed=1, on_game=told.append)
    except OSError as error:
        print(len(told), error.filename)


if __name__ == "__main__":
    study_files.GAMES_IN_PART = 4
    act = fills if int(sys.argv[3]) > 99 else plays
    act(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
