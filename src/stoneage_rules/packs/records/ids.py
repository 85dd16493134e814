"""Checks the form of ids, and that they are not reserved words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

import attrs

from stoneage_rules.language.word import ContentRecord
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.mends import Write
from stoneage_rules.packs.reading.spans import Path
from stoneage_rules.text.wording import either

__all__ = ["ID", "LETTERS", "ONLY_IF", "id_faults", "ill_formed", "prefix_faults"]

ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
PREFIX = re.compile(r"[a-z][a-z0-9-]*\.")
DOTTED_ID = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9-]+)+")
LETTERS = "lower case letters, digits and hyphens, with a letter first"
WORD_IN_USE = "the rules use this word already"
WITH_PREFIX = 'write `id = "{}"`, and the same wherever it is used'
ONLY_IF = "only_if"


def id_faults(
    model: type[ContentRecord], id: str, words: Collection[str], tables: Collection[str], prefixes: Sequence[str]
) -> Iterator[Fault]:
    """Yields the faults of a record's id.

    Args:
        model, id: the class of the record and its id.
        words, tables: the reserved words and the library's table names.
        prefixes: what ids of statements begin with in the pack.
    """
    pattern, allowed, form = _form_of_ids(model)
    if not pattern.fullmatch(id):
        fault = ill_formed(id, ("id",), pattern, allowed, form)
        without_prefix = not model.namespaced and ID.fullmatch(id)
        yield attrs.evolve(fault, help=WITH_PREFIX.format(prefixes[0] + id)) if without_prefix else fault
    elif not model.namespaced and not id.startswith(tuple(prefixes)):
        label = f"ids of statements begin here with {either(f'`{prefix}`' for prefix in prefixes)}"
        note = "`statements` under [pack] in pack.toml can allow another beginning"
        help = WITH_PREFIX.format(prefixes[0] + id.partition(".")[2])
        yield Fault("SA209", "the id of a statement of another pack", label, note, help, path=("id",))
    elif model.declares is not None and id in tables:
        yield Fault("SA209", f"`{id}` cannot be a kind of item", WORD_IN_USE, help=_other_id(id), path=("id",))
    elif id in words:
        yield Fault("SA209", f"`{id}` cannot be an id", WORD_IN_USE, help=_other_id(id), path=("id",))


def ill_formed(id: str, path: Path, pattern: re.Pattern[str] = ID, allowed: str = "a-z0-9", form: str = LETTERS) -> Fault:
    """Returns the fault of an id with other characters than those allowed, with the nearest one that is well formed."""
    plain = re.sub(f"[^{allowed}]+", "-", id.lower()).strip("-")
    near = plain if pattern.fullmatch(plain) else None
    return Fault("SA209", "an id that is not well formed", f"an id is made of {form}", near=near, path=path)


def _form_of_ids(model: type[ContentRecord]) -> tuple[re.Pattern[str], str, str]:
    """Returns the pattern of a kind's ids, the allowed characters, and a description of these."""
    if model.namespaced:
        return ID, "a-z0-9", LETTERS
    return DOTTED_ID, "a-z0-9.", "words joined by points"


def prefix_faults(prefixes: Sequence[Any]) -> Iterator[Fault]:
    """Yields the faults of the prefixes that a manifest declares for ids of statements; values that are not text are skipped."""
    for index, prefix in enumerate(prefixes):
        if isinstance(prefix, str) and not PREFIX.fullmatch(prefix):
            label, path = "ids of statements begin with a word and a point", ("pack", "statements", index)
            mend = Write(f'"{prefix}."') if PREFIX.fullmatch(f"{prefix}.") else None
            yield Fault("SA209", "no beginning of an id", label, help=f"write {mend}" if mend else "", mend=mend, path=path)


def _other_id(id: str) -> str:
    return f'for example `id = "my-{id}"`'
