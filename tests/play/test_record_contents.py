"""Settings that records keep: seats, options, the start, packs; and what is read of them when a stranger wrote them."""

from __future__ import annotations

import re
import shutil

import pytest
import tomli

import stoneage_rules as sa
from fuzz.faults import UNWANTED
from fuzz.time_limit import time_limit
from long_profile import some
from packs.toy import write
from play.conftest import rules_for, striding
from shipped import HERE
from unsafe import UNSAFE
from writing import manifest_text


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


UNSEEN = "a character that steers a terminal, turns the direction of writing or cannot be seen"


@pytest.mark.parametrize("unwanted", sorted(UNWANTED))
def test_names_do_not_steer_a_terminal(rules, unwanted):
    with pytest.raises(ValueError, match=UNSEEN):
        sa.Game(rules).sit([sa.Seat(name="Ada"), sa.Seat(name=f"B{unwanted}en")])
    escaped = "".join(f"\\U{ord(character):08x}" for character in unwanted)
    text = str(sa.Game(rules, seed=1, names=["Ada", "Ben"]).record).replace("Ben", f"B{escaped}en")
    with pytest.raises(sa.RecordError, match=f"a name that cannot be shown: it has {UNSEEN}") as error:
        sa.read_record(text)
    assert "en" in text.split("\n")[error.value.line - 1]


def test_what_shows_nothing_and_half_a_character_that_no_file_can_have_are_part_of_no_name(rules):
    for name in (*(f"B{unwanted}en" for unwanted in sorted(UNSAFE)), "\x1b[2J", "\ud800", "B\udfffen"):
        with pytest.raises(ValueError, match=UNSEEN):
            sa.Game(rules, names=["Ada", name])
    for name in ("\ud800", "B\udfffen"):
        with pytest.raises(sa.ContentError, match=UNSEEN):
            sa.Table.from_dict({"seats": [{"name": name}]})


def test_half_a_character_is_part_of_no_policy_either(rules):
    with pytest.raises(ValueError, match="the policy of a seat has half a character, which no file can have"):
        sa.Game(rules, policies=["\ud800", "random"])
    with pytest.raises(ValueError, match="the policy of a seat has half a character, which no file can have"):
        sa.Game(rules).sit([sa.Seat(policy="random"), sa.Seat(policy="b\udfff")])


@pytest.mark.parametrize("unseen", [" ", "\u3000\u00a0", "\u200d", "\ufe0f\u200c", "\u0301", "\U000e0100 "])
def test_a_name_is_empty_or_seen(rules, unseen):
    with pytest.raises(ValueError, match=UNSEEN):
        sa.Game(rules, names=["Ada", unseen])
    with pytest.raises(sa.ContentError, match=UNSEEN):
        sa.Table.from_dict({"seats": [{"name": unseen}]})
    for shown in ("", f"Bo{unseen}", f"{unseen}7", f"\U0001f9b4{unseen}"):
        assert sa.Game(rules, names=["Ada", shown]).names == ("Ada", shown)


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
@pytest.mark.parametrize("decisions", some([0, 9, 26, 60, 200], 2))
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


# --- the packs by which a game was played -------------------------------------------------------------------------

NARROW = '[[patch.location]]\ntarget = "base:river"\nwhy = "it is narrow"\nset.circles = {}\n'


def narrow(folder, circles=3, version="1.0.0", **more):
    """A pack that can change, with an option that its later versions may not have."""
    manifest = manifest_text("narrow", **more).replace('"1.0.0"', f'"{version}", summary = "as {version} is"')
    return write(folder, "narrow", NARROW.format(circles), manifest)


def packs_in(record):
    return header_of(record)["packs"]


def kept_game(folder, **more):
    """The record of a game with the pack, in a file beside it."""
    game = sa.Game(sa.load(players=2, modules=[str(narrow(folder, **more))]), seed=1)
    for action in ("place hunt 2", "place forest 1", "place river 3"):
        game.play(action)
    game.record.write(folder / "game.txt")
    return folder / "game.txt"


def why_refused(path, **how):
    with pytest.raises(sa.RecordError) as error:
        sa.replay(path, allow_unfinished=True, **how)
    return str(error.value)


def test_a_record_names_each_pack_with_version_and_digest(tmp_path):
    path = kept_game(tmp_path, version="1.4")
    packs = packs_in(path.read_text("utf-8"))
    assert {id: pack.split(" ")[0] for id, pack in packs.items()} == {"base": "1.0.0", "narrow": "1.4"}
    assert all(re.fullmatch("[^ ]+ [0-9a-f]{16}", pack) for pack in packs.values())
    record = sa.read_record(path)
    assert packs_in(record) == packs
    assert packs_in(sa.replay(path, allow_unfinished=True).record.for_seat(1)) == packs
    record.write(tmp_path / "again.txt")
    assert (tmp_path / "again.txt").read_text("utf-8") == path.read_text("utf-8")


