"""`schema`: the files for editors, as the library makes them."""

from __future__ import annotations

import json

import stoneage_rules as sa
from shipped import needs
from stoneage_rules.testing import schemas_of
from writing import manifest_text

NAMES = ["content", "pack", "table", "scenarios", "properties"]


@needs("wild-animals")
def test_the_schemas_of_what_is_enabled(stoneage, tmp_path):
    ran = stoneage("schema", "--to", tmp_path / "new" / "schemas", "-m", "wild-animals")
    assert (ran.code, ran.err) == (0, "")
    files = [tmp_path / "new" / "schemas" / f"{name}-1.schema.json" for name in NAMES]
    assert ran.out.split() == [file.as_posix() for file in files]
    rules = sa.load(modules=["wild-animals"])
    assert [json.loads(file.read_text("utf-8")) for file in files] == list(schemas_of(rules).values())
    assert "drive-off" in files[0].read_text("utf-8"), "a plugin's verb"
    assert '"wolf"' in files[0].read_text("utf-8"), "an id of what is enabled"


@needs("wild-animals")
def test_in_the_folder_of_a_pack_that_pack_is_known(stoneage, tmp_path, monkeypatch):
    pack = tmp_path / "weather"
    pack.mkdir()
    (pack / "pack.toml").write_text(manifest_text("weather", requires={"base": ">=1.0"}), "utf-8")
    events = '[[zone]]\nid = "sky"\n[[kind]]\nid = "event"\nstarts_in = "sky"\n[[event]]\nid = "storm"\n'
    (pack / "events.toml").write_text(events, "utf-8")
    (tmp_path / "table.toml").write_text('players = 2\nmodules = ["./weather"]\n', "utf-8")
    monkeypatch.chdir(pack)
    for arguments in ([], ["../table.toml"], ["-m", "."], ["-m", "wild-animals"]):
        assert stoneage("schema", *arguments).code == 0
        content = json.loads((pack / "schemas" / "content-1.schema.json").read_text("utf-8"))
        assert "event" in content["properties"]
        assert '"storm"' in json.dumps(content)


def test_what_is_there_is_replaced(stoneage, tmp_path):
    old = tmp_path / "content-1.schema.json"
    old.write_text("old", "utf-8")
    assert stoneage("schema", "--to", tmp_path, "--no-ids").code == 0
    assert "id-of-good" not in json.loads(old.read_text("utf-8"))["definitions"]
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(f"{name}-1.schema.json" for name in NAMES)


def test_a_folder_that_cannot_be_made(stoneage, tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    ran = stoneage("schema", "--to", tmp_path / "file" / "schemas")
    assert ran.code == 2
    assert "file" in ran.err


def test_the_schema_of_views_is_printed_and_nothing_written(stoneage, tmp_path):
    ran = stoneage("schema", "--view", "--to", tmp_path / "new")
    assert json.loads(ran.out) == sa.View.schema()
    assert not (tmp_path / "new").exists()
