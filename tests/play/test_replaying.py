"""Replaying: the same game from its record, and every kind of fault refused at its very line."""

from __future__ import annotations

from collections.abc import Callable

import attrs
import pytest

import stoneage_rules as sa
from play.conftest import rules_for, striding
from properties.tables import players_of
from shipped import HERE

Lines = list[str]


def shown_lines(game: sa.Game) -> Lines:
    return str(game.record).split("\n")


def first(lines: Lines, begins: str, after: int = 0) -> int:
    """The number, from 0, of the first line that begins like this."""
    return next(number for number, line in enumerate(lines) if number >= after and line.startswith(begins))


# --- the same game ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "modules"),
    [(2, ()), (4, ()), (players_of(HERE)[-1], HERE)],
)
def test_identical(players, modules):
    game = sa.Game(rules_for(players, *modules), seed=11)
    game.run([striding(step) for step in range(3, 3 + players)])
    again = sa.replay(str(game.record), rules=game.rules)
    assert again.state == game.state
    assert again.state.to_dict() == game.state.to_dict()
    assert again.log == game.log
    assert again.seed == game.seed
    assert str(again.record) == str(game.record)


def test_a_game_of_policies_with_skipped_decisions(rules):
    game = sa.Game(rules, seed=4, skip_forced=True)
    game.run(sa.policies.make_policies(["sensible", "random"], 4))
    assert sa.replay(game.record).state == game.state, "rules are loaded as the record says"


def test_without_a_seed_any_possible_roll_will_do(finished):
    record = finished.record
    unseeded = attrs.evolve(record, header=attrs.evolve(record.header, seed=None))
    assert sa.replay(str(unseeded), rules=finished.rules).state == finished.state


def test_comments_blank_lines_and_spacing_are_free(finished):
    text = str(finished.record).replace("\n0 place ", "\n\n# somebody's remark\n  0  place  ")
    assert sa.replay(text, rules=finished.rules).state == finished.state


def test_an_unfinished_game_goes_on_as_if_it_had_never_stopped(played):
    whole, part = played(40), played(25)
    again = sa.replay(str(part.record), allow_unfinished=True)
    assert again.state == part.state
    choose = striding()
    for _ in range(25):
        choose(None, [None])
    while len(again.steps) < len(whole.steps):
        again.play(choose(None, again.legal()))
    assert again.state == whole.state


def test_a_game_that_stopped_before_a_roll(played):
    game = played(0)
    for action in ("place hunt 5", "place forest 5", "resolve hunt"):
        game.play(action)
    lines = shown_lines(game)
    assert lines[-2].startswith("- roll ")
    again = sa.replay("\n".join([*lines[:-2], ""]), allow_unfinished=True)
    assert again.state.is_chance
    again.roll()
    assert again.state == game.state


# --- faults -------------------------------------------------------------------------------------------------------


def cut_off(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "1 resolve")
    return [*lines[:at], ""], at, "breaks off before the end of the game; expected: seat 1 chooses which place"


def cut_before_chance(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "- roll")
    return [*lines[:at], ""], at, "breaks off before the end of the game; expected: a line `- ...` with a roll of"


def cut_before_the_end(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "end ")
    return [*lines[:at], ""], at, f"breaks off before the end of the game; expected: `{lines[at]}`"


def cut_in_a_line(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "1 place")
    return [*lines[:at], lines[at][:-1]], at, "the last line breaks off"


def cut_in_the_scores(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "end ")
    return [*lines[:at], lines[at][:-1]], at, "has other scores than the game"


def another_action(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "0 place")
    lines[at] = "0 place hut 1"
    return lines, at, "hut takes exactly 2 figures"


def an_unreadable_action(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "1 place")
    lines[at] = "1 place hutt 2"
    return lines, at, "did you mean `hut`"


def another_seat(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "1 place")
    lines[at] = "0" + lines[at][1:]
    return lines, at, "is out of place; expected: seat 1 chooses where to place figures: `1 place"


def no_seat(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "1 place")
    lines[at] = lines[at][2:]
    return lines, at, "expected: seat 1 chooses"


def a_line_missing(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "0 place")
    del lines[at]
    return lines, at, "expected: seat 0 chooses where to place figures"


def a_line_twice(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "0 place")
    lines.insert(at + 1, lines[at])
    return lines, at + 1, "expected: seat 1 chooses where to place figures"


def a_roll_missing(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "- roll")
    del lines[at]
    while lines[at].startswith("#"):
        at += 1
    return lines, at, "expected: a line `- ...` with a roll of"


def another_roll(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "- roll")
    lines[at] = "- roll" + " 6" * (len(lines[at].split()) - 2)
    return lines, at, "is not what seed 5 gives; expected: `- roll"


def another_draw(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "- draw civ")
    lines[at] = "- draw bld-01"
    return lines, at, "is not what seed 5 gives; expected: `- draw civ"


def another_seed(lines: Lines) -> tuple[Lines, int, str]:
    lines[first(lines, "seed")] = "seed = 6"
    at = first(lines, "- draw")
    return lines, at, "is not what seed 6 gives"


