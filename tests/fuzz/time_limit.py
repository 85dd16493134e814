"""A limit of processor time for one trial: what takes longer counts as hanging."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager


class TakesTooLong(Exception):
    """Raised when a trial takes more time than any needs."""


def _stop(*_: object) -> None:
    raise TakesTooLong


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises `TakesTooLong` within the block when it has taken so many seconds of processor time; of the main thread alone.

    Windows has no such signal: a trial that hangs there ends with its test run.
    """
    if sys.platform == "win32":
        yield
        return
    before = signal.signal(signal.SIGPROF, _stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
