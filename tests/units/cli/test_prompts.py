"""What a person at a terminal of 80 by 24 is shown, over whole random games: it fits, and numbers stay what they are."""

from __future__ import annotations

import io
import os
import random
import re
import shutil
import sys
from contextlib import suppress

import pytest

import stoneage_rules as sa
from shipped import HERE, needs
from stoneage_rules.cli.boards import News, SeatNames
from stoneage_rules.cli.choices import Choices
from stoneage_rules.cli.terminal import GO_ON, Leave, Person
from stoneage_rules.testing import position
from writing import write_pack

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
        shown = terminal.getvalue()
        terminal.truncate(0)
        terminal.seek(0)
        if prompt == GO_ON:
            return ""
        told.append(shown)
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


# --- one question after the other ---------------------------------------------------------------------------------


@pytest.fixture
def typed(terminal, monkeypatch):
    """Returns what is shown to seat 0 of a game, question by question, while lines are typed."""

    def run(game: sa.Game, *lines: str) -> list[str]:
        game.policies = ("person", *["sensible"] * (game.rules.players - 1))
        person, left, shown = Person(News(game, SeatNames(game, 0), [0]), 0), [*lines], []
        monkeypatch.setattr(sys, "stdout", terminal)

        def answer(prompt):
            shown.append(terminal.getvalue() + prompt)
            terminal.truncate(0)
            terminal.seek(0)
            if not left:
                raise EOFError
            return left.pop(0)

        monkeypatch.setattr("builtins.input", answer)
        choose = sa.policies.sensible_policy(1)
        with suppress(Leave):
            while not game.is_over:
                if game.seat == 0:
                    person.turn()
                else:
                    game.play(choose(game.view(game.seat), game.legal()))
        return shown

    return run


def at(rules, **given):
    """A game that starts where seat 0 takes actions."""
    return sa.Game(rules, 5, skip_forced=True, start=position(rules, {"phase": "take-actions", **given}))


def paying():
    return at(
        sa.load(players=2),
        seats={0: {"goods": {"food": 4, "wood": 9, "clay": 4, "stone": 3, "gold": 1}}},
        spaces={"building-1": "bld-27"},
        figures={"building-1": [1, 0], "hunt": [2, 0]},
    )


def test_payments_begin_with_the_best_and_have_their_points(typed):
    shown = typed(paying(), "building-1", "1 gold", "3 stone 1 gold", "")
    menu = shown[1].split("\n")
    first = next(at for at, line in enumerate(menu) if line.startswith("  1 pay"))
    points = [int(re.search(r"\((\d+) points\)$", line)[1]) for line in menu[first : first + 6]]
    assert points == sorted(points, reverse=True)
    assert points[0] == 33
    assert menu[-1] == "seat 0 [1]> "
    for part in (shown[2], shown[3]):
        lines = [line for line in part.split("\n") if " pay " in line]
        assert len(lines) > 3
        assert all("1 gold" in line for line in lines)
    assert "scores 33 points" in shown[4]


def test_enter_takes_the_first_of_those_that_a_part_has_found(typed):
    assert "pays 4 clay, 3 stone; " in typed(paying(), "building-1", "4 clay 3 stone", "quit")[2]
    found = typed(paying(), "building-1", "4 clay 2 stone", "")
    assert found[2].endswith("seat 0 [3]> ")
    assert "pays 4 clay, 2 stone, 1 gold; " in found[3]


@needs("style-is-the-goal")
def test_stocks_are_those_in_the_middle_of_an_exchange(typed):
    rules = sa.load(players=2, modules=["style-is-the-goal"])
    seat = {"goods": {"food": 4, "wood": 5, "stone": 5, "decoration": 3}, "tracks": {"trader": 2}}
    game = at(rules, seats={0: seat}, spaces={"building-1": "bld-04"}, figures={"building-1": [1, 0], "hunt": [2, 0]})
    _, before, given, got, back = typed(game, "building-1", "give 2 stone", "get 1 gold", "take-back")
    assert "wood 5, stone 5, decoration 3" in before
    assert "wood 5, stone 3, decoration 3" in given
    assert "wood 5, stone 3, gold 1, decoration 3" in got
    assert "wood 5, stone 5, decoration 3" in back


def test_the_last_figures_are_fed_from_no_goods_that_decide_the_order(typed):
    """Leaves out what is taken last in a round: it is fed at once, so that what is left says nothing of what was best."""
    rules = sa.load(players=2, modules=[*({"style-is-the-goal"} & {*HERE})])
    if "decoration" in rules.goods:
        game = at(rules, seats={0: {"goods": {"food": 4}}}, figures={"hunt": [2, 0]})
        assert "\n1 take 4 food\n" in typed(game)[0]


def test_tools_that_change_nothing_are_not_asked_about_and_undo_passes_over_them(typed):
    rules = sa.load(players=2)
    state = position(
        rules, {"phase": "take-actions", "seats": {0: {"tools": [[1, False]]}}, "figures": {"forest": [2, 0], "hut": [2, 0]}}
    )
    start = state.after(rules.parse("resolve forest"))
    rolled = {roll: start.after(rules.parse(f"roll {roll}")) for roll in ("2 4", "2 3")}
    told = {roll: Choices(sa.Game(rules, 5, start=then), 0).idle for roll, then in rolled.items()}
    assert [str(told["2 4"]), told["2 3"]] == ["tools none", None]
    game = sa.Game(rules, 5, skip_forced=True, start=state)
    shown = typed(game, "forest", "undo", "redo")
    assert "chooses which place to use next" in shown[0]
    assert "chooses which place to use next" in shown[2], "nothing is taken back to a question that is not asked"
    assert not game.can_redo


