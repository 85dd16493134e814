"""Files of studies: Parquet in parts, CSV and lines of JSON as they grow, and a header that identifies them."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TextIO

from stoneage_rules.errors import StoneAgeError
from stoneage_rules.files import write_whole
from stoneage_rules.text import listed

if TYPE_CHECKING:
    import polars

Row = tuple[Any, ...]
GameRows = Mapping[str, Sequence[Row]]
"""The rows of a game by table."""
Columns = Mapping[str, Mapping[str, type]]
"""The columns of each table, with the type of their values."""

HEADER = "study.json"
"""The file that identifies a study."""
FORMS = {"parquet": "parquet", "csv": "csv", "json": "jsonl"}
"""How the files of each form end."""
GAMES_IN_PART = 1_000
"""The games of a file of Parquet, which cannot grow: so many can be lost if the process is killed."""
TYPES: Mapping[str, type] = {kind.__name__: kind for kind in (int, float, str)}


class StudyFiles:
    """The files of a study while it is played.

    Args:
        folder: a new or empty folder.
        form: `parquet`, `csv` or `json`.
        columns: the columns of each table.
        header: what identifies the study.

    Raises:
        FileExistsError: there is something in the folder.
        ValueError: there is no such form.
    """

    def __init__(self, folder: Path, form: str, columns: Columns, header: Mapping[str, Any]) -> None:
        if form not in FORMS:
            raise ValueError(f"a study is written as {listed(FORMS)}, not as `{form}`")
        if form == "parquet":
            needed()
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise FileExistsError(17, "there is something in it already; name another folder", str(folder))
        types = {table: {name: kind.__name__ for name, kind in named.items()} for table, named in columns.items()}
        self._header = {**header, "format": form, "columns": types}
        self._folder, self._columns, self._form = folder, columns, form
        self.games = self._parts = 0
        self._rows: dict[str, list[Row]] = {table: [] for table in columns}
        self._write_header()
        self._files: dict[str, TextIO] = {}
        if form != "parquet":
            self._files = {
                table: (folder / f"{table}.{FORMS[form]}").open("w", encoding="utf-8", newline="") for table in columns
            }
        if form == "csv":
            for table, file in self._files.items():
                csv.writer(file).writerow(columns[table])

    def add(self, rows: GameRows) -> None:
        """Writes the rows of a game; one whose rows are interrupted does not count."""
        for table, some in rows.items():
            if self._form == "parquet":
                self._rows[table].extend(some)
            elif self._form == "csv":
                csv.writer(self._files[table]).writerows(some)
            else:
                self._files[table].writelines(
                    f"{json.dumps(dict(zip(self._columns[table], row, strict=True)))}\n" for row in some
                )
        self.games += 1
        if self._form == "parquet" and self.games % GAMES_IN_PART == 0:
            self._write_part()

    def _write_part(self) -> None:
        for table, rows in self._rows.items():
            frame = frame_of(rows, self._columns[table])
            frame.write_parquet(self._folder / f"{table}-{self._parts:04}.parquet")
            rows.clear()
        self._parts += 1

    def _write_header(self) -> None:
        write_whole(self._folder / HEADER, json.dumps({**self._header, "games": self.games}, indent=2) + "\n")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Writes what is not written yet, whatever has ended the study."""
        for file in self._files.values():
            file.close()
        if self._form == "parquet" and (self.games % GAMES_IN_PART or not self.games):
            self._write_part()
        self._write_header()


# --- reading ------------------------------------------------------------------------------------------------------


def header_of(folder: Path) -> dict[str, Any]:
    """Returns the identity of the study in a folder."""
    header: dict[str, Any] = json.loads((folder / HEADER).read_text("utf-8"))
    return header


def columns_in(header: Mapping[str, Any]) -> Columns:
    """Returns the columns that a header names."""
    return {table: {name: TYPES[kind] for name, kind in named.items()} for table, named in header["columns"].items()}


def rows_in(folder: Path, form: str, table: str, columns: Mapping[str, type]) -> Iterator[dict[str, Any]]:
    """Yields the rows of a table in a folder."""
    if form == "parquet":
        yield from needed().read_parquet(folder / f"{table}-*.parquet").iter_rows(named=True)
        return
    with (folder / f"{table}.{FORMS[form]}").open(encoding="utf-8", newline="") as file:
        if form == "json":
            yield from map(json.loads, file)
            return
        for row in csv.DictReader(file):
            yield {name: columns[name](text) if text else None for name, text in row.items()}


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