def test_the_digest_of_a_pack_is_of_what_it_says_however_it_is_kept(tmp_path):
    """The order of files is the same in a zip file, even of those whose names a point and a stroke order in two ways."""
    pack = narrow(tmp_path)
    for file, id in (("more/b.toml", "two"), ("more.toml", "one")):
        (pack / file).parent.mkdir(exist_ok=True)
        (pack / file).write_text(f'[[track]]\nid = "{id}"\ntop = 5\n\n[[track]]\nid = "{id}-more"\ntop = 5\n', "utf-8")

    def known(path):
        rules = sa.load(players=2, modules=[str(path)])
        return rules.digest, packs_in(sa.Game(rules, seed=1).record)["narrow"]

    first = known(pack)
    shutil.make_archive(str(tmp_path / "bare"), "zip", pack)
    shutil.make_archive(str(tmp_path / "within"), "zip", tmp_path, "narrow")
    assert known(tmp_path / "bare.zip") == known(tmp_path / "within.zip") == first
    for old, new in (("\n", "\r\n"), ("", "# a comment\n"), (" = ", "=")):
        for file in pack.rglob("*.toml"):
            text = file.read_bytes().decode()
            file.write_bytes((text.replace(old, new) if old else new + text).encode())
        assert known(pack) == first
    (pack / "more.toml").write_text('[[track]]\nid = "one"\ntop = 6\n', "utf-8")
    assert known(pack)[1] != first[1]


@pytest.mark.parametrize(("circles", "version", "told"), [
    (2, "1.1.0", "narrow was 1.0.0 and is 1.1.0"),
    (2, "1.0.0", "narrow was 1.0.0 and is 1.0.0, with other content"),
    (1, "0.9", "narrow was 1.0.0 and is 0.9"),
])  # fmt: skip
def test_a_replay_that_differs_names_the_pack_and_both_versions(tmp_path, circles, version, told):
    path = kept_game(tmp_path)
    narrow(tmp_path, circles, version)
    refused = why_refused(path)
    assert f"the record was made under other rules, with library {sa.__version__}: {told}; to see" in refused
    assert "base" not in refused
    differs = why_refused(path, with_current_rules=True)
    assert f"under which the record was made; since then {told}: `0 place river 3` is refused" in differs


def test_a_pack_that_other_rules_do_not_have_is_named(tmp_path):
    path = kept_game(tmp_path)
    assert ": narrow was 1.0.0 and is gone; to see" in why_refused(path, rules=sa.load(players=2))


def test_a_record_that_names_no_packs_replays_as_before(tmp_path):
    path = kept_game(tmp_path)
    text = re.sub(r"(?s)\[packs\].*?---", "---", path.read_text("utf-8"))
    path.write_text(text, "utf-8")
    assert sa.replay(path, allow_unfinished=True).length == 9
    assert "[packs]" not in str(sa.read_record(path))
    narrow(tmp_path, 2, "1.1.0")
    assert f"with library {sa.__version__}; to see" in why_refused(path)


def test_a_pack_whose_words_alone_have_changed_replays(tmp_path):
    path = kept_game(tmp_path)
    narrow(tmp_path, 3, "1.0.1")
    assert packs_in(sa.replay(path, allow_unfinished=True).record)["narrow"].startswith("1.0.1 ")


@pytest.mark.parametrize(("old", "new", "message"), [
    ("base = ", "base = 1 # ", "text"),
    ("base = ", 'base.version = "1.0.0" # ', "text"),
])  # fmt: skip
def test_a_strangers_packs_are_refused_at_their_line_if_none_can_be_so(rules, old, new, message):
    text = str(sa.Game(rules, seed=1).record)
    head, packs = text.split("[packs]")
    with pytest.raises(sa.RecordError, match=message) as error:
        sa.read_record(head + "[packs]" + packs.replace(old, new, 1))
    assert error.value.line == head.count("\n") + 2
    assert UNSAFE.isdisjoint(str(error.value))


def test_what_is_told_of_a_strangers_packs_is_short_and_can_be_shown(rules):
    many = "".join(f'p{number} = "1.{number} {"0" * 64}"\n' for number in range(9_000))
    text = str(sa.Game(rules, seed=1).record).replace(rules.digest, "0" * 64).replace("[packs]\n", f"[packs]\n{many}")
    with time_limit(5):
        refused = why_refused(text)
    assert len(refused) < 1_000
    assert UNSAFE.isdisjoint(refused)
