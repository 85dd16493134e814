"""`schema`: the files for editors, as the library makes them."""

from __future__ import annotations

import json

import stoneage_rules as sa
from shipped import needs
from stoneage_rules.testing.schemas import schemas_of

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
