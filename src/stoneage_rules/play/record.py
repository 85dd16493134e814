"""Records: games as readable text files.  They are read by `record_reader` and replayed by `playback`."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from stoneage_rules.files import write_whole
from stoneage_rules.kernel.state import State
from stoneage_rules.language.events import Event
from stoneage_rules.language.fields import field
from stoneage_rules.loading.table import Seat, Table, is_path
from stoneage_rules.play.narration import HEADINGS
from stoneage_rules.text.toml_writer import tables, written
from stoneage_rules.text.wording import with_single_blanks

if TYPE_CHECKING:
    from stoneage_rules.kernel.ruleset import Ruleset
    from stoneage_rules.kernel.view import View
    from stoneage_rules.play.so_far import GameSoFar

__all__ = ["BREAK", "FORMAT", "UNSEEN", "Header", "Line", "Record", "check_of", "head_of", "parts_of", "prelude_of", "read_start"]

FORMAT = 1
"""The format of records that this library writes and reads."""
BREAK = "---"
"""The line between the header and the lines of play."""

UNSEEN = "?"
"""Stands for what the seat of a record has not seen."""

Line = tuple[int, str]
"""A line of play with its number in the file, from 1; comments and empty lines do not count as such."""


@attrs.frozen
class Header:
    """The TOML above the line of dashes, without the start."""

    format: int = field("the format of the record")
    library: str = field("the version of the library that wrote it")
    rules: str = field("the digest of the rules")
    seed: int | None = field("the seed that all outcomes of chance came from", default=None, least=0)
    viewer: int | None = field("the only seat whose secrets are in it", default=None, least=0)
    table: Table = field("the settings of the table, with every option, and who sat at each seat")


@attrs.frozen
class Record:
    """A game as a text: a header, then one line per action and outcome.

    `str()` is the whole text; `write` makes a file of it, and `replay` replays it.
    """

    header: Header
    body: str
    """The lines below the header, as written."""
    start: Mapping[str, Any] | None = None
    """The state from which it was played, as `State.to_dict()` gives it; None for the set-up."""
    head: str = attrs.field(default="", repr=False, eq=False)
    """The header as it was read; empty if the record was not read from a text."""
    folder: Path | None = attrs.field(default=None, repr=False, eq=False)
    """The folder of the file that it was read from; None if it was not."""
    rules: Ruleset | None = attrs.field(default=None, repr=False, eq=False)
    """The rules of the game that it was made of; None if it was read."""

    @classmethod
    def of(cls, game: GameSoFar) -> Record:
        """Makes the record of a game, as far as it has been played."""
        header = Header(
            format=FORMAT,
            library=version("stoneage-rules"),
            rules=game.rules.digest,
            seed=game.seed if game.is_seeded else None,
            table=_table_of(game),
        )
        start = None if game.start is None else game.start.to_dict()
        return cls(header, prelude_of(game) + "".join(parts_of(game)), start, rules=game.rules)

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

    @property
    def whole(self) -> Record:
        """The record without a last line that breaks off, as a program leaves it that was ended while it wrote.

        >>> game = replay(read_record("game.txt").whole, allow_unfinished=True)  # doctest: +SKIP
        """
        return attrs.evolve(self, body=self.body[: self.body.rfind("\n") + 1])

    @property
    def viewer(self) -> int | None:
        """The seat for which it was made, without what others keep secret; None if all of the game is in it."""
        return self.header.viewer

    def for_seat(self, seat: int) -> Record:
        """Returns the record as one seat may have it: with `?` for each draw or action that it has not seen, and no seed.

        `replay` checks it as far as the seat knows the game: see docs/records.md.

        >>> import stoneage_rules as sa
        >>> record = sa.Game(sa.load(players=2), seed=1).record.for_seat(0)
        >>> record.viewer, record.seed
        (0, None)

        Raises:
            UnknownName: there is no such seat.
            ValueError: it is the record for another seat, or it starts from a position with secrets of others.
            RecordError: the record was read, and it is not that of a game.
        """
        from stoneage_rules.play.playback import replay  # these know records, and need not be there to read one
        from stoneage_rules.play.seat_record import seat_record

        if self.viewer is not None and self.viewer != seat:
            raise ValueError(f"this is the record for seat {self.viewer}; that for seat {seat} is made of the whole game")
        return self if self.viewer == seat else seat_record(replay(self, rules=self.rules, allow_unfinished=True), seat)

    def lines(self) -> Iterator[Line]:
        """Yields the lines of play with their numbers in the text."""
        start = (self.head or str(self)).split(f"{BREAK}\n", 1)[0].count("\n") + 2
        for number, line in enumerate(self.body.split("\n"), start):
            words = with_single_blanks(line)
            if words and not words.startswith("#"):
                yield number, words

    def __str__(self) -> str:
        return self.head + self.body if self.head else self.text(Path())

    def text(self, folder: Path) -> str:
        """Returns the whole text; packs are named by their id, or by the way to them from a folder."""
        modules = tuple(_from(folder.resolve(), module, self.folder) for module in self.table.modules)
        return head_of(attrs.evolve(self.header, table=attrs.evolve(self.table, modules=modules)), self.start) + self.body

    def write(self, path: str | Path) -> None:
        """Writes the record to a file at once: a reader finds the old file or the new one.

        Raises:
            OSError: the file cannot be written; the old one is unchanged.
        """
        path = Path(path)
        write_whole(path, self.text(path.parent))


def _table_of(game: GameSoFar) -> Table:
    """Returns the settings of a game's table: with every option, also those that nobody chose, and with the seats."""
    rules = game.rules
    named = zip((*game.names, *[""] * rules.players), (*game.policies, *[""] * rules.players), strict=False)
    seats = [Seat(name=name, policy=policy or Seat().policy) for name, policy in named][: rules.players]
    table: Table = rules.table
    return attrs.evolve(
        table,
        modules=tuple(str(Path(module).resolve()) if is_path(module) else module for module in table.modules),
        options={pack: dict(options) for pack, options in rules.content.settings.options.items() if options},
        seats=tuple(seats) if game.names or game.policies else (),
    )


