"""The checks of packs: each finds the pack that is made to fail it, and none finds fault with a good one.

The packs are for a toy game, for the kit may know no game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from itertools import count
from pathlib import Path

import attrs
import pytest

from authoring.sound_pack import GOOD, PROPERTY, SCENARIO, SPLASH
from stoneage_rules import Action, ContentError, Ruleset, State, StoneAgeError
from stoneage_rules.authoring import pack_checks as packs
from stoneage_rules.authoring import trial_tables
from stoneage_rules.authoring import trial_tables as played
from stoneage_rules.authoring.pack_checks import CODE_CHECKS, PACK_CHECKS
from stoneage_rules.mechanics.placement import ResolvePlace
from stoneage_rules.plugin import operations
from stoneage_rules.testing import Result, check_pack
from writing import TOY, write_pack


@pytest.fixture(autouse=True)
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looks for what is used in a few further games: the toy game shows everything in the first ones."""
    monkeypatch.setattr(trial_tables, "MORE_GAMES", 4)


OF_CONTENT = tuple(name for name in PACK_CHECKS if name not in CODE_CHECKS)
"""The checks that apply to a pack without Python."""


def outcomes(results: list[Result]) -> dict[str, str]:
    return {result.name: result.outcome for result in results}


def detail(results: list[Result], name: str) -> str:
    return next(result.detail for result in results if result.name == name)


def checked(check: str, folder: Path, files: Mapping[str, str], more: str = "") -> Result:
    (result,) = check_pack(write_pack(folder, files, more=more), only=[check])
    return result


def edited(files: Mapping[str, str], more: str, file: str = "rules.toml") -> dict[str, str]:
    return {**files, file: files.get(file, "") + more}


def test_a_good_pack_passes_every_check(tmp_path: Path) -> None:
    results = check_pack(write_pack(tmp_path, GOOD, more=SPLASH))
    # No other module is for the toy game; the checks of Python are proved in `test_faulty_modules`.
    assert outcomes(results) == dict.fromkeys(OF_CONTENT, "passed") | {"together": "skipped"}, "\n".join(map(str, results))
    assert all(result.count > 0 for result in results if result.passed)
    # Two player counts; the smallest splash at one of them, the largest at the other.
    assert detail(results, "loads") == "4 tables: 2, 3 players; options splash"


def test_a_pack_without_anything_is_told_and_the_rest_is_skipped_with_reasons(tmp_path: Path) -> None:
    results = check_pack(write_pack(tmp_path, {}))
    skipped = {result.name: result.detail for result in results if result.outcome == "skipped"}
    assert skipped == {
        "options": "the pack has no options",
        "used": "the pack adds no items and no locations, and has no effects and conditions",
        "together": "no other module is installed that could be combined with it",
        "scenarios": "no scenarios in stranger/tests",
        "properties": "no properties.toml in stranger/tests",
    }
    assert detail(results, "edits") == "the pack has no records and no edits: `stoneage check stranger` says more"
    passed = [result.outcome for result in results if result.name not in {"edits", *skipped}]
    assert passed == ["passed"] * (len(OF_CONTENT) - len(skipped) - 1)


FAULTY = {
    "edits": edited(GOOD, '[[patch.track]]\ntarget = "tan"\nset.top = 5\nwhen = [{ players = [2] }, { players = [3] }]'),
    "plays": edited(GOOD, '[[patch.phase]]\ntarget = "dusk"\ndrop.effects = ["end-game"]'),
    "used": edited(GOOD, '[[location]]\nid = "cave"\nfigures = { exactly = 4 }\neffects = [{ do = "points", amount = 1 }]'),
    "scenarios": {**GOOD, "tests/scenarios.toml": SCENARIO.format(berries=4)},
    "properties": {**GOOD, "tests/properties.toml": PROPERTY.format(berries=1)},
}


