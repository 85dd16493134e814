"""Records: games as readable text files.  They are replayed by `playback`."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import tomli

from stoneage_rules.errors import RecordError
from stoneage_rules.files import write_whole
from stoneage_rules.kernel.state import State
from stoneage_rules.language.fields import field
from stoneage_rules.loading.table import Table, is_path
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.play.narration import HEADINGS
from stoneage_rules.text.toml_writer import tables, written

if TYPE_CHECKING:
    from stoneage_rules.kernel.actions import Action, Outcome
    from stoneage_rules.play.game import Game
    from stoneage_rules.play.so_far import GameSoFar

__all__ = ["BREAK", "FORMAT", "Line", "Record", "RunningRecord", "check_of", "read_record"]

FORMAT = 1
"""The format of records that this library writes and reads."""
MOST_BYTES = 4_000_000
"""The largest record, so that records from strangers are bounded."""
MOST_LINE = 4_000
"""The longest line, in characters."""
BREAK = "---"
"""The line between the header and the lines of play."""

Line = tuple[int, str]
"""A line of play with its number in the file, from 1; comments and empty lines do not count as such."""


@attrs.frozen
class Header:
    """The TOML above the line of dashes."""

    format: int = field("the format of the record")
    library: str = field("the version of the library that wrote it")
    rules: str = field("the digest of the rules")
    seed: int | None = field("the seed that all outcomes of chance came from", default=None, least=0)
    table: Table = field("the settings of the table")


@attrs.frozen
class Record:
    """A game as a text: a header, then one line per action and outcome.

    `str()` is the whole text; `write` makes a file of it, and `replay` replays it.
    """

    header: Header
    body: str
    """The lines below the header, as written."""
    head: str = attrs.field(default="", repr=False, eq=False)
    """The header as it was read; empty if the record was not read from a text."""

    @classmethod
    def of(cls, game: GameSoFar) -> Record:
        """Makes the record of a game, as far as it has been played."""
        table = attrs.evolve(game.rules.table, modules=tuple(map(_absolute, game.rules.table.modules)))
        seed = game.seed if game.is_seeded else None
        header = Header(format=FORMAT, library=version("stoneage-rules"), rules=game.rules.digest, seed=seed, table=table)
        return cls(header, "".join(f"{line}\n" for line in body_of(game)))

    @property
    def table(self) -> Table:
        """The settings of the table."""
        return self.header.table

    @property
    def digest(self) -> str:
        """The digest of the rules that the game was played by."""
        return self.header.rules

    @property
    def seed(self) -> int | None:
        """The seed that every outcome came from; None where chance was entered by hand."""
        return self.header.seed

    @property
    def is_finished(self) -> bool:
        """True if the record has the end of the game."""
        lines = list(self.lines())
        return bool(lines) and lines[-1][1].startswith("end ")

    def lines(self) -> Iterator[Line]:
        """Yields the lines of play with their numbers in the text."""
        start = (self.head or _head(self.header)).count("\n") + 1
        for number, line in enumerate(self.body.split("\n"), start):
            words = " ".join(line.split())
            if words and not words.startswith("#"):
                yield number, words

    def __str__(self) -> str:
        return (self.head or _head(self.header)) + self.body

    def text(self, folder: Path | None = None) -> str:
        """Returns the whole text; paths of packs are written relative to `folder` where that is possible."""
        if folder is None:
            return str(self)
        modules = tuple(_relative(module, folder) for module in self.table.modules)
        table = attrs.evolve(self.table, modules=modules)
        return _head(attrs.evolve(self.header, table=table)) + self.body

    def write(self, path: str | Path) -> None:
        """Writes the record to a file at once: a reader finds the old file or the new one.

        Raises:
            OSError: the file cannot be written; the old one is unchanged.
        """
        path = Path(path)
        write_whole(path, self.text(path.parent.resolve()))


# --- writing ----------------------------------------------------------------------------------------------------


def check_of(state: State) -> str:
    """Returns the short hash of the visible state that check lines have."""
    saved = state.to_dict()
    visible = {key: saved[key] for key in ("round", "first", "seats", "places", "zones")}
    text = json.dumps(visible, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def body_of(game: GameSoFar, start: int = 0) -> Iterator[str]:
    """Yields the lines of a game from a step on; with 0, the events of the set-up come first."""
    if not start:
        yield "# set-up"
        yield from _headings(game.opening, 0, game)
    for number, ((seat, answer), events) in enumerate(zip(game.answers(start), game.events(start), strict=True), start + 1):
        yield f"{'-' if seat is None else seat} {answer}"
        yield from _headings(events, number, game)
    if game.is_over:
        yield "end " + " ".join(map(str, game.state.scores))


def _headings(events: Sequence[tuple[Any, ...]], steps: int, game: GameSoFar) -> Iterator[str]:
    """Yields comments at the beginning of a round or phase, and the check line of the round, after a number of steps."""
    for sentence in game.narrator.tell(event for event in events if event[0] in HEADINGS):
        yield f"# {sentence}"
        if sentence.event == "round":
            state = game.state_after(steps)
            yield f"check {state.round} {check_of(state)}"


def _head(header: Header) -> str:
    lines = ["# The record of a game: settings above the line, play below it."]
    plain = {"format": header.format, "library": header.library, "rules": header.rules, "seed": header.seed}
    lines += [f"{key} = {written(value)}" for key, value in plain.items() if value is not None]
    lines += ["", *tables("table", header.table.to_dict()), "", BREAK]
    return "".join(f"{line}\n" for line in lines)


def _absolute(module: str) -> str:
    return str(Path(module).resolve()) if is_path(module) else module


def _relative(module: str, folder: Path) -> str:
    if not is_path(module):
        return module
    try:
        path = Path(os.path.relpath(Path(module).resolve(), folder)).as_posix()
    except ValueError:  # another drive
        return module
    return path if path.startswith(".") else f"./{path}"


class RunningRecord:
    """The file of a running game: it grows by whole lines as the game goes on.

    It listens to the game from the start; steps that are undone disappear from the file.  Close it, or use it in a
    `with` statement.

    Raises:
        OSError: the file cannot be written.
    """

    def __init__(self, game: Game, path: str | Path) -> None:
        self.path = Path(path)
        self._written: list[tuple[int | None, Action | Outcome]] = []
        self._seeded: bool | None = None
        self._file: Any = None
        self(game)
        game.listen(self)

    def __call__(self, game: GameSoFar) -> None:
        """Brings the file up to date."""
        try:
            self._update(game)
        except OSError as error:
            error.filename = str(self.path)  # `write` and `flush` do not name it
            raise

    def _update(self, game: GameSoFar) -> None:
        answers = game.answers()
        done = len(self._written)
        grown = answers[:done] == self._written and self._seeded == game.is_seeded and self._file is not None
        if grown and len(answers) > done:
            self._file.write("".join(f"{line}\n" for line in body_of(game, done)))
            self._file.flush()
        elif not grown:
            self.close()
            Record.of(game).write(self.path)
            self._file = open(self.path, "a", encoding="utf-8", newline="\n")  # noqa: SIM115
        self._written, self._seeded = answers, game.is_seeded

    def __enter__(self) -> RunningRecord:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the file; a further step opens it again."""
        if self._file is not None:
            self._file.close()
            self._file = None


