"""The tables of edits: one class each, with its keys and its effect on records."""

from collections.abc import Mapping

from stoneage_rules.packs.editing.tables.edit_table import EditTable
from stoneage_rules.packs.editing.tables.patch import PatchTable
from stoneage_rules.packs.editing.tables.remove import RemoveTable
from stoneage_rules.packs.editing.tables.replace import ReplaceTable

__all__ = ["EDITS"]

IN_ORDER = (ReplaceTable, PatchTable, RemoveTable)
"""In the order in which a pack's edits are applied, whichever of its files they are in."""
EDITS: Mapping[str, EditTable] = {kind.word: kind() for kind in IN_ORDER}
"""The tables by the first word of their headers."""
