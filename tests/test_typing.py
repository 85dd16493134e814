"""Types: the library is clean under `mypy --strict`, and so is a program that uses its public names from outside.

What the names do at run time is proved elsewhere.
"""

from __future__ import annotations

import ast
import builtins
import inspect
import json
import re
import subprocess
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from types import ModuleType
from typing import Any

import attrs
import pytest

import stoneage_rules as sa
from running import python
from shipped import HERE
from sources import ROOT

PROGRAM = '''
"""Plays a game in every way that the public names offer."""

import json
import random
from fractions import Fraction

import stoneage_rules as sa


def choose(view: sa.View, legal: tuple[sa.Action, ...]) -> sa.Action:
    best: sa.Action = legal[0]
    if view.seat is not None and view.player(view.seat).goods["wood"] > 3:
        best = legal[-1]
    return best


def play(rules: sa.Ruleset, seed: int) -> sa.State:
    state: sa.State = rules.initial_state()
    source = random.Random(seed)
    while not state.is_over:
        seat = state.seat
        assert seat is not None
        if state.is_chance:
            outcome: sa.Outcome = state.sample(source)
            odds: list[tuple[sa.Outcome, Fraction]] = list(state.outcomes())
            assert outcome in [possible for possible, _ in odds]
            state.apply(outcome)
        else:
            state = state.after(choose(state.view(seat), state.legal()))
    return state


def explain(state: sa.State, text: str) -> list[str]:
    try:
        answer = state.rules.parse(text)
    except sa.InvalidAction as error:
        return [str(error)]
    if isinstance(answer, sa.Outcome):
        return [answer.kind]
    reasons: tuple[sa.Reason, ...] = state.why_not(answer, seat=0)
    return [f"{reason.check} {reason.statement} {reason.sentence} {reason.where}" for reason in reasons]


rules: sa.Ruleset = sa.load(players=3, modules=["MODULE"], edition="2018")
table: sa.Table = sa.Table(players=2)
state: sa.State = play(rules, 7)
scores: tuple[int, ...] = state.scores
winners: tuple[int, ...] = state.winners
sheet: sa.ScoreSheet = state.score_sheet(winners[0])
sources: list[tuple[str, ...]] = [part.sources for line in sheet.lines for part in line.parts]
broken: sa.TieBreak | None = sheet.tie_break
lines: list[tuple[str, int]] = [(line.id, line.points) for line in sheet.lines]
player: sa.Player = state.player(0)
tools: tuple[tuple[int, bool], ...] = player.tools
saved: str = json.dumps(state.to_dict())
again: sa.State = rules.state_from_dict(json.loads(saved))
messages: list[str] = explain(rules.initial_state(), "place hut 1")
game: sa.Game = sa.Game(rules, seed=7)
game.run([sa.policies.random_policy(1), choose, sa.policies.sensible_policy()])
record: sa.Record = game.record
step: sa.GameStep = game.steps[0]
place: sa.Place = rules.place("hunt")
narrator: sa.Narrator = sa.Narrator(rules, viewer=1)
told: list[sa.Sentence] = list(narrator.result(game.state))
bot: sa.Policy = choose
draws: sa.RandomSource = random.Random(1)
chances: sa.Odds = rules.initial_state().outcomes()
totals: tuple[int, ...] = game.state.scores
tile: sa.ItemDefinition = rules.items_of()[0]
goods: dict[str, int] = {} if tile.cost is None else dict(tile.cost.fixed)
points: int | None = tile.points
verbs: list[str] = [effect.do for effect in (*tile.effects, *rules.location("hunt").effects)]
value: int = rules.good("wood").value + rules.track("agriculture").top
definitions: tuple[sa.Definition, ...] = rules.definitions("limit")
copies: list[str] = [place for location in rules.definitions("location") for place in location.places]
last: tuple[str, ...] = game.log_for(0, start=game.length - 5)
spectator: sa.Narrator = sa.Narrator(rules, viewer=None if game.is_over else "all")
waiting: bool = sa.replay(record, auto_chance=False).auto_chance
phase: str | None = state.phase
room: int | None = place.circles
bounds: sa.GameBounds = rules.bounds
outcome: sa.Outcome = rules.outcomes[rules.parse("roll 1 2").index]
seats: int = rules.table.players
try:
    state.apply(rules.actions[0])
except sa.IllegalAction as refused:
    why: tuple[sa.Reason, ...] = refused.reasons
    whole: dict[str, object] = why[0].to_dict()
except sa.UnknownName:
    raise
except (sa.ContentError, sa.InvalidState, sa.StoneAgeError):
    raise
'''.replace("MODULE", next(iter(HERE), "base"))

