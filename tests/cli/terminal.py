"""A terminal of 80 by 24 that runs a command, for tests that type and read the screen."""

from __future__ import annotations

import os
import re
import select
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

if sys.platform != "win32":  # there, tests of a terminal are skipped
    import fcntl
    import pty
    import termios

COLUMNS, LINES = 80, 24
PATIENCE = 180
"""Seconds after which a command is taken to hang."""
ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|[\x01\x02\x07]|\x1b[=>]")
RUN = [sys.executable, "-m", "stoneage_rules"]


class Terminal:
    """A command at a terminal.

    Args:
        words: what follows `stoneage`.
        folder: its folder.
        environment: variables of its environment.
    """

    def __init__(self, *words: object, folder: Path, **environment: str) -> None:
        self._ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", LINES, COLUMNS, 0, 0))
        env = {**os.environ, "TERM": "xterm-256color"}
        for name in ("COLUMNS", "LINES", "NO_COLOR", "STONEAGE_RECORDS"):
            env.pop(name, None)
        self.command = subprocess.Popen(
            [*RUN, *map(str, words)],
            stdin=theirs, stdout=theirs, stderr=theirs, env=env | environment, cwd=folder, preexec_fn=_take_terminal,
        )  # fmt: skip
        os.close(theirs)
        self.raw = b""
        """All that has been shown."""
        self.text = ""
        """All that has been shown, without colours and movements."""
        self._lines = ""
        """The same without the last line, which is not finished."""
        self._last = b""

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_: object) -> None:
        if self.command.poll() is None:
            self.command.kill()
        self.command.wait()
        os.close(self._ours)

    @property
    def lines(self) -> list[str]:
        """All that has been shown, by lines."""
        return self.text.split("\n")

    def read(self, prompt: re.Pattern[str]) -> str:
        """Returns what is shown until a line is a prompt, or the command has ended."""
        before, end = len(self.text), time.monotonic() + PATIENCE
        while True:
            ready, _, _ = select.select([self._ours], [], [], 0.5)
            try:
                more = os.read(self._ours, 65536) if ready else b""
            except OSError:  # Linux tells the end of a terminal like this
                return self.text[before:]
            self.raw += more
            whole, end_of_line, self._last = (self._last + more).rpartition(b"\n")
            self._lines += _plain(whole + end_of_line)
            self.text = self._lines + _plain(self._last)
            if prompt.fullmatch(self.text.rpartition("\n")[2]):
                return self.text[before:]
            assert time.monotonic() < end, f"nothing is asked: {self.lines[-5:]}"

    def type(self, keys: str) -> None:
        """Types some keys."""
        os.write(self._ours, keys.encode())

    def interrupt(self) -> None:
        """Presses Ctrl-C; if it comes just before the prompt begins to wait for keys, it is noticed at the next Enter."""
        self.type("\x03")
        try:
            self.command.wait(timeout=3)
        except subprocess.TimeoutExpired:
            self.type("\r")


def _plain(shown: bytes) -> str:
    """Returns a text without colours and movements."""
    return ESCAPES.sub("", shown.decode("utf-8", "ignore")).replace("\r", "")


def _take_terminal() -> None:
    """Makes the terminal that of the new command, so that Ctrl-C at it reaches the command."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # who started the tests may ignore it, as a shell does for what runs behind it
    os.setsid()
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
