"""Settings that records keep: seats, options, the start, packs; and what is read of them when a stranger wrote them."""

from __future__ import annotations

import re

import pytest
import tomli

import stoneage_rules as sa
from fuzz.faults import UNWANTED
from fuzz.time_limit import time_limit
from packs.toy import write
from play.conftest import rules_for, striding
from shipped import HERE


def header_of(record: sa.Record) -> dict[str, object]:
    return tomli.loads(str(record).partition("---\n")[0])


# --- seats and options --------------------------------------------------------------------------------------------


def test_names_and_policies_of_the_seats(rules):
    names = ('Ada "the \\" ]', "\U0001f468\u200d\U0001f467 \u0639\u0644\u06cc\u200c\u0631\u0636\u0627")
    game = sa.Game(rules, seed=1, names=names, policies=["person", "sensible"])
    assert header_of(game.record)["table"]["seats"] == [
        {"name": names[0], "policy": "person"},
        {"name": names[1], "policy": "sensible", "version": sa.policies.version_of("sensible")},
    ]
    again = sa.replay(str(game.record), allow_unfinished=True)
    assert (again.names, again.policies, again.versions) == (game.names, game.policies, game.versions)
    assert str(again.record) == str(game.record)
    assert again.log == game.log


@pytest.mark.parametrize("unwanted", sorted(UNWANTED))
def test_names_do_not_steer_a_terminal(rules, unwanted):
    with pytest.raises(ValueError, match="names of seats have no characters that steer a terminal"):
        sa.Game(rules, names=["Ada", f"B{unwanted}en"])
    escaped = "".join(f"\\U{ord(character):08x}" for character in unwanted)
    text = str(sa.Game(rules, seed=1, names=["Ada", "Ben"]).record).replace("Ben", f"B{escaped}en")
    with pytest.raises(sa.RecordError, match="a name that cannot be shown: it has a character that steers a terminal") as error:
        sa.read_record(text)
    assert "en" in text.split("\n")[error.value.line - 1]


@pytest.mark.parametrize(("setting", "message"), [
    ("players = 999999999999", "999999999999 players are too many: base is for 2 to 4"),
    ("players = 2\nseed = -1", "a seed below 0: a seed is 0 or more"),
    ("players = 2\nfirst_seat = 999999999999", "a starting seat that is not there: seats are 0 to 1"),
])  # fmt: skip
def test_numbers_of_a_strangers_record_are_bounded(rules, setting, message):
    text = (
        str(sa.Game(rules, seed=1).record).replace("players = 2\nfirst_seat = 0", "players = 2").replace("players = 2", setting)
    )
    with time_limit(3), pytest.raises(sa.RecordError, match=re.escape(message)):
        sa.replay(text)


def test_a_header_of_many_keys_is_refused_before_it_costs_time(rules):
    text = str(sa.Game(rules, seed=1).record)
    for number, message in ((30_000, "more than 20000 values"), (250_000, "larger than 1000000 bytes")):
        with time_limit(2), pytest.raises(sa.RecordError, match=message):
            sa.read_record("".join(f"a{key} = 1\n" for key in range(number)) + text)


def test_every_option_is_there_also_those_that_nobody_chose():
    rules = rules_for(2, *HERE)
    options = header_of(sa.Game(rules, seed=1).record)["table"]["options"]
    assert options == {pack: dict(chosen) for pack, chosen in rules.content.settings.options.items() if chosen}
    assert sum(map(len, options.values())) >= sum(len(pack.manifest.options) for pack in rules.content.packs)


# --- the start ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("modules", [(), tuple(HERE)], ids=["base", "all"])
@pytest.mark.parametrize("decisions", [0, 9, 26, 60, 200])
def test_a_game_from_any_position_replays(modules, decisions):
    rules = rules_for(3, *modules)
    earlier, choose = sa.Game(rules, seed=2), striding()
    for _ in range(decisions):
        earlier.play(choose(None, earlier.legal()))
    game = sa.Game(rules, seed=9, start=earlier.state)
    for _ in range(80):
        game.play(choose(None, game.legal()))
    text = str(game.record)
    assert max(map(len, text.split("\n"))) < 1000
    again = sa.replay(text, rules=rules, allow_unfinished=True)
    assert again.state == game.state
    assert again.start == game.start
    assert str(again.record) == text
    again.run([striding()] * 3)
    assert sa.replay(str(again.record), rules=rules).state == again.state


@pytest.fixture
def later(played):
    """A game that starts from a position."""
    start = played(9).state
    return sa.Game(start.rules, seed=1, start=start)


def test_a_start_can_be_read(later):
    start = header_of(later.record)["start"]
    assert start["round"] == 1
    assert start["phase"] == "take-actions"
    assert start["seats"][1]["goods"]["food"] == 12
    assert start["places"]["hunt"].keys() == {"figures", "pile"}
    assert "rules" not in start


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ((r"round = 1\n", "round = -1\n"), "no game can start from this position"),
        ((r"\[start\.zones\]\n.*\n", "[start.zones]\n"), "no game can start from this position"),
        ((r"\[start\.places\.hunt\]\n", "[start.places.hunter]\n"), "no game can start from this position"),
        ((r"(?s)\[start\].*---", "[[start]]\nx = 1\n---"), "the start is a table"),
        ((r"(?s)\[start\].*---", "[start]\nplaces = 1\n---"), "no game can start from this position"),
        ((r"(?s)\[start\].*---", "[start.places]\nhunt = 1\n---"), "no game can start from this position"),
    ],
)
def test_a_start_that_cannot_be_is_refused_at_its_line(later, change, message):
    text = str(later.record)
    changed = re.sub(*change, text, count=1)
    assert changed != text
    with pytest.raises(sa.RecordError, match=message) as error:
        sa.replay(changed, rules=later.rules, allow_unfinished=True)
    assert changed.split("\n")[error.value.line - 1] in ("[start]", "[[start]]", "[start.places]")


