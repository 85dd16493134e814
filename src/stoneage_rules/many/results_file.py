"""Files of results: a line that identifies the games, then one for each as soon as it ends, so that they can go on."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from stoneage_rules.many.study_files import HEADER, append, expect_same, intact, keep_lines, lines_of
from stoneage_rules.many.tallies import GameResult


@contextmanager
def results_file(path: Path, header: Mapping[str, Any]) -> Iterator[Callable[[GameResult], None]]:
    """Opens a file for results, and yields the function that adds the next one at once.

    Args:
        path: a new file, or that of the same games, which then go on behind the last one.
        header: what identifies the games.

    Raises:
        FileExistsError: it is a file of other games.
        OSError: it is no file of games, or cannot be written; the error names it.
    """
    there = identity_in(path)
    if there is not None:
        expect_same(there, header, path)
        keep_lines(path)
    with path.open("ab", buffering=0) as file:
        if there is None:
            append(file, f"{json.dumps(header)}\n")
        try:
            yield lambda game: append(file, f"{json.dumps(game.to_dict())}\n")
        finally:
            keep_lines(path)


def games_in(path: str | Path) -> Iterator[GameResult]:
    """Yields the results in a file that `simulate` has written.

    Raises:
        OSError: the file is missing or damaged.
    """
    with intact(Path(path)):
        for line in islice(lines_of(Path(path)), 1, None):
            yield GameResult.from_dict(json.loads(line))


def identity_in(path: Path) -> dict[str, Any] | None:
    """Returns what identifies the games in a file, or the study in a folder; None where nothing is yet.

    Raises:
        OSError: something else is in it.
    """
    file = path / HEADER if path.is_dir() else path
    if not file.exists() or not file.stat().st_size:
        return None
    with intact(file):
        found = json.loads(file.read_text("utf-8") if path.is_dir() else next(lines_of(file), ""))
        return {"seed": found["seed"], **found}