WRONG = """
import stoneage_rules as sa

rules = sa.load(players="three")
state = rules.initial_state()
state.apply("place hunt 1")
winner: str = state.winners
state.scores = (1, 2)
sa.Gmae
"""


def records_program() -> str:
    """Reads every field of every kind of record; its last two lines read fields of others."""
    records = sa.load(players=2).content.kinds.records
    lines = ["import stoneage_rules as sa", "", "rules = sa.load(players=2)"]
    for kind, record in records.items():
        read = f"[({', '.join(f'one.record.{field.name}' for field in attrs.fields(record))},) for one in"
        lines += [f'{read} rules.definitions("{kind}")]']
        lines += [f'{read} [rules.definition("{kind}", found.id) for found in rules.definitions("{kind}")]]']
    lines += ["rules.good('wood').record.value, rules.items_of()[0].record.cost, rules.location('hut').record.circles"]
    lines += ["[one.record.text for one in rules.definitions('limit')]", "rules.definition('statement', 'x').record.at_most"]
    return "\n".join(lines) + "\n"


def names_program() -> str:
    """A program that names everything that the doors export."""
    doors = (sa, sa.many, sa.policies, sa.testing, sa.plugin)
    return "".join(f"import {door.__name__}\n" for door in doors) + "".join(
        f"print({door.__name__}.{name})\n" for door in doors for name in door.__all__
    )


def mypy(folder: Path, *files: str, code: int = 0) -> str:
    """Returns what strict mypy tells of a folder; without names of files, of those that its settings name."""
    return python("-m", "mypy", "--strict", "--cache-dir", ROOT / ".mypy_cache", *files, folder=folder, code=code).stdout


def test_the_package_says_that_it_is_typed() -> None:
    spec = find_spec("stoneage_rules")
    assert spec.origin is not None
    assert (Path(spec.origin).parent / "py.typed").is_file()


def test_the_library_is_clean_and_so_is_a_program_of_a_user_and_a_wrong_one_is_told_so_line_by_line(tmp_path: Path) -> None:
    """In one test, because the program is checked with what mypy has kept of the library."""
    assert "no issues found" in mypy(ROOT)
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    (tmp_path / "wrong.py").write_text(WRONG, "utf-8")
    (tmp_path / "records.py").write_text(records_program(), "utf-8")
    (tmp_path / "doors.py").write_text((ROOT / "tests/typing/program.py").read_text("utf-8"), "utf-8")
    (tmp_path / "names.py").write_text(names_program(), "utf-8")
    said = mypy(tmp_path, "program.py", "wrong.py", "records.py", "doors.py", "names.py", code=1)
    told = {tuple(line.split(":")[:2]) for line in said.splitlines() if ": error:" in line}
    length = records_program().count("\n")
    records = {("records.py", str(length - 1)), ("records.py", str(length))}
    assert told == {("wrong.py", line) for line in "46789"} | records, said
    assert said.count('has no attribute "text"') == said.count('has no attribute "at_most"') == 1
    assert "(checked 5 source files)" in said


def test_the_program_runs(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, "utf-8")
    python("program.py", folder=tmp_path)


def test_the_program_over_the_doors_runs_and_is_long_enough() -> None:
    assert len((ROOT / "tests/typing/program.py").read_text("utf-8").splitlines()) > 300
    python(ROOT / "tests/typing/program.py")


def pyright(folder: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """Runs pyright on the installed library; it is no dependency of the tests, because it brings a copy of Node with it."""
    command = which("pyright")
    if command is None:
        pytest.skip("pyright is not installed: `pip install pyright`")
    return subprocess.run([command, *map(str, words)], cwd=folder, capture_output=True, text=True, check=False)


def test_pyright_takes_the_program_and_the_names_of_the_doors(tmp_path: Path) -> None:
    (tmp_path / "doors.py").write_text((ROOT / "tests/typing/program.py").read_text("utf-8"), "utf-8")
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "strict"}', "utf-8")
    program = pyright(tmp_path, "doors.py")
    assert program.returncode == 0, program.stdout
    told = json.loads(pyright(tmp_path, "--verifytypes", "stoneage_rules", "--ignoreexternal", "--outputjson").stdout)
    homes = tuple(f"{value.__module__}.{value.__qualname__}" for value in public_values())
    symbols = [one for one in told["typeCompleteness"]["symbols"] if one["name"].startswith(homes)]
    known = [one for one in symbols if one["isTypeKnown"] and not one["isTypeAmbiguous"]]
    assert len(symbols) > 1000
    assert len(known) / len(symbols) > 0.98, [one["name"] for one in symbols if one not in known]


