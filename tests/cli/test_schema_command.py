"""`schema`: the files for editors, as the library makes them."""

from __future__ import annotations

import json

import pytest

import stoneage_rules as sa
from packs.toy import write
from shipped import needs
from stoneage_rules.testing import schemas_of

NAMES = ["content", "pack", "table", "scenarios", "properties"]
EVENTS = '[[zone]]\nid = "sky"\n[[kind]]\nid = "event"\nstarts_in = "sky"\n[[event]]\nid = "storm"\n'


@needs("wild-animals")
def test_the_schemas_of_what_is_enabled(says, tmp_path):
    folder = tmp_path / "new" / "schemas"
    ran = says(f"schema --to {folder} -m wild-animals", 0)
    files = [folder / f"{name}-1.schema.json" for name in NAMES]
    assert ran.out.split() == [file.as_posix() for file in files]
    schemas = schemas_of(sa.load(modules=["wild-animals"]))
    assert [json.loads(file.read_text("utf-8")) for file in files] == list(schemas.values())
    content = files[0].read_text("utf-8")
    assert "drive-off" in content, "a plugin's verb"
    assert '"wolf"' in content, "an id of what is enabled"


@needs("wild-animals")
@pytest.mark.parametrize("words", ["", "../table.toml", "-m .", "-m wild-animals"])
def test_in_the_folder_of_a_pack_that_pack_is_known(says, tmp_path, monkeypatch, words):
    pack = write(tmp_path, "weather", EVENTS, requires={"base": ">=1.0"})
    (tmp_path / "table.toml").write_text('players = 2\nmodules = ["./weather"]\n', "utf-8")
    monkeypatch.chdir(pack)
    says(f"schema {words}", 0)
    content = (pack / "schemas" / "content-1.schema.json").read_text("utf-8")
    assert "event" in json.loads(content)["properties"]
    assert '"storm"' in content


def test_what_is_there_is_replaced(says, tmp_path):
    old = tmp_path / "content-1.schema.json"
    says(f"schema --to {tmp_path}", 0)
    assert "id-of-good" in json.loads(old.read_text("utf-8"))["definitions"]
    says(f"schema --to {tmp_path} --no-ids", 0)
    assert "id-of-good" not in json.loads(old.read_text("utf-8"))["definitions"]
    assert sorted(file.name for file in tmp_path.iterdir()) == sorted(f"{name}-1.schema.json" for name in NAMES)


def test_the_schema_of_views_is_printed_and_nothing_written(says, tmp_path):
    assert json.loads(says(f"schema --view --to {tmp_path}/new", 0).out) == sa.View.schema()
    assert not (tmp_path / "new").exists()