SAID = {
    "edits": r"stranger/rules.toml:\d+: at no table that was tried does this edit change anything",
    "plays": r"2 players, with meadow, .*seed 0: not over after 400 steps, in round \d+",
    "used": r"location stranger:cave: used in none of \d+ games",
    "scenarios": r".*scenarios.toml:7: Two berries.*\n.*goods.berry: expected 4, found 3",
    "properties": r".*properties.toml:7: Berries are.*\n +2 players, seed \d+, round 1: .*expected 1 or less, found \d",
}


@pytest.mark.parametrize("name", FAULTY)
def test_a_faulty_pack_fails_its_check_alone_and_is_told_why(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(played, "LONGEST", 400)
    # What does not end cannot be looked at to the end either.
    only = [check for check in OF_CONTENT if name != "plays" or check != "properties"]
    results = check_pack(write_pack(tmp_path, FAULTY[name], more=SPLASH), only=only)
    assert [result.name for result in results if result.outcome == "failed"] == [name], "\n".join(map(str, results))
    (result,) = [result for result in results if result.name == name]
    assert re.search(SAID[name], result.detail), result.detail
    assert str(result).startswith(f"failed  {name}:\n    ")


AT_ONCE = """
[[set_up]]
id = "over"
effects = [{ do = "end-game" }]
[[patch.course]]
target = "meadow:seasons"
append.set_up = ["over"]
"""


def test_a_game_in_which_nobody_chooses_is_no_game(tmp_path: Path) -> None:
    result = checked("plays", tmp_path, {"rules.toml": AT_ONCE})
    assert result.outcome == "failed"
    told = [str(problem) for problem in result.problems]
    assert len(told) == result.count, "it is said of every game"
    assert all(problem.endswith(": it ends before anybody has chosen anything") for problem in told)


@pytest.mark.parametrize(
    "end", ["when = [{ players = [2] }, { players = [3] }]", '[[remove.charm]]\nwhere = { cost = { nut = 9 } }\nwhy = "dear"']
)
def test_a_record_that_is_never_there_is_found(end: str, tmp_path: Path) -> None:
    never = f'[[charm]]\nid = "ghost"\ncost = {{ nut = 9 }}\n{end}'
    result = checked("edits", tmp_path, edited(GOOD, never), SPLASH)
    assert "rules.toml:9: at no table that was tried is this record there" in result.detail


def test_an_edit_for_one_value_of_an_option_counts(tmp_path: Path) -> None:
    text = '[[patch.track]]\ntarget = "tan"\nset.top = 5\nwhen = [{ option = "splash", is = 2 }, { players = [3] }]'
    result = checked("edits", tmp_path, edited(GOOD, text), SPLASH)
    assert result.passed
    rare = text.replace("is = 2", "is = 3").replace("[3]", '[3], option = "depth", is = 7')
    depth = SPLASH + "\n" + SPLASH.replace("splash", "depth").replace("max = 3", "max = 9")
    result = checked("edits", tmp_path / "rare", edited(GOOD, rare), depth)
    assert result.passed, "neither value is a default or an extreme of its option, so this table must be asked for"


def test_an_edit_for_an_option_of_a_friend_counts(tmp_path: Path) -> None:
    write_pack(tmp_path, {}, more=SPLASH.replace("max = 3", "max = 9"), id="friend")
    text = '[[patch.track]]\ntarget = "tan"\nset.top = 5\nwhen = [{ option = "friend:splash", is = 7 }]'
    pack = write_pack(tmp_path, {"rules.toml": text}, more='[optional]\nfriend = ">=1"')
    (result,) = check_pack(pack, only=["edits"])
    assert (result.outcome, result.detail) == ("passed", "1 edit, 0 records")


def test_two_files_of_one_name_are_told_apart(tmp_path: Path) -> None:
    never = '[[patch.track]]\ntarget = "tan"\nset.top = 5\nwhen = [{ players = [2] }, { players = [3] }]'
    files = {"a/rules.toml": '[[patch.track]]\ntarget = "tan"\nset.top = 6', "b/rules.toml": never}
    result = checked("edits", tmp_path, files)
    assert "stranger/b/rules.toml:1: " in result.detail
    assert "stranger/a/rules.toml" not in result.detail


OMENS = """
[[zone]]
id = "sky"
[[kind]]
id = "omen"
starts_in = "sky"
[[location]]
id = "horizon"
effects = [{ do = "points", amount = 1 }]
[[row]]
id = "omens"
kind = "omen"
from = "sky"
spaces = ["horizon"]
[[set_up]]
id = "look-up"
effects = [{ do = "fill", row = "omens" }]
[[patch.course]]
target = "meadow:seasons"
append.set_up = ["look-up"]
[[omen]]
id = "comet"
"""


def test_what_nobody_can_own_is_used_when_it_lies_open(tmp_path: Path) -> None:
    result = checked("used", tmp_path, {"rules.toml": OMENS})
    assert result.detail.startswith("2 additions, 2 effects, 0 conditions, in ")


def test_what_others_own_but_nobody_this_is_not_used(tmp_path: Path) -> None:
    dear = '[[charm]]\nid = "crown"\ncost = { berry = 90 }\neffects = [{ do = "points", amount = 1 }]'
    plays, used, holds = check_pack(write_pack(tmp_path, {"rules.toml": dear}), only=["plays", "used", "holds"])
    assert used.detail.startswith("charm stranger:crown: used in none of 12 games")
    assert plays.detail == "4 games at 2 tables", "further games are played for `used` alone"
    assert holds.detail.endswith(" of 4 games")


FAR = """
[[patch.location]]
target = "pond"
append.effects = [
    { do = "points", amount = 1, if = [{ track = "tan", min = 0 }] },
    { do = "points", id = "far", amount = 2, if = [{ points = "now", min = 900 }] },
]
"""


@pytest.mark.parametrize(
    ("above", "told"),
    [
        ("", ["5: in none of 30 games: the condition fails", "6: in none of 30 games: points, the condition holds"]),
        (
            "# stoneage: allow unreached",
            ["5: in none of 30 games: the condition fails", "7: in none of 30 games: points, "],
        ),
        ("# stoneage: allow unreached because games are short", ["5: in none of 30 games: the condition fails"]),
    ],
    ids=["told", "a comment without a reason keeps nothing", "a comment with a reason"],
)
def test_what_no_game_reaches_is_told_with_its_line_unless_a_comment_keeps_it(
    above: str, told: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial_tables, "MORE_GAMES", 40)
    text = FAR.replace('    { do = "points", id', f'{above}\n    {{ do = "points", id') if above else FAR
    used = checked("used", tmp_path, {"rules.toml": text})
    assert (used.outcome, used.detail) == ("passed", "0 additions, 3 effects, 2 conditions, in 30 games")
    assert len(used.warnings) == len(told)
    assert all(found.startswith(f"stranger/rules.toml:{line}") for found, line in zip(used.warnings, told, strict=True))


def test_what_others_wrote_in_an_edited_record_is_told_at_the_edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial_tables, "MORE_GAMES", 40)
    never = '[[patch.location]]\ntarget = "pond"\n\nset.effects.advance.if = [{ points = "now", min = 900 }]'
    used = checked("used", tmp_path, {"rules.toml": never})
    assert used.warnings == ("stranger/rules.toml:4: in none of 30 games: advance of location, the condition holds",)