# --- reading ----------------------------------------------------------------------------------------------------


def read_record(source: str | Path) -> Record:
    """Reads a record from a file, or from its text: a text with a line break in it.

    Only the form is checked; `replay` checks the game.  Paths of packs are relative to the file's folder.

    Raises:
        RecordError: the text is no record; the error has the line.
        OSError: the file cannot be read.
    """
    if isinstance(source, str) and "\n" in source:
        text, folder = source.replace("\r\n", "\n"), Path()
        _expect(len(text.encode("utf-8", "replace")) <= MOST_BYTES, 1, _too_large())
    else:
        text, folder = _read_file(Path(source)), Path(source).parent
    return _read(text, folder.resolve())


def _read_file(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(MOST_BYTES + 1)
    _expect(len(data) <= MOST_BYTES, 1, _too_large())
    try:
        return data.decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise RecordError(f"line {line}: a record is UTF-8 text; this is not", line=line) from None


def _too_large() -> str:
    return f"a record has at most {MOST_BYTES} bytes"


def _read(text: str, folder: Path) -> Record:
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        _expect(len(line) <= MOST_LINE, number, f"a line has at most {MOST_LINE} characters; this one has {len(line)}")
    if BREAK not in lines:
        raise RecordError(
            f"line {len(lines)}: a line `{BREAK}` is expected between the settings and the play; there is none",
            line=len(lines),
        )
    split = lines.index(BREAK) + 1
    head = "".join(f"{line}\n" for line in lines[:split])
    header = _read_header("".join(f"{line}\n" for line in lines[: split - 1]))
    modules = tuple(str(folder / module) if is_path(module) else module for module in header.table.modules)
    header = attrs.evolve(header, table=attrs.evolve(header.table, modules=modules))
    body = "\n".join(lines[split:])
    return Record(header, body, head)


def _read_header(text: str) -> Header:
    try:
        source = Source("record", text, tomli.loads(text))
    except tomli.TOMLDecodeError as error:
        raise RecordError(f"line {error.lineno}: TOML is expected above `{BREAK}`: {error.msg}", line=error.lineno) from None
    except RecursionError:
        raise RecordError("line 1: the settings are nested too deeply", line=1) from None
    written = source.data.get("format")
    _expect(written == FORMAT, source.span(("format",)).line, f"`format = {FORMAT}` is expected; this is {written!r}")
    structured, faults = Structurer({}, {}).structure(source.data, Header)
    for fault in faults:
        line = source.span(fault.path, key=fault.at_key).line
        raise RecordError(f"line {line}: {fault.message}: {fault.label}" + f" ({fault.help})" * bool(fault.help), line=line)
    header: Header = structured
    is_digest = re.fullmatch("[0-9a-f]{64}", header.rules) is not None
    _expect(is_digest, source.span(("rules",)).line, "the digest of the rules is 64 digits and letters a to f")
    _expect(header.seed is None or header.seed >= 0, source.span(("seed",)).line, "a seed is 0 or more")
    return header


def header_line(record: Record, *path: str) -> int:
    """Returns the line of a setting in the text of a record; of the table around it if it is not written."""
    head = record.head or _head(record.header)
    text = head.removesuffix(f"{BREAK}\n")
    return Source("record", text, tomli.loads(text)).span(path, key=True).line


def _expect(holds: bool, line: int, message: str) -> None:
    if not holds:
        raise RecordError(f"line {line}: {message}", line=line)
