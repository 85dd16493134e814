"""`stoneage play`: watching, sitting down, undoing, recording."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from cli.conftest import WINTER
from shipped import needs
from stoneage_rules.cli.human import HELP
from stoneage_rules.cli.play import viewer_of
from writing import write_pack

QUICK = ("play", "--players", "2", "--seed", "3")


# --- watching -----------------------------------------------------------------------------------------------------


def test_a_whole_game_is_told(stoneage):
    ran = stoneage(*QUICK)
    assert ran.code == 0
    assert ran.err == ""
    lines = ran.out.split("\n")
    assert lines[0] == "2 players, base, seed 3"
    assert "Round 1, first player is seat 0" in lines
    assert "Placing figures" in lines
    sheet = lines.index("Final scores")
    assert "the game ends" in lines[:sheet]
    totals = next(line for line in lines[sheet:] if line.startswith("total")).split()[1:]
    winner = max((0, 1), key=lambda seat: int(totals[seat]))
    assert lines[-2] == f"seat {winner} wins"
    assert all(line == line.rstrip() for line in lines)


def test_what_follows_from_a_place_is_set_in(stoneage):
    lines = stoneage(*QUICK).out.split("\n")
    start = lines.index("Taking actions")
    feeding = lines.index("Feeding")
    acted = lines[start + 1 : feeding - 1]
    assert acted[0].startswith("seat 0 resolves ")
    assert all(("resolves" in line) != line.startswith("  ") for line in acted)
    assert not lines[feeding + 1].startswith(" ")


def test_the_same_seed_shows_the_same_game(stoneage):
    assert stoneage(*QUICK).out == stoneage(*QUICK).out
    fresh = stoneage("play", "--players", "2").out
    seed = fresh.split("\n")[0].rsplit(" ", 1)[1]
    assert stoneage("play", "--players", "2", "--seed", seed).out == fresh


def test_the_examples(stoneage):
    ran = stoneage("play", "examples/four-players.toml")
    assert ran.code == 0
    assert "Ada (seat 0)" in ran.out
    assert "Final scores" in ran.out
    ran = stoneage("play", "examples/you-and-three.toml", typed="quit\n")
    assert "Alex starts. Alex chooses where to place figures" in ran.out
    assert "Alex> " in ran.out


@needs(*WINTER)
def test_the_example_with_modules(stoneage):
    ran = stoneage("play", "examples/winter-for-two.toml")
    packs = ", ".join(sa.load("examples/winter-for-two.toml").packs)
    assert ran.out.startswith(f"2 players, {packs}, seed 2018\n")
    assert "Round 1, first player is South (seat 1)" in ran.out


@needs(*WINTER, "yucata")
def test_the_command_line_changes_the_table(stoneage):
    ran = stoneage("play", "examples/winter-for-two.toml", "--players", "3", "--seed", "4", "--module", "yucata")
    first = ran.out.split("\n")[0]
    assert first.startswith("3 players, base, ")
    assert first.endswith(", seed 4")
    assert set(first.split(", ")[1:-1]) == {"base", *WINTER, "yucata"}


def test_seats_by_policy(stoneage):
    watched = stoneage(*QUICK, "--seat", "random", "--seat", "sensible").out
    totals = next(line for line in watched.split("\n") if line.startswith("total")).split()[1:]
    assert int(totals[0]) < int(totals[1])


# --- sitting down -------------------------------------------------------------------------------------------------


@pytest.fixture
def seated(stoneage):
    """Returns what follows the first question when some lines have been typed."""

    def sit(*lines: str, words: tuple[str, ...] = ()):
        keeping = () if "--record" in words else ("--no-keep",)
        ran = stoneage(
            *QUICK, "--seat", "person", "--seat", "sensible", *keeping, *words, typed="".join(f"{line}\n" for line in lines)
        )
        return ran, ran.out.partition("seat 0> ")[2]

    return sit


def test_the_board_and_the_options_are_shown(seated):
    ran, _ = seated("quit")
    assert ran.code == 0
    before = ran.out.partition("seat 0> ")[0]
    for word in (
        "Round 1, placing figures; seat 0 starts. Seat 0 chooses",
        "10-14 hunt 1-5  ",
        " building-2  [_]",
        "points home",
        " 1 toolmaker-hut",
        " river 1-5 ",
    ):
        assert word in before
    assert "the game is left in round 1; its seed is 3" in ran.out


@pytest.mark.parametrize("lines", [(), ("place hunt 1",)])
def test_the_end_of_the_input_is_a_clean_end(seated, lines):
    ran, _ = seated(*lines)
    assert ran.code == 0
    assert ran.out.endswith("the game is left in round 1; its seed is 3\n")
    assert ran.err == ""


def test_choosing_by_number_and_by_word(seated):
    _, by_number = seated("1", "quit")
    _, by_word = seated("place toolmaker-hut 1", "quit")
    assert by_number == by_word
    assert by_word.startswith("seat 0 puts 1 figure on toolmaker-hut\n")


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("99", "the options are numbered 1 to"),
        ("0", "the options are numbered 1 to"),
        ("plase hunt 1", "`plase` is no kind of action or outcome; did you mean `place`?"),
        ("place hunt lots", "`lots` stands where a whole number belongs"),
        ("roll 3", "is an outcome of chance"),
        ("undo", "1 decision of seat 0 cannot be taken back; 0 have been made"),
        ("undo 5", "5 decisions of seat 0 cannot be taken back; 0 have been made"),
        ("undo 0", "say how many decisions are taken back: `undo 3`"),
        ("undo x", "say how many decisions are taken back: `undo 3`"),
        ("why", "name an action"),
        ("why 1", "` is possible now"),
        ("why 99", "the options are numbered 1 to"),
        ("why plase", "did you mean `place`?"),
        ("why roll 3", "is for chance to decide"),
        ("why place hunt 1", "`place hunt 1` is possible now"),
        ("why place Family Hut 2", "`place hut 2` is possible now"),
        ("look", "name a seat, a place, an item or anything else"),
        ("look nowhere", "nothing is called `nowhere`; `board` shows ids"),
        ("look hunt", "location base:hunt (hunting grounds)"),
        ("look civ-33", "card base:civ-33"),
        ("board", "points home"),
        ("score", "Scores, if the game ended now"),
        ("?", "written as: place PLACE NUMBER"),
        ("help", "takes back the last decision of a person here"),
        ("", "Seat 0 chooses where to place figures"),
    ],
)
def test_what_else_can_be_typed(seated, line, answer):
    ran, shown = seated(line, "quit")
    assert ran.code == 0
    assert answer in shown.partition("seat 0> ")[0]
    assert "puts" not in shown, "nothing has been played"


@pytest.mark.parametrize("line", ["place hut 1", "why place hut 1"])
def test_a_refusal_gives_the_rule_and_where_it_stands(seated, line):
    _, shown = seated(line, "quit")
    assert shown.startswith("`place hut 1` is not possible now:\n  hut takes exactly 2 figures; 1 was named")
    assert "base.place.hut: Family hut: 2 circles, exactly 2 figures" in shown
    assert "stoneage_base/locations.toml:" in shown


def test_what_cannot_be_paid_is_said_before_it_is_chosen(seated):
    _, shown = seated("place card-4 1", "place hunt 4", "quit")
    row = " ".join(shown.partition("\n2 card-4 ")[2].split())
    assert row.startswith("[0] civ-23 4 resources: 2 dice / 3 wood; 2 shaman; you cannot pay it now building-1")


def test_undo_at_the_terminal(seated):
    _, shown = seated("place hunt 2", "undo", "place hunt 3", "quit")
    assert "-- taken back to round 1 --" in shown
    assert shown.index("puts 2 figures on hunt") < shown.index("taken back") < shown.index("puts 3 figures")


def test_several_decisions_are_taken_back_at_once(seated):
    _, shown = seated("place hunt 2", "1", "undo 2", "place hunt 3", "quit")
    assert shown.count("-- taken back to round 1 --") == 1
    assert shown.index("puts 2 figures on hunt") < shown.index("taken back") < shown.index("puts 3 figures on hunt")


def test_what_was_taken_back_is_taken_again_with_what_followed(seated):
    """With `redo` the others do what they did before; once something else has been chosen there is nothing to redo."""
    nothing, choice = "nothing has been taken back that could be taken again", "puts 2 figures on hunt"

    def placed(shown):
        return [line.removeprefix("seat 0> ") for line in shown.splitlines() if " puts " in line]

    _, once = seated("place hunt 2", "quit")
    _, again = seated("place hunt 2", "undo", "redo", "redo", "quit")
    assert len(placed(once)) > 1
    assert placed(again) == placed(once) * 2
    assert again.count(nothing) == 1
    _, other = seated("place hunt 2", "undo", "place hunt 3", "redo", "quit")
    assert nothing in other
    assert other.count(choice) == 1


def test_the_help_fits_a_narrow_terminal():
    assert max(map(len, HELP.splitlines())) <= 80


def test_what_a_die_or_a_tool_comes_to_is_shown(seated):
    """Played on by first options until dice and tools have been asked about."""
    _, shown = seated(*["1"] * 200)
    assert "pick " in shown
    assert any(f" ({what})" in shown for what in ("1 wood", "1 clay", "1 stone", "1 gold", "a tool"))
    assert " / 3 = " in shown or " / 2 = " in shown


def test_what_a_number_of_a_choice_stands_for_is_shown(seated, tmp_path):
    effects = '[{ do = "gain", good = "gold", amount = 2 }, { do = "figure" }]'
    text = f'[[set_up]]\nid = "gift"\neffects = [{{ do = "each-seat", effects = [{{ do = "one-of", effects = {effects} }}] }}]\n'
    text += '[[patch.course]]\ntarget = "base:order-of-play"\nappend.set_up = ["gift"]\n'
    pack = write_pack(tmp_path, {"gift.toml": text}, requires="base")
    ran, shown = seated("choose 2", "quit", words=("-m", str(pack)))
    assert "choose 1  (2 gold)" in ran.out.partition("seat 0> ")[0]
    assert "choose 2  (a figure)" in ran.out.partition("seat 0> ")[0]
    assert "seat 0 chooses: a figure" in shown


def test_a_person_can_play_to_the_end(seated):
    ran, shown = seated(*["1"] * 1000)
    assert ran.code == 0
    assert "Final scores" in shown
    assert "the game is left" not in shown


@pytest.mark.parametrize(
    ("policies", "viewer"),
    [
        (["sensible", "random"], "all"),
        (["sensible", "person"], 1),
        (["person", "random", "sensible"], 0),
        (["person", "person"], None),
    ],
)
def test_for_whose_eyes_the_log_is(policies, viewer):
    """A person is not shown what the others draw; see `Narrator`."""
    assert viewer_of([sa.Seat(policy=policy) for policy in policies]) == viewer


# --- recording ----------------------------------------------------------------------------------------------------


def test_a_game_is_written_as_it_goes_on(stoneage, tmp_path):
    path = tmp_path / "game.txt"
    ran = stoneage(*QUICK, "--record", path)
    assert ran.code == 0
    game = sa.replay(path)
    assert game.is_over
    assert game.seed == 3


def test_a_game_that_was_left_is_on_file(stoneage, seated, tmp_path):
    path = tmp_path / "game.txt"
    ran, _ = seated("place hunt 2", "undo", "place hunt 3", "quit", words=("--record", str(path)))
    assert ran.code == 0
    text = path.read_text("utf-8")
    assert text.endswith("\n")
    assert "0 place hunt 3\n" in text
    assert "0 place hunt 2\n" not in text
    assert sa.replay(path, allow_unfinished=True).state.figures_at("hunt")[0] == 3


def test_no_game_is_overwritten(stoneage, tmp_path):
    path = tmp_path / "game.txt"
    path.write_text("an older game\n", "utf-8")
    ran = stoneage(*QUICK, "--record", path)
    assert ran.code == 2
    assert "exists already" in ran.err
    assert path.read_text("utf-8") == "an older game\n"


def test_a_record_that_cannot_be_written(stoneage, tmp_path):
    ran = stoneage(*QUICK, "--record", tmp_path / "nowhere" / "game.txt")
    assert ran.code == 2
    assert "nowhere is no folder; make it first" in ran.err


def test_interrupted_at_the_prompt(stoneage, tmp_path, monkeypatch):
    def interrupted(prompt):
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    path = tmp_path / "game.txt"
    ran = stoneage(*QUICK, "--seat", "person", "--seat", "sensible", "--record", path)
    assert ran.code == 2
    assert ran.err == "\ninterrupted\n"
    assert sa.replay(path, allow_unfinished=True).state.round == 1