def test_too_few_games_tell_of_nothing_that_they_did_not_reach(tmp_path: Path) -> None:
    used = checked("used", tmp_path, {"rules.toml": FAR})
    assert (used.detail, used.warnings) == ("0 additions, 3 effects, 2 conditions, in 12 games", ())


def test_a_guard_has_nothing_to_change(tmp_path: Path) -> None:
    guard = '[[patch.track]]\ntarget = "tan"\nexpect.top = 4'
    result = checked("edits", tmp_path, edited(GOOD, guard), SPLASH)
    assert (result.outcome, result.detail) == ("passed", "1 edit, 1 record")


def test_a_pack_that_loads_at_some_player_counts_only(tmp_path: Path) -> None:
    three = '[[charm]]\nid = "web"\nwhen = [{ players = [3] }]\ncost = { thread = 1 }'
    results = check_pack(write_pack(tmp_path, edited(GOOD, three), more=SPLASH))
    assert outcomes(results) == dict.fromkeys(OF_CONTENT, "skipped") | {"loads": "failed", "options": "passed"}
    assert "3 players, with meadow:\nerror[SA203]" in detail(results, "loads")
    assert "2 players" not in detail(results, "loads")
    assert detail(results, "plays") == "the pack does not load"


def test_a_pack_that_fails_differently_each_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = count()
    monkeypatch.setattr(packs, "load", lambda table, load=packs.load: Faked(load(table), digest=str(next(numbers))))
    results = check_pack(write_pack(tmp_path, {}), only=["repeats", "apart"])
    assert outcomes(results) == {"repeats": "failed", "apart": "failed"}


