"""Benchmark of random play, copies and cold starts: `python benchmarks/run.py`, see README.md.
Here belong the alternating rounds, the medians, ratios and tables; measuring is in workers.py."""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Iterable, Sequence
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from workers import MODULE_TABLES, WORKERS, Result

HERE = Path(__file__).resolve()
REQUIREMENTS = HERE.with_name("requirements.txt")
CHECKOUT = HERE.parent.parent
OURS = "stoneage"
BARE = "python"  # the interpreter alone, beside the cold starts


class Competitor(NamedTuple):
    title: str
    module: str  # what must be importable
    distribution: str
    install: str  # how to get it


COMPETITORS = {
    "stoneage": Competitor("stoneage 4p", "stoneage_rules", "stoneage-rules", f"-e {CHECKOUT}"),
    "catanatron": Competitor("catanatron 4p", "catanatron", "catanatron", f"-r {REQUIREMENTS}"),
    "chess": Competitor("python-chess", "chess", "chess", f"-r {REQUIREMENTS}"),
    BARE: Competitor("python -c pass", "sys", "", ""),
}


class Row(NamedTuple):
    """One quantity: a line of a table, and a line of ratios where the competitors share it."""

    key: str
    label: str
    digits: int
    compared_with: tuple[str, ...] = ()
    less_is_better: bool = False


class Section(NamedTuple):
    title: str
    suffix: str  # worker = competitor + suffix
    rows: tuple[Row, ...]


BOTH = ("catanatron", "chess")
SECTIONS = (
    Section(
        "Random play of whole games",
        "",
        (
            Row("decisions_per_second", "decisions/s", 0, BOTH),
            Row("forced_per_second", "forced/s", 0),
            Row("choices_per_second", "all choices/s", 0, BOTH),
            Row("games_per_second", "games/s", 1, ("catanatron",)),
            Row("us_per_decision", "µs per decision", 2),
            Row("us_per_choice", "µs per choice (move)", 2),
            Row("decisions_per_game", "decisions per game", 0),
            Row("choices_per_game", "choices per game", 0),
            Row("cold_decisions_per_second", "first second: decisions/s", 0, BOTH),
        ),
    ),
    Section(
        "Copy of a mid-game state",
        "-copy",
        (Row("us_per_copy", "µs per copy", 3, BOTH, less_is_better=True),),
    ),
    Section(
        "Cold start: the whole process, to the first list of options",
        "-start",
        (Row("start_ms", "ms per process", 1, BOTH, less_is_better=True),),
    ),
)

Samples = dict[str, list[Result]]  # worker -> its result in each round
Table = list[list[str]]


# --- running ---


def available() -> tuple[list[str], list[str]]:
    """The competitors that are installed, and one sentence for each that is not."""
    names, notes = [], []
    for name, competitor in COMPETITORS.items():
        if find_spec(competitor.module):
            names.append(name)
        else:
            notes.append(
                f"{competitor.distribution} is not installed, so {competitor.title} is left out; "
                f"to include it: python -m pip install {competitor.install}"
            )
    return names, notes


def workers_of(names: Sequence[str]) -> list[str]:
    """One round: section by section, so that those compared run one after the other."""
    candidates = (name + section.suffix for section in SECTIONS for name in names)
    return [worker for worker in candidates if worker in WORKERS]


def run_worker(worker: str, seconds: float, seed: int) -> Result:
    command = [sys.executable, str(HERE), "--worker", worker]
    command += ["--seconds", str(seconds), "--seed", str(seed)]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"the worker {worker} failed:\n{done.stderr}")
    result: Result = json.loads(done.stdout)
    return result


def show_progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def run_rounds(workers: Sequence[str], rounds: int, seconds: float) -> Samples:
    samples: Samples = {worker: [] for worker in workers}
    for number in range(1, rounds + 1):
        for worker in workers:
            show_progress(f"round {number} of {rounds}: {worker}")
            samples[worker].append(run_worker(worker, seconds, seed=number))
    show_progress("")
    return samples


