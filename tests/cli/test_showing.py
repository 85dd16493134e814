"""`show`, `why`, `diff`, `explain`, `modules` and `new`, and packs where something else belongs."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from cli.conftest import WINTER
from gallery import NAMES
from packs.toy import write
from properties.tables import players_of
from shipped import HERE, needs

CARD = """
[[card]]
id = "guessed"
name = "A card \\u001b[31m nobody knows"
effects = [{ do = "points", amount = 9 }]
icons = { builder = 1 }
rules = []
confidence = "rulebook"
reconstructed = ["icons"]
"""
OPTION = {"prize": {"type": "int", "default": 3, "help": "What the grounds bring"}}


@pytest.fixture
def doubtful(tmp_path, monkeypatch):
    """Makes a pack, `doubtful`, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return lambda text=CARD, **more: write(tmp_path, "doubtful", text, requires={"base": ">=1"}, **more)


# --- modules ------------------------------------------------------------------------------------------------------


def test_a_pack_that_is_named_by_its_path_is_listed(says, doubtful):
    pack = doubtful()
    says(f"modules -m {pack}", 0, f"\ndoubtful 1.0.0: doubtful, enabled\n  from {pack}\n  adds 1 card\n")
    (pack / "pack.toml").write_text("format = 1\n", "utf-8")
    says(f"modules -m {pack}", 0, f"{pack}: broken: {pack}/pack.toml:1: ")


# --- packs in other places --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", ["play doubtful", "diff base doubtful", "simulate ./doubtful", "modules doubtful"])
def test_a_pack_is_no_table_file(says, doubtful, line):
    doubtful()
    says(line, 2, "doubtful is no table file, but a pack; to play with it: `-m ./doubtful`")


@pytest.mark.parametrize(("command", "code"), [("simulate", 2), ("modules", 2), ("check", 1)])
def test_a_folder_is_no_id_of_a_module(says, doubtful, command, code):
    doubtful()
    says(f"{command} -m doubtful", code, "./doubtful")


def test_a_file_of_a_pack_is_no_table_file(says, doubtful):
    file = doubtful('[[players]]\nid = "few"\nat_least = 2\nat_most = 3\n') / "all.toml"
    said = "all.toml is content of a pack; name the folder of the pack: `stoneage check ./doubtful`"
    says("check doubtful/all.toml", 2, said)
    file.write_text("players = 3\n", "utf-8")
    says("check doubtful/all.toml", 0)
    file.write_text("players = 2\nmodles = []", "utf-8")
    says("check doubtful/all.toml", 1, "no key is called `modles`")


def test_a_table_file_has_no_id(says, tmp_path):
    says(f"new {tmp_path}/evening.toml --kind table --id ours", 2, "a table file has no id; leave out `--id`")
    assert not (tmp_path / "evening.toml").exists()


def test_new_lists_the_examples_and_begins_with_one(says, tmp_path) -> None:
    lines = says("new --list", 0).out.splitlines()
    assert [line.split()[0] for line in lines[1:]] == list(NAMES)
    (bakery,) = (line for line in lines if line.startswith("bakery "))
    assert "A building that yields food in every round" in bakery
    says(f"new {tmp_path}/mine --from bakery", 0, "rules.toml")
    assert 'id = "mine.bread"' in (tmp_path / "mine" / "rules.toml").read_text("utf-8")
    says(f"new {tmp_path}/ours --from bakry", 2, "no example is called `bakry`; did you mean `bakery`?")
    says(f"new {tmp_path}/ours --from bakery --kind plugin", 2, "examples and schemas are for packs; a plugin has none")
    says(f"new {tmp_path}/yours --from bakery --kind package", 0, "yours/src/yours/rules.toml")
    says("new", 2, "name the folder to be made: `stoneage new my-rules`; `--list` shows what to begin with")
    assert not (tmp_path / "ours").exists()


# --- show ---------------------------------------------------------------------------------------------------------


def test_show_lists_kinds(says):
    kinds = {line.split()[0]: line.split()[1] for line in says("show", 0).out.split("\n")[1:] if line}
    assert {*kinds} == {kind for kind, entries in sa.load(players=4).content.entries.items() if entries}
    assert kinds["card"] == "36"
    assert says("show exchange", 0).out == "there are none at this table\n"


def test_a_kind_is_called_by_its_plural_too(says):
    assert says("show phases", 0).out == says("show phase", 0).out
    assert says("show 'dice tables'", 0).out == says("show dice_table", 0).out


