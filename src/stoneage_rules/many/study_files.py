"""Files of studies: the rows of each game as it is played, its complete part, and a header that identifies the study.

A study that stopped goes on in its folder.
"""

from __future__ import annotations

import csv
import errno
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import SEEK_END, BytesIO, FileIO, StringIO
from itertools import chain, count, islice
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Self

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.files import append, hold, keep_lines, lines_of, write_whole
from stoneage_rules.text import listed

if TYPE_CHECKING:
    import polars

StudyRow = tuple[Any, ...]
GameRows = Mapping[str, Sequence[StudyRow]]
"""The rows of a game by table."""
Columns = Mapping[str, Mapping[str, type]]
"""The columns of each table, with the type of their values."""

HEADER = "study.json"
"""The file that identifies a study; its count of games may be a second old."""
PROGRESS = "progress.jsonl"
"""The file with a line for each whole game: how many rows each table has by then."""
RENEWED = 1.0
"""The seconds after which the header is written anew."""
FILE_ENDINGS = {"parquet": "parquet", "csv": "csv", "json": "jsonl"}
"""How the files of each form end."""
GAMES_IN_PART = 1_000
"""The games of a Parquet file, which cannot grow; until it is full, games are lines of JSON."""
TYPES: Mapping[str, type] = {kind.__name__: kind for kind in (int, float, str)}