def test_a_start_is_bounded(later):
    stack = "[" * 60 + "]" * 60
    with pytest.raises(sa.RecordError, match="nested more than"):
        sa.read_record(str(later.record).replace("[start]\n", f"[start]\nmore = {stack}\n"))


# --- packs --------------------------------------------------------------------------------------------------------


@pytest.fixture
def house_game(tmp_path):
    """A game with a pack that lies in `tmp_path/packs/home`."""
    return sa.Game(sa.load(players=2, modules=[str(write(tmp_path / "packs", "home", ""))]), seed=1)


def test_no_text_of_a_record_has_an_absolute_path(house_game, tmp_path, monkeypatch):
    for folder in (tmp_path, tmp_path / "packs", tmp_path / "packs" / "home"):
        monkeypatch.chdir(folder)
        assert str(tmp_path) not in str(house_game.record)
    monkeypatch.chdir(tmp_path)
    assert header_of(house_game.record)["table"]["modules"] == ["./packs/home"]
    assert sa.replay(house_game.record, allow_unfinished=True).state == house_game.state
    assert sa.replay(str(house_game.record), allow_unfinished=True, packs_from=".").state == house_game.state


@pytest.mark.parametrize(
    ("name", "message"),
    [("./a\\u0000b/", "no path has a NUL character"), (f"./{'long' * 750}/", "does not lie|there is no folder")],
)
@pytest.mark.parametrize("packs_from", [(), "."], ids=["from nowhere", "from here"])
def test_a_pack_with_a_name_that_no_file_can_have(finished, name, message, packs_from, tmp_path):
    text = str(finished.record).replace("[table]\n", f'[table]\nmodules = ["{name}"]\n', 1)
    (tmp_path / "game.txt").write_text(text, "utf-8")
    for source in (text, tmp_path / "game.txt"):
        with pytest.raises(sa.RecordError, match=f"{message}|is looked for nowhere") as error:
            sa.replay(source, packs_from=packs_from)
        assert text.split("\n")[error.value.line - 1].startswith(("[table]", "modules = "))


def test_a_pack_is_looked_for_in_the_folders_that_are_allowed(house_game, tmp_path, monkeypatch):
    """A pack can lie elsewhere for the reader of a record than for its author."""
    path = tmp_path / "records" / "deep" / "game.txt"
    path.parent.mkdir(parents=True)
    house_game.record.write(path)
    assert sa.replay(path, allow_unfinished=True, packs_from=tmp_path / "packs").state == house_game.state
    moved = tmp_path / "elsewhere"
    (tmp_path / "packs").rename(moved)
    assert sa.replay(path, allow_unfinished=True, packs_from=["/nowhere", str(moved)]).state == house_game.state
    house_game.record.write(moved / "game.txt")


@pytest.mark.parametrize("module", ["/", "/proc", "..", "../home", "./../../etc", "C:/x", "./packs/../../x", "./link"])
def test_a_strangers_record_reads_nothing_outside_its_folder(finished, tmp_path, monkeypatch, module):
    """It does not even look if something is there."""
    folder = tmp_path / "records"
    folder.mkdir()
    (folder / "link").symlink_to("/")
    path = folder / "game.txt"
    path.write_text(str(finished.record).replace("[table]\n", f"[table]\nmodules = ['{module}']\n", 1), "utf-8")
    monkeypatch.setattr("stoneage_rules.play.playback.load", lambda table: pytest.fail("it was loaded"))
    inside = module == "C:/x"
    for source in (path, path.read_text("utf-8")):
        if inside and source is path:
            continue
        with pytest.raises(sa.RecordError, match="if you trust the record, allow the folder of the pack") as error:
            sa.replay(source)
        assert "modules" in path.read_text("utf-8").split("\n")[error.value.line - 1]
        assert str(tmp_path) not in str(error.value)


# --- other rules --------------------------------------------------------------------------------------------------


def test_a_record_of_other_rules_can_be_tried_with_those_of_now(finished):
    other = re.sub('rules = "....', 'rules = "0000', str(finished.record))
    with pytest.raises(sa.RecordError, match="`--with-current-rules`"):
        sa.replay(other, rules=finished.rules)
    assert sa.replay(other, rules=finished.rules, with_current_rules=True).state == finished.state


def test_the_first_line_is_told_where_the_rules_differ(tmp_path):
    pack = write(tmp_path, "narrow", "")
    game = sa.Game(sa.load(players=2, modules=[str(pack)]), seed=1)
    for action in ("place hunt 2", "place forest 1", "place river 3", "place hunt 1"):
        game.play(action)
    game.record.write(tmp_path / "game.txt")
    house_rule = '[[patch.location]]\ntarget = "base:river"\nwhy = "it is narrow now"\nset.circles = 2\n'
    write(tmp_path, "narrow", house_rule)
    with pytest.raises(sa.RecordError, match="under other rules"):
        sa.replay(tmp_path / "game.txt", allow_unfinished=True)
    with pytest.raises(sa.RecordError) as error:
        sa.replay(tmp_path / "game.txt", allow_unfinished=True, with_current_rules=True)
    lines = (tmp_path / "game.txt").read_text("utf-8").split("\n")
    assert lines[error.value.line - 1] == "0 place river 3"
    assert "here the rules of now differ from those under which the record was made" in str(error.value)
    assert error.value.game.length == game.length - 2