# --- summing up ---


def summary(values: Iterable[float]) -> Result:
    values = list(values)
    return {"median": statistics.median(values), "min": min(values), "max": max(values)}


def summaries(samples: Samples) -> dict[str, dict[str, Result]]:
    return {
        worker: {key: summary(result[key] for result in results) for key in results[0]} for worker, results in samples.items()
    }


def ratio(samples: Samples, section: Section, row: Row, other: str) -> Result | None:
    """Round by round, so that a slow moment of the machine meets both; above 1: we are faster."""
    ours, theirs = samples.get(OURS + section.suffix), samples.get(other + section.suffix)
    if not ours or not theirs or other not in row.compared_with:
        return None
    pairs = [(mine[row.key], its[row.key]) for mine, its in zip(ours, theirs, strict=True)]
    return summary(its / mine if row.less_is_better else mine / its for mine, its in pairs)


def ratios(samples: Samples) -> dict[str, dict[str, Result]]:
    found: dict[str, dict[str, Result]] = {}
    for section in SECTIONS:
        for row in section.rows:
            for other in row.compared_with:
                if (value := ratio(samples, section, row, other)) is not None:
                    found.setdefault(row.key, {})[other] = value
    return found


def version_of(competitor: Competitor) -> str:
    try:
        return version(competitor.distribution)
    except PackageNotFoundError:  # importable, but not installed: a checkout on PYTHONPATH
        return "unknown version"


def machine() -> dict[str, Any]:
    return {
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "compiler": platform.python_compiler(),
        "cpus": os.cpu_count(),
        "platform": platform.platform(),
    }


def report(names: Sequence[str], samples: Samples, seconds: float) -> dict[str, Any]:
    chosen = {name: COMPETITORS[name] for name in names}
    return {
        "machine": machine(),
        "versions": {n: version_of(c) for n, c in chosen.items() if c.distribution},
        "seconds": seconds,
        "rounds": samples,
        "summary": summaries(samples),
        "ratios": ratios(samples),
    }


# --- showing ---


def spread(value: Result | None, digits: int) -> str:
    if value is None:
        return ""
    median, low, high = (f"{value[key]:,.{digits}f}" for key in ("median", "min", "max"))
    return f"{median} ({low}-{high})"


def aligned(table: Table) -> str:
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    lines = ("  ".join([row[0].ljust(widths[0]), *map(str.rjust, row[1:], widths[1:])]) for row in table)
    return "\n".join(line.rstrip() for line in lines)


def section_table(section: Section, shown: dict[str, Any]) -> Table:
    names = [name for name in COMPETITORS if name + section.suffix in shown["summary"]]
    table = [["", *(COMPETITORS[name].title for name in names)]]
    for row in section.rows:
        values = (shown["summary"][name + section.suffix][row.key] for name in names)
        table.append([row.label, *(spread(value, row.digits) for value in values)])
    return table


def ratio_table(shown: dict[str, Any]) -> Table:
    labels = {row.key: row.label for section in SECTIONS for row in section.rows}
    others = [name for name in BOTH if name in shown["versions"]]
    table = [["", *(f"to {COMPETITORS[name].title}" for name in others)]]
    for key, found in shown["ratios"].items():
        table.append([labels[key], *(spread(found.get(name), 1) for name in others)])
    return table


def machine_line(shown: dict[str, Any]) -> str:
    on = shown["machine"]
    versions = ", ".join(f"{COMPETITORS[n].distribution} {v}" for n, v in shown["versions"].items())
    return f"{on['python']} ({on['compiler']}), {on['cpus']} CPUs, {on['platform']}\n{versions}"


def render(shown: dict[str, Any], rounds: int) -> str:
    parts = [
        machine_line(shown),
        f"{rounds} alternating rounds of {shown['seconds']:g} s: median (min-max)",
    ]
    for section in SECTIONS:
        parts.append(f"{section.title}\n{aligned(section_table(section, shown))}")
    if shown["ratios"]:
        title = f"Times as fast as, for {COMPETITORS[OURS].title}, paired round by round"
        parts.append(f"{title}\n{aligned(ratio_table(shown))}")
    return "\n\n".join(parts)


