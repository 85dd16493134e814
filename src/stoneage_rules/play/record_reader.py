"""Reads records from files and texts.  Only their form is checked here, and how large they are."""

from __future__ import annotations

import errno
import re
from importlib.metadata import version
from pathlib import Path
from typing import Any

import tomli

from stoneage_rules.errors import RecordError
from stoneage_rules.loading.table import setting_faults
from stoneage_rules.packs.reading.bounds import size_fault
from stoneage_rules.packs.reading.find import MOST_BYTES as MOST_BYTES_OF_A_FILE
from stoneage_rules.packs.reading.find import TOO_LARGE, Source
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.play.record import BREAK, FORMAT, Header, Record, head_of

__all__ = ["header_line", "is_record", "read_record"]

MOST_BYTES = 4_000_000
"""The largest record, so that records from strangers are bounded."""
MOST_LINE = 4_000
"""The longest line, in characters."""


def read_record(source: str | Path) -> Record:
    """Reads a record from a file, or from its text: a text with a line break in it.

    Only the form is checked; `replay` checks the game.  No other file is looked at.

    Raises:
        RecordError: the text is no record; the error has the line.
        OSError: the file cannot be read.
    """
    if isinstance(source, str) and "\n" in source:
        _expect(len(source.encode("utf-8", "replace")) <= MOST_BYTES, 1, _too_large())
        return _read(source.replace("\r\n", "\n"), None)
    path = Path(source)
    if not path.exists():
        raise FileNotFoundError(errno.ENOENT, "No such file, and the text of a record has several lines", str(path))
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
    try:
        source = Source("record", text, tomli.loads(text))
    except tomli.TOMLDecodeError as error:
        raise RecordError(f"line {error.lineno}: TOML is expected above `{BREAK}`: {error.msg}", line=error.lineno) from None
    except RecursionError:
        raise RecordError("line 1: the settings are nested too deeply", line=1) from None
    except ValueError as error:  # a number of thousands of digits
        raise RecordError(f"line 1: {error}", line=1) from None
    too_much = size_fault(source.data)
    _expect(not too_much, 1, f"the settings cannot be read: {too_much}")
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
    """Refuses a format that this library does not read, and says which library does."""
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
    """Returns the line of a setting in the text of a record; of the table around it if it is not written."""
    head = record.head or head_of(record.header, record.start)
    text = head.removesuffix(f"{BREAK}\n")
    return Source("record", text, tomli.loads(text)).span(path, key=True).line


def _expect(holds: bool, line: int, message: str) -> None:
    if not holds:
        raise RecordError(f"line {line}: {message}", line=line)
