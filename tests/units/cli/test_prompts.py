"""What a person at a terminal of 80 by 24 is shown, over whole random games: it fits, and numbers stay what they are."""

from __future__ import annotations

import io
import os
import random
import re
import shutil
import sys

import pytest

import stoneage_rules as sa
from shipped import HERE
from stoneage_rules.cli.boards import News, SeatNames
from stoneage_rules.cli.choices import Choices
from stoneage_rules.cli.terminal import Person

COLUMNS, LINES = 80, 24
TABLES = [(4, ()), (5, HERE)]


class Tty(io.StringIO):
    """Takes what is printed, like a terminal."""

    def isatty(self):
        return True


@pytest.fixture
def terminal(monkeypatch):
    """A plain terminal."""
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setattr(shutil, "get_terminal_size", lambda: os.terminal_size((COLUMNS, LINES)))
    return Tty()


def prompts(terminal, monkeypatch, players, modules, seed):
    """Yields the game, what is shown before each question to seat 0 of a random game, and its options."""
    choose = random.Random(seed)
    game = sa.Game(sa.load(players=players, modules=list(modules)), seed, skip_forced=True)
    game.policies = ("person", *["sensible"] * (players - 1))
    person = Person(News(game, SeatNames(game, 0), [0]), 0)
    told = []
    monkeypatch.setattr(sys, "stdout", terminal)

    def answer(prompt):
        told.append(terminal.getvalue())
        terminal.truncate(0)
        terminal.seek(0)
        return game.legal()[int(choose.random() * len(game.legal()))].text

    monkeypatch.setattr("builtins.input", answer)
    while not game.is_over:
        if game.seat:
            game.play(game.legal()[int(choose.random() * len(game.legal()))])
        else:
            question = Choices(game, 0)
            person.turn()
            if told:  # else tools would have changed nothing, and nothing was asked
                yield game, told.pop(), question


@pytest.mark.parametrize(("players", "modules"), TABLES)
def test_news_and_question_fit_and_places_keep_their_numbers(terminal, monkeypatch, players, modules):
    """Nothing scrolls away, no word is cut, and between two questions there are few lines."""
    heights, numbers, boards = [], {}, 0
    for seed in range(3):
        for _, shown, question in prompts(terminal, monkeypatch, players, modules, seed):
            lines = shown.rstrip("\n").split("\n")
            assert [line for line in lines if len(line) > COLUMNS] == []
            assert len(lines) < LINES, shown
            assert "..." not in shown
            heights.append(len(lines))
            boards += question.is_board
            for index, line in question.on_places.items():
                assert numbers.setdefault(index, line.number) == line.number
                assert re.search(rf"\b{line.number} ", shown), shown
            assert len({line.number for line in question.lines}) == len(question.lines)
    assert boards > 50
    assert sorted(heights)[len(heights) // 2] <= LINES - 4


def test_the_first_prompt_tells_of_names_and_of_help(terminal, monkeypatch):
    games = prompts(terminal, monkeypatch, 2, (), 1)
    first, second = next(games)[1], next(games)[1]
    assert re.search(r"choose by number or name, as `[a-z]+ \d`; `\?` tells what you can type\n$", first)
    assert "choose by number" not in second


def test_what_others_did_is_told_in_short(terminal, monkeypatch):
    """A line or two for each of the others, however much they did."""
    for game, shown, _ in prompts(terminal, monkeypatch, 4, (), 5):
        news = shown.rpartition("\n\n")[0]
        for seat in (1, 2, 3):
            told = news.partition(f"sensible {seat} ")[2].partition("sensible ")[0]
            assert len(told) < 4 * COLUMNS, shown
        if game.state.round > 3:
            return
