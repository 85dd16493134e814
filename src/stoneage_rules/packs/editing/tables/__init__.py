"""The tables of edits, a class each: what stands under their headers, and what it does to records."""

from collections.abc import Mapping

from stoneage_rules.packs.editing.tables.edit_table import EditTable
from stoneage_rules.packs.editing.tables.patch import PatchTable
from stoneage_rules.packs.editing.tables.remove import RemoveTable
from stoneage_rules.packs.editing.tables.replace import ReplaceTable

__all__ = ["EDITS"]

IN_ORDER = (ReplaceTable, PatchTable, RemoveTable)
"""In the order in which those of one pack work, so that it makes no difference in which of its files they stand."""
EDITS: Mapping[str, EditTable] = {kind.word: kind() for kind in IN_ORDER}
"""By the first words of their headers."""
