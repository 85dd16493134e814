"""Forked processes: each does one thing and answers with lines of text; what it changes dies with it."""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial

CHILD_MEMORY = 3_000_000_000
"""Bytes that a child can have: a mutant may ask for endless ones."""
MOST_SILENCE = 900
"""Seconds by the clock after which a child that says nothing is stopped."""


Tell = Callable[[str], None]
"""Sends a line to the parent."""
Action = Callable[[Tell], None]


def limit_time(seconds: float) -> None:
    """Ends this process by a signal once it has used that much more processor time; replaces an earlier limit."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def answers(action: Action) -> list[str]:
    """Returns the lines that an action tells from a forked child; the last is `error` with its text if it raises.

    The lines end early if the child is stopped by its time limit.
    """
    return list(lines_of([action], MOST_SILENCE))


def lines_of(actions: Sequence[Action], most_silence: float | None = None) -> Iterator[str]:
    """Runs actions side by side, each in a forked child, and yields their lines as they come.

    They end early if no child says anything for so many seconds by the clock, if a limit is given: one for children that
    wait for children of their own would drop all that these have still to do.
    """
    children = dict(_started(action) for action in actions)
    read = dict.fromkeys(children, b"")
    try:
        while read:
            ready = select.select(list(read), [], [], most_silence)[0]
            if not ready:
                return
            for reading in ready:
                some = os.read(reading, 1 << 20)
                *lines, read[reading] = (read[reading] + some).split(b"\n")
                yield from (line.decode() for line in lines)
                if not some:
                    del read[reading]
    finally:
        for reading, child in children.items():
            os.close(reading)
            _end(child)


def _started(action: Action) -> tuple[int, int]:
    """Starts a child; returns where its lines are read, and its process id."""
    sys.stdout.flush()
    sys.stderr.flush()
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        _be_child(action, writing)
    os.close(writing)
    return reading, child


def _be_child(action: Action, writing: int) -> None:
    """Runs the action as the child; never returns."""
    try:
        os.setpgid(0, 0)
        signal.signal(signal.SIGVTALRM, signal.SIG_DFL)
        import resource  # not on Windows, where nothing forks

        resource.setrlimit(resource.RLIMIT_AS, (CHILD_MEMORY, CHILD_MEMORY))
        with open(os.devnull, "w") as nothing:
            os.dup2(nothing.fileno(), 1)
            os.dup2(nothing.fileno(), 2)
        action(partial(_write, writing))
    except BaseException:
        _write(writing, f"error {traceback.format_exc()!r}")
    finally:
        os._exit(0)


def _write(writing: int, line: str) -> None:
    data = f"{line}\n".encode()
    while data:
        data = data[os.write(writing, data) :]


def _end(child: int) -> None:
    """Ends a child with all that it has started."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
