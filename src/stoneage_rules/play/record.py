"""Records: writes them, reads them, and keeps them in a file while a game runs."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.metadata import version
from io import FileIO
from itertools import accumulate, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs
import tomli

from stoneage_rules.errors import RecordError, check_type
from stoneage_rules.files import write_whole
from stoneage_rules.kernel.state import State
from stoneage_rules.language.events import Event
from stoneage_rules.language.fields import Noted, field
from stoneage_rules.language.forms import Structurer
from stoneage_rules.language.notebook import html_table
from stoneage_rules.loading.table import Seat, Table, is_path, setting_faults
from stoneage_rules.packs.find import MOST_BYTES as MOST_BYTES_OF_A_FILE
from stoneage_rules.packs.find import TOO_LARGE, Source, parse_source
from stoneage_rules.telling.narration import HEADINGS, Narrator
from stoneage_rules.text import safe, toml_tables, with_single_blanks, written

if TYPE_CHECKING:
    from stoneage_rules.kernel.actions import Action, Outcome
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.state import View
    from stoneage_rules.play.game import Game


FORMAT = 1
"""The format of records that this library writes and reads."""
BREAK = "---"
"""The line between the header and the lines of play."""

UNSEEN = "?"
"""Replaces answers that the seat of a record has not seen."""

MOST_SHOWN = 200
"""The most lines of play that a notebook shows."""
Line = tuple[int, str]
"""A line of play with its number in the file, from 1; comments and empty lines do not count as such."""


@attrs.frozen
class Header:
    """The TOML above the line of dashes, without the start."""

    format: int = field("the format of the record")
    library: str = field("the version of the library that wrote it")
    rules: str = field("the digest of the rules")
    seed: int | None = field("the seed that all outcomes of chance came from", default=None, least=0)
    streams: bool = field("whether each kind of roll or draw has a generator of the seed for it alone", default=False)
    viewer: int | None = field("the only seat whose secrets are in it", default=None, least=0)
    table: Table = field("the settings of the table, with every option, and who sat at each seat")
    packs: Mapping[str, str] = field("version and digest of each pack", factory=dict)


@attrs.frozen
class Record(Noted):
    """A game as a text: a header, then one line per action and outcome.

    `str()` returns the whole text; `write` saves it to a file, and `replay` replays it.
    """

    _header: Header
    _body: str = attrs.field(repr=False)
    """The lines below the header, as written."""
    start: Mapping[str, Any] | None = None
    """The first state, as from `State.to_dict()`; None for the set-up."""
    _head: str = attrs.field(default="", repr=False, eq=False)
    """The header as it was read; empty if the record was not read from a text."""
    _folder: Path | None = attrs.field(default=None, repr=False, eq=False)
    """The folder of its file; None if it was not read from one."""
    rules: Ruleset | None = attrs.field(default=None, repr=False, eq=False)
    """The rules of its game; None for a record that was read."""

    @classmethod
    def _of(cls, game: Game) -> Record:
        """Makes the record of a game so far."""
        header = Header(
            format=FORMAT,
            library=version("stoneage-rules"),
            rules=game.rules.digest,
            seed=game.seed if game.is_seeded else None,
            streams=game.streams and game.is_seeded,
            table=_table_of(game),
            packs=packs_of(game.rules),
        )
        start = None if game.start is None else game.start.to_dict()
        return cls(header, prelude_of(game) + "".join(step_lines(game)), start, rules=game.rules)

    @property
    def table(self) -> Table:
        """The settings of the table."""
        return self._header.table

    @property
    def digest(self) -> str:
        """The digest of the rules of the game."""
        return self._header.rules

    @property
    def seed(self) -> int | None:
        """The seed of every outcome; None if an outcome was entered by hand."""
        return self._header.seed

    @property
    def streams(self) -> bool:
        """True if each kind of roll or draw has a generator of the seed for it alone."""
        return self._header.streams

    @property
    def is_finished(self) -> bool:
        """True if the record has the end of the game."""
        lines = list(self.lines())
        return bool(lines) and lines[-1][1].startswith("end ")

    @property
    def whole(self) -> Record:
        """The record without an incomplete last line, as left by a program killed during a write.

        >>> game = replay(read_record("game.txt").whole, allow_unfinished=True)  # doctest: +SKIP
        """
        return attrs.evolve(self, body=self._body[: self._body.rfind("\n") + 1])

    @property
    def viewer(self) -> int | None:
        """The seat that it was made for, without secrets of others; None if it has the whole game."""
        return self._header.viewer

    def for_seat(self, seat: int) -> Record:
        """Returns the record for one seat: with `?` for each hidden draw or action, and without the seed.

        `replay` checks it as far as the seat knows the game: see docs/records.md.

        >>> import stoneage_rules as sa
        >>> record = sa.Game(sa.load(players=2), seed=1).record.for_seat(0)
        >>> record.viewer, record.seed
        (0, None)

        Raises:
            UnknownName: there is no such seat.
            ValueError: it is the record for another seat, or it starts from a position with secrets of others.
            RecordError: the record was read, and not made by a game.
        """
        from stoneage_rules.play.playback import replay, seat_record

        if self.viewer is not None and self.viewer != seat:
            raise ValueError(f"this is the record for seat {self.viewer}; that for seat {seat} is made of the whole game")
        return self if self.viewer == seat else seat_record(replay(self, rules=self.rules, allow_unfinished=True), seat)

    def lines(self) -> Iterator[tuple[int, str]]:
        """Yields the lines of play with their numbers in the text."""
        start = (self._head or str(self)).split(f"{BREAK}\n", 1)[0].count("\n") + 2
        for number, line in enumerate(self._body.split("\n"), start):
            words = with_single_blanks(line)
            if words and not words.startswith("#"):
                yield number, words

    def __str__(self) -> str:
        return self._head + self._body if self._head else self._text(Path())

    def _text(self, folder: Path) -> str:
        """Returns the whole text; packs are named by their id, or by their path from a folder."""
        modules = tuple(_from(folder.resolve(), module, self._folder) for module in self.table.modules)
        return head_of(attrs.evolve(self._header, table=attrs.evolve(self.table, modules=modules)), self.start) + self._body

    def _repr_html_(self) -> str:
        """Returns the settings, how far the game is, how to write the record, and its first lines of play, for notebooks."""
        steps = [line for _, line in self.lines() if not line.startswith(("check ", "end "))]
        first = "\n".join(self._body.split("\n", MOST_SHOWN)[:MOST_SHOWN])
        facts = {
            "players": self.table.players, "seats": [f"{one.name} ({one.policy})".strip() for one in self.table.seats],
            "modules": self.table.modules, "options": self.table.options, "packs": self._header.packs,
            "seed": self.seed, "rules": self.digest[:12], "library": self._header.library, "for seat": self.viewer,
            "steps": len(steps), "finished": self.is_finished, "to write it": 'record.write("game.txt")',
        }  # fmt: skip
        shown = [(name, fact) for name, fact in facts.items() if fact not in (None, (), [], {})]
        table = html_table(shown, "The record of a game", heads=False)
        text = escape(safe(first, lines=True))
        return f"<div>{table}<details><summary>The first lines of play</summary><pre>{text}</pre></details></div>"

    def write(self, path: str | Path) -> None:
        """Writes the record to a file atomically: a reader finds the old file or the new one.

        Raises:
            OSError: the file cannot be written; the old one is unchanged.
        """
        path = Path(path)
        write_whole(path, self._text(path.parent))


def _table_of(game: Game) -> Table:
    """Returns the settings of a game's table, with every option, including defaults, and with the seats."""
    rules = game.rules
    named = zip_longest(game.names, game.policies, game.versions, fillvalue="")
    seats = [Seat(name=name, policy=policy or Seat().policy, version=version or None) for name, policy, version in named]
    seats += [Seat()] * (rules.players - len(seats))
    table: Table = rules.table
    return attrs.evolve(
        table,
        modules=tuple(str(Path(module).resolve()) if is_path(module) else module for module in table.modules),
        options={pack: dict(options) for pack, options in rules.content.settings.options.items() if options},
        seats=tuple(seats[: rules.players]) if game.names or game.policies else (),
    )


