"""The game of a page, asked as the page asks it: choosing, refusals, secrets, taking back, going on with what was kept."""

from __future__ import annotations

import json
import random
import re
from typing import Any
from weakref import WeakKeyDictionary

import pytest

import stoneage_rules as sa
from long_profile import SLOW
from shipped import SHIPPED, needs
from stoneage_rules.web.session import Session

SEEN = ("view", "options", "log", "scores", "totals", "step")
EVERYTHING = {"players": 5, "modules": [*SHIPPED]}


LOGS: WeakKeyDictionary[Session, list[Any]] = WeakKeyDictionary()


def asked(session: Session, name: str, *given: object, step: str = "") -> dict[str, Any]:
    """Returns what the page is told, with the record and the log whole, as the page puts them together."""
    told: dict[str, Any] = json.loads(session.ask(name, json.dumps(given), step))
    if "step" not in told:
        return told
    if name in ("new", "open", "again"):
        LOGS[session] = []
    told |= json.loads(session.ask("record", "[]"))
    log = LOGS[session]
    if "log" in told:
        first, rows, count = told["log"]
        log[first:] = rows
        while len(log) < count:
            log += json.loads(session.ask("log", json.dumps([len(log)])))["log"][1]
        told["log"] = [*log]
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
        told = asked(session, "play", int(draw() * len(told["options"])))
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
    assert "waits" in asked(session, "play", 0)
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
    assert told["log"][-1][:2] == ["winner", None]
    assert told["totals"] == [*game.state.scores]
    assert [int(total) for total in told["scores"][-1][1:]] == told["totals"]


def test_a_table_of_policies_is_shown_choice_by_choice_or_at_once() -> None:
    session, told = begun({"players": 2}, "sensible", "random")
    for _ in range(5):
        assert told["waits"] == ["sensible", "random"][told["seat"]]
        assert (told["view"]["viewer"], told["options"]) == (-1, []), "who watches answers nothing"
        before, told = told["steps"], asked(session, "go_on")
        assert told["steps"] > before
    back = asked(session, "undo")
    assert back["steps"] < told["steps"]
    assert back["waits"], "it goes on from there, too"
    told = asked(session, "go_on", True)
    assert told["seat"] is None
    back = asked(session, "undo")
    assert back["redo"]
    assert back["waits"]
    assert asked(session, "redo")["record"] == told["record"]


def test_a_refused_move_is_told_with_its_statement_and_changes_nothing() -> None:
    session, before = begun({"players": 2}, "person", "sensible")
    told = asked(session, "play", "place hut 1")
    assert told["refused"] == "place family hut 1"
    ((needed, found, sentence),) = told["reasons"]
    assert needed == "family hut takes exactly 2 figures"
    assert found
    assert sentence == session.game.rules.sentences["base.place.hut"]
    assert asked(session, "why", "place hut 1") == asked(session, "play", "Family hut 1") == told
    assert asked(session, "against", "hut")["reasons"] == []
    assert asked(session, "why", "place hut 2")["reasons"] == []
    assert asked(session, "why", 0) == asked(session, "why", session.game.legal()[0].text)
    assert asked(session, "shown") == before


def test_hints_are_options_with_the_grounds_of_a_policy() -> None:
    session, before = begun({"players": 2}, "person", "sensible")
    hints = asked(session, "hint")["hints"]
    assert len({number for number, _, _ in hints} & {*range(len(before["options"]))}) == 3
    assert all(grounds for _, _, grounds in hints)
    assert asked(session, "shown") == before