class StudyFiles:
    """The files of a study while it is played: each game is written at once, and counts with its line in `PROGRESS`.

    Args:
        folder: a new or empty folder, or that of the same study, which then goes on behind its last whole game.
        form: `parquet`, `csv` or `json`.
        columns: the columns of each table.
        header: what identifies the study.

    Raises:
        FileExistsError: another study or something else is in the folder, or another run writes this one.
        ValueError: there is no such form.
        OSError: a file of the study in the folder is damaged or missing.
    """

    def __init__(self, folder: Path, form: str, columns: Columns, header: Mapping[str, Any]) -> None:
        if form not in FILE_ENDINGS:
            raise ValueError(f"a study is written as {listed(FILE_ENDINGS)}, not as `{form}`")
        if form == "parquet":
            needed()
        types = {table: {name: kind.__name__ for name, kind in named.items()} for table, named in columns.items()}
        self._header = {**header, "format": form, "columns": types}
        self._folder, self._columns, self._form = folder, columns, form
        self.games = self._parts = 0
        self._counts = dict.fromkeys(columns, 0)
        self._files: dict[str, FileIO] = {}
        folder.mkdir(parents=True, exist_ok=True)
        if (folder / HEADER).exists():
            expect_same(header_of(folder)[0], self._header, folder)
            if not (folder / PROGRESS).exists() and any(path.suffix in READERS for path in folder.iterdir()):
                told = "this file of a study is missing; put it back, or name another folder"
                raise FileNotFoundError(errno.ENOENT, told, str(folder / PROGRESS))
        elif any(folder.iterdir()):
            raise FileExistsError(errno.EEXIST, "there is something in it already; name another folder", str(folder))
        else:
            self._write_header()
        self._progress = (folder / PROGRESS).open("ab", buffering=0)
        try:
            hold(self._progress, folder / PROGRESS)
            self._go_on()
        except BaseException:
            self._progress.close()
            raise
        self._progress.seek(0, SEEK_END)
        self._write_header()
        self._mark()
        if not self.games or self.games % GAMES_IN_PART:
            self._open()

    def _go_on(self) -> None:
        """Takes up the study in the folder: cuts it behind its last whole game, and opens the part of Parquet with it anew."""
        folder, form = self._folder, self._form
        if keep_lines(folder / PROGRESS):
            self.games, self._counts = whole_in(folder, form, self._columns)
            keep_lines(folder / PROGRESS, self.games)
        self._parts = self.games // GAMES_IN_PART if form == "parquet" else 0
        for table, columns in self._columns.items():
            path = _file(folder, form, table, self._parts)
            if path.with_suffix(".parquet").exists():
                rows = _rows_of(path.with_suffix(".parquet"), columns)
                write_whole(path, _json(columns, [tuple(row.values()) for row in rows]))
                path.with_suffix(".parquet").unlink()
            earlier = [*islice(_files_of(folder, form, table), self._parts)]
            before = sum(map(_count, earlier))
            if path.exists():
                keep_lines(path, self._counts[table] - before + (form == "csv"))
            if form == "parquet":
                self._settle(table, earlier)

    def _settle(self, table: str, earlier: Iterable[Path]) -> None:
        """Finishes parts that a killed study was closing, and removes those behind the open one, whose games do not count."""
        for path in earlier:
            if path.suffix == ".jsonl":
                self._as_parquet(table, path)
            path.with_suffix(".jsonl").unlink(missing_ok=True)
        for path in [*_files_of(self._folder, self._form, table, self._parts + 1)]:
            for ending in (".parquet", ".jsonl"):
                path.with_suffix(ending).unlink(missing_ok=True)

    def _open(self) -> None:
        """Opens the files of the tables, for Parquet the files of the open part."""
        for table, named in self._columns.items():
            file = self._files[table] = _file(self._folder, self._form, table, self._parts).open("ab", buffering=0)
            if self._form == "csv" and not file.tell():
                append(file, _csv([[*named]]))
        self._mark()

    def _mark(self) -> None:
        """Notes where the files end, now that their games are whole."""
        self._ends = [(file, file.tell()) for file in (*self._files.values(), self._progress)]

    def add(self, rows: GameRows) -> None:
        """Writes the rows of a game; one whose rows are interrupted does not count.

        Raises:
            OSError: a file cannot be written; the error names it.
        """
        if not self._files:
            self._open()
        for table, some in rows.items():
            append(self._files[table], _csv(some) if self._form == "csv" else _json(self._columns[table], some))
        counts = {table: count + len(rows.get(table, ())) for table, count in self._counts.items()}
        append(self._progress, f"{json.dumps(counts)}\n")
        self._mark()
        self._counts = counts
        self.games += 1
        if self._form == "parquet" and self.games % GAMES_IN_PART == 0:
            self._close_part()
        if monotonic() - self._told >= RENEWED:
            self._write_header()

    def _close_part(self) -> None:
        """Writes the open part as Parquet; a table has both files until the new one is whole."""
        for table, file in [*self._files.items()]:
            file.close()
            self._as_parquet(table, Path(file.name))
            del self._files[table]
        self._parts += 1

    def _as_parquet(self, table: str, path: Path) -> None:
        whole = BytesIO()
        frame_of([*_rows_of(path, self._columns[table])], self._columns[table]).write_parquet(whole)
        write_whole(path.with_suffix(".parquet"), whole.getvalue())
        path.unlink()

    def _write_header(self) -> None:
        write_whole(self._folder / HEADER, json.dumps({**self._header, "games": self.games}, indent=2) + "\n")
        self._told = monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Removes the rows of an incomplete game, however the study ended."""
        for file, end in self._ends:
            if not file.closed:
                file.truncate(end)
                file.close()
        if self._form == "parquet" and self._files:
            self._close_part()
        self._write_header()


def _file(folder: Path, form: str, table: str, part: int) -> Path:
    """Returns the growing file of a table; for Parquet its open part, in lines of JSON."""
    return folder / (f"{table}-{part:04}.jsonl" if form == "parquet" else f"{table}.{FILE_ENDINGS[form]}")


def expect_same(there: Mapping[str, Any], here: Mapping[str, Any], path: Path) -> None:
    """Refuses to go on with other games than those that are there.

    Raises:
        FileExistsError: they are others.
    """
    ours = json.loads(json.dumps(here))
    differ = [key for key in ours if key != "games" and there.get(key) != ours[key]]
    if differ:
        told = f"there are other games in it already: they differ in {listed(differ)}; name another one"
        raise FileExistsError(errno.EEXIST, told, str(path))


def _csv(rows: Iterable[Sequence[Any]]) -> str:
    text = StringIO()
    csv.writer(text).writerows(rows)
    return text.getvalue()


def _json(columns: Iterable[str], rows: Iterable[StudyRow]) -> str:
    return "".join(f"{json.dumps(dict(zip(columns, row, strict=True)))}\n" for row in rows)


# --- reading ------------------------------------------------------------------------------------------------------


DAMAGED = "this file of a study is damaged"

DAMAGE: tuple[type[BaseException], ...] = (ValueError, LookupError, TypeError, AttributeError, RecursionError, csv.Error)
"""The errors of readers of a file that is no study."""


@contextmanager
def intact(path: Path, told: str = DAMAGED, *errors: type[BaseException]) -> Iterator[None]:
    """Turns the errors of reading a damaged file, these among them, into an OSError that names it and tells this.

    Raises:
        OSError: something is.
    """
    try:
        yield
    except DAMAGE + errors as error:
        cause = str(error).partition("\n")[0]  # some versions of polars add lines about their own work
        raise OSError(errno.EINVAL, f"{told}: {type(error).__name__}: {cause}", str(path)) from error


def header_of(folder: Path) -> tuple[dict[str, Any], Columns]:
    """Returns the identity of the study in a folder, and the columns that it names.

    Raises:
        OSError: there is none, or it is damaged.
    """
    with intact(folder / HEADER):
        header: dict[str, Any] = json.loads((folder / HEADER).read_text("utf-8"))
        columns = {table: {name: TYPES[kind] for name, kind in named.items()} for table, named in header["columns"].items()}
        if header["format"] not in FILE_ENDINGS or not all(map(str.isidentifier, columns)):
            raise ValueError("`format` or `columns` are not those of a study")
    return header, columns


def whole_in(folder: Path, form: str, columns: Columns) -> tuple[int, dict[str, int]]:
    """Returns how many games are whole in all tables, and how many rows of each table these have.

    Raises:
        OSError: a file is missing or damaged.
    """
    there = {table: sum(_count(path) for path in _files_of(folder, form, table)) for table in columns}
    games, counts = 0, dict.fromkeys(columns, 0)
    with intact(folder / PROGRESS):
        for line in map(json.loads, lines_of(folder / PROGRESS)):
            if not all(0 <= line[table] <= count for table, count in there.items()):
                break
            games, counts = games + 1, line
    return games, counts


def _files_of(folder: Path, form: str, table: str, first: int = 0) -> Iterator[Path]:
    """Yields the files of a table in their order; the parts of Parquet from one on up to the first that is missing."""
    if form != "parquet":
        yield _file(folder, form, table, 0)
        return
    for number in count(first):
        part = _file(folder, form, table, number)
        there = [*filter(Path.exists, (part.with_suffix(".parquet"), part))]
        if not there:
            return
        yield there[0]


def _count(path: Path) -> int:
    """Returns how many rows a file has."""
    if path.suffix == ".parquet":
        return len(_parquet(path, [0]))
    with path.open("rb") as file:
        return max(0, sum(line.endswith(b"\n") for line in file) - (path.suffix == ".csv"))


def _parquet(path: Path, columns: list[int] | None = None) -> polars.DataFrame:
    library = needed()
    with intact(path, DAMAGED, library.exceptions.PolarsError, library.exceptions.PanicException):
        frame: polars.DataFrame = library.read_parquet(path, columns=columns)
    return frame


def rows_in(folder: Path, form: str, table: str, columns: Mapping[str, type], whole: int) -> Iterator[dict[str, Any]]:
    """Yields a number of rows of a table in a folder.

    Raises:
        OSError: a file is missing or damaged.
    """
    yield from islice(chain.from_iterable(_rows_of(path, columns) for path in _files_of(folder, form, table)), whole)


def _rows_of(path: Path, columns: Mapping[str, type]) -> Iterator[dict[str, Any]]:
    """Yields the rows of a file."""
    with intact(path):
        for row in READERS[path.suffix](path, columns):
            if row.keys() != columns.keys():
                raise ValueError(f"a row is {row}")
            yield row


def _csv_rows(path: Path, columns: Mapping[str, type]) -> Iterator[dict[str, Any]]:
    for row in csv.DictReader(lines_of(path), strict=True):
        yield {name: columns[name](text) if text else None for name, text in row.items()}


READERS: Mapping[str, Callable[[Path, Mapping[str, type]], Iterator[dict[str, Any]]]] = {
    ".csv": _csv_rows,
    ".jsonl": lambda path, _: map(json.loads, lines_of(path)),
    ".parquet": lambda path, _: _parquet(path).iter_rows(named=True),
}
"""Returns the rows of a file by the end of its name."""


def frame_of(rows: Sequence[Any], columns: Mapping[str, type]) -> polars.DataFrame:
    """Returns rows as a data frame."""
    frame: polars.DataFrame = needed().DataFrame(rows, schema=dict(columns), orient="row")
    return frame


def needed() -> Any:
    """Returns the module polars.

    Raises:
        StoneAgeError: it is not installed.
    """
    try:
        import polars
    except ModuleNotFoundError as error:
        raise StoneAgeError("this needs polars: `pip install 'stoneage-rules[study]'`; CSV and JSON need none") from error
    return polars