def packs_of(rules: Ruleset) -> dict[str, str]:
    """Returns the packs of a ruleset as records name them, each with its version and the beginning of its digest."""
    # The rules have a whole digest; for a pack this many digits distinguish its content, and keep the address of a game short.
    return {pack.id: f"{pack.manifest.pack.version.strip()} {pack.files.digest[:16]}" for pack in rules.content.packs}


def _from(folder: Path, module: str, own: Path | None) -> str:
    """Returns a module as records name it: by its id, or by the path from a folder to its pack.

    Args:
        folder: the record's future folder.
        module: the module, its path absolute or relative to `own`.
        own: the folder of the record that names it; None if it has no file.
    """
    if not is_path(module) or (own is None and not Path(module).is_absolute()):
        return module
    target = ((own or Path()) / module).resolve()
    try:
        path = Path(os.path.relpath(target, folder)).as_posix()
    except ValueError:  # another drive
        path = target.name
    return path if path.startswith(".") else f"./{path}"


# --- writing ----------------------------------------------------------------------------------------------------


def check_of(position: State | View) -> str:
    """Returns the short hash of a state for check lines; in the record for a seat, of its view."""
    saved = position.to_dict()
    visible = {key: saved[key] for key in ("round", "first", "seats", "places", "zones")}
    text = json.dumps(visible, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def prelude_of(game: Game) -> str:
    """Returns the lines of play before the first step."""
    return _text(["# set-up" if game.start is None else "# from the position above", *_headings(game.opening, 0, game)])


def step_lines(game: Game, start: int = 0) -> Iterator[str]:
    """Yields the lines of play of each step from one on; the scores belong to the last step."""
    steps = zip(game.answers(start), game.events(start), strict=True)
    for number, ((seat, answer), events) in enumerate(steps, start + 1):
        lines = [f"{'-' if seat is None else seat} {answer}", *_headings(events, number, game)]
        if number == game.length and game.is_over:
            lines.append(f"end {ending_of(game.state)}")
        yield _text(lines)


def ending_of(state: State) -> str:
    """Returns the final scores, and the winners where points do not decide: `40 61`, or `40 61 won nobody`."""
    scores = " ".join(map(str, state.scores))
    if state.verdict == "points":
        return scores
    return f"{scores} won {state.winners[0] if state.verdict == 'seat' else state.verdict}"


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _headings(events: Sequence[Event], steps: int, game: Game) -> Iterator[str]:
    """Yields comments at the beginning of a round or phase, and the check line of the round, after a number of steps."""
    told = [event for event in events if event.name in HEADINGS]
    sentences = list(Narrator(game.rules, game.names).tell(told)) if told else []
    rounds = [sentence for sentence in sentences if sentence.event == "round"]
    for sentence in sentences:
        yield f"# {sentence}"
        if sentence in rounds[-1:]:  # a round in which nobody can answer may pass between two
            state = game.state_after(steps)
            yield f"check {state.round} {check_of(state)}"


def head_of(header: Header, start: Mapping[str, Any] | None = None) -> str:
    """Returns the text of a header, with the line that ends it."""
    lines = ["# The record of a game: settings above the line, play below it."]
    plain = {"format": header.format, "library": header.library, "rules": header.rules}
    plain |= {"seed": header.seed, "streams": header.streams or None, "viewer": header.viewer}
    lines += [f"{key} = {written(value)}" for key, value in plain.items() if value is not None]
    lines += ["", *toml_tables("table", header.table.to_dict())]
    if header.packs:
        lines += ["", *toml_tables("packs", header.packs)]
    if start is not None:
        lines += ["", *toml_tables("start", _written_start(start))]
    return _text([*lines, "", BREAK])


def _written_start(state: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a saved state as the header has it: without the digest, and without items for empty places."""
    places = {
        place: {key: value for key, value in facts.items() if value is not None} for place, facts in state["places"].items()
    }
    return {**{key: value for key, value in state.items() if key != "rules"}, "places": places}


def read_start(start: Mapping[str, Any], digest: str) -> dict[str, Any]:
    """Returns a state from a header in its saved form; `state_from_dict` checks it."""
    places = start.get("places")
    if isinstance(places, Mapping):
        places = {id: {"item": None, **place} if isinstance(place, Mapping) else place for id, place in places.items()}
    return {**start, "rules": digest, "places": places}


# --- record reader ------------------------------------------------------------------------------------------------
#
# Reads records from files and texts.  Checks only their form and size.


MOST_BYTES = 4_000_000
"""The largest record, so that records from strangers are bounded."""
MOST_LINE = 4_000
"""The longest line, in characters."""


def read_record(source: str | Path) -> Record:
    """Reads a record from a file, or from its text (a string with a line break).

    Only the form is checked; `replay` checks the game.  No other file is read.

    Raises:
        RecordError: the text is not a record; the error has the line.
        OSError: the file cannot be read.
    """
    check_type(source, "source", (str, os.PathLike), "the file of a record, or its text")
    if isinstance(source, str) and "\n" in source:
        _expect(len(source.encode("utf-8", "replace")) <= MOST_BYTES, 1, _too_large())
        return _read(source.replace("\r\n", "\n"), None)
    path = Path(source)
    if not path.exists():
        hint = ", and the text of a record has several lines" * isinstance(source, str)
        raise FileNotFoundError(errno.ENOENT, f"No such file{hint}", str(path))
    return _read(_read_file(path), path.parent.resolve())


def is_record(path: Path) -> bool:
    """Returns True if a file has the line of dashes that ends the header of a record; tables have none."""
    try:
        return f"\n{BREAK}\n" in _read_file(path)
    except (OSError, RecordError):
        return False


def _read_file(path: Path) -> str:
    if not path.is_file():  # reading a pipe or a device might never end
        raise OSError(errno.EINVAL, "A record is a file, and no folder, pipe or device", str(path))
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


def _read(text: str, folder: Path | None) -> Record:
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
    header, start = _read_header("".join(f"{line}\n" for line in lines[: split - 1]))
    return Record(header, "\n".join(lines[split:]), start, head, folder)


def _read_header(text: str) -> tuple[Header, dict[str, Any] | None]:
    _expect(len(text) <= MOST_BYTES_OF_A_FILE, 1, f"the settings cannot be read: {TOO_LARGE}")
    source, found, _ = parse_source(text.encode("utf-8", "replace"), "record")
    if source is None:
        place = found[0].place
        raise RecordError(f"line {place.span.line}: the settings cannot be read: {place.label}", line=place.span.line)
    _check_format(source)
    data = dict(source.data)
    start = data.pop("start", None)
    _expect(start is None or isinstance(start, dict), source.span(("start",)).line, "the start is a table: `[start]`")
    structured, faults = Structurer({}, {}).structure(data, Header)
    for fault in faults or setting_faults(structured.table, ("table",)):
        line = source.span(fault.path, key=fault.at_key).line
        raise RecordError(f"line {line}: {fault.message}: {fault.label}" + f" ({fault.help})" * bool(fault.help), line=line)
    header: Header = structured
    is_digest = re.fullmatch("[0-9a-f]{64}", header.rules) is not None
    _expect(is_digest, source.span(("rules",)).line, "the digest of the rules is 64 digits and letters a to f")
    _expect(header.seed is None or header.seed >= 0, source.span(("seed",)).line, "a seed is 0 or more")
    is_seat = header.viewer is None or 0 <= header.viewer < header.table.players
    _expect(is_seat, source.span(("viewer",)).line, "the viewer is a seat of the table")
    return header, start


def _check_format(source: Source) -> None:
    """Refuses an unknown format, and says which library reads it."""
    written = source.data.get("format")
    line = source.span(("format",)).line
    if type(written) is int and written > FORMAT:
        raise RecordError(
            f"line {line}: this record has format {written}, of a library that is newer than {version('stoneage-rules')}, which "
            f"reads format {FORMAT}; update with: pip install -U stoneage-rules",
            line=line,
        )
    _expect(written == FORMAT, line, f"`format = {FORMAT}` is expected; this is {written!r}")


def header_line(record: Record, *path: str) -> int:
    """Returns the line of a setting in the text of a record; if it is missing, of the table around it."""
    head = record._head or head_of(record._header, record.start)
    text = head.removesuffix(f"{BREAK}\n")
    return Source("record", text, tomli.loads(text)).span(path, key=True).line


def _expect(holds: bool, line: int, message: str) -> None:
    if not holds:
        raise RecordError(f"line {line}: {message}", line=line)


# --- running record -----------------------------------------------------------------------------------------------
#
# The file of a running game; it stays readable if the program is killed or the disk is full.


class ChangedRecord(OSError):
    """Refuses to write to a record that another program has changed."""

    def __init__(self, path: Path) -> None:
        message = "another program has changed this record since its last step was written here; it stays as it is"
        super().__init__(errno.EBUSY, message, str(path))


class RunningRecord:
    """The record file of a running game: it grows by whole lines.

    It listens to the game; undone steps are removed from the file. Close it, or use it in a `with` statement.

    If a step cannot be written, the file is cut back to its last whole line, and `Game` raises a `ListenerError` with the
    `OSError`; the missing lines are written with a later step, or when the record is closed.

    A missing or empty file is rewritten. A file changed by another program stays as it is: nothing more is written, and the
    `OSError` is a `ChangedRecord`. There is no lock; size, modification time and identity of the file are compared with those
    after the last step.

    Args:
        game: the game.
        path: the file, which is overwritten.

    Raises:
        OSError: the file cannot be written.
    """

    def __init__(self, game: Game, path: str | Path) -> None:
        from stoneage_rules.play.game import Game

        check_type(game, "game", Game, "a Game")
        self.path: Path = Path(path)
        self._answers: list[tuple[int | None, Action | Outcome]] = []
        """The answers that the file has."""
        self._ends: list[int] = []
        """The size of the file, in bytes, up to each answer that it has, that before the first answer first."""
        self._seeded: bool | None = None
        self._file: FileIO | None = None
        self._left: tuple[int, ...] | None = None
        """The file as it was left; None before it is written for the first time."""
        self._game = game
        self(game)
        game.listen(self)

    @property
    def is_whole(self) -> bool:
        """True if the file has every step of the game, and no other program has changed it."""
        is_up_to_date = self._seeded == self._game.is_seeded and self._answers == self._game.answers()
        return is_up_to_date and bool(self._left) and self._left == self._found()

    def __call__(self, game: Game) -> None:
        """Updates the file to the steps of the game.

        Raises:
            OSError: it cannot be written; the file ends with its last whole line.
        """
        try:
            found = self._found()
            if found and self._left is not None and found != self._left:
                raise ChangedRecord(self.path)
            try:
                if self._seeded != game.is_seeded or not found:
                    self._write_anew(game)
                else:
                    self._update(game)
            finally:
                self._left = self._found()
        except OSError as error:
            error.filename = str(self.path)  # `write` does not name it
            raise

    def _found(self) -> tuple[int, ...]:
        """Returns the identity, size and time of change of the file; nothing if it is missing or empty."""
        try:
            file = os.stat(self.path)
        except FileNotFoundError:
            return ()
        return (file.st_dev, file.st_ino, file.st_size, file.st_mtime_ns) if file.st_size else ()

    def _write_anew(self, game: Game) -> None:
        """Writes the whole file, and notes where each step ends."""
        self._close_file()
        record = Record._of(game)
        record.write(self.path)
        size = len(record._text(self.path.parent).encode()) - len(record._body.encode())
        parts = (prelude_of(game), *step_lines(game))
        self._ends = [*accumulate((len(part.encode()) for part in parts), initial=size)][1:]
        self._answers, self._seeded = game.answers(), game.is_seeded

    def _update(self, game: Game) -> None:
        """Cuts off undone steps, and writes new ones."""
        answers = game.answers()
        same = len(self._answers)
        if answers[:same] != self._answers:
            both = enumerate(zip(answers, self._answers, strict=False))
            same = next((number for number, (new, old) in both if new != old), len(answers))
        del self._answers[same:], self._ends[same + 1 :]
        if self._file is None:
            self._file = FileIO(self.path, "r+")
        self._file.truncate(self._ends[-1])
        self._file.seek(self._ends[-1])
        for answer, part in zip(answers[same:], step_lines(game, same), strict=True):
            self._append(self._file, part.encode())
            self._answers.append(answer)

    def _append(self, file: FileIO, part: bytes) -> None:
        """Writes the lines of a step, all of them or none."""
        written = 0
        try:
            while written < len(part):
                written += file.write(part[written:])
        except BaseException:
            file.truncate(self._ends[-1])
            raise
        self._ends.append(self._ends[-1] + len(part))

    def __enter__(self) -> RunningRecord:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Writes the missing lines, and closes the file; a further step opens it again.

        Raises:
            OSError: it cannot be written.
        """
        try:
            if not self.is_whole:
                self(self._game)
        finally:
            self._close_file()

    def _close_file(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None