def public_values() -> Iterator[Any]:
    """The classes of all doors."""
    for door in (sa, sa.many, sa.policies, sa.testing, sa.plugin):
        yield from (value for name in door.__all__ if isinstance(value := getattr(door, name), type))


# --- types of signatures --------------------------------------------------------------------------------------------------

MADE_BY_THE_LIBRARY = {"Ruleset", "Record", "Scenario", "Property", "Study"}
"""Classes that only the library makes: the types of their arguments are private."""
KERNEL = {"Content", "GameEngine", "Kits", "Rolls"}
"""Types of attributes that only the library's own rooms look into."""


def annotations_of(door: ModuleType, name: str) -> Iterator[tuple[str, str]]:
    """Yields every public annotation of a function or class that is at home in the library, each with its place."""
    value = getattr(door, name)
    for owner in value.__mro__[:-1] if isinstance(value, type) else ():
        if owner.__module__.startswith("stoneage_rules"):
            fields = vars(owner).get("__annotations__", {})
            yield from ((f"{name}.{field}", str(kind)) for field, kind in fields.items() if field[0] != "_")
            for key, member in vars(owner).items():
                if key[0] != "_" or (key == "__init__" and name not in MADE_BY_THE_LIBRARY):
                    function = member.fget if isinstance(member, property) else getattr(member, "__func__", member)
                    given = getattr(function, "__annotations__", {}) if not isinstance(function, type) else {}
                    yield from ((f"{name}.{key}", str(kind)) for kind in given.values())
    if inspect.isfunction(value):
        yield from ((name, str(kind)) for kind in value.__annotations__.values())


def names_in(annotation: str) -> set[str]:
    """The names of a written type, those in quoted parts of it among them."""
    nodes = [*ast.walk(ast.parse(annotation, mode="eval"))] if annotation.isprintable() and annotation[0] != "<" else []
    return {node.id for node in nodes if isinstance(node, ast.Name)}


DEFINED = {
    name
    for path in sorted((ROOT / "src").rglob("*.py"))
    for name in re.findall(r"^(?:class )?(\w+)(?:\(.*|: TypeAlias = .*| = .*|:)$", path.read_text("utf-8"), re.M)
}
"""The names of classes and aliases of the library."""
OF_TYPE = {"Service", "Value", "Record", "FORMAT", "const", "Path"}
"""Type variables, the text of a constant, and paths: of files, or in a record as plain keys and indexes."""


@pytest.mark.parametrize("door", [sa, sa.many, sa.policies, sa.testing, sa.plugin], ids=lambda door: door.__name__)
def test_every_type_in_a_signature_has_a_public_name(door: ModuleType) -> None:
    """From the door that has the signature, from the first one, or from that of its subject."""
    public = (
        {*door.__all__, *sa.__all__, *sa.plugin.__all__, *sa.many.__all__, *sa.policies.__all__}
        | MADE_BY_THE_LIBRARY
        | KERNEL
        | OF_TYPE
    )
    found = {(place, kind) for name in door.__all__ for place, text in annotations_of(door, name) for kind in names_in(text)}
    missing = {(place, kind) for place, kind in found if kind not in public and not hasattr(builtins, kind)}
    assert {one for one in missing if one[1] in DEFINED} == set()
    assert len(found) > 20


def test_the_program_that_reads_records_runs(tmp_path: Path) -> None:
    (tmp_path / "records.py").write_text("\n".join(records_program().splitlines()[:-2]), "utf-8")
    python("records.py", folder=tmp_path)


def is_described_alias(name: str) -> bool:
    """Whether a type has a text below its name in the source, where type checkers and the reference read it."""
    alias = re.compile(rf'^{name}(: TypeAlias)? = .*\n"""\w', re.MULTILINE)
    return any(alias.search(path.read_text("utf-8")) for path in (ROOT / "src").rglob("*.py"))


@pytest.mark.parametrize("name", sa.__all__)
def test_every_public_name_is_there_and_described(name: str) -> None:
    value = getattr(sa, name)
    assert name.startswith("_") or (value.__doc__ or "").strip() or is_described_alias(name)
