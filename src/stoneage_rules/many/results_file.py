"""Files of results: a line that identifies the games, then one for each as soon as it ends, so that they can go on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from stoneage_rules.files import append, expect_regular, hold, keep_lines, lines_of
from stoneage_rules.kernel.position import check_number
from stoneage_rules.many.study_files import HEADER, expect_same, intact
from stoneage_rules.many.tallies import GameResult


@contextmanager
def results_file(path: Path, header: Mapping[str, Any]) -> Iterator[Callable[[GameResult], None]]:
    """Opens a file for results, and yields the function that adds the next one at once.

    Args:
        path: a new file, or that of the same games, which then go on behind the last one.
        header: what identifies the games.

    Raises:
        FileExistsError: it is a file of other games, or another run writes it.
        OSError: it is no file of games, or cannot be written; the error names it.
    """
    expect_regular(path)
    with path.open("ab", buffering=0) as file:
        hold(file, path)
        there = identity_in(path)
        if there is None:
            append(file, f"{json.dumps(header)}\n")
        else:
            expect_same(there, header, path)
            keep_lines(path)
        try:
            yield lambda game: append(file, f"{json.dumps(game.to_dict())}\n")
        finally:
            keep_lines(path)


def games_in(path: str | Path) -> Iterator[GameResult]:
    """Yields the results in a file that `simulate` has written.

    Raises:
        OSError: the file is missing or damaged.
    """
    path = Path(path)
    with intact(path, "this file of games is damaged"):
        lines = lines_of(path)
        players = len(json.loads(next(lines))["players"])
        for number, line in enumerate(lines):
            with intact(path, f"line {number + 2} is damaged"):
                yield _result(line, number, players)


def _result(line: str, number: int, players: int) -> GameResult:
    """Reads the result of a game.

    Raises:
        ValueError: it is of another game, or its seats are wrong.
    """
    game = GameResult.from_dict(json.loads(line))
    if game.number != number:
        raise ValueError(f"`number` is {game.number}, not {number}")
    if sorted(game.seating) != [*range(players)] or {len(game.scores), len(game.policies)} != {players}:
        raise ValueError(f"`seating`, `scores` and `policies` are not those of {players} players")
    return game


def identity_in(path: Path) -> dict[str, Any] | None:
    """Returns what identifies the games in a file, or the study in a folder; None where nothing is yet.

    Raises:
        OSError: something else is in it.
    """
    file = path / HEADER if path.is_dir() else path
    expect_regular(file)
    if not file.exists() or not file.stat().st_size:
        return None
    with intact(file, "this is no file of games, or it is damaged"):
        found: dict[str, Any] = json.loads(file.read_text("utf-8") if path.is_dir() else next(lines_of(file), ""))
        if check_number(found["seed"], "seed") < 0:
            raise ValueError("`seed` is below 0")
        return found
