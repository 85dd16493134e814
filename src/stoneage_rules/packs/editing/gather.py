"""Reads the edits of a file from its tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from stoneage_rules.language.word import ContentRecord
from stoneage_rules.packs.editing.edit import Edit
from stoneage_rules.packs.editing.tables import EDITS
from stoneage_rules.packs.findings.faults import Fault, not_in_double_brackets, unknown_word
from stoneage_rules.packs.reading.find import Source

__all__ = ["gather_edits"]


def gather_edits(pack: str, source: Source, kinds: Mapping[str, type[ContentRecord]]) -> Iterator[Edit | Fault]:
    """Yields the edits of a file in the order in which they are applied, and the faults of their headers."""
    for word, edit_table in EDITS.items():
        tables = source.data.get(word, {})
        if type(tables) is not dict:
            yield not_in_double_brackets("an edit", f"{word}.KIND", tables, (word,), "")
            continue
        for kind, edits in tables.items():
            path = (word, kind)
            if kind not in kinds:
                message = "an edit of a kind that does not exist"
                yield unknown_word("SA205", message, kind, kinds, "kind", at_key=True, path=path)
            elif type(edits) is not list or any(type(edit) is not dict for edit in edits):
                yield not_in_double_brackets("an edit", f"{word}.{kind}", edits, path, source.written_at(path))
            else:
                for index, data in enumerate(edits):
                    yield Edit(edit_table, kind, kinds[kind], pack, source, (*path, index), data)