def test_show_writes_records_as_they_are_edited(says):
    shown = says("show feed-tribe --toml", 0).out
    assert shown.splitlines()[1] == "[[phase]]"
    assert "# must = false  # set.effects.each-seat.effects.feed.must\n" in shown
    assert "amount = -10  # set.effects.each-seat.effects.feed.starve.points.amount\n" in shown
    assert says("show phase feed-tribe --toml", 0).out == shown
    assert says("show phases --toml", 0, shown.strip()).out.count("\n[[phase]]\n") == 4


def test_show_every_kind_and_record(says):
    """Nothing in the content, the modules' included, is unfit to be shown."""
    players = players_of(HERE)[-1]
    words = " ".join([f"-p {players}", *(f"-m {module}" for module in HERE)])
    for kind, entries in sa.load(players=players, modules=HERE).content.entries.items():
        if entries:
            out = says(f"show {kind} {words}", 0).out
            assert out.count("\n") == len(entries) + 1, kind
            assert not [line for line in out.split("\n") if "object at" in line or "attr" in line]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("card civ-33", ["card base:civ-33", "one_use_tool: 4", "icons: toolmaker: 1", "printed in a rulebook",
                         "stoneage_base/cards.toml:", "base.civ.one-use-tool: One-use tools"]),
        ("civ-33", ["card base:civ-33"]),
        ("base:civ-33", ["card base:civ-33"]),
        ("'card base:civ-33'", ["card base:civ-33"]),
        ("limit village-places", ["at_most: 2: 2; 3: 2", "count.village.2-3: With 2 or 3 players"]),
        ("statement base.feed.whole", ["kind: ruling", "why: ", "carried out by: phase base:feed-tribe"]),
        ("base.feed.whole", ["statement base.feed.whole"]),
        ("statement base.feed", ["base.feed.income", "base.feed.starve"]),
        ("building bld", ["bld-01", "bld-28"]),
        ("building bld-2", ["bld-20", "bld-28"]),
        ("hut", ["location base:hut (family hut)", "figures: exactly 2", "effects: a figure"]),
        ("building bld-18", ["cost: ", "points, the value paid"]),
        pytest.param("igloo igloo-a -t examples/winter-for-two.toml", ["igloo igloos:igloo-a"], marks=needs(*WINTER)),
    ],
)  # fmt: skip
def test_show_a_record(says, words, shown):
    says(f"show {words}", 0, *shown)


def test_what_is_reconstructed_is_said_so(says, doubtful):
    doubtful()
    says(
        "show card guessed -m ./doubtful",
        0,
        "icons: builder: 1  [reconstructed]",
        "effects: 9 points\n",
        "reconstructed, not verified: icons",
    )
    # A name from a stranger's pack cannot steer the terminal.
    says("show card -m ./doubtful", 0, "rulebook; reconstructed: icons", "A card \ufffd[31m nobody knows")
    kinds = says("show -m ./doubtful", 0).out
    assert next(line for line in kinds.split("\n") if line.startswith("card ")).split()[1:3] == ["37", "1"]


@needs("igloos", "style-is-the-goal")
@pytest.mark.parametrize(
    ("words", "confidence"),
    [
        ("igloo igloo-a", "confidence: reconstructed: plausible, not verified\n"),
        ("building style-bld-1", "confidence: printed in a rulebook\n"),
        ("building style-bld-2", "confidence: reconstructed"),  # a second such tile
    ],
)
def test_a_record_of_which_all_is_reconstructed_is_not_called_printed(says, words, confidence):
    says(f"show {words} -m igloos -m style-is-the-goal", 0, confidence)


def test_a_value_that_is_reconstructed_in_part_says_which(says, doubtful):
    table = '[[dice_table]]\nid = "odd"\nfaces.1 = [{ do = "tool" }]\nfaces.2 = [{ do = "tool" }]\nreconstructed = ["faces.2"]\n'
    doubtful(table)
    says("show dice_table odd -m ./doubtful", 0, "a tool  [reconstructed: 2]\n")
    doubtful(table.replace('["faces.2"]', '["faces.4"]'))
    says("show dice_table odd -m ./doubtful", 2, "a part that `faces` does not have")


def test_a_ruling_is_printed_nowhere(says):
    assert "confidence" not in says("show base.place.no-pass", 0, "kind: ruling").out
    says("show base.place.hut", 0, "printed in a rulebook")


