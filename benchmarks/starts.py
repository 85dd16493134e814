"""Cold starts: the CPU time of whole processes, from nothing to the first list of options."""

from __future__ import annotations

import os
import subprocess
import sys
from tempfile import TemporaryDirectory
from typing import NamedTuple

from players import ALL
from turns import Measure, Result

__all__ = ["STARTS", "Start", "start_measure"]

STONEAGE_START = """
import random
import stoneage_rules
state = stoneage_rules.load(players={players}, modules={modules}).initial_state()
chance = random.Random(7)
while state.is_chance:
    state.apply(state.sample(chance))
assert state.legal()
"""

CHECK_START = """
from stoneage_rules.cli import main
raise SystemExit(main(["check", *{words}]))
"""

CATANATRON_START = """
from catanatron import Color, Game, RandomPlayer
assert Game([RandomPlayer(color) for color in Color]).state.playable_actions
"""

CHESS_START = """
import chess
assert list(chess.Board().legal_moves)
"""

ALL_WORDS = ["--players", "5", *(word for module in ALL for word in ("--module", module))]


class Start(NamedTuple):
    """A program whose start is measured."""

    title: str
    needs: str
    """The module that must be installed."""
    program: str


STARTS = {
    "start-python": Start("python -c pass", "sys", "pass"),
    "start-import": Start("import stoneage_rules", "stoneage_rules", "import stoneage_rules"),
    "start-base": Start("base, 4 players: first options", "stoneage_rules", STONEAGE_START.format(players=4, modules=[])),
    "start-all": Start(
        "all modules, 5 players: first options", "stoneage_rules", STONEAGE_START.format(players=5, modules=[*ALL])
    ),
    "start-catanatron": Start("catanatron: first options", "catanatron", CATANATRON_START),
    "start-chess": Start("python-chess: first options", "chess", CHESS_START),
    "start-check": Start("stoneage check, base", "cyclopts", CHECK_START.format(words=[])),
    "start-check-all": Start("stoneage check, all modules", "cyclopts", CHECK_START.format(words=ALL_WORDS)),
}


def process_milliseconds(program: str, environment: dict[str, str]) -> float:
    """Returns the CPU time of a process that runs a program, system time included."""
    process = subprocess.Popen([sys.executable, "-c", program], env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"this ended with {process.returncode}:\n{program}")
    return (usage.ru_utime + usage.ru_stime) * 1e3


def start_measure(start: Start) -> Measure:
    """Makes the worker that counts starts; the first one compiles byte code into a folder of its own and is not counted."""
    folder = TemporaryDirectory()
    kept = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment = kept | {"PYTHONPYCACHEPREFIX": folder.name}
    process_milliseconds(start.program, environment)

    def measure(seconds: float, seed: int) -> Result:
        assert folder.name
        return {"start_ms": process_milliseconds(start.program, environment)}

    return measure