# --- modules ---

OFF = "modules-off"


def module_table(samples: Samples) -> Table:
    """Each choice of modules beside the base game with all modules installed but off."""
    table = [["", "decisions/s", "all choices/s", "µs per choice", "times the cost of a decision, modules off"]]
    for name in samples:
        players, modules = MODULE_TABLES[name]
        title = "all modules" if len(modules) > 1 else (*modules, "modules off")[0]
        found = {key: summary(result[key] for result in samples[name]) for key in samples[name][0]}
        pairs = zip(samples[name], samples[OFF], strict=True)
        cost = summary(its["us_per_decision"] / off["us_per_decision"] for its, off in pairs)
        table.append(
            [
                f"{title}, {players} players",
                spread(found["decisions_per_second"], 0),
                spread(found["choices_per_second"], 0),
                spread(found["us_per_choice"], 2),
                spread(cost, 2),
            ]
        )
    return table


# --- starts ---

STARTS = {  # what is measured: what it is called, and what must be importable for it
    "python-start": ("python -c pass", "sys"),
    "import-start": ("import stoneage_rules", "stoneage_rules"),
    "stoneage-start": ("stoneage: load, 4 players, first options", "stoneage_rules"),
    "check-start": ("stoneage check, the base game", "cyclopts"),
    "check-all-start": ("stoneage check, all five modules", "cyclopts"),
    "catanatron-start": ("catanatron: first options", "catanatron"),
    "chess-start": ("python-chess: first options", "chess"),
}


def start_table(samples: Samples) -> Table:
    """Every start beside the library's own to its first list of options."""
    table = [["", "ms per process", "times the start of stoneage"]]
    for name in samples:
        pairs = zip(samples[name], samples["stoneage-start"], strict=True)
        times = summary(its["start_ms"] / ours["start_ms"] for its, ours in pairs)
        table.append([STARTS[name][0], spread(summary(found["start_ms"] for found in samples[name]), 0), spread(times, 2)])
    return table


# --- the command ---


def parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure stoneage-rules beside its peers.")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each measurement")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write every number there")
    parser.add_argument("--only", choices=("peers", "modules", "start"), help="one part of the benchmark")
    parser.add_argument("--worker", choices=WORKERS, help="measure this once, print a JSON line")
    parser.add_argument("--seed", type=int, default=1, help="of a worker; a round's number else")
    arguments = parser.parse_args()
    if arguments.rounds < 1 or arguments.seconds <= 0:
        parser.error("--rounds and --seconds must be positive")
    return arguments


def main() -> None:
    arguments = parse_arguments()
    if arguments.worker:
        print(json.dumps(WORKERS[arguments.worker](arguments.seconds, arguments.seed)))
        return
    if arguments.only in (None, "peers"):
        compare_with_peers(arguments)
    if arguments.only in (None, "modules"):
        samples = run_rounds(tuple(MODULE_TABLES), arguments.rounds, arguments.seconds / 2)
        print(f"\nModules, paired round by round\n{aligned(module_table(samples))}")
    if arguments.only in (None, "start"):
        there = [name for name, (_, module) in STARTS.items() if find_spec(module)]
        samples = run_rounds(there, arguments.rounds, arguments.seconds)
        print(f"\nCold starts of whole processes\n{aligned(start_table(samples))}")


def compare_with_peers(arguments: argparse.Namespace) -> None:
    names, notes = available()
    for note in notes:
        print(note, file=sys.stderr)
    if names == [BARE]:
        raise SystemExit("there is nothing to measure")
    samples = run_rounds(workers_of(names), arguments.rounds, arguments.seconds)
    shown = report(names, samples, arguments.seconds)
    print(render(shown, arguments.rounds))
    if arguments.json:
        arguments.json.write_text(json.dumps(shown, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
