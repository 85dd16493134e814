"""The library's types as a user's type checker sees them, and its own code under the strictest setting."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import stoneage_rules

ROOT = Path(__file__).parent.parent

PROGRAM = '''
import random
from collections.abc import Mapping

import stoneage_rules as sa

rules: sa.Ruleset = sa.load(players=3, modules=["igloos"], options={})
state: sa.State = rules.initial_state()
chance = random.Random(1)
while not state.is_over:
    legal: tuple[sa.Action, ...] = state.legal()
    if state.is_chance:
        outcome: sa.Outcome = state.sample(chance)
        state.apply(outcome)
    else:
        state.apply(legal[0])
scores: tuple[int, ...] = state.scores
sheet: sa.ScoreSheet = state.score_sheet(0)
reasons: tuple[sa.Reason, ...] = state.why_not(rules.action("place", "hut", 2))
saved: Mapping[str, object] = state.to_dict()
view: sa.View = state.view(0)
player: sa.Player = view.player(1)
game: sa.Game = sa.Game(rules, seed=4)
copy: sa.State = game.state.copy()
'''


def mypy(*arguments: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "mypy", *arguments], cwd=cwd, capture_output=True, text=True, check=False)


def test_types_are_shipped() -> None:
    """The marker that tells type checkers to look stands in the package."""
    assert (Path(stoneage_rules.__file__).parent / "py.typed").exists()


def test_a_users_program_type_checks(tmp_path: Path) -> None:
    """A program that uses the public names passes `mypy --strict`; one that misuses them does not."""
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "wrong.py").write_text(PROGRAM + "\nscores_as_text: str = state.scores\n")
    right = mypy("--strict", "program.py", cwd=tmp_path)
    assert right.returncode == 0, right.stdout
    wrong = mypy("--strict", "wrong.py", cwd=tmp_path)
    assert wrong.returncode == 1
    assert "scores_as_text" not in right.stdout
    assert "Incompatible types in assignment" in wrong.stdout


def test_the_library_type_checks() -> None:
    """`mypy --strict` finds nothing in the library."""
    done = mypy(cwd=ROOT)
    assert done.returncode == 0, done.stdout
