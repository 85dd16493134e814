"""Properties: every moment, every part of a claim, what is shown of a failure, and words that nobody knows.

They are looked at in a toy game, whose numbers are easily worked out.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import stoneage_rules as sa
from stoneage_rules import ContentError
from stoneage_rules.testing import PropertyResult, play, position, read_properties, read_scenarios, run_properties
from writing import TOY, write_pack

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
    "every seat": 'always = { at = "every-decision", meets = [{ goods = "berry", min = 0 }, { figures = "all", max = 2 }] }',
    "all seats": 'always = { at = "end-of-round", meets = [{ owned = "charm", of = "all", max = 3 }] }',
    "a place": 'always = { at = "every-decision", meets = [{ figures = "bush", of = "all", max = 4 }] }',
    "round": 'always = { at = "end-of-game", meets = [{ round = "now", min = 3, max = 3 }] }',
    "phase": 'always = { at = "start-of-phase go", meets = [{ figures = "home", min = 2 }] }',
    "sometime": 'sometime = { at = "end-of-game", meets = [{ points = "now", of = "most", min = 2 }] }',
}


@pytest.mark.parametrize("words", TRUE)
def test_what_is_so_passes(words: str, looked: Looked) -> None:
    result = looked(TRUE[words])
    assert result.passed, str(result)
    assert result.moments > 0


FALSE = {
    "every seat": (
        'always = { at = "every-decision", meets = [{ goods = "berry", max = 0 }] }',
        "expected 0 or less, found 1",
    ),
    "all seats": (
        'always = { at = "end-of-game", meets = [{ goods = "berry", of = "all", max = 1 }] }',
        r"^the number of berry of all seats together: expected 1 or less, found \d+$",
    ),
    "round": ('always = { at = "end-of-round", meets = [{ round = "now", max = 2 }] }', r"expected 2 or less, found 3"),
    "end of a phase": (
        'always = { at = "end-of-phase dusk", meets = [{ round = "now", max = 2 }] }',
        r"expected 2 or less, found 3",
    ),
}


@pytest.mark.parametrize("words", FALSE)
def test_what_is_not_so_fails_and_is_shown(words: str, looked: Looked) -> None:
    lines, said = FALSE[words]
    result = looked(lines)
    assert not result.passed
    assert re.search(said, result.failure.problem), result.failure.problem


def test_rounds_end_as_often_as_they_begin(looked: Looked) -> None:
    for at in ("end-of-round", "start-of-phase go", "end-of-phase go", "end-of-phase dusk"):
        assert looked(f'always = {{ at = "{at}", meets = [{{ round = "now", min = 1, max = 3 }}] }}').moments == 4 * 3
    assert looked('always = { at = "end-of-game", meets = [{ round = "now", min = 3 }] }').moments == 4


def test_a_failure_is_the_shortest_found_and_can_be_played_again(looked: Looked) -> None:
    lines = 'always = { at = "every-decision", meets = [{ owned = "open", max = 0 }] }'
    one, many = looked(lines, "for = { games = 1 }\n"), looked(lines, "for = { games = 30 }\n")
    assert len(many.failure.actions) < len(one.failure.actions)
    state = play(sa.load(players=2, modules=[str(TOY)]).initial_state(), *many.failure.actions)
    assert any(state.player(seat).items for seat in range(2))
    assert state.round == many.failure.round


def test_a_failure_is_shown_as_a_scenario_that_leads_to_it(looked: Looked, tmp_path: Path) -> None:
    """It begins with the last round, and the same claim fails where it ends."""
    result = looked('always = { at = "every-decision", meets = [{ round = "now", max = 2 }] }', "for = { games = 1 }\n")
    failure, shown = result.failure, str(result).splitlines()
    assert shown[0].startswith("FAILED  ")
    assert shown[1] == "    2 players, seed 0, round 3: the round: expected 2 or less, found 3"
    assert re.fullmatch(r"    reached in \d+ steps \(found after \d+ steps\); as a scenario:", shown[2])
    file = tmp_path / "scenarios.toml"
    then = "then = { round = 3 }"
    file.write_text("\n".join([f"[table]\nmodules = ['{TOY}']", *shown[3:], then]), "utf-8")
    (scenario,) = read_scenarios(file)
    assert scenario.run().passed, str(scenario.run())
    assert len(failure.do) < len(failure.actions)
    assert failure.given["round"] == 2


def test_a_failure_is_made_shorter(looked: Looked) -> None:
    """Fewer steps are left, and first options wherever others make no difference; it can be played again."""
    lines = 'always = { at = "every-decision", meets = [{ goods = "berry", max = 1 }] }'
    failure = looked(lines, "for = { games = 1 }\n").failure
    assert len(failure.actions) < failure.found_after
    rules = sa.load(players=2, modules=[str(TOY)])
    again = play(position(rules, failure.given), *failure.do)
    assert again == play(rules.initial_state(), *failure.actions)
    assert max(again.good(seat, "berry") for seat in range(2)) > 1


def test_a_failure_is_looked_for_among_fewer_players(looked: Looked) -> None:
    """Only if the property does not say for how many players it holds; then among those that it names."""
    claim = 'always = { at = "end-of-game", meets = [{ figures = "all", of = "all", max = 2 }] }\ntable = { players = 3 }'
    assert looked(claim, "for = { games = 1 }\n").failure.players == 2
    assert looked(claim, "for = { games = 1, players = [3] }\n").failure.players == 3
    assert looked(claim, "for = { games = 1, players = [3, 2] }\n").failure.players == 2


def test_a_property_is_looked_at_for_each_player_count(looked: Looked) -> None:
    claim = 'always = { at = "end-of-game", meets = [{ figures = "all", of = "all", max = 4 }] }'
    result = looked(claim, "for = { players = [2, 3], games = 2 }\n")
    assert result.games == 4
    assert result.failure.players == 3
    assert "expected 4 or less, found 6" in result.failure.problem


def test_a_moment_that_never_comes_proves_nothing(looked: Looked) -> None:
    never = looked('sometime = { at = "end-of-round", meets = [{ round = "now", min = 9 }] }')
    assert str(never).splitlines()[1] == "    this was so at none of 12 moments in 4 games"


def test_a_game_without_end_is_no_proof(tmp_path: Path) -> None:
    endless = '[[patch.phase]]\ntarget = "dusk"\ndrop.effects = ["end-game"]'
    claim = 'always = { at = "every-decision", meets = [{ round = "now", min = 1 }] }\nfor = { games = 1 }'
    text = HEAD.replace(f"'{TOY}'", "'..', '../../meadow'") + claim
    pack = write_pack(tmp_path, {"rules.toml": endless, "tests/properties.toml": text})
    (result,) = run_properties(pack / "tests")
    assert result.problem == "the game with seed 0 has not ended after 20000 steps"


SO = '[{ round = "now", max = 9 }]'
UNKNOWN = {
    'always = { at = "every-decision", meets = [{ goods = "bery", min = 0 }] }': "SA203:7:no good is called `bery`",
    f'always = {{ at = "start-of-phase dawn", meets = {SO} }}': "SA203:7:no moment is called `start-of-phase dawn`",
    f'always = {{ at = "end_of_round", meets = {SO} }}': "SA203:7:no moment is called `end_of_round`",
    f'always = {{ at = "start-of-phase", meets = {SO} }}': "SA203:7:no moment is called `start-of-phase`",
    f'always = {{ at = "end-of-phase", meets = {SO} }}': "SA203:7:no moment is called `end-of-phase`",
    f'always = {{ at = "end-of-phase dawn", meets = {SO} }}': "SA203:7:no moment is called `end-of-phase dawn`",
    f'always = {{ at = "end-of-game go", meets = {SO} }}': "SA203:7:no moment is called `end-of-game go`",
    'always = { at = "end-of-game" }': "SA204:7:there is no `meets` here",
    'always = { at = "end-of-game", meets = [] }': "SA207:7:`meets` needs at least one",
    'always = { at = "end-of-game", meets = [{ round = "now", mx = 1 }] }': "SA202:7:no key is called `mx`",
    f'always = {{ at = "end-of-game", meets = {SO} }}\ntable = {{ plaeyrs = 3 }}': "SA202:8:no key is called `plaeyrs`",
    f'alwyas = {{ at = "end-of-game", meets = {SO} }}': "SA202:7:no key is called `alwyas`",
    f'always = {{ at = "end-of-game", meets = {SO} }}\nsometime = {{ at = "end-of-game", meets = {SO} }}': (
        "SA204:5:exactly one of the two belongs here"
    ),
    "rules = []": "SA204:5:exactly one of the two belongs here",
    f'always = {{ at = "end-of-game", meets = {SO} }}\nrules = ["meadow.nothing"]': (
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
    with pytest.raises(ContentError, match="`players` must be from 1 to 9"):
        looked(f'always = {{ at = "end-of-game", meets = {SO} }}', "for = { players = [2, 12] }\n")
    with pytest.raises(ContentError, match="no game is played for this; leave it out for the players of the table"):
        looked(f'always = {{ at = "end-of-game", meets = {SO} }}', "for = { players = [] }\n")
    with pytest.raises(ContentError, match="from 1 to 10000"):
        looked(f'always = {{ at = "end-of-game", meets = {SO} }}', "for = { games = 0 }\n")


def test_a_folder_is_searched_for_properties_alone(tmp_path: Path) -> None:
    (tmp_path / "scenarios.toml").write_text("[[scenario]]\nname = 'no property'\ndo = ['0: place hut 2']")
    (tmp_path / "properties.toml").write_text(HEAD + f'always = {{ at = "end-of-game", meets = {SO} }}')
    (found,) = read_properties(tmp_path)
    assert (found.name, found.word, found.players, found.games) == ("It is so", "always", (2,), 20)
    assert [scenario.name for scenario in read_scenarios(tmp_path)] == ["no property"]