class Faked:
    """Rules with something else in some places."""

    def __init__(self, rules: Ruleset, **other: object) -> None:
        self.__dict__.update(other)
        self._rules = rules

    def __getattr__(self, name: str) -> object:
        return getattr(self._rules, name)


def test_a_state_that_is_not_read_as_it_was_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Ruleset, "state_from_dict", lambda rules, saved: rules.initial_state())
    result = checked("saves", tmp_path, {})
    assert ", read again, it is another state" in result.detail


def test_an_answer_that_changes_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a plugin's would that does more than answer."""

    def legal(state: State, legal: Callable[[State], tuple[Action, ...]] = State.legal) -> tuple[Action, ...]:
        operations.score(state, 0, 1)
        return legal(state)

    monkeypatch.setattr(State, "legal", legal)
    result = checked("asks", tmp_path, {})
    assert result.outcome == "failed"
    assert "asking for the options changes the state" in result.detail


def test_a_question_that_cannot_be_told_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As one of a plugin would be whose facts have no such name."""
    monkeypatch.setattr(ResolvePlace, "asked", lambda *_: {"x": 1})
    result = checked("asks", tmp_path, {})
    assert result.outcome == "failed"
    assert "'x'" in result.detail


def broken(state: State, answer: Action, apply: Callable[[State, Action], None] = State.apply) -> None:
    """As `apply` would be with a plugin that is wrong in the second round."""
    if state.round == 2:
        raise IndexError("list index out of range")
    apply(state, answer)


def test_a_game_that_breaks_off_is_a_failed_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With game, step and error in one line, whichever check plays it."""
    monkeypatch.setattr(State, "apply", broken)
    results = check_pack(write_pack(tmp_path, GOOD, more=SPLASH))
    broken_off = r"2 players, with meadow, seed 0: it breaks off after \d+ steps: IndexError: list index out of range, "
    step = r"in the random game with seed 0 at step \d+, `[^`]+`"
    assert re.search(f"^{broken_off}{step}$", detail(results, "plays"), re.MULTILINE)
    assert detail(results, "replays") == "`plays` failed, and would make this one fail, too"
    assert re.fullmatch("IndexError: list index out of range, " + step, detail(results, "properties"))


def test_a_scenario_that_breaks_off_is_a_failed_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def apply(state: State, answer: Action, apply: Callable[[State, Action], None] = State.apply) -> None:
        if answer.text == "resolve bush":
            raise IndexError("list index out of range")
        apply(state, answer)

    monkeypatch.setattr(State, "apply", apply)
    result = checked("scenarios", tmp_path, GOOD, SPLASH)
    assert result.outcome == "failed"
    said = r".*scenarios\.toml:7: Two berries from the bush: IndexError: list index out of range, at step `0: resolve bush`"
    assert re.fullmatch(said, result.detail), result.detail


def test_a_game_that_does_not_begin_is_a_failed_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def initial_state(rules: Ruleset, **more: object) -> State:
        raise ZeroDivisionError("division by zero")

    pack = write_pack(tmp_path, {})
    monkeypatch.setattr(Ruleset, "initial_state", initial_state)
    (plays,) = check_pack(pack, only=["plays"])
    assert "seed 0: it breaks off after 0 steps: ZeroDivisionError: division by zero" in plays.detail