def test_undo_counts_no_question_that_is_not_asked(typed):
    places = {"hut": [2, 0], "fields": [1, 0]}
    start = position(
        sa.load(players=2),
        {"phase": "take-actions", "seats": {0: {"tools": [[1, False]]}}, "figures": {**places, "forest": [2, 0]}},
    )
    game = sa.Game(start.rules, 5, skip_forced=True, start=start)
    typed(game, "fields", "forest")
    assert "tools none" in str(game.answers()), "it is passed over"
    length = game.length
    shown = typed(game, "undo 3")
    assert "3 decisions cannot be taken back; 2 have been made" in shown[-1]
    assert game.length == length
    typed(game, "undo 2")
    assert game.length == 0


def test_a_board_that_is_too_high_is_shown_in_pages_without_a_cut_word(typed, tmp_path):
    text = "".join(
        f'[[location]]\nid = "pit-{n}"\nname = "pit {n}"\ncircles = 2\n'
        f'effects = [{{ do = "gain", good = "gold", amount = {n + 1} }}, {{ do = "points", amount = {n + 2} }}]\n'
        for n in range(40)
    )
    pack = write_pack(tmp_path, {"pits.toml": text}, requires="base")
    shown = typed(sa.Game(sa.load(players=4, modules=[pack]), 5), "", "", "")
    assert all(len(screen.split("\n")) <= LINES for screen in shown)
    pages = [int(re.search(r"page (\d) of ", screen)[1]) for screen in shown]
    assert pages == [1, 2, 3, 1] or pages == [1, 2, 1, 2]
    for n in range(40):
        assert any(f"pit-{n} [__] +{n + 1} gold, +{n + 2} points" in screen for screen in shown), n


def test_news_of_others_that_find_no_room_are_told_by_gains_alone(typed):
    game = sa.Game(sa.load(players=4), 9, skip_forced=True)
    shown = typed(game, "forest all")[1]
    news = shown.partition("\nRound 2")[0].split("\n")
    assert len(news) <= 8
    assert "rolls" in "".join(news), "one's own rolls stay"
    assert all(any(line.startswith(f"sensible {seat} ") or f"  sensible {seat} " in line for line in news) for seat in (1, 2, 3))


@pytest.mark.skipif(not HERE, reason="needs a module")
def test_ones_own_dice_and_payments_are_told_in_full_before_anything_of_others(terminal, monkeypatch):
    """At the largest table; what finds no room above the board is shown first, and Enter goes on."""
    rolled, told = 0, 0
    for game, shown, _ in prompts(terminal, monkeypatch, 5, HERE, 3):
        rolled += shown.count("has a total of")
        told += "points/food/resources/tools: " in shown
        assert "`log` tells the rest" not in shown
        if game.state.round > 4:
            break
    assert rolled > 3
    assert told > 3


def test_long_answers_are_shown_by_pages(typed):
    game = sa.Game(sa.load(players=4), 9, skip_forced=True)
    shown = typed(game, "forest all", "log all", "", "", "q", "log all", "q", "board")
    pages = [screen for screen in shown if screen.endswith("Enter shows more, `q` no more> ")]
    assert len(pages) >= 3
    assert all(len(screen.split("\n")) <= LINES for screen in shown)


def test_a_payment_is_never_made_by_a_part_of_it(typed):
    game = at(
        sa.load(players=2),
        seats={0: {"goods": {"food": 4, "wood": 2, "clay": 1}}},
        spaces={"building-1": "bld-01"},
        figures={"building-1": [1, 0], "hunt": [2, 0]},
    )
    shown = typed(game, "building-1", "wood", "")
    assert "1 pay 2 wood, 1 clay" in shown[2]
    assert "pays" not in shown[2]
    assert "pays 2 wood, 1 clay" in shown[3]


def test_what_others_did_is_told_in_its_order_and_items_by_what_they_are(terminal, monkeypatch):
    """The placing of a new round follows the gains of the round before, and no id of an item is shown."""
    placed = 0
    for _, shown, _ in prompts(terminal, monkeypatch, 2, (), 4):
        (news,) = re.findall(r"(?:^|\n)sensible 1 (.*?)\n *\n?Round", shown, re.DOTALL) or [""]
        assert not re.search(r"\b(civ|bld)-\d", news), news
        placed += bool(re.search(r"-\d+ food;.* puts ", news, re.DOTALL))
        assert not re.search(r" puts [^;]*; -\d+ food", news), news
    assert placed


def test_a_last_round_is_said_beside_what_is_left(typed):
    end = position(sa.load(players=2), {"phase": "placing", "zones": {"deck": ["civ-01"]}, "dealt_to": [1]})
    (shown,) = typed(sa.Game(end.rules, 5, skip_forced=True, start=end))
    assert "perhaps the last round (deck 1, up to 4 needed)" in " ".join(shown.split())
    (shown,) = typed(sa.Game(sa.load(players=2), 5, skip_forced=True))
    assert "last round" not in shown
