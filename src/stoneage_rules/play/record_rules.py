"""Loads the rules of a record, which may come from a stranger."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import attrs

from stoneage_rules.errors import ContentError, RecordError
from stoneage_rules.kernel.ruleset import Ruleset
from stoneage_rules.loading.load import load
from stoneage_rules.loading.table import is_path
from stoneage_rules.play.record import Record
from stoneage_rules.play.record_reader import header_line
from stoneage_rules.text.wording import shortened

__all__ = ["rules_of"]


def rules_of(record: Record, packs_from: Sequence[Path]) -> Ruleset:
    """Returns the rules of a record's table.

    Args:
        record: the record.
        packs_from: folders from which it may name packs by their paths, besides its own.

    Raises:
        RecordError: they cannot be loaded, or a pack lies elsewhere.
    """
    modules = tuple(_found(record, module, packs_from) if is_path(module) else module for module in record.table.modules)
    try:
        return load(attrs.evolve(record.table, modules=modules))
    except ContentError as error:
        place = error.diagnostics[0].place if error.diagnostics else None
        line = header_line(record, "table")
        cause = f"{error.diagnostics[0].title}: {place.label}" if place else str(error)
        raise RecordError(f"line {line}: the rules of this record cannot be loaded: {cause}\n\n{error}", line=line) from error


def _found(record: Record, module: str, packs_from: Sequence[Path]) -> str:
    """Returns the path of a pack that a record names by its path.

    A record may come from a stranger, so nothing outside the folders that it may name is even looked for.

    Raises:
        RecordError: the path leads elsewhere.
    """
    if not record.head:  # it was made here, of a game
        return module
    if "\0" in module:
        line = header_line(record, "table", "modules")
        raise RecordError(f"line {line}: the record names the pack `{shortened(module)}`; no path has a NUL character", line=line)
    folders = [folder.resolve() for folder in ([] if record.folder is None else [record.folder]) + [*packs_from]]
    named = [(record.folder or Path()) / module, *(folder / Path(module).name for folder in packs_from)]
    paths = [path for path in (path.resolve() for path in named) if any(path.is_relative_to(folder) for folder in folders)]
    if not paths:
        line = header_line(record, "table", "modules")
        where = "does not lie in its own folder" if record.folder else "is looked for nowhere, since a text lies in no folder"
        raise RecordError(
            f"line {line}: the record names the pack `{shortened(module, 200)}`, which {where}; if you trust the record, allow "
            "the folder of the pack: `packs_from=FOLDER`, on the command line `--packs-from FOLDER`",
            line=line,
        )
    # Unlike `Path.exists`, the function looks for names of any length.
    return str(next(filter(os.path.exists, paths), paths[0]))
