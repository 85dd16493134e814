"""The game of a page, asked as the page asks it: choosing, refusals, secrets, taking back, going on with what was kept."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import stoneage_rules as sa
from long_profile import SLOW
from shipped import SHIPPED, needs
from stoneage_rules.web.session import Session

EVERYTHING = {"players": 5, "modules": [*SHIPPED]}


def asked(session: Session, name: str, *given: object) -> dict[str, Any]:
    """Returns what the page is told."""
    told: dict[str, Any] = json.loads(session.ask(name, json.dumps(given)))
    return told


def begun(table: dict[str, Any], *policies: str, seed: int = 7) -> tuple[Session, dict[str, Any]]:
    """Returns a new game, and what is seen first."""
    session = Session()
    names = ["Ada", "Ben", "Cleo", "Dan", "Eva"][: len(policies)]
    return session, asked(session, "new", table, {"policies": policies, "names": names, "seed": seed})


def played(session: Session, told: dict[str, Any], seed: int, steps: int = 1000) -> dict[str, Any]:
    """Returns what is seen after random choices of the people, or at the end."""
    draw = random.Random(seed).random
    while told.get("options") and steps:
        told = asked(session, "play", told["options"][int(draw() * len(told["options"]))][0])
        told = asked(session, "shown", True) if "cover" in told else told
        steps -= 1
    return told


def test_after_each_choice_of_a_slow_policy_the_page_is_asked_to_go_on() -> None:
    session, told = begun({"players": 2}, "thoughtful(playouts=1)", "thoughtful(playouts=1)")
    calls = 1
    while "waits" in told:
        before, told = told["steps"], asked(session, "go_on")
        calls += 1
        assert not told["steps"] or told["steps"] > before
    assert told["seat"] is None
    game = sa.replay(told["record"])
    assert calls > game.length / 2
    whole = sa.Game(sa.load(players=2), seed=7, skip_forced=True, policies=game.policies, names=game.names)
    whole.run([sa.policies.make_policy("thoughtful(playouts=1)", seat) for seat in range(2)])
    assert str(whole.record).partition("----")[2] == told["record"].partition("----")[2]


def test_what_is_taken_back_while_a_slow_policy_waits_can_be_taken_again() -> None:
    slow = "thoughtful(playouts=1)"
    session, told = begun({"players": 3}, slow, "person", slow)
    while "waits" in told:
        told = asked(session, "go_on")
    assert "waits" in asked(session, "play", told["options"][0][0])
    assert asked(session, "undo")["seat"] == 1
    told = asked(session, "redo")
    while "waits" in told:
        told = asked(session, "go_on")
    assert told["seat"] == 1
    assert told["options"]


def test_a_record_cannot_make_the_page_think_for_long() -> None:
    game = sa.Game(sa.load(players=4), seed=1, policies=[f"thoughtful(playouts={many})" for many in (10_000, 401, 400, 1)])
    session = Session()
    told = asked(session, "open", str(game.record))
    assert (told["seat"], session.people) == (0, {0, 1})
    assert told["options"]


@needs(*SHIPPED)
def test_a_whole_game_has_a_record_that_replays() -> None:
    session, told = begun(EVERYTHING, "person", "sensible", "random", "sensible", "person")
    told = played(session, told, 1)
    assert told["seat"] is None
    assert not told["options"]
    game = sa.replay(told["record"])
    assert str(game.record) == told["record"]
    assert [text for _, text in told["log"]][-1] == game.log[-1]
    assert str(game.state.scores[4]) in told["scores"]


def test_a_table_of_policies_plays_to_the_end_at_once() -> None:
    session, told = begun({"players": 2}, "sensible", "random")
    assert told["seat"] is None
    back = asked(session, "undo")
    assert back["redo"]
    assert back["options"]
    assert asked(session, "redo")["record"] == told["record"]


def test_a_refused_move_is_told_with_its_statement_and_changes_nothing() -> None:
    session, before = begun({"players": 2}, "person", "sensible")
    told = asked(session, "play", "place hut 1")
    assert told["refused"] == "place hut 1"
    assert [reason["statement"] for reason in told["reasons"]] == ["base.place.hut"]
    assert all(reason["sentence"] and reason["needed"] and reason["found"] for reason in told["reasons"])
    assert asked(session, "why", "place hut 1") == asked(session, "play", "Family hut 1") == told
    assert asked(session, "why", "place hut 2")["reasons"] == []
    assert asked(session, "shown") == before


def test_hints_are_options_with_the_grounds_of_a_policy() -> None:
    session, before = begun({"players": 2}, "person", "sensible")
    hints = asked(session, "hint")["hints"]
    assert {text for text, _ in hints} <= {option[0] for option in before["options"]}
    assert len(hints) == 3
    assert all(grounds for _, grounds in hints)
    assert asked(session, "shown") == before


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("play", ["place nowhere 1"], "nowhere"),
        ("play", ["dance"], "nothing here is called `dance`"),
        ("play", ["forst 2"], "did you mean `forest`?"),
        ("play", ["hunt"], "say which"),
        ("why", ["hutt"], "did you mean `hut`?"),
        ("undo", [], "cannot be taken back"),
        ("undo", [2], "2 decisions of seat 0 cannot be taken back"),
        ("redo", [], "cannot be taken again"),
        ("open", ["no record"], "line 2"),
        ("open", [""], "line"),
        ("new", [{"players": 9}, {}], "players"),
        ("new", [{"players": 2, "modules": ["no-such"]}, {}], "no-such"),
        ("new", [{"players": 2}, {"seed": -1}], "seed"),
    ],
)
def test_what_cannot_be_done_is_said_in_words(name: str, given: list[object], words: str) -> None:
    session, before = begun({"players": 2}, "person", "sensible")
    assert words in asked(session, name, *given)["error"]
    assert asked(session, "shown") == before


# --- secrets ------------------------------------------------------------------------------------------------------


def test_who_knows_more_than_other_people_is_covered_until_they_look_away() -> None:
    session, told = begun({"players": 3}, "person", "person", "person")
    choose, covers, seats, shows = sa.policies.make_policy("sensible", 3), 0, [0], []
    while told["seat"] is not None and (SLOW or covers < 9):
        if "cover" in told:
            covers += 1
            assert not {"svg", "options", "log", "scores", "asked"} & set(told)
            told = asked(session, "shown", True)
        elif told["seat"] != seats[-1]:
            shows.append(told["svg"])
        seats.append(told["seat"])
        assert f'data-viewer="{told["seat"]}"' in told["svg"]
        view = session.game.view(told["seat"])
        told = asked(session, "play", choose(view, view.legal()).text)
    assert covers > 3
    assert shows, "while nothing is hidden, nobody has to look away"
    assert not any("data-face-down" in svg or "data-hidden" in svg for svg in shows)


def test_one_person_is_never_covered_and_never_sees_what_others_hide() -> None:
    session, told = begun({"players": 4}, "sensible", "person", "sensible", "sensible")
    told = played(session, told, 5, 40)
    assert 'data-viewer="1"' in told["svg"]
    assert told["log"] == [[said.event, said.text] for said in session.game.sentences(1)]


# --- taking back, keeping -----------------------------------------------------------------------------------------


def test_taken_back_and_taken_again() -> None:
    session, told = begun({"players": 2}, "person", "sensible")
    before = played(session, told, 1, 6)
    after = played(session, before, 2, 1)
    back = asked(session, "undo")
    assert back["redo"]
    assert (back["svg"], back["options"], back["log"]) == (before["svg"], before["options"], before["log"])
    again = asked(session, "redo")
    assert again == after
    other = played(session, asked(session, "undo"), 9, 1)
    assert not other["redo"]


def test_a_game_that_was_kept_goes_on_as_it_was() -> None:
    session, told = begun({"players": 2}, "person", "sensible")
    told = played(session, told, 1, 9)
    other = Session()
    assert asked(other, "open", told["record"]) == told
    back = asked(session, "undo")
    reopened = asked(other, "open", told["record"], back["steps"])
    assert reopened == back
    assert asked(other, "redo") == told


def test_a_record_that_breaks_off_before_a_roll_goes_on_with_it() -> None:
    session, told = begun({"players": 2}, "person", "sensible")
    told = played(session, told, 1, 12)
    lines = told["record"].splitlines(keepends=True)
    roll = next(number for number, line in enumerate(lines) if line.startswith("- "))
    reopened = asked(Session(), "open", "".join(lines[:roll]))
    assert reopened["record"].splitlines()[roll] == lines[roll].strip()
    assert reopened["seat"] == 0


def test_a_policy_that_is_not_known_here_is_played_by_a_person() -> None:
    game = sa.Game(sa.load(players=2), seed=1, policies=["os:getcwd", "sensible"])
    session = Session()
    assert asked(session, "open", str(game.record))["seat"] == 0
    assert session.people == {0}
