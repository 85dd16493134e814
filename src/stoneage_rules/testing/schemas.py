"""Writes the schema files for editors, which cover packs, their tests and tables, with the words of a table's modules.

`packs.schema` makes the schemas of records.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from stoneage_rules.files import write_whole
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.load import language_of
from stoneage_rules.loading.table_files import TableFile
from stoneage_rules.packs.schema import emit, file_name
from stoneage_rules.testing.property_schema import PropertyFile
from stoneage_rules.testing.scenario_schema import ScenarioFile

__all__ = ["schemas_of", "write_schemas"]

DOCUMENTS: Mapping[str, type] = {"table": TableFile, "scenarios": ScenarioFile, "properties": PropertyFile}
"""The record classes of files that are one record each, by the names of their schemas."""


def schemas_of(rules: Ruleset, *, ids: bool = True) -> dict[str, dict[str, Any]]:
    """Returns the schemas by name: `content`, `pack`, `table`, `scenarios` and `properties`.

    Args:
        rules: the rules of a table, whose modules supply the kinds of item, verbs and ids of the schemas.
        ids: whether references offer the ids of the enabled packs; other ids remain valid.
    """
    return emit(language_of(rules.table), content=rules.content, ids=ids, documents=DOCUMENTS)


def write_schemas(folder: str | Path, rules: Ruleset, *, ids: bool = True) -> tuple[Path, ...]:
    """Writes the schemas into a folder, creating it if it is missing; returns the files.

    Each file is replaced atomically.

    Raises:
        OSError: the folder cannot be created, or a file cannot be written.
    """
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, schema in schemas_of(rules, ids=ids).items():
        written.append(folder / file_name(name))
        write_whole(written[-1], json.dumps(schema, indent=1, ensure_ascii=False) + "\n")
    return tuple(written)
