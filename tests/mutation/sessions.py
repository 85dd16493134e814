"""A run of pytest that collects tests once and hands them on, to be run in forked children."""

from __future__ import annotations

import functools
import gc
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import redirect_stdout
from io import StringIO
from itertools import pairwise

import pytest
from _pytest.runner import runtestprotocol

from mutation.children import Tell, answers, limit_time
from mutation.mutants import ROOT

SUITE = (
    "tests/rules",
    "tests/scenarios",
    "tests/toy",
    "tests/mechanics",
    "tests/models",
    "tests/modules",
    "tests/playthroughs",
    "tests/properties",
    "tests/plugins",
    "tests/units/data",
    "tests/units/kernel",
    "tests/units/language",
    "tests/units/loading",
    "tests/units/mechanics",
    "tests/units/plugins",
    "tests/units/telling",
    "tests/units/authoring/test_copies_of_items.py",
    "tests/units/authoring/test_lookup.py",
    "tests/authoring/test_house_rules.py",
    "tests/pages/test_patterns.py",
    "tests/units/authoring/test_reference.py::test_the_tables_are_made_anew",
    "tests/packs/test_amounts.py",
    "tests/units/packs/test_bad_packs.py::test_what_the_author_is_told",
    "tests/units/packs/test_belonging.py",
    "tests/packs/test_conditional_kinds.py",
    "tests/packs/test_contradictions.py",
    "tests/packs/test_faults_of_new_words.py",
    "tests/packs/test_idle_values.py",
    "tests/packs/test_loading.py",
    "tests/packs/test_schema.py::test_the_kept_schema_is_that_of_the_records",
    "tests/packs/test_unread.py",
    "tests/play/test_citations.py",
    "tests/play/test_definitions.py",
    "tests/play/test_described_options.py",
    "tests/play/test_endless.py",
    "tests/play/test_errors.py",
    "tests/play/test_events.py",
    "tests/play/test_explanation.py",
    "tests/play/test_face_down_items.py",
    "tests/play/test_largest_numbers.py",
    "tests/play/test_log.py",
    "tests/play/test_notation.py",
    "tests/play/test_outcomes.py",
    "tests/play/test_pending.py",
    "tests/play/test_play_out.py",
    "tests/play/test_saved_frames.py",
    "tests/play/test_saving.py",
    "tests/play/test_score_sheets.py",
    "tests/play/test_sentences.py",
    "tests/play/test_telling.py",
)
"""The tests that mutants meet: those of rules and play, what authors of packs are told, and what their words are said to take.
What reads the source's text, times itself or starts processes is not among them."""
OF_WORDS = ("tests/units/language/test_words.py", "tests/units/authoring/test_reference.py", "tests/packs/test_schema.py")
"""The tests that notice a changed key of a word, its default or its bounds."""
MOST_SECONDS = 4.0
"""Processor time of a test above which mutants do not meet it."""
OPTIONS = ("-q", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist", "-p", "no:faulthandler", f"--rootdir={ROOT}")
"""Plain assertions, for pytest rewrites those of the modules of an installed plugin, as the library is, and so reads the files
itself instead of the code that a mutant has here."""


class _Session:
    """A plugin that gives the collected tests to a function in place of running them."""

    def __init__(self, serve: Callable[[list[pytest.Item]], None]) -> None:
        self.serve = serve
        self.served = False
        self.problem = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.testsfailed:
            self.served = True
            try:
                self.serve(session.items)
            except Exception:  # pytest would only print it
                self.problem = traceback.format_exc()
        return True


def collect(paths: Sequence[str], serve: Callable[[list[pytest.Item]], None]) -> str:
    """Collects tests and gives them to a function; returns what went wrong in it, or what pytest said if none was collected."""
    session = _Session(serve)
    os.environ.setdefault("HYPOTHESIS_STORAGE_DIRECTORY", os.devnull)
    with redirect_stdout(StringIO()) as told:
        pytest.main(
            [*OPTIONS, *(str(ROOT / path) for path in paths if (ROOT / path.partition("::")[0]).exists())], plugins=[session]
        )
    return session.problem if session.served else told.getvalue() or "nothing was collected"


def forget() -> None:
    """Empties the caches of the library and the tests that collecting has filled, and spares children the search for garbage."""
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper):
            module = sys.modules.get(each.__module__)
            if str(ROOT) in str(getattr(module, "__file__", "")):
                each.cache_clear()
    recent = sys.modules.get("stoneage_rules.loading.load")
    if recent is not None:
        recent.RECENT.clear()
    load = sys.modules.get("stoneage_rules.loading.load")
    if load is not None:
        # Rules that a module of tests holds are those of before: a table of theirs that is loaded again must not be them.
        load._loaded.clear()
    gc.collect()
    gc.freeze()


def measured(items: Sequence[pytest.Item]) -> dict[str, float]:
    """Returns the processor time of each test that passes without a mutant, and that mutants meet."""

    def act(tell: Tell) -> None:
        for item, following in pairwise([*items, None]):
            start = time.process_time()
            fails = _fails(item, following)
            seconds = time.process_time() - start
            if not fails and seconds < MOST_SECONDS:
                tell(f"{seconds:.3f} {item.nodeid}")

    lines = answers(act)
    if lines[-1:] and lines[-1].startswith("error"):
        raise RuntimeError(lines[-1])
    return {name: float(seconds) for seconds, _, name in (line.partition(" ") for line in lines)}


def _fails(item: pytest.Item, following: pytest.Item | None) -> bool:
    return any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def run_until_failure(
    items: Iterable[pytest.Item], seconds: Callable[[pytest.Item], float], tell: Tell, most_seconds: float
) -> None:
    """Runs tests until one fails; tells each test's name before it runs, and `passed`, `failed` or `enough` in the end.

    Args:
        items: the tests.
        seconds: gives the processor time after which a test is stopped, and the process with it.
        tell: takes the lines.
        most_seconds: the processor time after which no further test begins.
    """
    tests = list(items)
    start = time.process_time()
    for item, following in pairwise([*tests, None]):
        if time.process_time() - start > most_seconds:
            tell("enough")
            return
        tell(item.nodeid)
        limit_time(seconds(item))
        if _fails(item, following):
            tell("failed")
            return
    limit_time(0)
    tell("passed")