def _from(folder: Path, module: str, own: Path | None) -> str:
    """Returns a module as records name it: by its id, or by the way from a folder to its pack.

    Args:
        folder: where the record will lie.
        module: the module, its path absolute or relative to `own`.
        own: the folder of the record that names it; None if it lies nowhere.
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
    """Returns the short hash of a state that check lines have; in the record for a seat, of its view."""
    saved = position.to_dict()
    visible = {key: saved[key] for key in ("round", "first", "seats", "places", "zones")}
    text = json.dumps(visible, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def prelude_of(game: GameSoFar) -> str:
    """Returns the lines of play before the first step."""
    return _text(["# set-up" if game.start is None else "# from the position above", *_headings(game.opening, 0, game)])


def parts_of(game: GameSoFar, start: int = 0) -> Iterator[str]:
    """Yields the lines of play of each step from one on; the scores belong to the last step."""
    steps = zip(game.answers(start), game.events(start), strict=True)
    for number, ((seat, answer), events) in enumerate(steps, start + 1):
        lines = [f"{'-' if seat is None else seat} {answer}", *_headings(events, number, game)]
        if number == game.length and game.is_over:
            lines.append("end " + " ".join(map(str, game.state.scores)))
        yield _text(lines)


def _text(lines: Sequence[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _headings(events: Sequence[Event], steps: int, game: GameSoFar) -> Iterator[str]:
    """Yields comments at the beginning of a round or phase, and the check line of the round, after a number of steps."""
    for sentence in game.narrator.tell(event for event in events if event.name in HEADINGS):
        yield f"# {sentence}"
        if sentence.event == "round":
            state = game.state_after(steps)
            yield f"check {state.round} {check_of(state)}"


def head_of(header: Header, start: Mapping[str, Any] | None = None) -> str:
    """Returns the text of a header, with the line that ends it."""
    lines = ["# The record of a game: settings above the line, play below it."]
    plain = {"format": header.format, "library": header.library, "rules": header.rules}
    plain |= {"seed": header.seed, "viewer": header.viewer}
    lines += [f"{key} = {written(value)}" for key, value in plain.items() if value is not None]
    lines += ["", *tables("table", header.table.to_dict())]
    if start is not None:
        lines += ["", *tables("start", _written_start(start))]
    return _text([*lines, "", BREAK])


def _written_start(state: Mapping[str, Any]) -> dict[str, Any]:
    """Returns a saved state as the header has it: without the digest, and without the items of places that have none."""
    places = {
        place: {key: value for key, value in facts.items() if value is not None} for place, facts in state["places"].items()
    }
    return {**{key: value for key, value in state.items() if key != "rules"}, "places": places}


def read_start(start: Mapping[str, Any], digest: str) -> dict[str, Any]:
    """Returns a state from a header as it was saved; `state_from_dict` checks it."""
    places = start.get("places")
    if isinstance(places, Mapping):
        places = {id: {"item": None, **place} if isinstance(place, Mapping) else place for id, place in places.items()}
    return {**start, "rules": digest, "places": places}
