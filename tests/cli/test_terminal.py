"""A whole game in a real terminal of 80 by 24: nothing is wider, nothing is broken, and nothing is lost."""

from __future__ import annotations

import random
import re
import sys

import pytest

import stoneage_rules as sa
from cli.terminal import COLUMNS, LINES, Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no such terminals")

PROMPT = re.compile(r"(Ada|Bela)(?: \[\d+\])?> |the end \[quit\]> ")
AT_THE_END = "the end [quit]> "
PLACES = re.compile(rf"(\d+) (?:{'|'.join(place.id for place in sa.load(players=3).places)}) \[")
NUMBERS = re.compile(r"^ ?(\d+) +[a-z]|  (\d+)  [a-z]", re.MULTILINE)
SEATS = ("--players", "3", "--seat", "person:Ada", "--seat", "person:Bela", "--seat", "sensible:Cleo")
PLAY = ("play", *SEATS, "--seed", "7")


def answer(shown: str, choose: random.Random) -> str:
    """The number of one of the options that are shown, with all figures that can go there, so that the game ends soon."""
    asked = shown.rpartition(" chooses ")[2]
    options = [f"{found} all" for found in PLACES.findall(asked)]
    options = options or [" ".join(filter(None, found)) for found in NUMBERS.findall(asked)]
    assert options, shown
    return str(options[int(choose.random() * len(options))])


def play_on(terminal: Terminal, choose: random.Random, decisions: int | None = None) -> list[str]:
    """Answers so many questions, all until the end if it is not said how many; returns what was shown before each answer."""
    shown = []
    while decisions is None or len(shown) < decisions:
        screen = terminal.read(PROMPT)
        if terminal.lines[-1] == AT_THE_END:
            terminal.type("\r")
            continue
        if not PROMPT.fullmatch(terminal.lines[-1]):
            return [*shown, screen]
        shown.append(screen)
        terminal.type(answer(screen, choose) + "\r")
    terminal.read(PROMPT)
    return shown


def test_a_game_of_two_people_and_a_bot_is_broken_off_twice_and_gone_on_with(tmp_path):
    """By Ctrl-C, which says how to go on, and by `quit`; then it is played to the end."""
    choose = random.Random(1)
    shown, lines = [], []
    with Terminal(*PLAY, folder=tmp_path) as terminal:
        shown += play_on(terminal, choose, decisions=25)
        terminal.interrupt()
        terminal.read(PROMPT)
        assert terminal.command.wait(timeout=180) == 2
        lines += terminal.lines
    (record,) = tmp_path.glob("stoneage-*.txt")
    assert f"go on with: stoneage play {record.name}" in lines
    kept = sa.replay(record, allow_unfinished=True).length
    with Terminal("play", record.name, folder=tmp_path) as terminal:
        shown += play_on(terminal, choose, decisions=25)
        terminal.type("quit\r")
        terminal.read(PROMPT)
        assert terminal.command.wait(timeout=180) == 0
        assert f"go on with: stoneage play {record.name}" in terminal.lines
        lines += terminal.lines
    assert sa.replay(record, allow_unfinished=True).length > kept
    with Terminal("play", record.name, folder=tmp_path) as terminal:
        shown += play_on(terminal, choose)
        assert terminal.command.wait(timeout=180) == 0
        lines += terminal.lines
    assert sa.replay(record).is_over
    assert [line for line in lines if len(line) > COLUMNS] == []
    assert max(screen.count("\n") for screen in shown[1:] if "\ngo on with" not in screen) <= LINES
    assert {match[1] for screen in shown if (match := PROMPT.search(screen)) and match[1]} == {"Ada", "Bela"}


def test_lines_are_edited_and_brought_back(tmp_path):
    pytest.importorskip("readline")
    with Terminal(*PLAY, "--no-keep", folder=tmp_path) as terminal:
        terminal.read(PROMPT)
        terminal.type("look fxnds\x1b[D\x1b[D\x1b[D\x7fi\r")
        assert "dice_table base:finds" in terminal.read(PROMPT)
        terminal.type("\x1b[A\r")
        assert "dice_table base:finds" in terminal.read(PROMPT)