def test_tests_that_never_enable_the_pack_are_no_tests_of_it(tmp_path: Path) -> None:
    files = {name: text.replace('["..", "../../meadow"]', '["../../meadow"]') for name, text in GOOD.items()}
    results = check_pack(write_pack(tmp_path, files, more=SPLASH), only=["scenarios", "properties"])
    assert 'no scenario is played with the pack; the files need [table] modules = [".."]' in detail(results, "scenarios")
    assert "no property is looked at with the pack" in detail(results, "properties")


def test_optional_packs_are_tried_where_they_are(tmp_path: Path) -> None:
    text = {"rules.toml": 'only_if.packs = ["friend"]\n[[patch.charm]]\ntarget = "friend:pebble"\nset.cost = { nut = 1 }'}
    more = '[optional]\nfriend = ">=1"\nfoe = ">=1"'
    alone = checked("edits", tmp_path, text, more)
    assert (alone.outcome, alone.detail) == ("passed", "1 edit, 0 records")
    write_pack(tmp_path, {"rules.toml": GOOD["rules.toml"]}, more=SPLASH, id="friend")
    loads, edits = check_pack(write_pack(tmp_path, text, more=more), only=["loads", "edits"])
    assert loads.detail == "4 tables: 2, 3 players; also with friend; not there, so not tried: foe"
    assert edits.passed
    write_pack(tmp_path, {"rules.toml": text["rules.toml"].replace("nut = 1", "berry = 1")}, more=more)
    (broken,) = check_pack(tmp_path / "stranger", only=["loads"])
    assert "with friend" in broken.detail
    assert "SA305" in broken.detail


def test_modules_that_cannot_be_combined_are_told_with_the_reason(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pack = write_pack(tmp_path, GOOD, more=SPLASH)
    write_pack(tmp_path, {"rules.toml": ""}, id="friend")
    write_pack(tmp_path, {"rules.toml": ""}, id="foe", more='[conflicts]\nstranger = "both move the pond"')
    monkeypatch.setattr(trial_tables.Trial, "others", ["friend", "foe"])
    (result,) = check_pack(pack, only=["together"], games=1)
    said = r"a game with each of 1 other module; skipped, as it cannot be combined: foe \(SA\d+: .+\)"
    assert re.fullmatch(said, result.detail), result.detail
    monkeypatch.setattr(trial_tables.Trial, "others", ["foe"])
    (result,) = check_pack(pack, only=["together"], games=1)
    assert result.outcome == "skipped"
    assert re.fullmatch(r"it cannot be combined with foe \(SA\d+: .+\)", result.detail), result.detail


def test_a_base_game_is_a_pack_like_any_other() -> None:
    results = check_pack(TOY)
    assert {result.outcome for result in results} == {"passed", "skipped"}
    assert detail(results, "used") == "6 additions, 17 effects, 0 conditions, in 4 games"


def test_what_is_no_pack_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=r"pack\.toml"):
        check_pack(tmp_path)
    with pytest.raises(StoneAgeError, match="no check is called `everything`; there are loads, "):
        check_pack(TOY, only=["everything"])


def test_a_requirement_that_is_nowhere_is_the_pack_s_fault(tmp_path: Path) -> None:
    results = check_pack(write_pack(tmp_path, {}, requires="desert"))
    assert outcomes(results)["loads"] == "failed"
    assert "SA107" in detail(results, "loads")


def test_every_check_says_what_must_be_so() -> None:
    assert all((check.__doc__ or "").strip().endswith(".") for check in PACK_CHECKS.values())
    assert attrs.fields_dict(Result).keys() == {"name", "outcome", "count", "detail", "problems", "parts", "warnings"}


def test_a_folder_without_a_pack_does_not_hide_the_module_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a folder where `stoneage new --kind plugin NAME` has made a distribution, which is installed."""
    (tmp_path / "base").mkdir()
    monkeypatch.chdir(tmp_path)
    (result,) = check_pack("base", only=["repeats"])
    assert result.outcome == "passed"
