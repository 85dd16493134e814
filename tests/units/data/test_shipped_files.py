"""The files that the library ships say what its classes say; `--bless` writes them anew."""

from __future__ import annotations

import pytest

import stoneage_rules as sa
from packs.kept import compare
from units.data.shipped_files import FILES, FOLDER, public_values, schemas


@pytest.mark.parametrize("name", FILES)
def test_a_file_says_what_the_classes_say(name: str, request: pytest.FixtureRequest) -> None:
    compare(FOLDER / name, FILES[name](), request)


def test_every_public_value_has_a_schema_of_its_own() -> None:
    assert {*schemas()} == {kind.__name__ for kind in public_values()} >= {"ViewData", "Event", "Comparison", "Diagnostic"}
    sa.View.schema()["properties"].clear()
    assert sa.View.schema() == sa.ViewData.schema() == schemas()["ViewData"]
