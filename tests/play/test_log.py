"""The log: every event that the kernel notes has a sentence, and a reader can check each step of the rules by them."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

import stoneage_rules as sa
from play.conftest import rules_for, secret_draw, started, striding
from shipped import HERE
from stoneage_rules import Event, Narrator
from stoneage_rules.testing import position

LIBRARY = Path(sa.__file__).parent


def told(game: sa.Game, *actions: str) -> list[str]:
    """Returns how a few actions, and outcomes entered by hand, are told."""
    start = len(game.steps)
    for action in actions:
        game.play(action)
    return plain([sentence.text for sentence in game.sentences("all", start)])


def plain(lines: Sequence[str]) -> list[str]:
    """Returns lines without what items cost, bring and show, which has its own tests."""
    return [re.sub(r": .*(costs|shows) .*", "", line) for line in lines]


@pytest.fixture
def game(rules) -> sa.Game:
    """Set up by hand, so that what lies on the table is known."""
    game = sa.Game(rules, seed=1, auto_chance=False)
    for item in ("civ-07", "civ-33", "civ-12", "civ-26", "bld-01", "bld-18"):
        game.play(f"draw {item}")
    return game


def noted_events() -> set[str]:
    """The names of all events in the code of the kernel and the mechanisms."""
    found = set()
    for path in [*(LIBRARY / "kernel").rglob("*.py"), *(LIBRARY / "mechanics").rglob("*.py")]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called == "note" and isinstance(node.args[1], ast.Constant):
                found.add(node.args[1].value)
            elif called == "append" and "noted" in ast.unparse(node.func) and isinstance(node.args[0], ast.Tuple):
                name = node.args[0].elts[0]
                found |= {name.value} if isinstance(name, ast.Constant) else set()  # `note` itself appends any name
    return found


def test_every_event_of_the_library_is_declared(rules):
    noted = noted_events()
    assert {"put", "roll", "starve", "slide"} <= noted, "the search finds both ways of noting"
    assert noted == set(rules.event_kinds)


def test_the_set_up_is_told_from_the_start(game):
    assert plain(game.log)[:4] == [
        "seat 0 takes 12 food",
        "seat 1 takes 12 food",
        "civ-07 is laid on card-1",
        "civ-33 is laid on card-2",
    ]
    assert plain(game.log)[-3:] == [
        "bld-18 is laid on building-2",
        "round 1, first player is seat 0",
        "placing figures",
    ]


def test_a_round_can_be_followed_step_by_step(game):
    told(game, "place hut 2", "place hunt 5", "place forest 2", "place card-2 1")
    assert told(game, "resolve hut") == [
        "seat 0 uses hut with 2 figures",
        "seat 0 gets 1 figure more",
    ]
    assert told(game, "resolve forest", "roll 5 6") == [
        "seat 0 uses forest with 2 figures",
        "seat 0 rolls 5 6",
        "seat 0 has a total of 11, divided by 3: 3",
        "seat 0 takes 3 wood",
    ]
    assert told(game, "resolve card-2", "pay 2 wood") == [
        "seat 0 uses card-2 with 1 figure",
        "seat 0 pays 2 wood",
        "seat 0 takes civ-33",
    ]
    lines = told(game, "resolve hunt", "roll 1 1 1 1 1")
    assert lines[:4] == [
        "seat 1 uses hunt with 5 figures",
        "seat 1 rolls 1 1 1 1 1",
        "seat 1 has a total of 5, divided by 2: 2",
        "seat 1 takes 2 food",
    ]
    fed = lines.index("feeding")
    assert lines[fed + 1 : fed + 5] == [
        "seat 0 feeds 6 figures",
        "seat 0 pays 6 food",
        "seat 1 feeds 5 figures",
        "seat 1 pays 5 food",
    ]


def test_tools_totals_and_dice_for_all(game):
    told(game, "place toolmaker-hut 1", "place hunt 4", "place forest 3", "place card-2 1", "place card-1 1")
    assert told(game, "resolve toolmaker-hut")[1:] == ["seat 0 takes a tool, and has 1"]
    assert told(game, "resolve forest", "roll 3 3 5", "tools 1")[1:] == [
        "seat 0 rolls 3 3 5",
        "seat 0 adds tools: 1",
        "seat 0 has a total of 12, divided by 3: 4",
        "seat 0 takes 4 wood",
    ]
    assert told(game, "resolve card-1", "pay 1 wood", "roll 1 5", "pick 5", "pick 1")[1:] == [
        "seat 0 pays 1 wood",
        "seat 0 takes civ-07",
        "seat 0 rolls 1 5",
        "seat 0 picks the die that shows 5",
        "seat 0 takes a tool, and has 1 unused, 1 used",
        "seat 1 picks the die that shows 1",
        "seat 1 takes 1 wood",
    ]
    assert told(game, "resolve card-2", "decline")[1:] == ["seat 1 cannot pay for civ-33 on card-2"]


def test_hunger_and_the_goods_paid_instead(rules):
    goods = {"goods": {"food": 3, "wood": 4}}
    hungry = position(rules, {"phase": "feed-tribe", "seats": {0: goods, 1: goods}})
    assert told(sa.Game(rules, seed=3, start=hungry), "pay 2 wood", "starve")[:6] == [
        "seat 0 pays 3 food",
        "seat 0 pays 2 wood",
        "seat 1 lacks 2 food",
        "seat 1 pays 3 food",
        "seat 1 leaves 2 figures unfed",
        "seat 1 loses 10 points, and has -10",
    ]


def test_the_next_round_is_prepared_in_the_open(game):
    told(game, "place card-2 1", "place hunt 5", "place forest 4", "resolve forest", "roll 2 2 4 5", "resolve card-2")
    told(game, "pay 2 wood")
    lines = told(game, "resolve hunt", "roll 1 1 2 2 2", "draw civ-28")
    assert lines[lines.index("between rounds") :] == [
        "between rounds",
        "seat 1 becomes first player",
        "civ-12 slides from card-3 to card-2",
        "civ-26 slides from card-4 to card-3",
        "civ-28 is laid on card-4",
        "used tools can be used again",
        "seat 0 has 0 points; 7 food, 2 wood; 5 figures; tools civ-33 (4); 1 card",
        "seat 1 has 0 points; 11 food; 5 figures",
        "round 2, first player is seat 1",
        "placing figures",
    ]


def test_the_end_is_told_line_by_line(finished):
    lines = list(finished.log)
    end = lines.index("the game ends")
    empty = "the deck of civilization cards cannot fill the card spaces|[12] of the building stacks (is|are) empty"
    assert re.fullmatch(empty, lines[end - 1])
    assert [line.split(" has ")[0] for line in lines[end + 1 : end + 3]] == ["seat 0", "seat 1"], "what everybody has"
    for seat, score in enumerate(finished.state.scores):
        sheet = finished.state.score_sheet(seat)
        assert f"seat {seat} has {sheet.track} points on the score track" in lines[end:]
        for line in sheet.lines:
            mine = [text for text in lines[end:] if text.startswith(f"seat {seat}: {line.name}: ")]
            assert len(mine) == 1
            assert mine[0].split(" = ")[-1].split(": ")[-1].startswith(f"{line.points} point")
            if len(line.factors) > 1:
                assert f"{line.factors[0]} x {line.factors[1]} = " in mine[0]
        assert f"seat {seat} has {score} points in all" in lines[end:]
    assert lines[-1] == f"seat {finished.state.winners[0]} wins"


def test_a_shared_victory_is_told():
    class Tied:
        winners, verdict = (0, 1), "points"

        def score_sheet(self, seat):
            return rules_for(2)._scoring.sheet(sa.Game(rules_for(2), seed=1).state, seat)

    assert str(list(Narrator(rules_for(2)).result(Tied()))[-1]) == "seat 0 and seat 1 share the victory"


def test_a_tie_is_told_with_what_breaks_it():
    given = {"over": True, "seats": {0: {"points": 9}, 1: {"points": 9, "figures": 6}}}
    told = [str(sentence) for sentence in Narrator(rules_for(2)).result(position(rules_for(2), given))]
    assert told[-3:] == [
        "seat 0: the tie is broken by agriculture + total tool value + figures: 0 + 0 + 5 = 5",
        "seat 1: the tie is broken by agriculture + total tool value + figures: 0 + 0 + 6 = 6",
        "seat 1 wins",
    ]
    given["seats"][1]["points"] = 10
    assert not any("tie" in str(sentence) for sentence in Narrator(rules_for(2)).result(position(rules_for(2), given)))


def test_an_item_that_is_used_at_any_time_is_told(rules):
    given = {"phase": "placing", "seats": {1: {"items": ["civ-36"], "unspent": ["civ-36"]}}}
    assert told(started(rules, given), "place hunt 1", "use civ-36", "take 2 wood")[1:] == [
        "seat 1 uses civ-36",
        "seat 1 takes 2 wood",
    ]


def test_what_is_drawn_face_down_is_for_its_owner():
    rules, secret = rules_for(2), frozenset({"item"})
    event = Event("own-hidden", 1, {"kind": "card", "item": "civ-12"}, secret)
    shown, hidden = "seat 1 draws civ-12 face down: shows medicine", "seat 1 draws a card face down"
    texts = {viewer: Narrator(rules, viewer=viewer).sentence(event) for viewer in ("all", None, 0, 1)}
    assert texts == {"all": shown, None: hidden, 0: hidden, 1: shown}
    bare = Event("own-hidden", 1, {"kind": "building", "item": "bld-01"}, secret)
    assert Narrator(rules, viewer="all").sentence(bare) == "seat 1 draws bld-01 face down"


@pytest.mark.parametrize(("kind", "noun"), [("oath", "an oath"), ("card", "a card"), ("stranger:oath", "an oath")])
def test_what_others_hold_face_down_is_told_by_its_kind(kind, noun):
    secret, narrator = frozenset({"item"}), Narrator(rules_for(2), viewer=0)
    drawn = Event("own-hidden", 1, {"kind": kind}, secret)
    back = Event("give-back-hidden", 1, {"zone": "deck", "kind": kind}, secret)
    assert narrator.sentence(drawn) == f"seat 1 draws {noun} face down"
    assert narrator.sentence(back) == f"seat 1 gives {noun} back to deck, face down"


def test_seats_with_names():
    game = sa.Game(rules_for(2), seed=1, names=["Ada", ""])
    assert list(game.log)[:2] == ["Ada (seat 0) takes 12 food", "seat 1 takes 12 food"]


def test_an_event_of_a_module_is_told_in_its_own_words():
    state = rules_for(2).initial_state()
    state._noted = [("moon-rises", -1), ("gets-wet", 1, "twice")]
    assert [str(sentence) for sentence in Narrator(rules_for(2)).tell(state.events)] == ["moon rises", "seat 1: gets wet twice"]


@pytest.mark.parametrize("modules", [(), HERE])
def test_a_whole_game_is_told_without_numbers_for_names(modules):
    game = sa.Game(rules_for(4, *modules), seed=2)
    game.run([striding(step) for step in (3, 5, 7, 11)])
    sentences = game.sentences("all")
    assert len(sentences) > len(game.steps)
    assert all(sentence.text and "None" not in sentence.text for sentence in sentences)


# --- who may read it ----------------------------------------------------------------------------------------------


def test_a_log_names_only_what_its_reader_may_know(rules):
    game = sa.Game(rules, seed=1)
    seat, item = secret_draw(game)

    def naming(log: tuple[str, ...]) -> list[str]:
        return [line for line in log if item in line]

    assert naming(game.full_log) == naming(game.log_for(seat)) != []
    assert naming(game.log) == naming(game.log_for(1 - seat)) == []
    assert len(game.log) == len(game.full_log)


@pytest.mark.parametrize("seat", [-1, 2])
def test_there_is_a_log_for_each_seat(finished, seat):
    with pytest.raises(ValueError, match=f"there is no seat {seat}; seats are 0 to 1"):
        finished.log_for(seat)
