"""Changes one thing at a time in code and content, and tells which changes no test notices.

    PYTHONPATH=tests python -m mutation --content --jobs 2
    PYTHONPATH=tests python -m mutation --code --sample 400 --seed 1 --jobs 2

A mutant lives in the memory of a forked process alone; nothing is ever written into the checkout.  Verdicts are kept in a
folder for temporary files: a run that was stopped goes on where it was.  tests/README.md says more.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir

import attrs

from mutation.children import Tell, answers, lines_of
from mutation.code_mutants import code_files, code_mutants
from mutation.equivalents import stale
from mutation.mutants import ROOT, Mutant, diff
from mutation.report import EQUIVALENT, end_of, report
from mutation.trials import KILLED, STOPPED, SURVIVED, Verdict, try_mutants

CACHE = Path(os.environ.get("XDG_CACHE_HOME", gettempdir())) / f"stoneage-mutation-{sha256(str(ROOT).encode()).hexdigest()[:8]}"
"""The folder of verdicts: one for each checkout."""


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m mutation", description=__doc__.partition("\n")[0])
    parser.add_argument("--code", action="store_true", help="mutants of Python")
    parser.add_argument("--content", action="store_true", help="mutants of the TOML of the base game and the modules")
    parser.add_argument("--room", action="append", default=[], metavar="PATH", help="only files with this in their path")
    parser.add_argument("--only", action="append", default=[], metavar="FILE:LINE:COLUMN", help="only the mutants of one place")
    parser.add_argument("--sample", type=int, metavar="N", help="so many, chosen by the seed, wherever code has changed")
    parser.add_argument("--seed", type=int, default=1, help="the seed of the sample")
    parser.add_argument("--jobs", type=int, default=1, help="processes side by side")
    parser.add_argument(
        "--most", type=float, default=30, metavar="SECONDS", help="processor time of the tests that one mutant meets"
    )
    parser.add_argument(
        "--tests", nargs="+", default=[], metavar="PATH", help="meet these tests instead of all of rules and play"
    )
    parser.add_argument("--list", action="store_true", help="show the mutants and their ends, try none")
    parser.add_argument("--again", action="store_true", help="try those that survived again; with --only any")
    return parser.parse_args()


def _mutants(options: argparse.Namespace) -> list[Mutant]:
    """Returns the mutants that are asked for; the library is imported in another process, for this one must not have it."""

    both = not (options.code or options.content)
    rooms = (*options.room, *(place.partition(":")[0] for place in options.only))

    def wanted(files: Sequence[str]) -> list[str]:
        return [file for file in files if not rooms or any(room in file for room in rooms)]

    def tell_all(tell: Tell) -> None:
        from mutation.content_mutants import content_files, content_mutants

        content = content_mutants(wanted(content_files())) if both or options.content else []
        code = code_mutants(wanted(code_files())) if both or options.code else []
        for mutant in [*content, *code]:
            tell(json.dumps(attrs.asdict(mutant)))

    lines = answers(tell_all)
    if lines[-1:] and lines[-1].startswith("error"):
        raise SystemExit(lines[-1])
    mutants = [Mutant(**json.loads(line)) for line in lines]
    if gone := stale(mutants):
        raise SystemExit("\n".join(["equivalent.toml names mutants that there are no more:", *gone]))
    chosen = [mutant for mutant in mutants if not options.only or mutant.place in options.only]
    if options.sample is not None:
        drawn = sorted(chosen, key=lambda mutant: sha256(f"{options.seed} {mutant.key}".encode()).digest())
        chosen = sorted(drawn[: options.sample], key=lambda mutant: (mutant.file, mutant.start))
    return chosen


def _verdicts() -> dict[str, Verdict]:
    """Returns the verdicts of all runs so far; later ones replace those before."""
    path = CACHE / "verdicts.jsonl"
    lines = path.read_text("utf-8").splitlines() if path.exists() else []
    return {verdict.key: verdict for verdict in map(Verdict.of_text, lines)}


def _try(mutants: Sequence[Mutant], options: argparse.Namespace, verdicts: dict[str, Verdict]) -> None:
    """Has mutants meet tests, shows how far it is, and keeps each verdict at once."""
    shares = [mutants[job :: options.jobs] for job in range(options.jobs)]
    jobs = [partial(try_mutants, share, options.tests, options.most) for share in shares]
    ends = dict.fromkeys((KILLED, STOPPED, SURVIVED), 0)
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / "verdicts.jsonl").open("a", encoding="utf-8") as file:
        for line in lines_of(jobs):
            if line.startswith("error"):
                raise SystemExit(line)
            print(line, file=file, flush=True)
            verdict = Verdict.of_text(line)
            verdicts[verdict.key] = verdict
            ends[verdict.end] += 1
            counts = ", ".join(f"{count} {end}" for end, count in ends.items())
            print(f"\r{sum(ends.values())} of {len(mutants)}: {counts}", end="", file=sys.stderr, flush=True)


def _open(mutants: Sequence[Mutant], verdicts: Mapping[str, Verdict], options: argparse.Namespace) -> list[Mutant]:
    """Returns the mutants that are still to be tried."""
    ends = {mutant: end_of(mutant, verdicts) for mutant in mutants}
    again = {SURVIVED, *((KILLED, STOPPED) if options.only else ())} if options.again else set()
    return [mutant for mutant, end in ends.items() if not end or (end in again and end != EQUIVALENT)]


def main() -> None:
    """Runs the command."""
    options = _options()
    mutants, verdicts = _mutants(options), _verdicts()
    if options.list:
        for mutant in mutants:
            print(f"{end_of(mutant, verdicts) or 'not tried'}: {diff(mutant)}")
        print(f"{len(mutants)} mutants")
        return
    left = _open(mutants, verdicts, options)
    if left:
        _try(left, options, verdicts)
    print("\n".join(report(mutants, verdicts)))


if __name__ == "__main__":
    main()
