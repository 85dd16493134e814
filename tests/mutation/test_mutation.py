"""The command that changes code and content finds what it should, and touches no file."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from functools import cache

import attrs
import pytest
import tomli

import stoneage_rules as sa
from long_profile import SLOW
from mutation.children import answers
from mutation.code_mutants import code_files, code_mutants
from mutation.content_mutants import content_files, content_mutants
from mutation.equivalents import equivalents, stale
from mutation.in_memory import functions_of_library, put_in
from mutation.mutants import ROOT, Mutant, diff, mutated
from mutation.sessions import SUITE, collect, forget
from mutation.trials import Verdict

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no fork")
takes_long = pytest.mark.skipif(not SLOW, reason="takes four seconds or more; set CI")

code, content = cache(code_mutants), cache(content_mutants)
"""All mutants, made once somebody asks: each worker collects this file, and one runs it."""


def test_every_equivalent_is_a_mutant_and_has_a_reason() -> None:
    assert stale([*code(), *content()]) == []
    assert {file for file, *_ in equivalents()} <= {*code_files(), *content_files()}
    assert [entry for entry, reason in equivalents().items() if len(reason) < 20] == []


def test_no_two_mutants_have_one_name() -> None:
    keys = [mutant.key for mutant in (*code(), *content())]
    assert len(set(keys)) == len(keys) > 5000


@pytest.mark.parametrize("mutants", [code, content], ids=["code", "content"])
def test_a_mutant_is_another_text_that_can_be_read(mutants: Callable[[], list[Mutant]]) -> None:
    for mutant in mutants()[::97]:
        text = mutated(mutant)
        assert text != (ROOT / mutant.file).read_text("utf-8")
        assert tomli.loads(text) if mutant.file.endswith(".toml") else compile(text, mutant.file, "exec")
        assert Mutant(**json.loads(json.dumps(attrs.asdict(mutant)))) == mutant
        assert mutant.place in diff(mutant)


def test_code_and_content_of_all_rooms_is_changed() -> None:
    assert {mutant.file for mutant in code()} <= set(code_files())
    rooms = {mutant.file.split("/")[2] for mutant in code() if mutant.file.startswith("src")}
    assert rooms == {"compiler", "data", "kernel", "language", "mechanics"}
    assert {mutant.file.split("/")[0] for mutant in content()} == {"content", "plugins"}


def test_the_tests_that_mutants_meet_are_there() -> None:
    assert [path for path in SUITE if not (ROOT / path.partition("::")[0]).exists()] == []


def test_a_child_answers_with_lines_and_a_stopped_one_with_those_before() -> None:
    def stops(tell) -> None:
        tell("begun")
        sys.exit(3)

    assert answers(lambda tell: [tell("one"), tell("two")]) == ["one", "two"]
    assert answers(stops)[0] == "begun"
    assert "SystemExit" in answers(stops)[1]


@takes_long
def test_a_failure_while_mutants_are_tried_is_told() -> None:
    def child(tell) -> None:
        tell(collect(["tests/mutation/test_mutation.py"], lambda items: [][0]).splitlines()[-1])

    assert answers(child) == ["IndexError: list index out of range"]


def of_text(file: str, was: str, now: str) -> Mutant:
    """The first mutant that makes a line into another."""
    return next(mutant for mutant in (*code(), *content()) if (mutant.file, mutant.was, mutant.now) == (file, was, now))


def test_a_function_is_changed_in_a_child_alone() -> None:
    from stoneage_rules.mechanics.effect_lists import clockwise

    mutant = of_text(
        "src/stoneage_rules/mechanics/effect_lists.py",
        "return [(first + turn) % players for turn in range(players)]",
        "return [(first - turn) % players for turn in range(players)]",
    )

    def child(tell) -> None:
        assert put_in(mutant, functions_of_library())
        tell(str(clockwise(4, 1)))

    assert answers(child) == ["[1, 0, 3, 2]"]
    assert clockwise(4, 1) == [1, 2, 3, 0]


def test_a_file_of_content_reads_differently_in_a_child_alone() -> None:
    mutant = of_text("content/stoneage_base/supplies.toml", "start = 5", "start = 6")

    def child(tell) -> None:
        put_in(mutant, {})
        tell(str(sa.load(players=2).initial_state().figures[0]))

    before = (ROOT / mutant.file).read_bytes()
    assert answers(child) != [str(sa.load(players=2).initial_state().figures[0])]
    assert (ROOT / mutant.file).read_bytes() == before


@pytest.mark.parametrize(
    ("file", "was", "now", "test"),
    [
        (
            "content/stoneage_base/buildings.toml",
            "cost = { wood = 2, clay = 1 }",
            "cost = { wood = 3, clay = 1 }",
            "tests/rules/test_buildings.py",
        ),
        (
            "src/stoneage_rules/mechanics/rows.py",
            "if swept and state.item_at[space] >= 0 and not state.occupancy[space]:",
            "if True:",
            "tests/mechanics/test_sweeping.py",
        ),
        pytest.param(
            "src/stoneage_rules/mechanics/paying.py",
            'PROGRESS = (PAY_OFFERS.slot("offer"), PLACE_OR_NONE_SLOT, Slot("left", least=1))',
            'PROGRESS = (PAY_OFFERS.slot("offer"), PLACE_OR_NONE_SLOT, Slot("left", least=2))',
            "tests/units/mechanics/test_paying.py",
            marks=takes_long,
        ),
    ],
    ids=["content", "function", "module"],
)
def test_the_command_kills_a_mutant_and_keeps_the_verdict(tmp_path, file: str, was: str, now: str, test: str) -> None:
    mutant = of_text(file, was, now)
    command = [sys.executable, "-m", "mutation", "--only", mutant.place, "--tests", test]
    env = {"PYTHONPATH": str(ROOT / "tests"), "XDG_CACHE_HOME": str(tmp_path)}
    run = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=True)
    (kept,) = tmp_path.glob("*/verdicts.jsonl")
    verdicts = {verdict.key: verdict for verdict in map(Verdict.of_text, kept.read_text("utf-8").splitlines())}
    assert verdicts[mutant.key].end == "killed"
    assert verdicts[mutant.key].by.startswith(test)
    assert mutant.place not in run.stdout, "the report names survivors alone"


@takes_long
def test_rules_that_a_module_holds_are_made_anew_once_they_are_forgotten() -> None:
    """Or a mutant of what compiles would never come to be."""
    held = sa.load(players=2)
    again = answers(lambda tell: (forget(), tell(str(sa.load(players=2) is held)))[0])
    assert again == ["False"]