@pytest.mark.parametrize(
    ("name", "given", "words"),
    [
        ("play", ["place nowhere 1"], "nowhere"),
        ("play", ["dance"], "nothing here is called `dance`"),
        ("play", ["forst 2"], "did you mean `forest`?"),
        ("play", ["hunt"], "say which"),
        ("why", ["hutt"], "did you mean `family hut`?"),
        ("undo", [], "cannot be taken back"),
        ("undo", [2], "2 decisions of Ada cannot be taken back"),
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


# --- the protocol -------------------------------------------------------------------------------------------------


def test_an_answer_to_another_question_changes_nothing() -> None:
    """Doubled, late and foreign answers, and those to what was taken back, name another step than the one that is open."""
    session, first = begun({"players": 2}, "person", "person")
    second = asked(session, "play", 0, step=first["step"])
    doubled = asked(session, "play", 0, step=first["step"])
    assert doubled.pop("late")
    assert doubled == second
    other = begun({"players": 2}, "person", "person", seed=8)[1]
    assert other["steps"] == first["steps"]
    assert asked(session, "play", 0, step=other["step"])["late"]
    back = asked(session, "undo", step=second["step"])
    assert back["step"] == first["step"]
    branch = asked(session, "play", 3, step=back["step"])
    assert branch["steps"] == second["steps"]
    assert asked(session, "play", 0, step=second["step"])["late"]
    assert asked(session, "shown")["record"] == branch["record"]
    assert branch["record"].count("\n0 ") == 1


@needs(*SHIPPED)
def test_an_answer_has_at_most_12_kb() -> None:
    session, sizes = Session(), []

    def ask(name: str, *given: object) -> dict[str, Any]:
        text = session.ask(name, json.dumps(given))
        sizes.append(len(text.encode()))
        told: dict[str, Any] = json.loads(text)
        return told

    policies = ["person", *["sensible"] * 4]
    told = ask("new", EVERYTHING, {"policies": policies, "names": ["Adalbert", "Ben", "Cleo", "Dan", "Eva"], "seed": 7})
    ask("facts")
    ask("items")
    draw = random.Random(3).random
    while told["options"]:
        number = ask("hint")["hints"][0][0] if draw() < 0.8 else int(draw() * len(told["options"]))
        told = ask("play", number)
        for first in range(told["log"][0] + len(told["log"][1]), told["log"][2], 40):
            assert len(ask("log", first)["log"][1]) in range(1, 41)
    assert max(sizes) <= 12_000


@needs(*SHIPPED)
def test_no_id_is_told_where_the_board_has_a_name() -> None:
    session, told = begun(EVERYTHING, "person", "sensible", "sensible", "sensible", "sensible")
    choose, said = sa.policies.make_policy("sensible", 3), set()
    while told["options"]:
        said |= {told["view"]["pending"]["prompt"], *(words for *_, words in told["options"])}
        view = session.game.view(0)
        told = asked(session, "play", view.legal().index(choose(view, view.legal())))
    said |= {text for _, _, text, _ in told["log"]}
    known = session.game.rules
    ids = "|".join(id for id in (*known.item_ids, *(place.id for place in known.places), *known.zones) if "-" in id)
    assert len(said) > 300
    assert {text for text in said if re.search(rf"(?<![\w-])({ids})(?![\w-])", text)} == set()


def test_a_seat_named_like_a_place_keeps_its_name() -> None:
    session = Session()
    told = asked(session, "new", {"players": 2}, {"policies": ["person", "sensible"], "names": ["hut", "bld-01"], "seed": 7})
    assert told["log"][0][2] == "hut takes 12 food"
    assert told["log"][1][2] == "bld-01 takes 12 food"


def test_a_policy_that_was_stopped_waits_until_it_is_told_what_to_do() -> None:
    session, told = begun({"players": 2}, "person", "thoughtful(playouts=1)")
    waits = asked(session, "play", 0)
    other = Session()
    paused = asked(other, "open", waits["record"], None, True)
    assert (paused["waits"], paused["seat"], paused["options"]) == ("thoughtful", 1, [])
    assert paused["steps"] == waits["steps"]
    told = asked(other, "stand_in")
    assert told["steps"] > paused["steps"]
    while told.get("waits"):
        told = asked(other, "go_on")
    assert asked(other, "stand_in")["steps"] == told["steps"], "nobody chooses for a person"


def test_a_game_can_be_played_again_at_the_same_table() -> None:
    session, told = begun({"players": 3}, "sensible", "person", "random")
    again = asked(session, "again")
    assert again["names"] == told["names"]
    assert again["seat"] == 1
    assert session.game.policies == ("sensible", "person", "random")
    assert session.game.seed != 7


# --- secrets ------------------------------------------------------------------------------------------------------


def test_who_knows_more_than_other_people_is_covered_until_they_look_away() -> None:
    session, told = begun({"players": 3}, "person", "person", "person")
    choose, covers, seats, shows = sa.policies.make_policy("sensible", 1), 0, [0], []
    while told["seat"] is not None and (SLOW or covers < 9):
        if "cover" in told:
            covers += 1
            assert not {"view", "options", "log", "scores", "totals"} & set(told)
            told = asked(session, "shown", True)
        elif told["seat"] != seats[-1]:
            shows.append(told["view"])
        seats.append(told["seat"])
        assert told["view"]["viewer"] == told["seat"]
        view = session.game.view(told["seat"])
        told = asked(session, "play", choose(view, view.legal()).text)
    assert covers > 3
    assert shows, "while nothing is hidden, nobody has to look away"
    assert not any(seat["face_down"] or seat["hidden"] for view in shows for seat in view["seats"])


def test_one_person_is_never_covered_and_never_sees_what_others_hide() -> None:
    session, told = begun({"players": 4}, "sensible", "person", "sensible", "sensible")
    told = played(session, told, 5, 40)
    assert told["view"]["viewer"] == 1
    assert not any(seat["face_down"] for at, seat in enumerate(told["view"]["seats"]) if at != 1)
    assert [row[:2] for row in told["log"]] == [[said.event, said.seat] for said in session.game.sentences(1)]


# --- taking back, keeping -----------------------------------------------------------------------------------------


def test_taken_back_and_taken_again() -> None:
    session, told = begun({"players": 2}, "person", "sensible")
    before = played(session, told, 1, 6)
    after = played(session, before, 2, 1)
    back = asked(session, "undo")
    assert back["redo"]
    assert [back[part] for part in SEEN] == [before[part] for part in SEEN]
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


# --- the past -----------------------------------------------------------------------------------------------------


@needs(*SHIPPED)
def test_a_row_of_the_log_tells_its_moment_as_its_reader_saw_it_then() -> None:
    """Of two people with secrets: no item that the other had face down then, though it may be open now."""
    session, told = begun(EVERYTHING | {"players": 3}, "person", "person", "sensible", seed=12)
    draw, hidden = random.Random(3).random, 0
    while told.get("options"):
        told = asked(session, "play", int(draw() * len(told["options"])))
        told = asked(session, "shown", True) if "cover" in told else told
        if draw() > 0.02 and told["seat"] is not None:
            continue
        game, viewer = session.game, session.viewer
        assert viewer is not None
        narrator = sa.Narrator(game.rules, game.names, viewer)
        steps = [step for step, events in enumerate([game.opening, *game.events()]) for _ in narrator.tell(events)]
        for row in range(0, len(told["log"]), 11):
            then = json.loads(session.ask("moment", json.dumps([row])))
            state = game.state_after(steps[row] if row < len(steps) else game.length)
            assert then["view"]["seats"] == state.view(viewer).to_dict()["seats"]
            for seat, known in enumerate(then["view"]["seats"]):
                hidden += seat != viewer and bool(state.player(seat).face_down)
                assert state.is_over or seat == viewer or known["face_down"] == []
            assert isinstance(then["view"]["zones"]["deck"], int)
        assert asked(session, "shown")["record"] == told["record"], "nothing is changed"
    assert hidden
    assert told["seat"] is None
    last = json.loads(session.ask("moment", json.dumps([len(told["log"]) - 1])))
    assert last["totals"] == told["totals"]


def test_the_question_of_a_moment_is_the_one_that_its_rows_answer() -> None:
    session, told = begun({"players": 2}, "person", "sensible")
    asked(session, "play", "place hunt 3")
    told = asked(session, "shown")
    row = next(row for row, (event, seat, *_) in enumerate(told["log"]) if (event, seat) == ("put", 0))
    then = json.loads(session.ask("moment", json.dumps([row])))
    assert then["before"]["pending"]["prompt"] == "where to place figures"
    assert then["before"]["pending"]["seat"] == 0
    assert then["before"]["places"]["hunt"]["figures"] == [0, 0]
    assert then["view"]["places"]["hunt"]["figures"] == [3, 0]
    first, end = then["rows"]
    assert row in range(first, end)
    assert "go back to step 0" in asked(session, "moment", -1)["error"]
