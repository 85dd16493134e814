"""Reads the conditions under which a file or an edit applies (`only_if`, `when`), and collects their faults.

A record's own `when` is read in `assemble`, with the rest of the record.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import attrs

from stoneage_rules.language.described import Described
from stoneage_rules.language.fields import field
from stoneage_rules.language.word import Requirement
from stoneage_rules.packs.content import Pack
from stoneage_rules.packs.findings.faults import Fault
from stoneage_rules.packs.findings.mends import Put
from stoneage_rules.packs.findings.reported import REPORTED
from stoneage_rules.packs.reading.find import Source
from stoneage_rules.packs.records.ids import ONLY_IF
from stoneage_rules.packs.records.structure import Structurer
from stoneage_rules.packs.records.values import read_record
from stoneage_rules.packs.resolution.options import Options
from stoneage_rules.packs.resolution.suggestions import Suggestions
from stoneage_rules.text.spelling import nearest

if TYPE_CHECKING:
    from stoneage_rules.packs.editing.edit import Edit

__all__ = ["asked_for", "rows_of"]


@attrs.frozen
class _Packs(Described):
    packs: tuple[str, ...] = field("the packs that must all be there", not_empty=True)


@attrs.frozen
class _OnlyIf(Described):
    only_if: _Packs


@attrs.frozen
class _When(Described):
    when: tuple[Requirement, ...] = ()


def asked_for(
    pack: Pack, source: Source, structurer: Structurer, suggestions: Suggestions
) -> tuple[Collection[str], list[Fault]]:
    """Returns the packs that a file's `only_if` requires, and the faults of that table."""
    if ONLY_IF not in source.data:
        return (), []
    made, faults = read_record(structurer, {ONLY_IF: source.data[ONLY_IF]}, _OnlyIf)
    packs = getattr(made.only_if, "packs", ())
    named = {**pack.manifest.optional, **pack.manifest.requires}
    for index, name in enumerate(packs if isinstance(packs, tuple) else ()):
        if isinstance(name, str) and name not in named:
            fault = _not_named(name, pack, suggestions.known - {pack.id})
            faults.append(attrs.evolve(fault, path=(ONLY_IF, "packs", index)))
    return packs, faults


def _not_named(name: str, pack: Pack, known: Collection[str]) -> Fault:
    """Returns the fault of a pack that a file's `only_if` names and pack.toml does not; only one that is there is added."""
    message = "a condition on a pack that pack.toml does not name"
    if name not in known:
        near, note = nearest(name, known), f"installed: {', '.join(sorted(known))}"
        help = "" if near else "correct the name; a pack that is not installed here is named under [optional] in pack.toml"
        return Fault("SA203", message, f"no pack is called `{name}`", note, help, near)
    mend, manifest = Put(name, '">=1.0"'), pack.files.manifest
    help = f"add a line `{mend}` under [optional] in pack.toml"
    at = None if manifest is None else (manifest, ("optional",))
    return Fault("SA203", message, f"`{name}` is not under [optional]", help=help, mend=mend, mend_at=at)


def rows_of(
    edit: Edit, structurer: Structurer, options: Options, only_for_items: tuple[str, str]
) -> tuple[Sequence[Requirement], list[Fault]]:
    """Returns the rows of an edit's `when`, and their faults.

    Args:
        edit: the edit.
        structurer: reads the rows.
        options: the options of the table.
        only_for_items: message and label for a row about the cost of an item.
    """
    if "when" not in edit.data:
        return (), []
    made, faults = read_record(structurer, {"when": edit.data["when"]}, _When)
    rows = (
        [(index, row) for index, row in enumerate(made.when) if isinstance(row, Requirement)] if made.when is not REPORTED else []
    )
    for index, row in rows:
        if isinstance(row.cost, str):
            faults.append(Fault("SA207", *only_for_items, path=("when", index, "cost")))
        faults += options.row_faults(row, edit.pack, ("when", index))
    return [row for _, row in rows], faults
