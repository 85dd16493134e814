"""Medians, ranges, ratios and tables of text."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Iterable, Mapping, Sequence
from importlib.metadata import PackageNotFoundError, version
from typing import Any, NamedTuple

from turns import Result, Samples

__all__ = ["Column", "Table", "aligned", "machine", "machine_line", "paired", "spread", "summary", "table_of", "version_of"]

Table = list[list[str]]


class Column(NamedTuple):
    """One column of a table: a number of each worker, or how often it goes into that of another one."""

    title: str
    key: str
    digits: int
    beside: str = ""
    """The worker with which the others are compared; empty for the number itself."""
    inverse: bool = False
    """True if less is better, so that the ratio is the other one's number by its own."""
    only: frozenset[str] = frozenset()
    """The workers for which it is shown; empty for all."""


def summary(values: Iterable[float]) -> Result:
    """Returns the median, the smallest and the largest of some values."""
    values = list(values)
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def paired(samples: Samples, column: Column, worker: str) -> Result | None:
    """Compares two workers round by round, so that a slow moment of the machine meets both."""
    mine, others = samples.get(worker), samples.get(column.beside)
    if not mine or not others or column.key not in mine[0] or column.key not in others[0]:
        return None
    pairs = [(own[column.key], other[column.key]) for own, other in zip(mine, others, strict=True)]
    return summary(other / own if column.inverse else own / other for own, other in pairs)


def cell(samples: Samples, column: Column, worker: str) -> Result | None:
    """Returns the summary that stands in one cell of a table; None leaves it empty."""
    if column.only and worker not in column.only:
        return None
    if column.beside:
        return None if worker == column.beside else paired(samples, column, worker)
    if column.key not in samples[worker][0]:
        return None
    return summary(result[column.key] for result in samples[worker])


def spread(value: Result | None, digits: int) -> str:
    """Writes a summary as its median with the range; one number if there is no range to be seen."""
    if value is None:
        return ""
    median, low, high = (f"{value[key]:,.{digits}f}" for key in ("median", "min", "max"))
    return median if low == high else f"{median} ({low}-{high})"


def table_of(samples: Samples, titles: Mapping[str, str], columns: Sequence[Column]) -> Table:
    """Makes a table of one line for each worker."""
    lines = [[titles[name], *(spread(cell(samples, column, name), column.digits) for column in columns)] for name in samples]
    table = [["", *(column.title for column in columns)], *lines]
    seen = [0, *(number for number in range(1, len(columns) + 1) if any(line[number] for line in lines))]
    return [[line[number] for number in seen] for line in table]


def aligned(table: Table) -> str:
    """Writes a table as lines of text."""
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ("  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in table)
    return "\n".join(line.rstrip() for line in lines)


def version_of(distribution: str) -> str:
    """Returns the version of a distribution that can be imported."""
    try:
        return version(distribution)
    except PackageNotFoundError:  # importable, but not installed: a checkout on PYTHONPATH
        return "unknown version"


def machine() -> dict[str, Any]:
    """Returns what the figures depend on besides the code."""
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": platform.python_compiler(),
        "cpus": os.cpu_count(),
        "platform": platform.platform(),
    }


def machine_line() -> str:
    """Writes `machine` as one line."""
    on = machine()
    return f"{on['python']} ({on['compiler']}), {on['cpus']} CPUs, {on['platform']}"
