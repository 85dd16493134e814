"""Spreads calls over processes: results come in order, and do not depend on how many processes there are."""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import nullcontext
from functools import lru_cache
from time import perf_counter
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
        WorkerDied: a process ended before its work, after the results before it.
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


def _new_pool(workers: int) -> ProcessPoolExecutor:
    """Makes a pool of processes that start anew, so that threads and open files of this one do no harm."""
    return ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), initializer=_leave_interrupts)


def _leave_interrupts() -> None:
    """Leaves Ctrl-C to the parent process: it waits for the running games, and keeps the finished ones."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _spread(packed: bytes, numbers: Sequence[int], workers: int, pool: Executor) -> Generator[Any, None, None]:
    waiting: deque[Future[tuple[list[Any], float, Exception | None]]] = deque()
    start, size = 0, 1
    try:
        while waiting or start < len(numbers):
            while start < len(numbers) and len(waiting) < AHEAD * workers:
                waiting.append(pool.submit(_chunk, packed, numbers[start : start + size]))
                start += size
            done, seconds, error = waiting.popleft().result()
            yield from done
            if error is not None:
                raise error
            # The last chunks are smaller, so that nobody waits long for one of them.
            left = -(-(len(numbers) - start) // (AHEAD * workers))
            size = max(1, min(left, round(CHUNK * len(done) / max(seconds, 1e-6))))
    finally:
        for future in waiting:
            future.cancel()


def _chunk(packed: bytes, numbers: Sequence[int]) -> tuple[list[Any], float, Exception | None]:
    """Calls for some numbers, up to one that fails; returns the results, the seconds they took, and the error."""
    call, results, error = _unpacked(packed), [], None
    start = perf_counter()
    try:
        for number in numbers:
            results.append(call(number))
    except Exception as raised:
        error = raised
    return results, perf_counter() - start, error


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Callable[[int], Any]:
    """Returns the call, with rules that are loaded once for each process."""
    call: Callable[[int], Any] = pickle.loads(packed)
    return call
