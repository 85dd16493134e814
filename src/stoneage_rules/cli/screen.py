"""The screen: everything that is printed, and exit codes."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple, TextIO

from stoneage_rules.text import aligned, safe, width_of, wrapped

if TYPE_CHECKING:
    from rich.console import Console

    from stoneage_rules.packs.diagnostics import Diagnostic


WIDE = 160
"""The width of plain output where there is a choice."""


FURTHER = 4
"""How far the second line of a text is set in."""
NARROW, NARROWEST = 80, 40
"""The width of lists outside a terminal, and their minimum width."""


class Styled(NamedTuple):
    """A part of a line that has a style."""

    start: int
    end: int
    style: str


class UsageError(Exception):
    """A command line that can be parsed but makes no sense."""


def _may_be_coloured(stream: TextIO) -> bool:
    return stream.isatty() and not os.environ.get("NO_COLOR")


def make_console(*, stderr: bool = False) -> Console:
    """Makes a console for one of the two streams, plain unless it is a terminal that may be coloured."""
    from rich.console import Console

    stream = sys.stderr if stderr else sys.stdout
    terminal = stream.isatty()
    return Console(
        stderr=stderr,
        color_system="auto" if _may_be_coloured(stream) else None,
        force_terminal=None if terminal else False,
        width=None if terminal else WIDE,
        markup=False,
        highlight=False,
        emoji=False,
    )


class Screen:
    """The two output streams, looked up for each line, so that redirection works."""

    @property
    def is_terminal(self) -> bool:
        """True if the output goes to a terminal."""
        return sys.stdout.isatty()

    @property
    def is_coloured(self) -> bool:
        """True if output may have colours."""
        return _may_be_coloured(sys.stdout)

    @property
    def width(self) -> int:
        """The width of the terminal in characters, or 80."""
        return max(NARROWEST, shutil.get_terminal_size().columns) if self.is_terminal else NARROW

    @property
    def height(self) -> int | None:
        """The number of lines of the terminal; None elsewhere, where nothing scrolls away."""
        return shutil.get_terminal_size().lines if self.is_terminal else None

    def say(self, text: object = "", style: str = "", spans: Iterable[Styled] = ()) -> None:
        """Prints a line, on a terminal with no word broken at its edge; in separately styled spans."""
        if self.is_terminal:
            text = "\n".join(line for whole in str(text).split("\n") for line in self.within_edge(whole))
        parts = tuple(spans)
        if not self.is_coloured or not (style or parts):
            print(safe(text, lines=True), flush=True)
            return
        from rich.text import Text

        styled = Text(safe(text, lines=True), style=style)
        for start, end, colour in parts:
            styled.stylize(colour, start, end)
        make_console().print(styled, soft_wrap=True)

    def lines(self, lines: Iterable[object]) -> None:
        """Prints several lines."""
        for line in lines:
            self.say(line)

    def within_edge(self, line: str) -> list[str]:
        """Returns a line as one or more that the terminal need not break; further ones are indented."""
        if width_of(line) <= self.width:
            return [line]
        blanks = len(line) - len(line.lstrip())
        return [" " * blanks + part for part in wrapped(line, self.width - blanks, FURTHER)]

    def problem(self, text: str) -> None:
        """Prints an error message."""
        print(safe(text, lines=True), file=sys.stderr, flush=True)

    def diagnostics(self, diagnostics: Sequence[Diagnostic], sources: Mapping[str, str], *, stderr: bool = False) -> None:
        """Prints diagnostics with their lines; in plain sentences if none has lines, such as findings about the command line."""
        if not diagnostics:
            return
        from stoneage_rules.packs.diagnostics import NOWHERE
        from stoneage_rules.packs.render import narrate, render

        stream = sys.stderr if stderr else sys.stdout
        # The texts of both are safe for a terminal already, and `render` adds the colours itself.
        if all(diagnostic.place.span == NOWHERE for diagnostic in diagnostics):
            print(narrate(diagnostics), file=stream, flush=True)
        else:
            print(render(diagnostics, sources, colour=_may_be_coloured(stream)), end="\n\n", file=stream, flush=True)

    @staticmethod
    def json(data: object) -> None:
        """Writes data as JSON, with escapes for non-ASCII characters where the output may not show or keep them.

        A terminal would obey texts of strangers; on some systems the output has another encoding than the UTF-8 of JSON.
        """
        import json

        encoding = sys.stdout.encoding or "utf-8"  # a text in memory has none
        is_plain = sys.stdout.isatty() or encoding.lower() != "utf-8"
        print(json.dumps(data, indent=2, ensure_ascii=is_plain, default=list))

    def table(self, heads: Sequence[str], rows: Iterable[Sequence[object]], *, right: Sequence[int] = ()) -> None:
        """Prints a table; the columns in `right` are flushed right."""
        lines = aligned([[safe(cell) for cell in row] for row in (heads, *rows)], right)
        for number, line in enumerate(lines):
            self.say(line, style="" if number else "bold")


screen = Screen()
"""The screen of this process."""

# --- exits --------------------------------------------------------------------------------------------------------
#
# The exit codes that all commands share.


OK, FINDINGS, ERROR = 0, 1, 2
CLOSED = 128 + 13  # as shells say of a program that the signal SIGPIPE has ended

EXIT_CODES = {
    OK: "it is done, and all is well",
    FINDINGS: "it is done, and something is wrong: `check` has findings, `test` a check that fails, `replay` a record that is no "
    "game, `play`, `simulate`, `study` and `compare` a game that does not end",
    ERROR: "it could not be done, or was interrupted: the command line makes no sense, a file is missing or cannot be read, a "
    "table or a pack cannot be loaded, a plugin fails",
    CLOSED: "the reader of the output closed it early, like `head`",
}
"""The meaning of each code, for the help."""
