"""Replaying: the same game from its record, and every kind of fault refused at its very line."""

from __future__ import annotations

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
    assert again.rules is game.rules
    assert again.state == game.state
    assert again.state.to_dict() == game.state.to_dict()
    assert again.log == game.log
    assert again.seed == game.seed
    assert str(again.record) == str(game.record)


def test_a_game_of_policies_with_skipped_decisions(rules):
    game = sa.Game(rules, seed=4, skip_forced=True)
    game.run(sa.policies.make_policies(["sensible", "random"], 4))
    assert sa.replay(game.record).state == game.state, "rules are loaded as the record says"


def test_without_a_seed_any_possible_roll_will_do(finished, unseeded):
    assert sa.replay("\n".join(unseeded[0]), rules=finished.rules).state == finished.state


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
    game = played(0, "place hunt 5", "place forest 5", "resolve hunt")
    lines = shown_lines(game)
    assert lines[-2].startswith("- roll ")
    again = sa.replay("\n".join([*lines[:-2], ""]), allow_unfinished=True)
    assert again.state.is_chance
    again.roll()
    assert again.state == game.state


# --- faults -------------------------------------------------------------------------------------------------------


BREAKS_OFF = "breaks off before the end of the game; expected: "
PLACING = "expected: seat {} chooses where to place figures"
OTHER_RULES = "was made under other rules"
CUTS = {
    "cut off": ("1 resolve", "", BREAKS_OFF + "seat 1 chooses which place"),
    "cut before chance": ("- roll", "", BREAKS_OFF + "a line `- ...` with a roll of"),
    "cut before the end": ("end ", "", BREAKS_OFF + "`{line}`"),
    "cut in a line": ("1 place", "{part}", "the last line breaks off"),
    "cut in the scores": ("end ", "{part}", "has other scores than the game"),
}
"""By name: how the line begins that is cut, what stays of it as the last line, and what is said there."""
CHANGES = {
    "another action": ("0 place", "0 place hut 1", "hut takes exactly 2 figures"),
    "an unreadable action": ("1 place", "1 place hutt 2", "did you mean `hut`"),
    "another seat": ("1 place", "0 place hunt 1", "is out of place; expected: seat 1 chooses where to place figures: `1 place"),
    "no seat": ("1 place", "place hunt 1", "expected: seat 1 chooses"),
    "a line missing": ("0 place", None, PLACING.format(0)),
    "a line twice": ("0 place", "{line}\n{line}", PLACING.format(1)),
    "a roll missing": ("- roll", None, "expected: a line `- ...` with a roll of"),
    "another roll": ("- roll", "- roll 6 6 6 6 6 6", "is not what seed 5 gives; expected: `- roll"),
    "another draw": ("- draw civ", "- draw bld-01", "is not what seed 5 gives; expected: `- draw civ"),
    "another seed": ("seed", "seed = 6", "is not what seed 6 gives"),
    "an action of chance": ("- roll", "- place hunt 1", "is out of place; expected: a line `- ...`"),
    "a check line changed": ("check 2", "check 2 000000000000", "does not fit the game"),
    "a check line missing": ("check 2", None, "where the check line of round 2 belongs; expected: `check 2 "),
    "a check line too many": ("check 2", "{line}\n{line}", "where no check line belongs"),
    "other scores": ("end ", "end 999 1", "has other scores than the game; expected: `{line}`"),
    "an early end": ("1 place", "end 0 0", "the game is not over"),
    "something after the end": ("end ", "{line}\n0 place hunt 1", "comes after the end of the game; expected: nothing more"),
    "an action instead of the end": ("end ", "0 place hunt 1", "comes after the last step; expected: `end "),
    "other rules": ("rules = ", f'rules = "{"ab" * 32}"', OTHER_RULES),
    "another table": ("players", "players = 3", OTHER_RULES),
    "too many players": ("players", "players = 5", "the rules of this record cannot be loaded: 5 players"),
    "a module that is not there": ("players", 'modules = ["deep-sea"]\n{line}', "no pack is called `deep-sea`"),
}
"""By name: how the line begins that is changed, what stands in its place, and what is said."""
TOLD = {
    "another seed": "- draw",
    "another table": "rules = ",
    "too many players": "[table]",
    "a module that is not there": "[table]",
}
"""The beginning of the reported line, where it differs; what stands twice is told at the second."""
LOADED = set(TOLD) - {"another seed"} | {"other rules"}
"""The faults for whose sake rules are loaded anew, as the record says."""


def spoilt(lines: Lines, fault: str) -> tuple[Lines, int, str]:
    """The lines with a fault, the number of the line that is told, and what is said of it."""
    begins, now, message = {**CUTS, **CHANGES}[fault]
    at = first(lines, begins)
    line = lines[at]
    put = [] if now is None else now.format(line=line, part=line[:-1]).split("\n")
    lines = [*lines[:at], *put, *(lines[at + 1 :] if fault in CHANGES else [])]
    told = first(lines, TOLD[fault]) if fault in TOLD else at + (len(put) == 2)
    while lines[told].startswith("# "):
        told += 1
    return lines, told, message.format(line=line)


UNFINISHED = ["cut in a line", "another action", "another roll", "a check line changed"]
"""The faults that an unfinished record must not have, either."""


@pytest.mark.parametrize(
    ("fault", "unfinished"), [*((fault, False) for fault in [*CUTS, *CHANGES]), *((fault, True) for fault in UNFINISHED)]
)
def test_a_fault_is_refused_at_its_line(finished, fault, unfinished):
    lines, at, message = spoilt(shown_lines(finished), fault)
    with pytest.raises(sa.RecordError) as error:
        sa.replay("\n".join(lines), rules=None if fault in LOADED else finished.rules, allow_unfinished=unfinished)
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


@pytest.fixture
def unseeded(finished):
    """The lines of the record without its seed, and the number of the first roll."""
    record = finished.record
    lines = str(attrs.evolve(record, header=attrs.evolve(record._header, seed=None))).split("\n")
    return lines, first(lines, "- roll")


def test_a_changed_roll_without_a_seed_shows_at_the_next_check(finished, unseeded):
    lines, at = unseeded
    dice = lines[at].split()[2:]
    lines[at] = "- roll " + " ".join("1" if die == "6" else str(int(die) + 1) for die in dice)
    with pytest.raises(sa.RecordError) as error:
        sa.replay("\n".join(lines), rules=finished.rules)
    assert at + 1 < error.value.line <= first(lines, "check 2") + 1


def test_an_impossible_roll_without_a_seed(unseeded):
    lines, at = unseeded
    lines[at] += " 6"
    with pytest.raises(sa.RecordError, match="is no outcome of it") as error:
        sa.replay("\n".join(lines))
    assert error.value.line == at + 1


def test_rules_of_another_table_are_refused(finished):
    with pytest.raises(sa.RecordError, match="other rules"):
        sa.replay(finished.record, rules=rules_for(3))
