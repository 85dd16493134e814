"""Spreads calls over processes: results come in order, and do not depend on how many processes there are."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from multiprocessing.synchronize import Event
from time import perf_counter
from traceback import format_exc
from typing import Any, TypeVar

from stoneage_rules.errors import WorkerDied
from stoneage_rules.kernel.position import check_number

Made = TypeVar("Made")

CHUNK = 1.0
"""The seconds that a process is to work before it hands over its results."""
AHEAD = 2
"""The chunks that are handed out for each process."""


def spread(
    call: Callable[[int], Made], numbers: Sequence[int], workers: int | None = 1, executor: Executor | None = None
) -> Generator[Made, None, None]:
    """Yields the result of a call for each number, in their order.

    With one worker and no executor all is done in this process. Otherwise the call is pickled, once for each chunk.

    Args:
        call: a function or object; its result may depend on the number alone.
        numbers: the numbers.
        workers: how many processes work; None for one for each processor. For an executor, how many workers it has.
        executor: who works, instead of a pool of new processes.

    Raises:
        ValueError: there is no worker.
        WorkerDied: a process ended before its work, after the results before it, or none could start.
        Exception: any error of the call, after the results before it.
    """
    count = (os.cpu_count() or 1) if workers is None else check_number(workers, "workers")
    if count < 1:
        raise ValueError(f"at least one worker is needed, not {workers}")
    if executor is None and count == 1:
        yield from map(call, numbers)
        return
    packed = pickle.dumps(call)
    try:
        with nullcontext(executor) if executor is not None else _new_pool(min(count, len(numbers) or 1)) as pool:
            yield from _spread(packed, numbers, count, pool)
    except BrokenExecutor as error:
        raise WorkerDied(f"a process that plays for this one was ended, as a system does that lacks memory: {error}") from error


@contextmanager
def _new_pool(workers: int) -> Iterator[Executor]:
    """Makes a pool of processes that start anew, so that threads and open files of this one do no harm."""
    spawn = multiprocessing.get_context("spawn")
    started = spawn.Event()
    try:
        with ProcessPoolExecutor(workers, spawn, initializer=_start, initargs=(started,)) as pool:
            yield pool
    except BrokenExecutor as error:
        if started.is_set():
            raise
        raise WorkerDied(
            "no worker process could start: each one imports the script that runs, which must be a file and call this under "
            '`if __name__ == "__main__":`; `workers=1` needs no other process'
        ) from error


def _start(started: Event) -> None:
    """Leaves Ctrl-C to the parent process: it waits for the running games, and keeps the finished ones."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    started.set()


def _spread(packed: bytes, numbers: Sequence[int], workers: int, pool: Executor) -> Generator[Any, None, None]:
    waiting: deque[Future[tuple[list[Any], float, Exception | None, str]]] = deque()
    start, size = 0, 1
    try:
        while waiting or start < len(numbers):
            while start < len(numbers) and len(waiting) < AHEAD * workers:
                waiting.append(pool.submit(_chunk, packed, numbers[start : start + size]))
                start += size
            done, seconds, error, trace = waiting.popleft().result()
            yield from done
            if error is not None:
                if error.__traceback__ is None:  # it comes from another process
                    error.add_note(trace)
                raise error
            # The last chunks are smaller, so that nobody waits long for one of them.
            left = -(-(len(numbers) - start) // (AHEAD * workers))
            size = max(1, min(left, round(CHUNK * len(done) / max(seconds, 1e-6))))
    finally:
        for future in waiting:
            future.cancel()


def _chunk(packed: bytes, numbers: Sequence[int]) -> tuple[list[Any], float, Exception | None, str]:
    """Calls for some numbers, up to one that fails; returns the results, the seconds they took, the error and its traceback."""
    call, results, error, trace = _unpacked(packed), [], None, ""
    start = perf_counter()
    try:
        for number in numbers:
            results.append(call(number))
    except Exception as raised:
        error, trace = raised, format_exc()
    return results, perf_counter() - start, error, trace


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Callable[[int], Any]:
    """Returns the call, with rules that are loaded once for each process."""
    call: Callable[[int], Any] = pickle.loads(packed)
    return call
