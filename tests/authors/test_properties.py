"""Properties: every moment, every part of a claim, what is shown of a failure, and words that nobody knows.

They are looked at in a toy game, whose numbers are easily worked out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from authors.writing import TOY, write_pack
from stoneage_rules.errors import ContentError
from stoneage_rules.testing import properties, property_games, read_scenarios
from stoneage_rules.testing.properties import PropertyResult, read_properties, run_properties

HEAD = f"[table]\nplayers = 2\nmodules = ['{TOY}']\n\n[[property]]\nname = 'It is so'\n"
GAMES = "for = { games = 4 }\n"


Looked = Callable[..., PropertyResult]


@pytest.fixture
def looked(tmp_path: Path) -> Looked:
    """The result of one property, from the lines that say it."""

    def look(lines: str, games: str = GAMES) -> PropertyResult:
        file = tmp_path / "properties.toml"
        file.write_text(f"{HEAD}{lines}\n{games}", "utf-8")
        (result,) = run_properties(file)
        return result

    return look


TRUE = {
    "all players": 'always = { at = "every-decision", all_players = { berry = { min = 0 }, figures = { min = 2, max = 2 } } }',
    "groups": 'always = { at = "end-of-game", all_players = { fruit = { min = 0, max = 99 } } }',
    "long words": 'always = { at = "end-of-game", all_players = { goods = { nut = { max = 0 } }, '
    "tracks = { tan = { max = 3 } } } }",
    "own words": 'always = { at = "end-of-game", all_players = { at_home = { min = 0 }, tools = { max = 0 }, '
    "tool_value = { max = 0 }, items = { max = 3 }, face_down = { max = 0 }, total = { min = 0 }, points = { max = 10 } } }",
    "quantities": 'always = { at = "end-of-game", all_players = { symbols = { sets-squared = { max = 0 } } } }',
    "together": 'always = { at = "end-of-round", together = { charm = { max = 3 }, figures = { min = 4, max = 4 } } }',
    "places": 'always = { at = "every-decision", figures_on = { stall = { max = 1 }, pond = { max = 1 }, bush = { max = 4 } } }',
    "round": 'always = { at = "end-of-game", round = { min = 3, max = 3 } }',
    "phase": 'always = { at = "start-of-phase go", all_players = { at_home = { min = 2 } } }',
    "sometime": 'sometime = { at = "end-of-game", some_player = { points = { min = 2 }, items = { min = 1 } } }',
}


@pytest.mark.parametrize("words", TRUE)
def test_what_is_so_passes(words: str, looked: Looked) -> None:
    result = looked(TRUE[words])
    assert result.passed, str(result)
    assert result.moments > 0


FALSE = {
    "all players": ('always = { at = "every-decision", all_players = { berry = { max = 0 } } }', r"seat \d has berry \d"),
    "some player": ('always = { at = "end-of-game", some_player = { tan = { min = 4 } } }', r"by seat they have tan \[\d, \d\]"),
    "together": ('always = { at = "end-of-game", together = { berry = { max = 1 } } }', r"all seats together have berry \d+"),
    "places": ('always = { at = "start-of-phase work", figures_on = { bush = { max = 0 } } }', r"figures on bush: \d, at most 0"),
    "round": ('always = { at = "end-of-round", round = { max = 2 } }', r"this is round 3, at most 2 is wanted"),
    "both ends": ('always = { at = "end-of-game", round = { min = 4, max = 5 } }', "round 3, at least 4 and at most 5 is wanted"),
}


@pytest.mark.parametrize("words", FALSE)
def test_what_is_not_so_fails_and_is_shown(words: str, looked: Looked) -> None:
    lines, said = FALSE[words]
    result = looked(lines)
    assert not result.passed
    assert result.failure is not None
    assert re.search(said, result.failure.problem), result.failure.problem


def test_rounds_end_as_often_as_they_begin(looked: Looked) -> None:
    assert looked('always = { at = "end-of-round", round = { min = 1, max = 3 } }').moments == 4 * 3
    assert looked('always = { at = "start-of-phase go", round = { min = 1, max = 3 } }').moments == 4 * 3
    assert looked('always = { at = "end-of-phase go", round = { min = 1, max = 3 } }').moments == 4 * 3
    assert looked('always = { at = "end-of-phase dusk", round = { min = 1, max = 3 } }').moments == 4 * 3
    assert looked('always = { at = "end-of-game", round = { min = 3 } }').moments == 4


def test_a_failure_is_the_shortest_found_and_can_be_played_again(looked: Looked) -> None:
    lines = 'always = { at = "every-decision", all_players = { items = { max = 0 } } }'
    one, many = looked(lines, "for = { games = 1 }\n"), looked(lines, "for = { games = 30 }\n")
    assert len(many.failure.actions) < len(one.failure.actions)
    rules = properties.load(properties.attrs.evolve(many.subject.table, players=2))
    state = rules.initial_state()
    for action in many.failure.actions:
        seat, colon, text = action.partition(": ")
        assert not colon or seat == str(state.seat)
        state.apply(rules.parse(text if colon else seat))
    assert any(state.player(seat).items for seat in range(2))
    assert state.round == many.failure.round


def test_a_failure_shows_its_last_steps(looked, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(property_games, "SHOWN", 3)
    result = looked('always = { at = "end-of-game", round = { max = 2 } }', "for = { games = 1 }\n")
    shown = str(result).splitlines()
    assert shown[0].startswith("FAILED  ")
    assert shown[0].endswith(":6: It is so (1 game, 1 moment)")
    assert shown[1] == "    2 players, seed 0, round 3: this is round 3, at most 2 is wanted"
    assert shown[2] == f"    after {len(result.failure.actions)} steps, of which the last 3 are"
    assert [line.strip() for line in shown[3:6]] == list(result.failure.actions[-3:])
    assert [line.strip() for line in shown[6:8]] == ["a scenario that begins there:", "[[scenario]]"]


def test_the_same_file_gives_the_same_result(looked: Looked) -> None:
    lines = 'always = { at = "end-of-game", together = { berry = { max = 3 } } }'
    assert str(looked(lines)) == str(looked(lines))


def test_a_property_is_looked_at_for_each_player_count(looked: Looked) -> None:
    claim = 'always = { at = "end-of-game", together = { figures = { max = 4 } } }'
    result = looked(claim, "for = { players = [2, 3], games = 2 }\n")
    assert result.games == 4
    assert result.failure.players == 3
    assert result.failure.problem == "all seats together have figures 6, at most 4 is wanted"


def test_a_moment_that_never_comes_proves_nothing(looked: Looked) -> None:
    never = looked('sometime = { at = "end-of-round", round = { min = 9 } }')
    assert str(never).splitlines()[1] == "    this was so at none of 12 moments in 4 games"


def test_a_game_without_end_is_no_proof(looked, monkeypatch: pytest.MonkeyPatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(property_games, "LONGEST", 20)
    result = looked('always = { at = "every-decision", round = { min = 1 } }')
    assert result.problem == "the game with seed 0 has not ended after 20 steps"


UNKNOWN = {
    'always = { at = "every-decision", all_players = { bery = { min = 0 } } }': "SA203:7:no number is called `bery`",
    'always = { at = "end-of-game", all_players = { goods = { tan = { min = 0 } } } }': "SA203:7:no number is called `tan`",
    'always = { at = "end-of-game", all_players = { symbols = { sets = { min = 0 } } } }': "SA203:7:no number is called `sets`",
    'always = { at = "end-of-game", all_players = { symbls = { sets-squared = { min = 0 } } } }': (
        "SA203:7:no number is called `symbls`"
    ),
    'always = { at = "end-of-game", all_players = { berry = { nut = { min = 0 } } } }': "SA202:7:no key is called `nut`",
    'always = { at = "end-of-game", figures_on = { pnod = { max = 1 } } }': "SA203:7:no place is called `pnod`",
    'always = { at = "start-of-phase dawn", round = { max = 1 } }': "SA203:7:no phase is called `dawn`",
    'always = { at = "end_of_round", round = { max = 1 } }': "SA207:7:no moment is called `end_of_round`",
    'always = { at = "start-of-phase", round = { max = 1 } }': "SA207:7:which phase?",
    'always = { at = "end-of-phase", round = { max = 1 } }': "SA207:7:which phase?",
    'always = { at = "end-of-phase dawn", round = { max = 1 } }': "SA203:7:no phase is called `dawn`",
    'always = { at = "end-of-game go", round = { max = 1 } }': "SA207:7:no moment is called `end-of-game go`",
    'always = { at = "end-of-game" }': "SA204:7:say here what must be so",
    'always = { at = "end-of-game", round = { mx = 1 } }': "SA202:7:no key is called `mx`",
    'always = { at = "end-of-game", all_players = { berry = 3 } }': "SA201:7:this is a whole number",
    'always = { at = "end-of-game", all_players = { berry = {} } }': "SA207:7:write `min`, `max` or both",
    'always = { at = "end-of-game", all_players = { berry = { min = 2, max = 1 } } }': "SA207:7:`min` is larger than `max`",
    'always = { at = "end-of-game", all_players = { berry = { most = 1 } } }': "SA202:7:no key is called `most`",
    'always = { at = "end-of-game", round = {} }': "SA207:7:write `min`, `max` or both",
    'always = { at = "end-of-game", round = { max = 1 } }\ntable = { plaeyrs = 3 }': "SA202:8:no key is called `plaeyrs`",
    'alwyas = { at = "end-of-game", round = { max = 1 } }': "SA202:7:no key is called `alwyas`",
    "rules = []": "SA204:5:exactly one of the two belongs here",
    'always = { at = "end-of-game", round = { max = 1 } }\nrules = ["meadow.nothing"]': (
        "SA203:8:no statement is called `meadow.nothing`"
    ),
}


@pytest.mark.parametrize("lines", UNKNOWN)
def test_unknown_words_are_errors_with_file_and_line(lines: str, looked: Looked) -> None:
    with pytest.raises(ContentError) as caught:
        looked(lines)
    found = [f"{fault.code}:{fault.place.span.line}:{fault.place.label}" for fault in caught.value.diagnostics]
    assert UNKNOWN[lines] in found, found
    assert all(fault.place.file.endswith("properties.toml") for fault in caught.value.diagnostics)


def test_players_that_cannot_be(looked: Looked) -> None:
    with pytest.raises(ContentError, match="1 to 9 belongs here"):
        looked('always = { at = "end-of-game", round = { max = 9 } }', "for = { players = [2, 12] }\n")
    with pytest.raises(ContentError, match="no game is played for this; leave it out for the players of the table"):
        looked('always = { at = "end-of-game", round = { max = 9 } }', "for = { players = [] }\n")
    with pytest.raises(ContentError, match="from 1 to 10000"):
        looked('always = { at = "end-of-game", round = { max = 9 } }', "for = { games = 0 }\n")


def test_a_word_with_two_meanings(tmp_path: Path) -> None:
    root = write_pack(tmp_path, {"rules.toml": '[[track]]\nid = "berry"\ntop = 3'})
    file = root / "tests" / "properties.toml"
    file.parent.mkdir()
    head = '[table]\nplayers = 2\nmodules = ["..", "../../meadow"]\n[[property]]\nname = "x"\n'
    file.write_text(head + 'always = { at = "end-of-game", all_players = { berry = { min = 0 } } }')
    with pytest.raises(ContentError, match=re.escape("`goods = { berry = ... }` or `tracks = { berry = ... }`")):
        run_properties(file)
    file.write_text(head + 'always = { at = "end-of-game", all_players = { tracks = { berry = { max = 0 } } } }')
    assert run_properties(file)[0].passed


def test_a_folder_is_searched_for_properties_alone(tmp_path: Path) -> None:
    (tmp_path / "scenarios.toml").write_text("[[scenario]]\nname = 'no property'\ndo = ['0: place hut 2']")
    (tmp_path / "properties.toml").write_text(HEAD + 'always = { at = "end-of-game", round = { max = 3 } }')
    (found,) = read_properties(tmp_path)
    assert (found.name, found.word, found.players, found.games) == ("It is so", "always", (2,), 20)
    assert [scenario.name for scenario in read_scenarios(tmp_path)] == ["no property"]