# --- why and diff -------------------------------------------------------------------------------------------------

EDITS = """
[[remove.card]]
target = "base:civ-36"
why = "one card less"

[[patch.location]]
target = "base:hut"
unset = ["circles"]
why = "as many as like"

[[patch.location]]
target = "base:fields"
insert.effects = { value = { do = "tool", id = "spade" }, before = "advance" }
why = "whoever digs finds something"

[[patch.building]]
target = "base:bld-01"
adjust.effects.points.amount = { add = 2 }

[[patch.location]]
target = "base:hunt"
insert.effects = { value = { do = "points", amount = { option = "prize" } }, after = "roll" }
"""
HISTORIES = {
    "location base:fields": "\n  effects: doubtful 1.0.0 inserts before advance:",
    "card base:civ-36": "doubtful 1.0.0 removes it in doubtful/all.toml:2: one card less",
    "location base:hut circles": "doubtful 1.0.0 unsets it in doubtful/all.toml:8: as many as like",
    "location base:fields effects.advance": '\n  base 1.0.0 defines it as { do = "advance", ',
    "location base:fields effects.spade": 'doubtful 1.0.0 inserts before advance: { do = "tool", id = "spade" } in doubtful/',
    "building base:bld-01 points": "adjusts it by { add = 2 } to 12 in doubtful/all.toml:18",
    "building base:bld-01 effects.points.amount": "defines it as 10 in",
    "location base:hunt effects.points": 'inserts after roll: { do = "points", amount = 3 } in',
}
DIFFERENCES = [
    'effects  inserted { do = "tool", id = "spade" }  (doubtful, ',
    "effects.points.amount  adjusted { add = 2 } to 12, before 10  (doubtful, ",
    'effects  inserted { do = "points", amount = 3 }  (doubtful, ',
    "5 differences from the base game\n",
]


def test_what_packs_changed_can_be_asked_about(says, data, doubtful):
    doubtful(EDITS, options=OPTION)
    for datum, answer in HISTORIES.items():
        says(f"why '{datum}' -m ./doubtful", 0, answer)
    says("diff base -m ./doubtful", 0, *DIFFERENCES)
    results = {entry["address"]: entry["result"] for entry in data("diff base -m ./doubtful")}
    assert results["building base:bld-01 effects.points.amount"] == 12
    assert results["location base:hunt effects"] is None
    (setting,) = data("why 'building base:bld-01 cost'")
    assert (setting["address"], setting["value"]) == ("building base:bld-01 cost", {"wood": 2, "clay": 1})
    assert (setting["file"].rpartition("/")[2], setting["pack"]) == ("buildings.toml", "base")


# --- explain ------------------------------------------------------------------------------------------------------


def test_explain(says):
    codes = [line.split()[0] for line in says("explain", 0, "SA302").out.split("\n")[1:] if line]
    for code in codes:
        assert says(f"explain {code.lower()}", 0).out.startswith(f"{code}: ")


# --- data ---------------------------------------------------------------------------------------------------------


def test_definitions_as_json(data):
    rules = sa.load(players=2)
    hut = sa.DefinitionData.from_dict(data("show hut -p 2"))
    assert (hut.kind, hut.words, hut.sentences) == ("location", rules.location("hut").words, rules.location("hut").sentences)
    goods = data("show goods -p 2")
    assert goods == [one.to_dict() for one in rules.definitions("good")]
    assert len(data("show -p 2")) == len([*rules.content])


def test_json_and_toml_do_not_go_together(says):
    assert "choose one" in says("show hut --json --toml", 2).err


def test_modules_as_json(data, doubtful):
    pack = doubtful(options=OPTION)
    known = {module["id"]: module for module in data(f"modules -m {pack}")}
    assert (known["base"]["enabled"], known["base"]["adds"]["card"], known["doubtful"]["edits"]) == (True, 36, {})
    assert (known["doubtful"]["from"], known["doubtful"]["reconstructed"]) == (str(pack), 1)
    assert known["doubtful"]["options"]["prize"]["default"] == 3
    (pack / "pack.toml").write_text("format = 1\n", "utf-8")
    broken = data(f"modules -m {pack}")[-1]
    assert {*broken} == {"id", "fault"}


def test_a_module_that_is_not_there_is_no_json(says):
    assert says("modules -m nowhere --json", 2).out == ""