def an_action_of_chance(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "- roll")
    lines[at] = "- place hunt 1"
    return lines, at, "is out of place; expected: a line `- ...`"


def a_check_line_changed(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "check 2")
    lines[at] = "check 2 " + "0" * 12
    return lines, at, "does not fit the game"


def a_check_line_missing(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "check 2")
    del lines[at]
    while lines[at].startswith("#"):
        at += 1
    return lines, at, "where the check line of round 2 belongs; expected: `check 2 "


def a_check_line_too_many(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "check 2")
    lines.insert(at + 1, lines[at])
    return lines, at + 1, "where no check line belongs"


def other_scores(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "end ")
    scores = lines[at]
    lines[at] = "end 999 1"
    return lines, at, f"has other scores than the game; expected: `{scores}`"


def an_early_end(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "1 place")
    lines[at] = "end 0 0"
    return lines, at, "the game is not over"


def something_after_the_end(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "end ") + 1
    lines[at] = "0 place hunt 1"
    return [*lines, ""], at, "comes after the end of the game; expected: nothing more"


def an_action_instead_of_the_end(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "end ")
    lines[at] = "0 place hunt 1"
    return lines, at, "comes after the last step; expected: `end "


def other_rules(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "rules = ")
    lines[at] = 'rules = "' + "ab" * 32 + '"'
    return lines, at, "was made under other rules"


def another_table(lines: Lines) -> tuple[Lines, int, str]:
    lines[first(lines, "players")] = "players = 3"
    return lines, first(lines, "rules = "), "was made under other rules"


def too_many_players(lines: Lines) -> tuple[Lines, int, str]:
    lines[first(lines, "players")] = "players = 5"
    return lines, first(lines, "[table]"), "the rules of this record cannot be loaded: 5 players"


def a_module_that_is_not_there(lines: Lines) -> tuple[Lines, int, str]:
    at = first(lines, "players")
    lines.insert(at, 'modules = ["deep-sea"]')
    return lines, first(lines, "[table]"), "no pack is called `deep-sea`"


FAULTS: list[Callable[[Lines], tuple[Lines, int, str]]] = [
    cut_off, cut_before_chance, cut_before_the_end, cut_in_a_line, cut_in_the_scores, another_action,
    an_unreadable_action, another_seat, no_seat, a_line_missing, a_line_twice, a_roll_missing, another_roll,
    another_draw, another_seed, an_action_of_chance, a_check_line_changed, a_check_line_missing,
    a_check_line_too_many, other_scores, an_early_end, something_after_the_end, an_action_instead_of_the_end,
    other_rules, another_table, too_many_players, a_module_that_is_not_there,
]  # fmt: skip


OTHER_RULES = (other_rules, another_table, too_many_players, a_module_that_is_not_there)
"""The faults for whose sake rules are loaded anew, as the record says."""


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_is_refused_at_its_line(finished, fault):
    lines, at, message = fault(shown_lines(finished))
    loaded = None if fault in OTHER_RULES else finished.rules
    with pytest.raises(sa.RecordError) as error:
        sa.replay("\n".join(lines), rules=loaded)
    assert message in str(error.value)
    assert error.value.line == at + 1
    assert str(error.value).startswith(f"line {at + 1}: ")
    good = error.value.game
    if good is None:
        assert at < lines.index("---")
        return
    told = [f"{'-' if step.seat is None else step.seat} {step.answer}" for step in good.steps]
    above = [line for line in lines[:at] if line[:2] in ("- ", "0 ", "1 ")]
    assert told == above, "the good part is all that stands above the fault"
    assert good.auto_chance, "and it can be played on"


def test_a_changed_roll_without_a_seed_shows_at_the_next_check(finished):
    record = finished.record
    lines = str(attrs.evolve(record, header=attrs.evolve(record.header, seed=None))).split("\n")
    at = first(lines, "- roll")
    dice = lines[at].split()[2:]
    lines[at] = "- roll " + " ".join("1" if die == "6" else str(int(die) + 1) for die in dice)
    with pytest.raises(sa.RecordError) as error:
        sa.replay("\n".join(lines), rules=finished.rules)
    assert at + 1 < error.value.line <= first(lines, "check 2") + 1


def test_an_impossible_roll_without_a_seed(finished):
    record = finished.record
    lines = str(attrs.evolve(record, header=attrs.evolve(record.header, seed=None))).split("\n")
    at = first(lines, "- roll")
    lines[at] += " 6"
    with pytest.raises(sa.RecordError, match="is impossible") as error:
        sa.replay("\n".join(lines))
    assert error.value.line == at + 1


@pytest.mark.parametrize("fault", [cut_in_a_line, another_action, another_roll, a_check_line_changed])
def test_an_unfinished_record_must_be_right_as_well(finished, fault):
    lines, at, message = fault(shown_lines(finished))
    with pytest.raises(sa.RecordError) as error:
        sa.replay("\n".join(lines), rules=finished.rules, allow_unfinished=True)
    assert message in str(error.value)
    assert error.value.line == at + 1


def test_rules_of_another_table_are_refused(finished):
    with pytest.raises(sa.RecordError, match="other rules"):
        sa.replay(finished.record, rules=rules_for(3))
